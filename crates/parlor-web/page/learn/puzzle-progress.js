// Puzzles of this browser: which are solved, and which one is today's. Needs no DOM.

/** @import { Game, PuzzleSummary } from "../types.js" */
import { readItem, writeItem } from "../storage.js";
import { text } from "../texts.js";

const PROGRESS_KEY = "parlor.puzzles";
const MILLISECONDS_PER_DAY = 86_400_000;
/** A prime, so that consecutive days take puzzles that are far apart, and all of them in turn. */
const STRIDE = 7919;

/** @typedef {"solved" | "failed"} PuzzleResult */

/** @returns {Record<string, Record<string, PuzzleResult>>} */
function readProgress() {
  try {
    return JSON.parse(readItem(PROGRESS_KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} game @param {number} number @returns {PuzzleResult | undefined} */
export const puzzleResult = (game, number) => readProgress()[game]?.[number];

/** @param {string} game */
export const solvedCount = (game) =>
  Object.values(readProgress()[game] ?? {}).filter((result) => result === "solved").length;

/** Saves a result. A puzzle that was solved stays solved. @param {string} game @param {number} number @param {PuzzleResult} result */
export function savePuzzleResult(game, number, result) {
  const progress = readProgress();
  if (progress[game]?.[number] === "solved") return;
  writeItem(PROGRESS_KEY, JSON.stringify({ ...progress, [game]: { ...progress[game], [number]: result } }));
}

/**
 * The puzzle of a day: the games take turns, and each goes through all its puzzles.
 * @param {Game[]} games
 * @param {Date} date
 * @returns {{ game: Game, number: number } | null}
 */
export function dailyPuzzle(games, date) {
  const withPuzzles = games.filter(({ puzzles }) => puzzles > 0);
  if (withPuzzles.length === 0) return null;
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / MILLISECONDS_PER_DAY);
  const game = withPuzzles[day % withPuzzles.length];
  const turn = Math.floor(day / withPuzzles.length);
  return { game, number: ((turn * STRIDE) % game.puzzles) + 1 };
}

/** The task in words. @param {Pick<PuzzleSummary, "kind" | "moves">} puzzle */
export const taskText = ({ kind, moves }) => text(`kind-${kind}`, { count: moves });

// Matches that start with one click: against the computer, with a friend, at one screen, between engines, alone.

/** @import { Game, MatchRequest, Seat, SeatRequest, Strength } from "../types.js" */
import { createMatch } from "../api.js";
import { readItem, saveMatch, writeItem } from "../storage.js";
import { text } from "../texts.js";

/** @typedef {"computer" | "invite" | "screen" | "watch" | "alone"} StartKind */

const LEVELS_KEY = "parlor.levels";
const WATCH_PACE = 1;

/** @param {Strength} strength */
export const levelTitle = (strength) => text(`level-${strength}`);

/** The levels that a game offers: strengths of the computer, or boards of a puzzle. @param {Game} game */
export function listLevels(game) {
  if (game.players === 1) return game.boards.map(({ name, title }) => ({ value: name, label: title }));
  return game.levels.map(({ strength }) => ({ value: strength, label: levelTitle(strength) }));
}

/** @returns {Record<string, string>} */
function readLevels() {
  try {
    return JSON.parse(readItem(LEVELS_KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The level last used for a game, or a moderate one. @param {Game} game */
export function lastLevel(game) {
  const levels = listLevels(game).map(({ value }) => value);
  const saved = readLevels()[game.name];
  if (saved && levels.includes(saved)) return saved;
  return game.players > 1 && levels.includes("medium") ? "medium" : levels[0];
}

/** @param {Game} game @param {string} level */
export function saveLevel(game, level) {
  writeItem(LEVELS_KEY, JSON.stringify({ ...readLevels(), [game.name]: level }));
}

/** The level that an engine's seat plays at; undefined if it is no level. @param {Game} game @param {Seat} seat */
export function levelOf(game, seat) {
  return seat.kind === "engine" ? game.levels.find(({ engine }) => engine === seat.engine)?.strength : undefined;
}

/** @param {Game} game @param {string | undefined} level @returns {SeatRequest} */
export function computer(game, level) {
  const found = game.levels.find(({ strength }) => strength === level);
  if (found) return { kind: "engine", engine: found.engine, seconds: found.seconds };
  return { kind: "engine", engine: game.default_opponent, seconds: 1 };
}

/** @param {Game} game @param {StartKind} kind @returns {MatchRequest} */
function matchRequest(game, kind) {
  const level = lastLevel(game);
  const position = game.players === 1 ? (game.boards.find(({ name }) => name === level)?.position ?? null) : null;
  const setup = { game: game.name, options: {}, position };
  /** @type {SeatRequest} */
  const you = { kind: "you" };
  switch (kind) {
    case "computer":
      return { setup, seats: [you, computer(game, level)] };
    case "invite":
      return { setup, seats: [you, { kind: "friend" }] };
    case "watch":
      return { setup, seats: [computer(game, level), computer(game, level)], pace: WATCH_PACE };
    default:
      return { setup, seats: Array.from({ length: game.players }, () => you) };
  }
}

/** Creates a match and returns its address. @param {Game} game @param {StartKind} kind */
export async function startMatch(game, kind) {
  const { id, token, invitations } = await createMatch(matchRequest(game, kind));
  saveMatch({ id, token, title: game.title, game: game.name, invitations });
  return `/match/${id}`;
}

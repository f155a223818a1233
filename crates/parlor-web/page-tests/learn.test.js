import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { addressOf, setupOfAddress } from "../page/learn/explorer-address.js";
import { dailyPuzzle, puzzleResult, savePuzzleResult, solvedCount } from "../page/learn/puzzle-progress.js";
import { ReviewData } from "../page/learn/review-data.js";
import { text } from "../page/texts.js";
import "./english.js";

/** @type {Map<string, string>} */
let items;

beforeEach(() => {
  items = new Map();
  const getItem = (key) => items.get(key) ?? null;
  const setItem = (key, value) => items.set(key, value);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: { getItem, setItem } });
});

const NUMBERS = { plies: null, margin: null, estimate: null };
const win = (plies) => ({ kind: "win", ...NUMBERS, plies });
const loss = (plies) => ({ kind: "loss", ...NUMBERS, plies });
const draw = { kind: "draw", ...NUMBERS };
const estimate = (points) => ({ kind: "estimate", ...NUMBERS, estimate: points });

test("placeholders are filled in, and unknown keys stay visible", () => {
  assert.equal(text("puzzle-title", { number: 7 }), "Puzzle 7");
  assert.equal(text("no such key"), "no such key");
});

test("a solved puzzle stays solved", () => {
  savePuzzleResult("chess", 3, "failed");
  assert.equal(puzzleResult("chess", 3), "failed");
  savePuzzleResult("chess", 3, "solved");
  savePuzzleResult("chess", 3, "failed");
  savePuzzleResult("chess", 4, "failed");
  assert.equal(puzzleResult("chess", 3), "solved");
  assert.equal(solvedCount("chess"), 1);
  items.set("parlor.puzzles", "{");
  assert.equal(solvedCount("chess"), 0);
});

test("every day has a puzzle, the games take turns, and no puzzle comes twice before all have come", () => {
  const games = [
    { name: "a", puzzles: 240 },
    { name: "none", puzzles: 0 },
    { name: "b", puzzles: 7 },
  ];
  const days = Array.from({ length: 480 }, (_, day) => dailyPuzzle(games, new Date(2026, 0, 1 + day)));
  assert.deepEqual(new Set(days.slice(0, 2).map(({ game }) => game.name)), new Set(["a", "b"]));
  const numbers = days.filter(({ game }) => game.name === "a").map(({ number }) => number);
  assert.equal(new Set(numbers).size, 240);
  assert.ok(Math.min(...numbers) === 1 && Math.max(...numbers) === 240);
  assert.deepEqual(dailyPuzzle(games, new Date(2026, 4, 5, 1)), dailyPuzzle(games, new Date(2026, 4, 5, 23)));
  assert.equal(dailyPuzzle([], new Date()), null);
});

test("an address keeps the options and the position of a setup", () => {
  const game = { name: "chess", options: [{ name: "size" }] };
  const setup = { game: "chess", options: { size: "6" }, position: "X-/-O X" };
  const address = new URL(addressOf(setup), "http://localhost");
  assert.equal(address.pathname, "/explore/chess");
  assert.deepEqual(setupOfAddress(game, address.search), setup);
  assert.deepEqual(setupOfAddress(game, "?other=1"), { game: "chess", options: {}, position: null });
});

/** A review of four moves: a good one, a mistake, another good one, and a blunder. */
function review() {
  const data = new ReviewData();
  const judgement = (kind, accuracy, proved = true) => ({ kind, change: null, proved, accuracy });
  const values = [
    { move: "a", value: win(9), best: true },
    { move: "b", value: win(11), best: false },
    { move: "c", value: loss(4), best: false },
  ];
  const messages = [
    ["first", judgement("good", 1)],
    ["second", judgement("mistake", 0.5)],
    ["first", judgement("good", 0.9)],
    ["second", judgement("blunder", 0, false)],
    ["first", null],
  ];
  messages.forEach(([turn, judgement], ply) => data.add({ ply, turn, judgement, value: draw, values }));
  return data;
}

test("a review counts judgements, accuracy and mistakes by player", () => {
  const data = review();
  assert.deepEqual(data.mistakes(), [1, 3]);
  assert.deepEqual(data.mistakes("first"), []);
  assert.equal(data.count("second", "blunder"), 1);
  assert.equal(data.accuracy("first"), 95);
  assert.equal(data.accuracy("second"), 25);
  assert.equal(new ReviewData().accuracy("first"), null);
  assert.equal(data.proof, "mixed");
});

test("a move that keeps the result is as good as the best one", () => {
  const data = review();
  assert.ok(data.isAsGood(1, "a") && data.isAsGood(1, "b"));
  assert.ok(!data.isAsGood(1, "c") && !data.isAsGood(1, "x"));
  data.positions.get(1).values.push({ move: "d", value: estimate(2), best: false });
  assert.ok(!data.isAsGood(1, "d"), "a good estimate is less than a win");
});

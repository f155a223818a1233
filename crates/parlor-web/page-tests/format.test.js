import assert from "node:assert/strict";
import { test } from "node:test";
import { formatClock, formatSeconds, formatSentence, formatShortValue, formatSolverResult } from "../page/format.js";
import { value } from "./fixtures.js";

test("a clock shows tenths below ten seconds and rounds up above", () => {
  const cases = [
    [-5, "0.0"],
    [0, "0.0"],
    [9_940, "9.9"],
    [10_000, "0:10"],
    [10_001, "0:11"],
    [59_001, "1:00"],
    [60_000, "1:00"],
    [61_000, "1:01"],
    [3_600_000, "60:00"],
  ];
  for (const [milliseconds, text] of cases) assert.equal(formatClock(milliseconds), text, `${milliseconds} ms`);
});

test("seconds have at most three decimals and no trailing zeros", () => {
  assert.equal(formatSeconds(5), "5");
  assert.equal(formatSeconds(0.1 + 0.2), "0.3");
  assert.equal(formatSeconds(1.23456), "1.235");
});

test("short values name the result and the number of plies", () => {
  assert.equal(formatShortValue(value("wins in 7 plies", "win", { plies: 7 })), "✓7");
  assert.equal(formatShortValue(value("loses in 12 plies", "loss", { plies: 12 })), "✗12");
  assert.equal(formatShortValue(value("wins", "win")), "✓");
  assert.equal(formatShortValue(value("draw", "draw", { margin: 0 })), "=");
});

test("short values show margins and estimates as they are", () => {
  assert.equal(formatShortValue(value("+6", "win", { unit: "discs", margin: 6 })), "+6");
  assert.equal(formatShortValue(value("-12", "loss", { unit: "discs", margin: -12 })), "-12");
  assert.equal(formatShortValue(value("+5.3", "estimate", { unit: "discs", estimate: 5.3 })), "+5.3");
});

test("a sentence gets a capital letter and a period", () => {
  assert.equal(formatSentence("four in a line win"), "Four in a line win.");
  assert.equal(formatSentence("No move left? You lose."), "No move left? You lose.");
  assert.equal(formatSentence("Ready?"), "Ready?");
});

test("a solver result states length, proof and positions", () => {
  const info = (line, kind = "win") => ({ value: value("", kind), line, depth: 0, nodes: 1_234_567 });
  const nodes = (1_234_567).toLocaleString();
  const result = (info, proved, plan) => formatSolverResult({ info, proved, plan });
  assert.equal(result(info(["R", "D"]), false, true), `2 moves, ${nodes} positions searched`);
  assert.equal(result(info(["R"]), true, true), `1 move (optimal), ${nodes} positions searched`);
  assert.equal(result(info([], "estimate"), false, false), "No solution found");
  assert.equal(result(info([], "loss"), true, false), "No solution exists");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultEngine, engineSpec } from "../page/setup/engine-spec.js";
import { timeControlText } from "../page/setup/time-control.js";

const engines = (...names) => ({ engines: names.map((name) => ({ name, about: "", options: [] })) });

test("the default engine is the first preferred one, or else the last", () => {
  assert.equal(defaultEngine(engines("random", "mcts", "alphabeta"))?.name, "alphabeta");
  assert.equal(defaultEngine(engines("random", "mcts", "perfect"))?.name, "mcts");
  assert.equal(defaultEngine(engines("random", "perfect"))?.name, "perfect");
  assert.equal(defaultEngine(engines()), undefined);
});

test("an engine specification lists the changed options", () => {
  assert.equal(engineSpec("alphabeta", {}), "alphabeta");
  assert.equal(engineSpec("alphabeta", { depth: "6", quiet: "yes" }), "alphabeta:depth=6,quiet=yes");
});

test("time controls are in seconds", () => {
  assert.equal(timeControlText("unlimited", 5, 3), "unlimited");
  assert.equal(timeControlText("move", 2.5, 3), "move=2.5");
  assert.equal(timeControlText("clock", 5, 3), "clock=300+3");
  assert.equal(timeControlText("clock", 0.1, 0.25), "clock=6+0.25");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultOpponent, engineSpec, parseEngineSpec } from "../page/setup/engine-spec.js";
import { timeControlText } from "../page/setup/time-control.js";

const game = (opponent, ...names) => ({
  default_opponent: opponent,
  engines: names.map((name) => ({ name, about: "", options: [] })),
});

test("the default opponent comes from the catalog, and a game without engines has none", () => {
  assert.equal(defaultOpponent(game("strong:depth=6", "weak", "strong")), "strong:depth=6");
  assert.equal(defaultOpponent(game("strong")), null);
});

test("an engine specification lists the changed options", () => {
  assert.equal(engineSpec("strong", {}), "strong");
  assert.equal(engineSpec("strong", { depth: "6", quiet: "yes" }), "strong:depth=6,quiet=yes");
});

test("a specification is split into name and options", () => {
  assert.deepEqual(parseEngineSpec("strong"), { name: "strong", options: {} });
  const options = { depth: "6", quiet: "yes", file: "a=b" };
  assert.deepEqual(parseEngineSpec("strong:depth=6,quiet,file=a=b"), { name: "strong", options });
});

test("time controls are in seconds", () => {
  assert.equal(timeControlText("unlimited", 5, 3), "unlimited");
  assert.equal(timeControlText("move", 2.5, 3), "move=2.5");
  assert.equal(timeControlText("clock", 5, 3), "clock=300+3");
  assert.equal(timeControlText("clock", 0.1, 0.25), "clock=6+0.25");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import "./english.js";
import { depthFirstModel, windowAt } from "../page/learn/depth-first-model.js";
import { FrontierModel } from "../page/learn/frontier-model.js";
import { monteCarloModel } from "../page/learn/monte-carlo-model.js";
import { scoreForParent, scoreRank, shortScore } from "../page/learn/trace-score.js";

const score = (kind, amount = 0) => ({ kind, amount });
const open = [score("lowest"), score("highest")];
const enter = (move, window = open) => ({ kind: "enter", move, depth: 1, window });
const leave = (value) => ({ kind: "leave", value });

/** Move a is a draw, and the first reply to b refutes it. */
const cutTrace = {
  events: [
    { kind: "pass", depth: 2, window: open },
    enter("a"),
    enter("a1"),
    leave(score("draw")),
    leave(score("draw")),
    enter("b", [score("draw"), score("highest")]),
    enter("b1"),
    leave(score("loss", 0)),
    { kind: "cut", reason: "window", skipped: ["b2", "b3"] },
    leave(score("loss", 1)),
    { kind: "report", depth: 2, nodes: 4, value: score("draw") },
  ],
};

test("scores are ordered from a quick loss to a quick win", () => {
  const ascending = [
    score("lowest"),
    score("loss", 1),
    score("loss", 5),
    score("estimate", -30),
    score("draw"),
    score("estimate", 30),
    score("win", 5),
    score("win", 1),
    score("highest"),
  ];
  const ranks = ascending.map(scoreRank);
  assert.deepEqual(
    ranks,
    [...ranks].sort((a, b) => a - b),
  );
  assert.deepEqual(scoreForParent(score("win", 2)), score("win", 3));
  assert.deepEqual(
    ["win", "loss", "estimate"].map((kind) => shortScore(score(kind, 25))),
    ["✓25", "✗25", "+25"],
  );
});

test("a tree shows exactly the nodes of its step, forward and backward", () => {
  const model = depthFirstModel(cutTrace);
  const { nodes } = model.treeAt(0);
  const visible = (step) => nodes.filter((node) => !node.isStub && model.look(node, step)).length - 1;
  assert.deepEqual(
    [0, 2, 4, 6, 10, 5, 0].map((step) => [visible(step), model.countAt(step)]),
    [
      [0, 0],
      [2, 2],
      [2, 2],
      [4, 4],
      [4, 4],
      [3, 3],
      [0, 0],
    ],
  );
  assert.equal(model.last, 10);
});

test("a cut is a stub with the skipped moves and the window that closed", () => {
  const model = depthFirstModel(cutTrace);
  const stub = model.treeAt(8).nodes.find(({ isStub }) => isStub);
  assert.deepEqual(stub.skipped, ["b2", "b3"]);
  assert.deepEqual(stub.cutWindow.map(shortScore), ["=", "✗1"]);
  assert.equal(model.look(stub, 7), null);
  assert.equal(model.look(stub, 8).note, "α =\nβ ✗1");
  assert.match(model.describe(8), /b2, b3/);
});

test("values of the children searched so far narrow the window", () => {
  const model = depthFirstModel(cutTrace);
  const { root } = model.treeAt(0);
  assert.deepEqual(windowAt(root, 1).map(shortScore), ["−∞", "+∞"]);
  assert.deepEqual(windowAt(root, 4).map(shortScore), ["=", "+∞"]);
  assert.equal(model.look(root, 10).label, "=");
});

test("every leaf has a column of its own", () => {
  const { nodes, leaves } = depthFirstModel(cutTrace).treeAt(0);
  const columns = nodes.filter(({ children }) => children.length === 0).map(({ x }) => x);
  assert.deepEqual(columns, [0, 1, 2]);
  assert.equal(leaves, 3);
});

test("Monte Carlo nodes have the statistics of their step", () => {
  const statistics = (node, visits, half_points, proved = null) => ({ node, visits, half_points, proved });
  const children = [
    { node: 1, move: "a", proved: null },
    { node: 2, move: "b", proved: score("win", 1) },
  ];
  const model = monteCarloModel({
    events: [
      { kind: "select", path: [0] },
      { kind: "expand", node: 0, proved: null, children },
      { kind: "select", path: [0, 1] },
      { kind: "playout", value: score("draw"), is_proved: false },
      { kind: "backup", path: [statistics(0, 1, 1), statistics(1, 1, 1)] },
    ],
  });
  const [root, a, b] = model.treeAt(0).nodes;
  assert.deepEqual([model.look(root, 3).label, model.look(root, 4).label, model.look(a, 4).note], ["", "1", "50 %"]);
  assert.equal(model.look(a, 0), null);
  assert.equal(model.look(b, 1).tone, "win");
  assert.deepEqual([model.countAt(2), model.countAt(3)], [0, 1]);
  assert.equal(model.currentAt(3), a);
});

test("a frontier gives out the lowest rank first, and equal ranks in the order of their arrival", () => {
  const push = (node, from, move, rank) => ({
    kind: "push",
    node,
    from: from === null ? null : { node: from, move },
    cost: 1,
    estimate: rank[1],
    rank,
  });
  const model = new FrontierModel({
    events: [
      push(0, null, "", [9, 9]),
      { kind: "pop", node: 0, result: "expanded" },
      push(1, 0, "R", [5, 2]),
      push(2, 0, "L", [5, 1]),
      push(3, 0, "U", [5, 2]),
      { kind: "skip", from: { node: 0, move: "D" }, reason: "known" },
      { kind: "pop", node: 2, result: "expanded" },
      push(1, 2, "U", [4, 3]),
      { kind: "pop", node: 1, result: "goal" },
      { kind: "report", depth: 2, nodes: 2, value: score("win", 2) },
    ],
  });
  const nodes = (step) => model.stateAt(step).frontier.map(({ node }) => node);
  assert.equal(model.last, 4);
  assert.deepEqual([nodes(0), nodes(1), nodes(2), nodes(3)], [[0], [2, 1, 3], [1, 1, 3], [1, 3]]);
  assert.deepEqual(model.stateAt(3).expanded, [0, 2]);
  assert.equal(model.stateAt(2).frontier[0].path, "LU");
  assert.match(model.stateAt(1).text, /3 new, 1 known/);
});

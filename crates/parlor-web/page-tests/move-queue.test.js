import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./english.js";
import { ApiError } from "../page/api.js";
import { MoveQueue } from "../page/match/move-queue.js";
import { played } from "./fixtures.js";
import { mockTimeouts, passTime } from "./timeouts.js";

/** Texts of the toasts shown. */
let toasts;

beforeEach(() => {
  toasts = [];
  globalThis.Node = class {};
  const element = () => ({ setAttribute: () => {}, append: (text) => toasts.push(text), remove: () => {} });
  globalThis.document = {
    createElement: element,
    getElementById: () => ({ append: () => {} }),
  };
  mockTimeouts();
});

/** A send function that waits for `answers.shift()()`. */
function controlledSend() {
  const sent = [];
  const answers = [];
  const send = (move, ply) => {
    sent.push(`${move}@${ply}`);
    return new Promise((resolve, reject) => answers.push({ resolve, reject }));
  };
  return { sent, answers, send };
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

/** A match with this many moves. */
const matchAt = (ply, moves = []) => ({ lastPly: ply, snapshot: { moves: played(moves) } });

test("a step waits for the answer to the one before, and goes from wherever that led", async () => {
  const { sent, answers, send } = controlledSend();
  const state = matchAt(0);
  const queue = new MoveQueue(state, send);
  queue.addStep("a");
  queue.addStep("b");
  await settle();
  assert.deepEqual(sent, ["a@0"]);
  state.lastPly = 1;
  answers[0].resolve();
  await settle();
  assert.deepEqual(sent, ["a@0", "b@1"]);
});

test("a key held down queues at most three steps", async () => {
  const { sent, answers, send } = controlledSend();
  const queue = new MoveQueue(matchAt(0), send);
  for (let press = 0; press < 10; press++) queue.addStep("R");
  for (let answer = 0; answer < 3; answer++) {
    await settle();
    answers[answer].resolve();
  }
  await settle();
  assert.equal(sent.length, 3);
  queue.addStep("R");
  await settle();
  assert.equal(sent.length, 4);
});

test("a move is sent with the ply at which it was offered, and dropped while another one waits", async () => {
  const { sent, answers, send } = controlledSend();
  const queue = new MoveQueue(matchAt(5), send);
  queue.add("a", 4);
  queue.add("b", 4);
  await settle();
  answers[0].resolve();
  await settle();
  assert.deepEqual(sent, ["a@4"]);
  queue.add("b", 5);
  await settle();
  assert.deepEqual(sent, ["a@4", "b@5"]);
});

test("a failed step is reported, and the next one is still sent", async () => {
  const { sent, answers, send } = controlledSend();
  const queue = new MoveQueue(matchAt(0), send);
  queue.addStep("a");
  queue.addStep("b");
  await settle();
  answers[0].reject(new ApiError("illegal-move", "Illegal move."));
  await settle();
  assert.deepEqual(toasts, ["Illegal move."]);
  assert.equal(sent.length, 2);
});

test("a move for an outdated position fails silently", async () => {
  const { answers, send } = controlledSend();
  const queue = new MoveQueue(matchAt(0), send);
  queue.add("a", 0);
  await settle();
  answers[0].reject(new ApiError("stale-state", "The position has changed."));
  await settle();
  assert.deepEqual(toasts, []);
});

test("a move that the connection lost is kept, and sent again at the same position", async () => {
  const { sent, answers, send } = controlledSend();
  const kept = [];
  const queue = new MoveQueue(matchAt(2, ["x", "y"]), send, (move) => kept.push(move?.move ?? null));
  queue.add("a", 2);
  await settle();
  answers[0].reject(new ApiError("lost", "Connection lost."));
  await settle();
  assert.ok(queue.isBusy);
  queue.resume();
  await settle();
  assert.deepEqual(sent, ["a@2", "a@2"]);
  assert.deepEqual(kept, ["a", null]);
  assert.deepEqual(toasts, []);
});

test("a kept move is visibly refused if the position has changed, unless it was played", async () => {
  for (const [moves, expected] of [
    [["x", "y", "other"], ["Your move was not played: the position has changed."]],
    [["x", "y", "a"], []],
  ]) {
    toasts = [];
    const { sent, answers, send } = controlledSend();
    const state = matchAt(2, ["x", "y"]);
    const queue = new MoveQueue(state, send);
    queue.add("a", 2);
    await settle();
    answers[0].reject(new ApiError("lost", "Connection lost."));
    await settle();
    Object.assign(state, matchAt(3, moves));
    queue.resume();
    await settle();
    assert.deepEqual(sent, ["a@2"]);
    assert.deepEqual(toasts, expected);
  }
});

test("the moves of a plan go on from its first ply and stop at the first error", async () => {
  const { sent, answers, send } = controlledSend();
  const playing = new MoveQueue(matchAt(7), send).playPlan(["a", "b", "c"], 7);
  await settle();
  answers[0].resolve();
  await settle();
  passTime(200);
  await settle();
  answers[1].reject(new ApiError("illegal-move", "Illegal move."));
  await playing;
  assert.deepEqual(sent, ["a@7", "b@8"]);
  assert.deepEqual(toasts, ["Illegal move."]);
});

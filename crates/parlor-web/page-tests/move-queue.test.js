import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { ApiError } from "../page/api.js";
import { MoveQueue } from "../page/match/move-queue.js";

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
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

/** A send function that waits for `answers.shift()()`. */
function controlledSend() {
  const sent = [];
  const answers = [];
  const send = (move) => {
    sent.push(move);
    return new Promise((resolve, reject) => answers.push({ resolve, reject }));
  };
  return { sent, answers, send };
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

test("a move waits for the answer to the one before", async () => {
  const { sent, answers, send } = controlledSend();
  const queue = new MoveQueue(send);
  queue.add("a", true);
  queue.add("b", true);
  await settle();
  assert.deepEqual(sent, ["a"]);
  answers[0].resolve();
  await settle();
  assert.deepEqual(sent, ["a", "b"]);
});

test("a key held down queues at most three moves", async () => {
  const { sent, answers, send } = controlledSend();
  const queue = new MoveQueue(send);
  for (let press = 0; press < 10; press++) queue.add("R", true);
  for (let answer = 0; answer < 3; answer++) {
    await settle();
    answers[answer].resolve();
  }
  await settle();
  assert.equal(sent.length, 3);
  queue.add("R", true);
  await settle();
  assert.equal(sent.length, 4);
});

test("a move that cannot be queued is dropped while another one waits", async () => {
  const { sent, answers, send } = controlledSend();
  const queue = new MoveQueue(send);
  queue.add("a");
  queue.add("b");
  await settle();
  answers[0].resolve();
  await settle();
  assert.deepEqual(sent, ["a"]);
  queue.add("b");
  await settle();
  assert.deepEqual(sent, ["a", "b"]);
});

test("a failed move is reported, and the next one is still sent", async () => {
  const { sent, answers, send } = controlledSend();
  const queue = new MoveQueue(send);
  queue.add("a", true);
  queue.add("b", true);
  await settle();
  answers[0].reject(new ApiError("illegal-move", "Illegal move."));
  await settle();
  assert.deepEqual(toasts, ["Illegal move."]);
  assert.deepEqual(sent, ["a", "b"]);
});

test("a move for an outdated position fails silently", async () => {
  const { answers, send } = controlledSend();
  const queue = new MoveQueue(send);
  queue.add("a");
  await settle();
  answers[0].reject(new ApiError("stale-state", "The position has changed."));
  await settle();
  assert.deepEqual(toasts, []);
});

test("the moves of a plan stop at the first error", async () => {
  const { sent, answers, send } = controlledSend();
  const playing = new MoveQueue(send).addAll(["a", "b", "c"]);
  await settle();
  answers[0].resolve();
  await settle();
  mock.timers.tick(200);
  await settle();
  answers[1].reject(new ApiError("illegal-move", "Illegal move."));
  await playing;
  assert.deepEqual(sent, ["a", "b"]);
  assert.deepEqual(toasts, ["Illegal move."]);
});

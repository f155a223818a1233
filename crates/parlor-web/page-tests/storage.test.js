import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { beforeEach, test } from "node:test";
import { findMatch, listMatches, newToken, readItem, removeMatch, saveMatch, writeItem } from "../page/storage.js";

/** @type {Map<string, string>} */
let items;
let isFull = false;

// Node 18 has it under another name.
globalThis.crypto ??= webcrypto;

/** Replaces the global `localStorage`, which newer versions of Node define themselves. */
function setLocalStorage(descriptor) {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, ...descriptor });
}

beforeEach(() => {
  items = new Map();
  isFull = false;
  const getItem = (key) => items.get(key) ?? null;
  const setItem = (key, text) => {
    if (isFull) throw new Error("QuotaExceededError");
    items.set(key, text);
  };
  setLocalStorage({ value: { getItem, setItem } });
});

const match = (id, more = {}) => ({ id, token: `token-${id}`, title: "Reversi", ...more });
const ids = () => listMatches().map(({ id }) => id);

test("the match saved last comes first and replaces its older entry", () => {
  saveMatch(match("a"));
  saveMatch(match("b"));
  saveMatch(match("a", { over: true }));
  assert.deepEqual(ids(), ["a", "b"]);
  assert.equal(findMatch("a")?.over, true);
  assert.equal(findMatch("a")?.token, "token-a");
  assert.equal(findMatch("c"), undefined);
});

test("a removed match is gone", () => {
  saveMatch(match("a"));
  saveMatch(match("b"));
  removeMatch("a");
  assert.deepEqual(ids(), ["b"]);
});

test("the oldest finished match makes room, then the oldest of all", () => {
  for (let number = 0; number < 100; number++) saveMatch(match(`m${number}`, { over: number === 30 || number === 60 }));
  saveMatch(match("x"));
  assert.equal(ids().length, 100);
  assert.ok(!ids().includes("m30") && ids().includes("m60") && ids().includes("m0"));
  saveMatch(match("y"));
  assert.ok(!ids().includes("m60") && ids().includes("m0"));
  saveMatch(match("z"));
  assert.ok(!ids().includes("m0") && ids().includes("m1"));
});

test("damaged data counts as no matches", () => {
  for (const text of ["{", "null", '"text"', "{}"]) {
    items.set("parlor.matches", text);
    assert.deepEqual(listMatches(), [], text);
  }
});

test("full storage falls back to memory until it has room again", () => {
  items.set("key", "old");
  isFull = true;
  writeItem("key", "new");
  assert.equal(readItem("key"), "new");
  assert.equal(items.get("key"), "old");
  isFull = false;
  writeItem("key", "newer");
  items.set("key", "newest");
  assert.equal(readItem("key"), "newest");
});

test("blocked storage reads as empty and keeps writes in memory", () => {
  setLocalStorage({
    get: () => {
      throw new Error("SecurityError");
    },
  });
  assert.equal(readItem("blocked"), null);
  writeItem("blocked", "text");
  assert.equal(readItem("blocked"), "text");
});

test("tokens are 32 letters of the server's alphabet and differ", () => {
  const tokens = Array.from({ length: 50 }, newToken);
  for (const token of tokens) assert.match(token, /^[a-km-np-z2-9]{32}$/);
  assert.equal(new Set(tokens).size, 50);
});

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { MatchSocket } from "../page/socket.js";
import { mockTimeouts, passTime, restoreTimeouts } from "./timeouts.js";

class FakeWebSocket {
  static OPEN = 1;
  /** @type {FakeWebSocket[]} */
  static all = [];

  constructor(address) {
    this.address = address;
    this.readyState = 0;
    this.sent = [];
    FakeWebSocket.all.push(this);
  }

  open() {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close() {
    this.readyState = 3;
    this.onclose({});
  }
}

/** @type {string[]} */
let statuses;
/** @type {MatchSocket} */
let socket;

const latest = () => FakeWebSocket.all[FakeWebSocket.all.length - 1];

beforeEach(() => {
  mockTimeouts();
  globalThis.location = { origin: "https://parlor.example" };
  globalThis.WebSocket = FakeWebSocket;
  FakeWebSocket.all = [];
  statuses = [];
  socket = new MatchSocket(
    "m1",
    () => "token",
    () => {},
    (status) => statuses.push(status),
  );
});

afterEach(restoreTimeouts);

test("the connection begins with the token", () => {
  assert.equal(latest().address, "wss://parlor.example/api/matches/m1/socket");
  latest().open();
  assert.deepEqual(latest().sent, [{ type: "hello", token: "token", name: "" }]);
  latest().receive({ type: "welcome" });
  assert.deepEqual(statuses, ["open"]);
});

test("answers settle their own requests", async () => {
  latest().open();
  const first = socket.send({ type: "play", move: "a" });
  const second = socket.send({ type: "resign" });
  assert.deepEqual(latest().sent.slice(1), [
    { request: first.request, type: "play", move: "a" },
    { request: second.request, type: "resign" },
  ]);
  latest().receive({ type: "error", request: second.request, error: "not-your-turn", message: "Not your turn." });
  latest().receive({ type: "done", request: first.request });
  await first.done;
  await assert.rejects(second.done, { code: "not-your-turn", message: "Not your turn." });
});

test("a request without a connection is rejected", async () => {
  await assert.rejects(socket.send({ type: "resign" }).done, { code: "lost" });
});

test("a lost connection rejects pending requests and reconnects", async () => {
  latest().open();
  const { done } = socket.send({ type: "resign" });
  latest().close();
  await assert.rejects(done, { code: "lost" });
  assert.deepEqual(statuses, ["lost"]);
  passTime(400);
  assert.equal(FakeWebSocket.all.length, 2);
});

test("the delay between attempts doubles up to a limit, and a welcome resets it", () => {
  for (const delay of [300, 600, 1200, 2400, 4800, 8000, 8000]) {
    const attempts = FakeWebSocket.all.length;
    latest().close();
    passTime(Math.floor(delay * 0.75) - 1);
    assert.equal(FakeWebSocket.all.length, attempts, `not before ${delay} ms less the jitter`);
    passTime(delay * 0.5 + 2);
    assert.equal(FakeWebSocket.all.length, attempts + 1);
  }
  latest().receive({ type: "welcome" });
  assert.equal(socket.retryDelay, 300);
});

test("a closed socket and an unknown match do not reconnect", () => {
  latest().open();
  latest().receive({ type: "error", request: 0, error: "no-such-match", message: "" });
  latest().close();
  passTime(60_000);
  assert.equal(FakeWebSocket.all.length, 1);
  assert.deepEqual(statuses, ["not-found"]);
  const other = new MatchSocket(
    "m2",
    () => "",
    () => {},
    () => assert.fail("no status after closing"),
  );
  other.close();
  passTime(60_000);
  assert.equal(FakeWebSocket.all.length, 2);
});

test("a connection that falls silent is pinged and then given up", () => {
  const first = latest();
  first.open();
  first.receive({ type: "welcome" });
  passTime(8000);
  assert.equal(first.sent.at(-1).type, "ping");
  assert.deepEqual(statuses, ["open"]);
  passTime(5000);
  assert.deepEqual(statuses, ["open", "lost"]);
  passTime(400);
  assert.notEqual(latest(), first);
});

test("an answer to the ping keeps the connection", () => {
  const first = latest();
  first.open();
  first.receive({ type: "welcome" });
  passTime(8000);
  first.receive({ type: "done", request: first.sent.at(-1).request });
  passTime(6000);
  assert.deepEqual(statuses, ["open"]);
});

test("a connection that never opens is given up", () => {
  passTime(8000);
  assert.deepEqual(statuses, ["lost"]);
});

test("messages of a connection that was given up are ignored", () => {
  const first = latest();
  first.open();
  socket.drop();
  first.receive({ type: "welcome" });
  assert.deepEqual(statuses, ["lost"]);
});

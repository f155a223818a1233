import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";
import { MatchState } from "../page/match/state.js";
import { engine, person, played, room, scene, snapshot } from "./fixtures.js";

const SPECTATOR = { seats: [], host: false };
const FIRST = { seats: ["first"], host: true };

/** @type {MatchState} */
let state;
beforeEach(() => {
  mock.restoreAll();
  state = new MatchState("m1");
});

/** Answers the next requests for scenes with the captions "ply 0", "ply 1" and so on, when `release` is called. */
function holdScenes(count, { perAnswer = count } = {}) {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const requests = [];
  mock.method(globalThis, "fetch", async (path) => {
    requests.push(path);
    await held;
    const from = Number(new URL(path, "http://localhost").searchParams.get("from"));
    const scenes = Array.from({ length: Math.min(perAnswer, count - from) }, (_, index) =>
      scene({ caption: { text: `ply ${from + index}` } }),
    );
    return { ok: true, json: async () => scenes };
  });
  return { release, requests };
}

const update = (from, all) => ({ ...snapshot(all), from, moves: played(all).slice(from) });

describe("updates", () => {
  beforeEach(() => state.setSnapshot(snapshot(["a", "b"]), FIRST));

  test("a move is appended", () => {
    state.applyUpdate(update(2, ["a", "b", "c"]));
    assert.deepEqual(state.snapshot?.moves, played(["a", "b", "c"]));
    assert.equal(state.lastPly, 3);
    assert.equal(state.turn, "second");
  });

  test("a take-back replaces moves and drops their scenes", () => {
    state.applyUpdate(update(1, ["a", "x"]));
    assert.deepEqual(state.snapshot?.moves, played(["a", "x"]));
    assert.equal(state.scenes.get(2)?.caption.text, "scene a x");
    state.applyUpdate(update(1, ["a", "y", "z"]));
    assert.deepEqual([...state.scenes.keys()], [3]);
    state.applyUpdate(update(0, []));
    assert.deepEqual([...state.scenes.keys()], [0]);
  });

  test("a new snapshot keeps scenes only if no move was taken back", () => {
    state.setSnapshot(snapshot(["a", "b", "c"]), FIRST);
    assert.deepEqual([...state.scenes.keys()], [2, 3]);
    state.setSnapshot(snapshot(["a", "x"]), FIRST);
    assert.deepEqual([...state.scenes.keys()], [2]);
    assert.equal(state.scenes.get(2)?.caption.text, "scene a x");
  });

  test("the viewed ply follows the match again when the match falls back to it", () => {
    state.viewedPly = 1;
    assert.equal(state.isLive, false);
    assert.equal(state.ply, 1);
    state.applyUpdate(update(1, ["a"]));
    assert.equal(state.isLive, true);
  });

  test("a room update changes nothing else", () => {
    state.setRoom({ ...room(), spectators: 3 });
    assert.equal(state.snapshot?.room.spectators, 3);
    assert.deepEqual(state.snapshot?.moves, played(["a", "b"]));
  });
});

describe("turn and kind of match", () => {
  test("it is my turn only in my seat and before the end", () => {
    state.setSnapshot(snapshot([]), FIRST);
    assert.equal(state.isMyTurn, true);
    state.setSnapshot(snapshot(["a"]), FIRST);
    assert.equal(state.isMyTurn, false);
    state.setSnapshot(snapshot([]), SPECTATOR);
    assert.equal(state.isMyTurn, false);
    state.setSnapshot(snapshot([], { result: { winner: null, reason: "rules", sentence: "Draw." } }), FIRST);
    assert.equal(state.isMyTurn, false);
  });

  test("nobody moves before every seat is taken", () => {
    const waiting = room([person(), person({ taken: false, online: false })]);
    state.setSnapshot(snapshot([], { room: waiting }), FIRST);
    assert.equal(state.isMyTurn, false);
  });

  test("only a player who has moved can take a move back", () => {
    state.setSnapshot(snapshot(["a"]), { seats: ["second"], host: true });
    assert.equal(state.canTakeBack, false, "only the opponent has moved");
    state.setSnapshot(snapshot(["a", "b"]), { seats: ["second"], host: true });
    assert.equal(state.canTakeBack, true);
    state.setSnapshot(snapshot([]), FIRST);
    assert.equal(state.canTakeBack, false);
    const moves = ["a", "b"].map((move) => ({ player: "second", move }));
    state.setSnapshot(snapshot(["a", "b"], { moves }), FIRST);
    assert.equal(state.canTakeBack, false, "the opponent has moved twice in a row");
  });

  test("analysis is allowed where the terms say so", () => {
    const { terms } = snapshot();
    for (const analysis of [true, false]) {
      state.setSnapshot(snapshot([], { terms: { ...terms, analysis } }), FIRST);
      assert.equal(state.allowsAnalysis, analysis);
    }
  });

  test("a fatal step of a puzzle can be taken back, a lost match cannot", () => {
    const result = { winner: "second", reason: "rules", sentence: "Lost." };
    const puzzle = { room: room([person()]), result };
    state.setSnapshot(snapshot(["a"], puzzle), FIRST);
    assert.equal(state.canTakeBack, true);
    state.setSnapshot(snapshot(["a"], { result }), FIRST);
    assert.equal(state.canTakeBack, false);
  });

  test("analysis is closed while two people play", () => {
    const closed = { ...room(), analysis: false };
    state.setSnapshot(snapshot([], { room: closed }), FIRST);
    assert.equal(state.isAnalysisOpen, false);
    const result = { winner: null, reason: "rules", sentence: "Draw." };
    state.setSnapshot(snapshot([], { room: closed, result }), FIRST);
    assert.equal(state.isAnalysisOpen, true);
  });

  test("one seat is a puzzle, two engines are an engine match", () => {
    state.setSnapshot(snapshot([], { room: room([person()]) }), FIRST);
    assert.deepEqual([state.isPuzzle, state.isEngineMatch], [true, false]);
    state.setSnapshot(snapshot([], { room: room([engine, engine]) }), FIRST);
    assert.deepEqual([state.isPuzzle, state.isEngineMatch], [false, true]);
    state.setSnapshot(snapshot([], { room: room([engine, person()]) }), FIRST);
    assert.deepEqual([state.isPuzzle, state.isEngineMatch], [false, false]);
  });
});

describe("clocks", () => {
  const start = (running) => {
    let now = 1000;
    mock.method(performance, "now", () => now);
    state.setSnapshot(snapshot([], { clocks: { left: [5000, 9000], running } }), FIRST);
    now += 2000;
    return (milliseconds) => {
      now += milliseconds;
    };
  };

  test("only the clock of the side to move runs, down to zero", () => {
    const wait = start(true);
    assert.deepEqual([state.timeLeft(0), state.timeLeft(1)], [3000, 9000]);
    wait(60_000);
    assert.deepEqual([state.timeLeft(0), state.timeLeft(1)], [0, 9000]);
  });

  test("no clock runs before the first move", () => {
    start(false);
    assert.deepEqual([state.timeLeft(0), state.timeLeft(1)], [5000, 9000]);
  });

  test("an unlimited match has no clocks", () => {
    state.setSnapshot(snapshot([]), FIRST);
    assert.equal(state.timeLeft(0), null);
  });
});

describe("scenes", () => {
  beforeEach(() => state.setSnapshot(snapshot(["a", "b", "c"]), FIRST));

  test("the latest scene needs no request", async () => {
    const { requests } = holdScenes(4);
    assert.equal((await state.loadScene())?.caption.text, "scene a b c");
    assert.deepEqual(requests, []);
  });

  test("an earlier scene is fetched once, with its neighbors", async () => {
    const { release, requests } = holdScenes(4);
    release();
    state.viewedPly = 1;
    assert.equal((await state.loadScene())?.caption.text, "ply 1");
    state.viewedPly = 0;
    assert.equal((await state.loadScene())?.caption.text, "ply 0");
    assert.deepEqual(requests, ["/api/matches/m1/scenes?from=0"]);
  });

  test("an answer that stops early is continued", async () => {
    const moves = Array.from({ length: 60 }, (_, index) => `m${index}`);
    state.setSnapshot(snapshot(moves), FIRST);
    const { release, requests } = holdScenes(61, { perAnswer: 3 });
    release();
    for (const ply of [30, 31, 32, 33]) {
      state.viewedPly = ply;
      assert.equal((await state.loadScene())?.caption.text, `ply ${ply}`);
    }
    const from = [10, 30, 33];
    assert.deepEqual(
      requests,
      from.map((ply) => `/api/matches/m1/scenes?from=${ply}`),
    );
  });

  test("a scene that arrives after the view changed is not shown", async () => {
    const { release } = holdScenes(4);
    state.viewedPly = 1;
    const loading = state.loadScene();
    state.viewedPly = null;
    release();
    assert.equal(await loading, null);
  });

  test("scenes of moves that were taken back meanwhile are dropped", async () => {
    const { release } = holdScenes(4);
    state.viewedPly = 1;
    const loading = state.loadScene();
    state.applyUpdate(update(0, ["x", "y", "z"]));
    release();
    assert.equal(await loading, null);
    assert.equal(state.scenes.has(1), false);
  });

  test("scenes of moves made after the request are left to their update", async () => {
    const { release } = holdScenes(6);
    release();
    state.viewedPly = 2;
    await state.loadScene();
    assert.deepEqual([...state.scenes.keys()].sort(), [0, 1, 2, 3]);
  });
});

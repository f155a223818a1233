import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bestMovesText } from "../page/match/analysis.js";
import { captionText } from "../page/match/caption.js";
import { evaluationHeight } from "../page/match/evaluation-graph.js";
import { verdictSign } from "../page/match/move-list.js";
import { seatDescription } from "../page/match/players.js";
import { MatchState } from "../page/match/state.js";
import { cell, choice, engine, message, person, room, scene, snapshot, value } from "./fixtures.js";

const WITH_CELLS = scene({ caption: message("X to move: choose a cell."), choices: [choice("a", [[cell(0, 0)]])] });
const ONLY_PASS = scene({ caption: message("No legal move: you must pass."), choices: [choice("pass", [])] });

function caption(seats, match, shown = WITH_CELLS, viewedPly = null) {
  const state = new MatchState("m1");
  state.setSnapshot(match, { seats, host: false });
  state.viewedPly = viewedPly;
  return captionText(state, shown);
}

const ended = (winner, sentence) => snapshot(["a"], { ending: { winner, how: "rules", sentence } });

describe("caption", () => {
  test("a player reads whose turn it is", () => {
    assert.equal(caption(["first"], snapshot([])), "Your turn");
    assert.equal(caption(["second"], snapshot([])), "Your opponent's turn");
  });

  test("a player without cells to pick reads what to do", () => {
    assert.equal(caption(["first"], snapshot([]), ONLY_PASS), "No legal move: you must pass.");
  });

  test("a player waits for an engine or a friend", () => {
    assert.equal(caption(["second"], snapshot([], { table: room([engine, person()]) })), "The computer is thinking…");
    const absent = room([person({ taken: false, here: false }), person()]);
    assert.equal(caption(["second"], snapshot([], { table: absent })), "Waiting for your friend");
  });

  test("everybody reads why an engine failed", () => {
    const failed = snapshot([], { table: room([engine, person()]), failure: "The engine crashed: boom." });
    for (const seats of [["second"], []]) assert.equal(caption(seats, failed), "The engine crashed: boom.");
  });

  test("a player reads the result as a win or a loss", () => {
    assert.equal(caption(["first"], ended("first", "X wins.")), "You won. X wins.");
    assert.equal(caption(["second"], ended("first", "X wins.")), "You lost. X wins.");
    assert.equal(caption(["second"], ended(null, "A draw.")), "A draw.");
  });

  test("spectators and two people at one screen read neutral sentences", () => {
    for (const seats of [[], ["first", "second"]]) {
      assert.equal(caption(seats, snapshot([])), "X to move: choose a cell.");
      assert.equal(caption(seats, ended("first", "X wins.")), "X wins.");
    }
  });

  test("a puzzle reads its own caption", () => {
    const puzzle = snapshot([], { table: room([person()]) });
    assert.equal(caption(["first"], puzzle), "X to move: choose a cell.");
  });

  test("an earlier position shows its number, even after the end", () => {
    assert.equal(caption(["first"], snapshot(["a", "b"]), WITH_CELLS, 1), "Move 1 of 2");
    assert.equal(caption(["first"], ended("first", "X wins."), WITH_CELLS, 0), "Move 0 of 1");
  });
});

test("a seat shows its player and presence", () => {
  assert.equal(seatDescription(engine, false), "alphabeta, 1 s per move");
  assert.equal(seatDescription(person(), true), "You");
  assert.equal(seatDescription(person({ taken: false }), false), "Waiting for your friend");
  assert.equal(seatDescription(person(), false), "Online");
  assert.equal(seatDescription(person({ here: false }), false), "Offline");
});

test("verdicts get the signs of chess annotation", () => {
  assert.equal(verdictSign("Mistake"), "?");
  assert.equal(verdictSign("Blunder: lost a winning position"), "??");
});

test("the best moves are listed with their value, six at most", () => {
  const moves = (count) =>
    Array.from({ length: count }, (_, index) => ({ move: `m${index}`, value: value("+0.10"), best: true }));
  assert.equal(bestMovesText([]), "");
  assert.equal(bestMovesText([{ move: "a", value: value("draw", "draw"), best: false }]), "");
  assert.equal(bestMovesText(moves(1)), "Best move: m0 (+0.10)");
  assert.equal(bestMovesText(moves(7)), "Best moves: m0, m1, m2, m3, m4, m5 (+0.10)");
});

describe("evaluation height", () => {
  test("decided values are at the borders, seen from the first player", () => {
    assert.equal(evaluationHeight(value("", "win"), "first"), 1);
    assert.equal(evaluationHeight(value("", "win"), "second"), -1);
    assert.equal(evaluationHeight(value("", "loss"), "first"), -1);
    assert.equal(evaluationHeight(value("", "loss"), "second"), 1);
    assert.equal(evaluationHeight(value("", "draw"), "second"), 0);
  });

  test("estimates grow with the score, change sign with the side and never reach a decided value", () => {
    const height = (estimate, turn = "first") => evaluationHeight(value("", "estimate", { estimate }), turn);
    assert.ok(height(0) === 0 && height(10) > 0 && height(100) > height(10));
    assert.ok(height(1_000_000) < 1);
    assert.equal(height(150, "second"), -height(150));
  });
});

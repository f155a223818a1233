import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bestMovesText } from "../page/match/analysis.js";
import { captionText } from "../page/match/caption.js";
import { evaluationHeight } from "../page/match/evaluation-graph.js";
import { verdictSign } from "../page/match/move-list.js";
import { seatDescription, seatName } from "../page/match/players.js";
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

const ended = (winner, sentence) => snapshot(["a"], { result: { winner, reason: "rules", sentence } });

describe("caption", () => {
  test("a player reads whose turn it is", () => {
    assert.equal(caption(["first"], snapshot([])), "Your turn");
    assert.equal(caption(["second"], snapshot([])), "Your opponent's turn");
  });

  test("a player without cells to pick reads what to do", () => {
    assert.equal(caption(["first"], snapshot([]), ONLY_PASS), "No legal move: you must pass.");
  });

  test("a player waits for an engine or a friend", () => {
    assert.equal(caption(["second"], snapshot([], { room: room([engine, person()]) })), "The computer is thinking…");
    const absent = room([person({ taken: false, online: false }), person()]);
    assert.equal(caption(["second"], snapshot([], { room: absent })), "Waiting for your friend");
  });

  test("everybody reads why an engine failed", () => {
    const failed = snapshot([], { room: room([engine, person()]), failure: "The engine crashed: boom." });
    for (const seats of [["second"], []]) assert.equal(caption(seats, failed), "The engine crashed: boom.");
  });

  test("a player reads the result from the own side, with the reason", () => {
    const column = scene({
      columns: 7,
      rows: 6,
      axes: { columns: ["1", "2", "3", "4", "5", "6", "7"], rows: [] },
      strikes: [[cell(3, 2), cell(3, 5)]],
    });
    assert.equal(caption(["first"], ended("first", "X wins."), column), "You won: four in column 4");
    assert.equal(caption(["second"], ended("first", "X wins."), column), "You lost: four in column 4");
    const diagonal = scene({ strikes: [[cell(0, 0), cell(2, 2)]] });
    assert.equal(caption(["first"], ended("first", "X wins."), diagonal), "You won: three in a diagonal");
  });

  test("a result by counting tells the counts, the winner's first", () => {
    const counted = scene({
      sides: [
        { name: message("Black"), count: 24 },
        { name: message("White"), count: 40 },
      ],
    });
    assert.equal(caption(["first"], ended("second", "White wins."), counted), "You lost: 40 to 24");
  });

  test("a player without a move reads how many squares were blocked", () => {
    const marks = [
      [cell(0, 0), "fatal"],
      [cell(1, 2), "blocked"],
      [cell(2, 1), "blocked"],
    ];
    assert.equal(
      caption(["first"], ended("second", "O wins."), scene({ marks })),
      "You lost: no move left, all 2 squares are blocked",
    );
  });

  test("a forfeit tells who gave up", () => {
    const resigned = snapshot(["a"], {
      result: { winner: "second", reason: "resigned", sentence: "O wins: X resigned." },
    });
    assert.equal(caption(["first"], resigned), "You lost: you resigned");
    assert.equal(caption(["second"], resigned), "You won: X resigned");
    assert.equal(caption([], resigned), "O wins: X resigned");
  });

  test("a draw on a full board says so", () => {
    const pieces = Array.from({ length: 9 }, (_, id) => ({
      id,
      cell: cell(id % 3, 0),
      shape: "cross",
      tint: "first",
      letter: "X",
    }));
    assert.equal(caption(["second"], ended(null, "Draw."), scene({ pieces })), "Draw: the board is full");
  });

  test("spectators and two people at one screen read neutral sentences", () => {
    for (const seats of [[], ["first", "second"]]) {
      assert.equal(caption(seats, snapshot([])), "X to move: choose a cell.");
      assert.equal(caption(seats, ended("first", "X wins.")), "X wins");
    }
  });

  test("a puzzle reads its own caption", () => {
    const puzzle = snapshot([], { room: room([person()]) });
    assert.equal(caption(["first"], puzzle), "X to move: choose a cell.");
  });

  test("an earlier position shows its number, even after the end", () => {
    assert.equal(caption(["first"], snapshot(["a", "b"]), WITH_CELLS, 1), "Move 1 of 2");
    assert.equal(caption(["first"], ended("first", "X wins."), WITH_CELLS, 0), "Move 0 of 1");
  });
});

test("a seat shows its player and presence", () => {
  const game = { engines: [], levels: [{ strength: "hard", engine: "alphabeta:depth=6", seconds: 0.5 }] };
  const description = (seat, isYou = false) => seatDescription(game, seat, "Black", isYou);
  assert.equal(description(engine), "alphabeta, 1 s per move");
  assert.equal(description({ ...engine, engine: "alphabeta:depth=6" }), "Hard");
  assert.equal(description(person(), true), "Black");
  assert.equal(description(person({ taken: false })), "Waiting for your friend");
  assert.equal(description(person()), "Online");
  assert.equal(description(person({ online: false })), "Offline");
  assert.equal(description({ kind: "absent" }), "Black");
});

test("a seat shows the name of its player", () => {
  assert.equal(seatName(engine, "Black", false, false), "Computer");
  assert.equal(seatName(person({ name: "Ada" }), "Black", false, false), "Ada");
  assert.equal(seatName(person({ name: "" }), "Black", false, false), "Friend");
  assert.equal(seatName(person({ name: "" }), "Black", true, false), "You");
  assert.equal(seatName(person({ name: "Ada" }), "Black", true, true), "Black");
  assert.equal(seatName({ kind: "absent" }, "Black", false, false), "Black");
});

test("verdicts get the signs of chess annotation", () => {
  assert.equal(verdictSign("win-to-draw"), "?");
  assert.equal(verdictSign("win-to-loss"), "??");
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

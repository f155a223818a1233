// Builders of API values for the tests.

import "./english.js";

export const cell = (column, row) => ({ column, row });

export const message = (text) => ({ text });

export const choice = (notation, steps, more = {}) => ({
  notation,
  label: message(notation),
  steps,
  key: null,
  changes: [],
  ...more,
});

export const scene = (more = {}) => ({
  columns: 3,
  rows: 3,
  pieces: [],
  choices: [],
  turn: "first",
  outcome: null,
  marks: [],
  axes: { columns: [], rows: [] },
  sides: [
    { name: message("X"), piece: null, count: null },
    { name: message("O"), piece: null, count: null },
  ],
  caption: message("X to move."),
  strikes: [],
  ...more,
});

export const person = (more = {}) => ({ kind: "person", taken: true, online: true, name: "", ...more });

export const engine = { kind: "engine", engine: "alphabeta", seconds: 1 };

export const room = (seats = [person(), person()]) => ({
  seats,
  spectators: 0,
  pace: 1,
  paused: false,
  rematch: null,
  analysis: true,
});

/** Moves that the two players made in turn. */
export const played = (moves) => moves.map((move, index) => ({ player: index % 2 === 0 ? "first" : "second", move }));

/** A snapshot after these moves; the turn follows from their number. */
export const snapshot = (moves = [], more = {}) => ({
  id: "m1",
  setup: { game: "test", options: {}, position: null },
  terms: { time: "unlimited", illegal_move_loses: false, take_backs: true, analysis: false, engine_failure: "pause" },
  room: room(),
  ply: moves.length,
  moves: played(moves),
  scene: scene({
    caption: message(`scene ${moves.join(" ")}`),
    turn: more.result ? null : moves.length % 2 === 0 ? "first" : "second",
  }),
  clocks: null,
  result: null,
  failure: null,
  ...more,
});

/** A value: an estimate, unless another kind is given. */
export const value = (text, kind = "estimate", more = {}) => ({
  kind,
  exact: false,
  unit: "plies",
  plies: null,
  margin: null,
  estimate: null,
  text,
  ...more,
});

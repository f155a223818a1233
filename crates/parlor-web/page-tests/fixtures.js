// Builders of API values for the tests.

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
  marks: [],
  axes: { columns: [], rows: [] },
  sides: [
    { name: message("X"), count: null },
    { name: message("O"), count: null },
  ],
  caption: message("X to move."),
  strikes: [],
  pieces_fall: false,
  ...more,
});

export const person = (more = {}) => ({ who: "person", taken: true, here: true, ...more });

export const engine = { who: "engine", engine: "alphabeta", seconds: 1 };

export const room = (seats = [person(), person()]) => ({ seats, watching: 0, pace: 1, paused: false, rematch: null });

/** A snapshot after these moves; the turn follows from their number. */
export const snapshot = (moves = [], more = {}) => ({
  id: "m1",
  setup: { game: "test", options: {}, position: null },
  terms: "",
  take_backs: true,
  table: room(),
  ply: moves.length,
  turn: moves.length % 2 === 0 ? "first" : "second",
  moves,
  scene: scene({ caption: message(`scene ${moves.join(" ")}`) }),
  clocks: null,
  ending: null,
  ...more,
});

export const value = (text, decided = null, estimate = 0) => ({ text, decided, estimate });

// Types of the server's API, for the type checker only. The reference is openapi.json.

export type Player = "first" | "second";
export interface Cell {
  column: number;
  row: number;
}
/** Text for the user. Translations refer to the key. */
export interface Message {
  key?: string;
  arguments?: [string, number | string | Message][];
  /** The English wording, arguments included. */
  text: string;
}
export type Direction = "left" | "right" | "up" | "down";
export interface Piece {
  id: number;
  cell: Cell;
  shape: string;
  tint: string;
  letter: string;
  facing?: Direction;
}
export type Key = Direction | { letter: string };
/** A legal move. The user selects it by picking one cell of each step, or by a button if there are no steps. */
export interface Choice {
  notation: string;
  label: Message;
  steps: Cell[][];
  key: Key | null;
  changes: Cell[];
  /** Whether the choice may be made ahead of its turn. */
  can_queue?: boolean;
}
export interface Side {
  name: Message;
  count: number | null;
}
export interface Scene {
  columns: number;
  rows: number;
  pieces: Piece[];
  choices: Choice[];
  /** Null when the game is over. */
  turn: Player | null;
  outcome: { win: Player } | "draw" | null;
  marks: [Cell, string][];
  axes: { columns: string[]; rows: string[] };
  sides: [Side, Side];
  caption: Message;
  strikes: [Cell, Cell][];
  pieces_fall: boolean;
}

export interface Option {
  name: string;
  about: string;
  default: string;
  kind: "whole" | "one-of" | "switch";
  min?: number;
  max?: number;
  words?: string[];
  resource?: "memory" | "threads";
}
export interface Engine {
  name: string;
  about: string;
  options: Option[];
}
export interface Brush {
  code: string;
  name: string;
  shape: string | null;
  tint: string | null;
  /** At most one on the board. */
  unique: boolean;
}
export type Strength = "beginner" | "easy" | "medium" | "hard" | "expert" | "perfect";
export interface Level {
  strength: Strength;
  engine: string;
  seconds: number;
}
export interface CatalogBoard {
  name: string;
  title: string;
  position: string;
  optimum: number | null;
}
export interface Themed {
  light: string;
  dark: string;
}
export interface Look {
  ground: string;
  arrival: string;
  board: Record<string, Themed>;
  pieces: { tint: string; fill: Themed; rim: Themed; detail: Themed; emblem: string }[];
}
export interface Game {
  name: string;
  title: string;
  about: string;
  seats: number;
  rules: { goal: string; rules: string[]; example: string[] };
  options: Option[];
  engines: Engine[];
  levels: Level[];
  default_opponent: string | null;
  analysis_engine: string | null;
  solver: string | null;
  usual_terms: { seconds_per_move: number | null };
  boards: CatalogBoard[];
  look: Look;
  editor: { palette: Brush[]; longest_side: number } | null;
}
export interface Setup {
  game: string;
  options?: Record<string, string>;
  position: string | null;
}
export type SeatRequest = { who: "you" } | { who: "friend" } | { who: "engine"; engine: string; seconds: number };
export interface MatchRequest {
  setup: Setup;
  seats: SeatRequest[];
  time?: string;
  pace?: number;
}
export interface CreatedMatch {
  id: string;
  token: string;
  invitations: (string | null)[];
}

export type Seat =
  | { who: "person"; taken: boolean; here: boolean }
  | { who: "engine"; engine: string; seconds: number };
/** Seats, spectators and pace of a match: everything that can change without a move. */
export interface RoomView {
  seats: Seat[];
  watching: number;
  pace: number;
  paused: boolean;
  rematch: string | null;
}
export interface Ending {
  winner: Player | null;
  how: string;
  sentence: string;
}
export interface Position {
  ply: number;
  turn: Player | null;
  moves: string[];
  scene: Scene;
  clocks: { left: [number, number]; running: boolean } | null;
  ending: Ending | null;
  /** Why the engine to move failed; a player can retry. */
  failure: string | null;
}
export interface MatchSnapshot extends Position {
  id: string;
  setup: Setup;
  terms: string;
  take_backs: boolean;
  table: RoomView;
}
/** Rights of this browser in a match. */
export interface You {
  seats: Player[];
  host: boolean;
}

/** Value of a position for the side to move; see the documentation of ValueReport in parlor-core. */
export interface Value {
  kind: "win" | "loss" | "draw" | "estimate";
  exact: boolean;
  unit: string;
  plies: number | null;
  margin: number | null;
  estimate: number | null;
  text: string;
}
export interface MoveValue {
  move: string;
  value: Value;
  best: boolean;
}
export interface SearchInfo {
  value: Value;
  line: string[];
  depth: number;
  nodes: number;
}

export type ServerMessage =
  | ({ type: "welcome"; you: You } & MatchSnapshot)
  | ({ type: "position"; from: number } & Position)
  | ({ type: "table" } & RoomView)
  | { type: "thinking"; ply: number; thought: SearchInfo }
  | { type: "done"; request: number }
  | { type: "refused"; request: number; error: string; message: string }
  | { type: "values"; request: number; ply: number; values: MoveValue[] }
  | { type: "reviewed"; request: number; ply: number; turn: Player; value: Value; verdict: string | null }
  | { type: "solving"; request: number; thought: SearchInfo; proved: boolean; plan: boolean }
  | { type: "closing" };

// What the server sends, for the type checker alone: see openapi.json.

export type Player = "first" | "second";
export interface Cell { column: number; row: number }
export interface Piece { id: number; cell: Cell; shape: string; tint: string; letter: string }
export type Key = "left" | "right" | "up" | "down" | { letter: string };
export interface Choice { notation: string; label: string; steps: Cell[][]; key: Key | null; changes: Cell[] }
export interface Side { name: string; count: number | null }
export interface Scene {
  columns: number; rows: number; pieces: Piece[]; choices: Choice[]; marks: [Cell, string][];
  axes: { columns: string[]; rows: string[] }; sides: [Side, Side]; caption: string; pieces_fall: boolean;
}

export interface Option {
  name: string; about: string; default: string; kind: "whole" | "one-of" | "switch";
  min?: number; max?: number; words?: string[];
}
export interface Engine { name: string; about: string; options: Option[] }
export interface Brush { code: string; name: string; shape: string | null; tint: string | null }
export interface Game {
  name: string; title: string; about: string; seats: number; options: Option[]; engines: Engine[];
  editor: { palette: Brush[]; longest_side: number } | null;
}
export interface Setup { game: string; options: Record<string, string>; position: string | null }
export type SeatWish = { who: "you" } | { who: "friend" } | { who: "engine"; engine: string; seconds: number };

export type Seat = { who: "person"; taken: boolean; here: boolean } | { who: "engine"; engine: string; seconds: number };
export interface TableView { seats: Seat[]; watching: number; pace: number; paused: boolean; rematch: string | null }
export interface Ending { winner: Player | null; how: string; sentence: string }
export interface Position {
  ply: number; turn: Player; moves: string[]; scene: Scene;
  clocks: { left: [number, number]; running: boolean } | null; ending: Ending | null;
}
export interface State extends Position { id: string; setup: Setup; terms: string; take_backs: boolean; table: TableView }

export interface Value { text: string; estimate: number; decided: "win" | "loss" | "draw" | null }
export interface MoveValue { move: string; value: Value; best: boolean }
export interface Thought { value: Value; line: string[]; depth: number; nodes: number }

export type Told =
  | ({ type: "welcome"; you: { seats: Player[]; host: boolean } } & State)
  | ({ type: "position"; from: number } & Position)
  | ({ type: "table" } & TableView)
  | { type: "thinking"; ply: number; thought: Thought }
  | { type: "done"; request: number }
  | { type: "refused"; request: number; error: string; message: string }
  | { type: "values"; request: number; ply: number; values: MoveValue[] }
  | { type: "reviewed"; request: number; ply: number; turn: Player; value: Value; verdict: string | null }
  | { type: "solving"; request: number; thought: Thought; proved: boolean; plan: boolean }
  | { type: "closing" };

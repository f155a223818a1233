// What the page knows of a match: the server's state, the scenes of every ply, and which ply is looked at.

/** @import { Player, Position, Scene, State, TableView } from "../types.js" */
import { scenes as fetchScenes } from "../api.js";

export class TableState {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {State | null} */
    this.now = null;
    /** @type {{ seats: Player[], host: boolean }} */
    this.you = { seats: [], host: false };
    /** The ply looked at; null for wherever the match is. @type {number | null} */
    this.looking = null;
    /** @type {Map<number, Scene>} */
    this.scenes = new Map();
    this.clockedAt = 0;
  }

  /** @param {State} state @param {{ seats: Player[], host: boolean }} you */
  welcome(state, you) {
    const before = this.now?.moves ?? [];
    this.you = you;
    this.now = state;
    if (!this.stand(before)) this.scenes.clear();
    this.arrived(state);
  }

  /** @param {Position & { from: number }} position */
  advance(position) {
    if (!this.now) return;
    const moves = [...this.now.moves.slice(0, position.from), ...position.moves];
    for (const ply of this.scenes.keys()) if (ply > position.from) this.scenes.delete(ply);
    this.now = { ...this.now, ...position, moves };
    this.arrived(position);
  }

  /** @param {Position} position */
  arrived(position) {
    this.scenes.set(position.ply, position.scene);
    this.clockedAt = performance.now();
    if (this.looking !== null && this.looking >= position.ply) this.looking = null;
  }

  /** @param {TableView} table */
  setTable(table) {
    if (this.now) this.now = { ...this.now, table };
  }

  /** Whether none of these moves has been taken back. @param {string[]} moves */
  stand(moves) {
    return moves.every((move, ply) => this.now?.moves[ply] === move);
  }

  get ply() {
    return this.looking ?? this.now?.ply ?? 0;
  }

  get isLive() {
    return this.looking === null;
  }

  /** Whether this browser may move now. */
  get isMyTurn() {
    return Boolean(this.now && !this.now.ending && this.you.seats.includes(this.now.turn));
  }

  get isPuzzle() {
    return this.now?.table.seats.length === 1;
  }

  /** Whether engines play each other, at a pace that the host sets. */
  get isExhibition() {
    return Boolean(this.now?.table.seats.every((seat) => seat.who === "engine"));
  }

  /** What a clock shows now, in milliseconds. @param {number} seat */
  clock(seat) {
    const { clocks, turn } = this.now ?? {};
    if (!clocks) return null;
    const isRunning = clocks.running && seat === (turn === "first" ? 0 : 1);
    return Math.max(0, clocks.left[seat] - (isRunning ? performance.now() - this.clockedAt : 0));
  }

  /** The scene of the ply looked at, fetched if need be; null if by then another is. @returns {Promise<Scene | null>} */
  async scene() {
    const { ply } = this;
    if (!this.scenes.has(ply)) {
      const from = Math.max(0, ply - 20);
      const moves = this.now?.moves ?? [];
      const fetched = await fetchScenes(this.id, from);
      // After a take-back the same plies have other scenes, and whoever heard of it has asked for them.
      if (!this.stand(moves)) return null;
      fetched.slice(0, moves.length + 1 - from).forEach((scene, index) => this.scenes.set(from + index, scene));
    }
    return this.ply === ply ? this.scenes.get(ply) ?? null : null;
  }
}

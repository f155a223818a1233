// State of a match in this browser: the server's snapshot, the scenes by ply, and the ply being viewed.

/** @import { MatchSnapshot, PlayedMove, Player, Position, Rights, RoomView, Scene } from "../types.js" */
import { fetchScenes } from "../api.js";

/** Scenes fetched before the viewed ply, so that stepping back rarely waits. */
const SCENES_BEFORE = 20;

export class MatchState {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {MatchSnapshot | null} */
    this.snapshot = null;
    /** @type {Rights} */
    this.you = { seats: [], host: false };
    /** The ply being viewed; null follows the match. @type {number | null} */
    this.viewedPly = null;
    /** @type {Map<number, Scene>} */
    this.scenes = new Map();
    /** When the clocks of the snapshot were received, in milliseconds. */
    this.receivedAt = 0;
  }

  /**
   * Replaces the snapshot. Scenes stay valid unless a move was taken back.
   * @param {MatchSnapshot} snapshot
   * @param {Rights} you
   */
  setSnapshot(snapshot, you) {
    const movesBefore = this.snapshot?.moves ?? [];
    this.you = you;
    this.snapshot = snapshot;
    if (!this.hasMoves(movesBefore)) this.scenes.clear();
    this.setPosition(snapshot);
  }

  /** Applies an update: the moves from ply `from` on are replaced. @param {Position & { from: number }} update */
  applyUpdate(update) {
    if (!this.snapshot) return;
    const moves = [...this.snapshot.moves.slice(0, update.from), ...update.moves];
    for (const ply of this.scenes.keys()) if (ply > update.from) this.scenes.delete(ply);
    this.snapshot = { ...this.snapshot, ...update, moves };
    this.setPosition(update);
  }

  /** @param {Position} position */
  setPosition(position) {
    this.scenes.set(position.ply, position.scene);
    this.receivedAt = performance.now();
    if (this.viewedPly !== null && this.viewedPly >= position.ply) this.viewedPly = null;
  }

  /** @param {RoomView} room */
  setRoom(room) {
    if (this.snapshot) this.snapshot = { ...this.snapshot, room };
  }

  /** Whether the match begins with these moves, so none of them was taken back. @param {PlayedMove[]} moves */
  hasMoves(moves) {
    return moves.every(({ move }, ply) => this.snapshot?.moves[ply]?.move === move);
  }

  /** The ply on the board. */
  get ply() {
    return this.viewedPly ?? this.lastPly;
  }

  /** The number of moves made. */
  get lastPly() {
    return this.snapshot?.ply ?? 0;
  }

  /** Whether the board shows the latest position. */
  get isLive() {
    return this.viewedPly === null;
  }

  /** The side to move; null after the end of the match. @returns {Player | null} */
  get turn() {
    return this.snapshot?.scene.turn ?? null;
  }

  /** Whether this browser may move now. */
  get isMyTurn() {
    const { turn } = this;
    return Boolean(turn && this.isComplete && this.you.seats.includes(turn));
  }

  /** Whether every seat has its player, so that the match can go on. */
  get isComplete() {
    return this.snapshot?.room.seats.every((seat) => seat.kind !== "person" || seat.taken) ?? false;
  }

  /** Whether another person plays in another browser. */
  get hasRemotePeople() {
    const people = this.snapshot?.room.seats.filter(({ kind }) => kind === "person").length ?? 0;
    return people > 1 && this.you.seats.length < 2;
  }

  /** Whether two people agreed that they may analyze during their match. */
  get allowsAnalysis() {
    return this.snapshot?.terms.analysis ?? false;
  }

  /** Whether positions may be analyzed: not while two people play, unless they agreed on it. */
  get isAnalysisOpen() {
    return Boolean(this.snapshot && (this.snapshot.result || this.snapshot.room.analysis));
  }

  /** Whether the user has a move to take back. A puzzle can go on after a fatal step. */
  get canTakeBack() {
    const { snapshot } = this;
    if (!snapshot?.terms.take_backs || (snapshot.result && !(this.isPuzzle && snapshot.result.reason === "rules")))
      return false;
    return snapshot.moves.some(({ player }) => this.you.seats.includes(player));
  }

  get isPuzzle() {
    return this.snapshot?.room.seats.length === 1;
  }

  /** Whether only engines play, at a pace that the host sets. */
  get isEngineMatch() {
    return Boolean(this.snapshot?.room.seats.every((seat) => seat.kind === "engine"));
  }

  /** The time left on a clock in milliseconds; null without clocks. @param {number} seat */
  timeLeft(seat) {
    const { clocks } = this.snapshot ?? {};
    if (!clocks) return null;
    const isRunning = clocks.running && seat === (this.turn === "first" ? 0 : 1);
    return Math.max(0, clocks.left[seat] - (isRunning ? performance.now() - this.receivedAt : 0));
  }

  /**
   * The scene of the viewed ply, fetched if needed; null if the view changed meanwhile.
   * @returns {Promise<Scene | null>}
   */
  async loadScene() {
    const { ply } = this;
    await this.fetchScenesAt(ply);
    return this.ply === ply ? (this.scenes.get(ply) ?? null) : null;
  }

  /** Fetches the scene of a ply, if it is not known, with those before it. @param {number} ply */
  async fetchScenesAt(ply) {
    let from = ply;
    while (from > 0 && from > ply - SCENES_BEFORE && !this.scenes.has(from - 1)) from -= 1;
    const moves = this.snapshot?.moves ?? [];
    while (!this.scenes.has(ply)) {
      const fetched = await fetchScenes(this.id, from);
      // After a take-back these plies have other scenes; the update has already requested them.
      if (!this.hasMoves(moves)) return;
      fetched.slice(0, moves.length + 1 - from).forEach((scene, index) => this.scenes.set(from + index, scene));
      if (from === ply) return;
      // An answer stops early where scenes are large.
      from = ply;
    }
  }
}

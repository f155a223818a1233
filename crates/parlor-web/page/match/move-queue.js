// Queue of the user's moves: each is sent with the ply at which it was offered. A move made while the connection is
// lost is kept, and sent again if the position has not changed meanwhile.

/** @import { MatchState } from "./state.js" */
import { ApiError, errorMessage } from "../api.js";
import { toast } from "../dom.js";
import { text } from "../texts.js";

/** Moves that may wait, if they can be queued: a key held down must not pile up moves. */
const MAX_WAITING = 2;
const PLAN_DELAY = 120;

/** @typedef {{ move: string, ply: number }} PlannedMove */

export class MoveQueue {
  /**
   * @param {MatchState} state
   * @param {(move: string, ply: number) => Promise<void>} send
   * @param {(kept: PlannedMove | null) => void} [onKept] told when a move is kept, and when it no longer is
   */
  constructor(state, send, onKept = () => {}) {
    this.state = state;
    this.send = send;
    this.onKept = onKept;
    this.length = 0;
    /** The move that waits for the connection. @type {PlannedMove | null} */
    this.kept = null;
    /** @type {Promise<void>} */
    this.last = Promise.resolve();
  }

  /** Whether a move waits for its answer or for the connection. */
  get isBusy() {
    return this.length > 0 || this.kept !== null;
  }

  /**
   * Sends a move that was offered at this ply. While another one waits for its answer, it is dropped.
   * @param {string} move
   * @param {number} ply
   */
  add(move, ply) {
    if (!this.isBusy) this.enqueue(() => this.trySend(move, ply));
  }

  /** Sends a move, or queues it behind others: a step in a maze, at whatever ply it comes to. @param {string} move */
  addStep(move) {
    if (this.length <= MAX_WAITING && !this.kept) this.enqueue(() => this.trySend(move, this.state.lastPly));
  }

  /** @param {() => Promise<void>} act */
  enqueue(act) {
    this.length += 1;
    this.last = this.last.then(act).finally(() => {
      this.length -= 1;
    });
  }

  /** @param {string} move @param {number} ply */
  async trySend(move, ply) {
    try {
      await this.send(move, ply);
    } catch (error) {
      if (error instanceof ApiError && error.code === "lost") this.keep({ move, ply });
      // The position changed before the move arrived. That is no mistake of the user.
      else if (!(error instanceof ApiError && error.code === "stale-state")) toast(errorMessage(error));
    }
  }

  /** @param {PlannedMove | null} move */
  keep(move) {
    this.kept = move;
    this.onKept(move);
  }

  /** Sends the kept move after a reconnection, or says that it was not played. */
  resume() {
    const { kept } = this;
    if (!kept) return;
    this.keep(null);
    if (this.state.lastPly === kept.ply) return this.enqueue(() => this.trySend(kept.move, kept.ply));
    // The server got the move; only its answer was lost.
    if (this.state.snapshot?.moves[kept.ply]?.move === kept.move) return;
    toast(text("move-not-played"));
  }

  /** Makes the moves of a plan one after the other, from the ply where it begins. @param {string[]} moves @param {number} ply */
  async playPlan(moves, ply) {
    try {
      for (const [index, move] of moves.entries()) {
        await this.send(move, ply + index);
        await new Promise((resolve) => setTimeout(resolve, PLAN_DELAY));
      }
    } catch (error) {
      toast(errorMessage(error));
    }
  }
}

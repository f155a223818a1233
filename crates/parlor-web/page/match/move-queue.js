// Queue of the user's moves: each is sent when the server has answered the one before.

import { ApiError, errorMessage } from "../api.js";
import { toast } from "../dom.js";

/** Moves that may wait, if they can be queued: a key held down must not pile up moves. */
const MAX_WAITING = 2;
const PLAN_DELAY = 120;

export class MoveQueue {
  /** @param {(move: string) => Promise<void>} send */
  constructor(send) {
    this.send = send;
    this.length = 0;
    /** @type {Promise<void>} */
    this.last = Promise.resolve();
  }

  /**
   * Sends a move, or queues it if another one waits for its answer. A move that cannot be queued is dropped then.
   * @param {string} move
   * @param {boolean} [canQueue]
   */
  add(move, canQueue = false) {
    if (this.length > (canQueue ? MAX_WAITING : 0)) return;
    this.length += 1;
    this.last = this.last
      .then(() => this.send(move))
      .catch((error) => {
        // The position changed before the move arrived. That is no mistake of the user.
        if (!(error instanceof ApiError && error.code === "stale-state")) toast(error.message);
      })
      .finally(() => {
        this.length -= 1;
      });
  }

  /** Makes the moves of a plan one after the other. @param {string[]} moves */
  async addAll(moves) {
    try {
      for (const move of moves) {
        await this.send(move);
        await new Promise((resolve) => setTimeout(resolve, PLAN_DELAY));
      }
    } catch (error) {
      toast(errorMessage(error));
    }
  }
}

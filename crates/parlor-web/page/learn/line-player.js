// Player of a line of moves on a board: step by step, and by itself.

/** @import { Scene } from "../types.js" */
/** @import { Board } from "../board/board.js" */

const MILLISECONDS_PER_MOVE = 1100;

/** @typedef {{ move: string, scene: Scene }} LineStep */

export class LinePlayer {
  /** @param {Board} board @param {() => void} onStep */
  constructor(board, onStep) {
    this.board = board;
    this.onStep = onStep;
    /** @type {LineStep[]} */
    this.steps = [];
    this.step = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** Shows the first step, and the others one after the other. @param {LineStep[]} steps */
  start(steps) {
    this.stop();
    this.steps = steps;
    this.step = 0;
    this.timer = setInterval(() => {
      if (this.step >= this.steps.length - 1) return this.stop();
      this.step += 1;
      this.onStep();
    }, MILLISECONDS_PER_MOVE);
  }

  stop() {
    clearInterval(this.timer);
  }

  /** @param {number} step */
  goTo(step) {
    this.stop();
    this.step = Math.max(0, Math.min(this.steps.length - 1, step));
    this.onStep();
  }

  show() {
    const current = this.steps[this.step];
    if (current) this.board.show(current.scene);
  }
}

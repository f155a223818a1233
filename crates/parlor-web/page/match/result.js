// Result of a match: the user's view of it, the reason, and what to do next.

/** @import { Game } from "../types.js" */
/** @import { MatchState } from "./state.js" */
import { h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";
import { resultOf } from "./caption.js";

/**
 * @typedef {object} ResultActions
 * @property {(swapSides: boolean) => void} rematch
 * @property {() => void} review
 * @property {() => void} undo
 * @property {(board: string) => void} playBoard
 */

export class ResultPanel {
  /** @param {MatchState} state @param {Game} game @param {ResultActions} actions */
  constructor(state, game, actions) {
    this.state = state;
    this.game = game;
    this.actions = actions;
    this.element = h("section", { class: "result panel-part", "aria-label": text("result"), hidden: true });
  }

  show() {
    const { snapshot, you } = this.state;
    this.element.hidden = !snapshot?.result;
    if (!snapshot?.result) return replaceContent(this.element);
    const { title, reason, tone } = resultOf(snapshot, you, snapshot.scene);
    const explanation = reason.charAt(0).toUpperCase() + reason.slice(1);
    const optimum = this.optimumText();
    replaceContent(
      this.element,
      h("h2", { class: `result-title is-${tone}` }, title),
      explanation && h("p", { class: "soft" }, explanation),
      optimum && h("p", { class: "soft" }, optimum),
      h("div", { class: "row" }, this.state.isPuzzle ? this.puzzleButtons() : this.matchButtons()),
    );
  }

  /** The catalog board that is played, if any. */
  get board() {
    const { position: text, options = {} } = this.state.snapshot?.setup ?? {};
    const position = text?.trim();
    const chosen = this.game.boards.find(({ name }) => !position && Object.values(options).includes(name));
    if (chosen) return chosen;
    return (
      this.game.boards.find((board) => board.position.trim() === position) ??
      (position ? undefined : this.game.boards[0])
    );
  }

  optimumText() {
    const optimum = this.board?.optimum;
    if (!this.state.isPuzzle || !optimum || this.state.snapshot?.result?.winner !== "first") return "";
    const more = this.state.lastPly - optimum;
    const count = this.state.lastPly;
    return more <= 0 ? text("steps-optimal", { count }) : text("steps-more", { count, more });
  }

  puzzleButtons() {
    const isSolved = this.state.snapshot?.result?.winner === "first";
    const index = this.board ? this.game.boards.indexOf(this.board) : -1;
    const next = isSolved && index >= 0 ? this.game.boards[index + 1] : undefined;
    const undo = !isSolved && this.state.canTakeBack;
    const restart = button("try-again", () => this.actions.rematch(false), "rematch", !next && !undo);
    return [
      undo && button("undo", () => this.actions.undo(), "undo", true, "undo-end"),
      next && button("next-level", () => this.actions.playBoard(next.name), "next", true),
      restart,
    ];
  }

  matchButtons() {
    const { snapshot, you } = this.state;
    const rematch = snapshot?.room.rematch;
    const isPlayer = you.host || you.seats.length > 0;
    const review = this.game.engines.length > 0 && button("review", () => this.actions.review(), "analysis", false);
    if (rematch && !isPlayer) {
      return [
        h("a", { class: "button primary", href: `/match/${rematch}` }, icon("eye"), text("watch-rematch")),
        review,
      ];
    }
    // A request for a rematch that exists takes the user's seat in it.
    if (rematch) return [button("join-rematch", () => this.actions.rematch(false), "rematch", true), review];
    if (!isPlayer) return [review];
    return [
      button("rematch", () => this.actions.rematch(false), "rematch", true),
      review,
      swapButton(() => this.actions.rematch(true)),
    ];
  }
}

/** @param {() => void} onclick */
function swapButton(onclick) {
  const label = text("rematch-with-swapped-sides");
  const attributes = { type: "button", class: "button icon-only", "data-action": "swap sides", "aria-label": label };
  return h("button", { ...attributes, title: label, onclick }, icon("swap"));
}

/**
 * @param {import("../types.js").TextKey} key of its label
 * @param {() => void} onclick
 * @param {import("../icons.js").IconName} name
 * @param {boolean} isPrimary
 * @param {string} [action]
 */
function button(key, onclick, name, isPrimary, action = key) {
  const className = isPrimary ? "button primary" : "button";
  return h("button", { type: "button", class: className, "data-action": action, onclick }, icon(name), text(key));
}

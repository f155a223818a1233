// Move list with navigation buttons and marks on mistakes.

/** @import { MatchState } from "./state.js" */
import { h, replaceContent } from "../dom.js";

/** The annotation sign of a verdict: "?" for a mistake, "??" for a blunder. @param {string} verdict */
export const verdictSign = (verdict) => (/mistake/i.test(verdict) ? "?" : "??");

export class MoveList {
  /** @param {MatchState} state @param {(ply: number | null) => void} view */
  constructor(state, view) {
    this.state = state;
    this.view = view;
    /** Verdicts on bad moves, by the ply before the move. @type {Map<number, string>} */
    this.verdicts = new Map();
    this.list = h("ol", { class: "moves", "aria-label": "Moves" });
    const button = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => number} */ ply) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: () => this.goTo(ply()) }, sign);
    const navigation = [
      button("Go to start", "«", () => 0),
      button("Previous move", "‹", () => state.ply - 1),
      button("Next move", "›", () => state.ply + 1),
      button("Go to latest move", "»", () => state.lastPly),
    ];
    this.element = h(
      "section",
      { class: "panel-section" },
      h("div", { class: "row move-navigation", role: "group", "aria-label": "Move navigation" }, navigation),
      this.list,
    );
  }

  /** Views a ply, clamped to the match. The last ply follows the match. @param {number} ply */
  goTo(ply) {
    const { lastPly } = this.state;
    const target = Math.max(0, Math.min(lastPly, ply));
    this.view(target === lastPly ? null : target);
  }

  show() {
    const { snapshot } = this.state;
    if (!snapshot) return;
    replaceContent(
      this.list,
      snapshot.moves.map((move, index) => h("li", {}, this.moveButton(move, index))),
    );
    const current = this.list.querySelector(".current");
    if (current instanceof HTMLElement) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  /** @param {string} move @param {number} index */
  moveButton(move, index) {
    const number = index + 1;
    const verdict = this.verdicts.get(index);
    const isCurrent = this.state.ply === number;
    return h(
      "button",
      {
        type: "button",
        class: `move${isCurrent ? " current" : ""}${verdict ? " mistake" : ""}`,
        title: verdict ?? null,
        "data-action": `move ${number}`,
        "aria-label": `Move ${number}, ${move}${verdict ? `, ${verdict}` : ""}`,
        "aria-current": isCurrent ? "step" : null,
        onclick: () => this.goTo(number),
      },
      move,
      verdict && h("span", { "aria-hidden": "true" }, ` ${verdictSign(verdict)}`),
    );
  }
}

// The list of moves, with stepping back and forth, and marks on the moves that threw something away.

/** @import { TableState } from "./state.js" */
import { h, refill } from "../dom.js";

export class Moves {
  /** @param {TableState} state @param {(ply: number | null) => void} look */
  constructor(state, look) {
    this.state = state;
    this.look = look;
    /** What a move threw away, by the ply it was made at. @type {Map<number, string>} */
    this.verdicts = new Map();
    this.list = h("ol", { class: "moves", "aria-label": "Moves" });
    const step = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => number} */ to) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: () => this.step(to()) }, sign);
    this.element = h("section", { class: "part" },
      h("div", { class: "row stepping", role: "group", "aria-label": "Step through the moves" },
        step("To the start", "«", () => 0),
        step("One move back", "‹", () => state.ply - 1),
        step("One move forward", "›", () => state.ply + 1),
        step("To now", "»", () => state.now?.ply ?? 0)),
      this.list);
  }

  /** @param {number} ply */
  step(ply) {
    const last = this.state.now?.ply ?? 0;
    const to = Math.max(0, Math.min(last, ply));
    this.look(to === last ? null : to);
  }

  show() {
    const { now } = this.state;
    if (!now) return;
    const buttons = now.moves.map((move, index) => {
      const verdict = this.verdicts.get(index);
      const isHere = this.state.ply === index + 1;
      return h("li", {},
        h("button", {
          type: "button", "data-action": `move ${index + 1}`, class: `move${isHere ? " here" : ""}${verdict ? " bad" : ""}`, title: verdict ?? null,
          "aria-label": `Move ${index + 1}, ${move}${verdict ? `, ${verdict}` : ""}`, "aria-current": isHere ? "step" : null,
          onclick: () => this.step(index + 1),
        }, move, verdict && h("span", { "aria-hidden": "true" }, verdict.startsWith("threw") ? " ??" : " ?")));
    });
    refill(this.list, buttons);
    const here = this.list.querySelector(".here");
    if (here instanceof HTMLElement) this.list.scrollTop = here.offsetTop - this.list.clientHeight / 2;
  }
}

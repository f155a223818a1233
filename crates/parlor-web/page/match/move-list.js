// Move list in two columns with navigation buttons and marks on mistakes.

/** @import { TextKey, Verdict } from "../types.js" */
/** @import { IconName } from "../icons.js" */
/** @import { Players } from "./players.js" */
/** @import { MatchState } from "./state.js" */
import { h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";

/** The annotation sign of a verdict: "?" for a mistake, "??" for a blunder. @param {Verdict} verdict */
export const verdictSign = (verdict) => (verdict === "win-to-loss" || verdict === "estimate-blunder" ? "??" : "?");

export class MoveList {
  /** @param {MatchState} state @param {(ply: number | null) => void} view */
  constructor(state, view) {
    this.state = state;
    this.view = view;
    /** Verdicts on bad moves, by the ply before the move. @type {Map<number, Verdict>} */
    this.verdicts = new Map();
    this.header = h("div", { class: "move-header", "aria-hidden": "true" });
    this.list = h("ol", { class: "moves", "aria-label": text("moves") });
    const button = (/** @type {TextKey} */ key, /** @type {IconName} */ name, /** @type {() => number} */ ply) => {
      const label = { "aria-label": text(key), title: text(key), "data-action": key };
      return h("button", { type: "button", ...label, onclick: () => this.goTo(ply()) }, icon(name));
    };
    const navigation = [
      button("go-to-start", "first", () => 0),
      button("previous-move", "back", () => state.ply - 1),
      button("next-move", "next", () => state.ply + 1),
      button("go-to-latest-move", "last", () => state.lastPly),
    ];
    this.navigation = h(
      "div",
      { class: "move-navigation", role: "group", "aria-label": text("move-navigation") },
      navigation,
    );
    this.element = h("section", { class: "move-panel", "aria-label": text("moves") }, this.header, this.list);
  }

  /** Names the columns. @param {Players} players */
  showHeader(players) {
    const { isPuzzle } = this.state;
    this.list.classList.toggle("is-single", isPuzzle);
    this.header.hidden = isPuzzle;
    const column = (/** @type {number} */ side) => h("span", {}, players.pieceIcon(side), players.name(side));
    if (!isPuzzle) replaceContent(this.header, h("span"), column(0), column(1));
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
    // A custom position may begin with the second player, whose column is the right one.
    const offset = snapshot.moves[0]?.player === "second" ? 1 : 0;
    this.list.classList.toggle("starts-second", offset === 1);
    replaceContent(
      this.list,
      snapshot.moves.map(({ move }, index) => {
        const number = this.state.isPuzzle ? index + 1 : Math.floor((index + offset) / 2) + 1;
        return h("li", { "data-number": number }, this.moveButton(move, index));
      }),
    );
    const current = this.list.querySelector(".current");
    if (!(current instanceof HTMLElement)) return;
    this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    this.list.scrollLeft = current.offsetLeft - this.list.clientWidth / 2;
  }

  /** @param {string} move @param {number} index */
  moveButton(move, index) {
    const number = index + 1;
    const verdict = this.verdicts.get(index);
    const explanation = verdict ? text(`verdict-${verdict}`) : null;
    const label = text("move-label", { number, move });
    const isCurrent = this.state.ply === number;
    return h(
      "button",
      {
        type: "button",
        class: `move${isCurrent ? " current" : ""}${verdict ? " mistake" : ""}`,
        title: explanation,
        "data-action": `move ${number}`,
        "aria-label": explanation ? [label, explanation].join(text("list-separator")) : label,
        "aria-current": isCurrent ? "step" : null,
        onclick: () => this.goTo(number),
      },
      // Notation and its sign are read from left to right in every language.
      h("bdi", { dir: "ltr" }, move, verdict && h("span", { "aria-hidden": "true" }, ` ${verdictSign(verdict)}`)),
    );
  }
}

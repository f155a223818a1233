// Rail on wide screens: the rules with an animated example, the score of the series, and the keys.

/** @import { Game } from "../types.js" */
/** @import { Series } from "../storage.js" */
import { MATCH_KEYS, keyList, rulesCard } from "../dialogs.js";
import { h, replaceContent } from "../dom.js";
import { text } from "../texts.js";

const WIDE = "(min-width: 1680px)";
const SHOWN_KEYS = 5;

export class SideRail {
  /** @param {Game} game */
  constructor(game) {
    this.stop = () => {};
    this.series = h("section", { class: "rail-box", hidden: true });
    this.element = h("aside", { class: "rail", "aria-label": text("help") });
    // On other screens the rules are behind a button, so nothing moves there unseen.
    if (!matchMedia(WIDE).matches) return;
    const { card, stop } = rulesCard(game);
    this.stop = stop;
    const keys = h(
      "section",
      { class: "rail-box" },
      h("h2", {}, text("keyboard")),
      keyList(MATCH_KEYS.slice(0, SHOWN_KEYS)),
    );
    const rules = h("section", { class: "rail-box" }, h("h2", {}, text("how-to-play")), card);
    replaceContent(this.element, rules, this.series, keys);
  }

  /** @param {Series} series @param {string} opponent */
  showSeries({ won, lost, drawn }, opponent) {
    this.series.hidden = won + lost + drawn === 0;
    const side = (/** @type {number} */ count, /** @type {string} */ name) =>
      h("div", {}, h("b", {}, count), h("span", {}, name));
    const draws = h("span", {}, text("draws", { count: drawn }));
    replaceContent(
      this.series,
      h("h2", {}, text("this-series")),
      h("div", { class: "tally" }, side(won, text("you")), draws, side(lost, opponent)),
    );
  }
}

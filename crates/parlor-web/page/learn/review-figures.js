// Figures of a review: accuracy, the table of judgements, and the evaluation bar beside the board.

/** @import { Game, Player } from "../types.js" */
/** @import { Players } from "../match/players.js" */
/** @import { JudgementKind, ReviewData } from "./review-data.js" */
import { applyLook } from "../board/look.js";
import { h, replaceContent } from "../dom.js";
import { formatValue } from "../format.js";
import { evaluationHeight } from "../match/evaluation-graph.js";
import { text } from "../texts.js";

/** @type {Player[]} */
const PLAYERS = ["first", "second"];
/** @type {JudgementKind[]} */
const KINDS = ["good", "mistake", "blunder"];

export class ReviewFigures {
  /** @param {Game} game @param {Players} players */
  constructor(game, players) {
    this.game = game;
    this.players = players;
    this.counts = h("div", { class: "panel-part" });
    /** By side. */
    this.accuracies = PLAYERS.map(() => h("span", { class: "accuracy" }));
    this.share = h("i");
    this.bar = h("div", { class: "evaluation-bar", role: "img" }, this.share);
    applyLook(this.bar, game.look);
  }

  /** @param {ReviewData} data @param {number} ply the viewed one */
  show(data, ply) {
    this.showCounts(data);
    this.showAccuracy(data);
    this.showBar(data, ply);
  }

  /** @param {ReviewData} data */
  showCounts(data) {
    const { bottomSeat } = this.players;
    const order = [bottomSeat, 1 - bottomSeat];
    const row = (/** @type {JudgementKind} */ kind) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, h("i", { class: `dot is-${kind}` }), text(`review-${kind}`)),
        order.map((side) => h("td", {}, data.count(PLAYERS[side], kind))),
      );
    const names = order.map((side) => h("th", { scope: "col" }, this.players.name(side)));
    const head = h("tr", {}, h("th", { scope: "col" }, text(`review-${data.proof}`)), names);
    const body = h("tbody", {}, KINDS.map(row));
    replaceContent(this.counts, h("table", { class: "counts" }, h("thead", {}, head), body));
  }

  /** @param {ReviewData} data */
  showAccuracy(data) {
    PLAYERS.forEach((player, side) => {
      const accuracy = data.accuracy(player);
      const value = accuracy === null ? "–" : `${accuracy} %`;
      replaceContent(this.accuracies[side], h("bdi", {}, value), h("small", {}, text("review-accuracy")));
    });
  }

  /** How much of the bar belongs to the player below. @param {ReviewData} data @param {number} ply */
  showBar(data, ply) {
    const { bottomSeat } = this.players;
    const position = data.positions.get(ply);
    const height = position ? evaluationHeight(position.value, position.turn) * (bottomSeat === 0 ? 1 : -1) : 0;
    this.bar.classList.toggle("is-second", bottomSeat === 1);
    this.share.style.height = `${Math.round(50 + 47 * height)}%`;
    const value = position ? formatValue(position.value) : "–";
    this.bar.setAttribute("aria-label", text("review-bar", { value }));
  }
}

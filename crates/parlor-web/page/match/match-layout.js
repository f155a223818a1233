// Layout of the match page: a rail, the stage with the board between two player bars, and the panel.

/** @import { Game } from "../types.js" */
/** @import { Board } from "../board/board.js" */
import { applyLook } from "../board/look.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";

/**
 * @typedef {object} MatchParts
 * @property {Board} board
 * @property {HTMLElement} rail
 * @property {HTMLElement} top the opponent's bar
 * @property {HTMLElement} bottom the user's bar
 * @property {HTMLElement} choices buttons over the board
 * @property {HTMLElement} notice a message over the board
 * @property {HTMLElement | null} pad
 * @property {HTMLElement} caption
 * @property {HTMLElement} score
 * @property {(HTMLElement | null | false)[]} panel
 */

/** @param {Game} game @param {MatchParts} parts */
export function layOutMatch(game, parts) {
  const { board } = parts;
  const boardBox = h("div", { class: "board-box", dir: "ltr" }, board.svg, parts.choices, parts.notice);
  const stage = h(
    "section",
    { class: "stage", "aria-label": text("board") },
    parts.top,
    boardBox,
    parts.bottom,
    parts.pad,
  );
  const back = h("a", { class: "icon-button back-link", href: "/", "aria-label": text("all-games") }, icon("back"));
  const title = h("div", { class: "panel-title" }, h("h1", {}, game.title), parts.caption);
  const head = h("div", { class: "panel-head" }, back, title, parts.score);
  const panel = h("aside", { class: "panel", "aria-label": text("match") }, head, parts.panel);
  applyLook(panel, game.look);
  const element = h("div", { class: `match${game.players === 1 ? " is-puzzle" : ""}` }, parts.rail, stage, panel);
  // The board takes all the height there is, so the stage must know its shape.
  const updateRatio = () => element.style.setProperty("--ratio", board.svg.style.getPropertyValue("--ratio") || "1");
  return { element, updateRatio };
}

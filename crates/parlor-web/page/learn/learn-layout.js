// Layout of the learning pages: the stage with the board, and the panel. It is that of the match page.

/** @import { Game } from "../types.js" */
/** @import { Board } from "../board/board.js" */
/** @import { BoardInput } from "../board/board-input.js" */
/** @import { Child } from "../dom.js" */
import { applyLook } from "../board/look.js";
import { directionPad, listenForSwipes } from "../board/swipe.js";
import { h } from "../dom.js";

/**
 * @typedef {object} LearnParts
 * @property {string} name CSS class of the page
 * @property {Board} board
 * @property {BoardInput} input
 * @property {Child} [top] above the board
 * @property {Child} [side] at the left of the board
 * @property {Child} [bottom] below the board
 * @property {string} title
 * @property {HTMLElement} caption
 * @property {Child} [headEnd] at the end of the title row
 * @property {Child} panel
 */

/** @param {Game} game @param {LearnParts} parts */
export function layOutLearning(game, { name, board, input, top, side, bottom, title, caption, headEnd, panel }) {
  const boardBox = h("div", { class: "board-box", dir: "ltr" }, board.svg, input.panel.element);
  const pad = padFor(board, input);
  const row = h("div", { class: "board-row" }, side, boardBox);
  const stage = h("section", { class: "stage", "aria-label": game.title }, top, row, bottom, pad);
  const head = h(
    "div",
    { class: "panel-head" },
    h("div", { class: "panel-title" }, h("h1", {}, title), caption),
    headEnd,
  );
  const aside = h("aside", { class: "panel", "aria-label": title }, head, panel);
  applyLook(aside, game.look);
  const element = h("div", { class: `match learn ${name}` }, stage, aside);
  const updateRatio = () => {
    element.style.setProperty("--ratio", board.svg.style.getPropertyValue("--ratio") || "1");
    pad.hidden = !input.usesArrows;
  };
  return { element, updateRatio };
}

/** Swipes and the on-screen pad, for games that are played with arrow keys. @param {Board} board @param {BoardInput} input */
function padFor(board, input) {
  const go = (/** @type {string} */ direction) => input.go(direction);
  listenForSwipes(board.svg, (direction) => input.usesArrows && go(direction));
  // Other games keep the browser's scrolling.
  board.svg.style.touchAction = "";
  return directionPad(go);
}

/**
 * Lets keys make moves while the focus is anywhere but in a field; returns the function that stops it.
 * @param {BoardInput} input
 */
export function listenForKeys(input) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || target?.closest("input, select, textarea, dialog, .board")) return;
    input.playKey(event);
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** A button of a callout: its label, the name of its action, and what it does. @typedef {{ label: string, action: string, onclick: () => void, isPrimary?: boolean }} CalloutButton */

/** @param {CalloutButton} button */
export function drawButton({ label, action, onclick, isPrimary }) {
  const className = isPrimary ? "button primary" : "button";
  // A single character is a symbol, which needs a name.
  const named = label.length === 1 ? { "aria-label": action } : {};
  return h("button", { type: "button", class: className, "data-action": action, onclick, ...named }, label);
}

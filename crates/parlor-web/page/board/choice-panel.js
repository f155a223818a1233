// Panel over the board with choices that are no cells, such as a pass, or that differ only in their route.

/** @import { Cell, Choice } from "../types.js" */
import { h, replaceContent, s } from "../dom.js";
import { messageText } from "../format.js";
import { text } from "../texts.js";
import { centerX, centerY } from "./geometry.js";

export class ChoicePanel {
  /** @param {(choice: Choice) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.element = h("div", { class: "choices", role: "group", "aria-label": text("choices"), hidden: true });
  }

  /**
   * @param {Choice[]} choices
   * @param {() => void} [cancel]
   */
  show(choices, cancel) {
    // The edge of a board has no cells to click; keys and swipes make those steps.
    const shown = choices.filter((choice) => !choice.can_queue);
    this.element.hidden = shown.length === 0;
    const button = (/** @type {Choice} */ choice) => {
      const onclick = () => this.choose(choice);
      const attributes = { type: "button", class: "choice", "data-move": choice.notation, onclick };
      return h("button", attributes, cancel && drawRoute(choice), h("span", {}, messageText(choice.label)));
    };
    const cancelButton = cancel && h("button", { type: "button", class: "quiet", onclick: cancel }, text("cancel"));
    replaceContent(this.element, shown.map(button), shown.length > 0 && cancelButton);
  }

  focus() {
    this.element.querySelector("button")?.focus();
  }
}

/**
 * Diagram of a choice: the cells it changes, in a cutout of the board.
 * @param {Choice} choice
 */
function drawRoute(choice) {
  const { changes } = choice;
  if (changes.length === 0) return null;
  const columns = changes.map(({ column }) => column);
  const rows = changes.map(({ row }) => row);
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const [width, height] = [Math.max(...columns) - left + 1, Math.max(...rows) - top + 1];
  const viewBox = `${left * 100 - 10} ${top * 100 - 10} ${width * 100 + 20} ${height * 100 + 20}`;
  const cells = Array.from({ length: width * height }, (_, index) => ({
    column: left + (index % width),
    row: top + Math.floor(index / width),
  }));
  const isChanged = (/** @type {Cell} */ cell) =>
    changes.some((other) => other.column === cell.column && other.row === cell.row);
  const square = (/** @type {Cell} */ cell) =>
    s("rect", {
      class: isChanged(cell) ? "route-cell" : "route-other",
      x: cell.column * 100 + 4,
      y: cell.row * 100 + 4,
      width: 92,
      height: 92,
      rx: 10,
    });
  const end = choice.steps.at(-1)?.[0];
  const dot = end && s("circle", { class: "route-end", cx: centerX(end), cy: centerY(end), r: 24 });
  return s("svg", { class: "route", viewBox, "aria-hidden": "true" }, cells.map(square), dot);
}

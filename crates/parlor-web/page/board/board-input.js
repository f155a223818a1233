// Mouse, touch and keyboard input on a board.

/** @import { Cell, Choice, Scene } from "../types.js" */
/** @import { Board } from "./board.js" */
import { announce, h, replaceContent, s } from "../dom.js";
import { messageText } from "../format.js";
import { cellKey, cellOfEvent, cellOfTarget, centerX, centerY } from "./geometry.js";
import { MoveSelection, anchorCell } from "./move-selection.js";

/** @type {Record<string, string>} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
/** @type {Record<string, [number, number]>} */
const OFFSETS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

export class BoardInput {
  /** @param {Board} board @param {(choice: Choice) => void} play */
  constructor(board, play) {
    this.board = board;
    this.play = play;
    this.selection = new MoveSelection();
    /** The cell under the keyboard cursor. @type {Cell} */
    this.cursor = { column: 0, row: 0 };
    /** @type {(SVGElement | undefined)[]} */
    this.hints = [];
    this.buttons = h("div", { class: "row choices" });
    const { svg } = board;
    svg.tabIndex = 0;
    svg.addEventListener("pointermove", (event) => this.preview(cellOfEvent(event)));
    svg.addEventListener("pointerleave", () => this.preview(null));
    svg.addEventListener("click", (event) => this.pick(cellOfEvent(event)));
    svg.addEventListener("keydown", (event) => this.handleKey(event));
    svg.addEventListener("focus", () => this.showCursor());
  }

  /** Offers the scene's choices if it is the user's turn. @param {Scene} scene @param {boolean} isActive */
  offer(scene, isActive) {
    this.selection.offer(isActive ? scene.choices : []);
    const { column, row } = this.cursor;
    this.cursor = { column: Math.min(column, scene.columns - 1), row: Math.min(row, scene.rows - 1) };
    this.refresh();
  }

  refresh() {
    const nextCells = this.selection.pickableCells();
    for (const target of this.board.targets.querySelectorAll(".target")) {
      const cell = cellOfTarget(target);
      const isPlayable = nextCells.has(cellKey(cell));
      target.classList.toggle("can-pick", isPlayable);
      target.setAttribute("aria-label", this.board.cellLabel(cell) + (isPlayable ? ", playable" : ""));
    }
    this.hints = this.selection
      .hintCells()
      .map((cell) => cell && s("circle", { class: "hint", cx: centerX(cell), cy: centerY(cell), r: 11 }));
    this.preview(null);
    this.showButtons(this.selection.buttonChoices());
    this.showCursor();
  }

  /** Shows the effect of picking a cell. @param {Cell | null} cell */
  preview(cell) {
    const candidates = cell ? this.selection.candidatesAt(cell) : [];
    const only = candidates.length === 1 ? candidates[0] : null;
    const destination = only && anchorCell(only);
    replaceContent(
      this.board.inputLayer,
      this.hints,
      this.selection.picked.map((picked) => outline("picked-cell", picked)),
      only?.changes.map((changed) => outline("preview-cell", changed)) ?? [],
      destination && outline("preview-destination", destination),
    );
  }

  /** @param {Cell | null} cell */
  pick(cell) {
    if (!cell) return;
    this.cursor = cell;
    const result = this.selection.pick(cell);
    if (result.kind === "choice") this.play(result.choice);
    else if (result.kind === "labels") this.askWhich(result.choices);
    else if (result.kind === "next") this.refresh();
  }

  /** Offers choices with the same cells as buttons. @param {Choice[]} choices */
  askWhich(choices) {
    this.showButtons(choices);
    announce(`Choose: ${choices.map(({ label }) => messageText(label)).join(", or ")}`);
    this.buttons.querySelector("button")?.focus();
  }

  /** @param {Choice[]} choices */
  showButtons(choices) {
    const button = (/** @type {Choice} */ choice) => {
      const onclick = () => this.play(choice);
      const attributes = { type: "button", class: "primary", "data-move": choice.notation, onclick };
      return h("button", attributes, messageText(choice.label));
    };
    replaceContent(this.buttons, choices.map(button));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const choice = this.selection.choiceForKey(ARROWS[event.key] ?? event.key.toLowerCase());
    if (choice) {
      event.preventDefault();
      this.play(choice);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.moveCursor(ARROWS[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.confirm();
    } else if (event.key === "Escape") {
      this.selection.clear();
      this.refresh();
    }
  }

  /** Picks the cell under the cursor, or presses the only button. */
  confirm() {
    const buttons = this.selection.buttonChoices();
    if (this.selection.candidates().length === 0 && buttons.length === 1) this.play(buttons[0]);
    else this.pick(this.cursor);
  }

  /** @param {string} direction */
  moveCursor(direction) {
    const { columns, rows } = this.board.scene ?? { columns: 1, rows: 1 };
    const [right, down] = OFFSETS[direction];
    this.cursor = {
      column: Math.max(0, Math.min(columns - 1, this.cursor.column + right)),
      row: Math.max(0, Math.min(rows - 1, this.cursor.row + down)),
    };
    this.showCursor();
    this.preview(this.cursor);
  }

  showCursor() {
    const { column, row } = this.cursor;
    this.board.cursor.setAttribute("x", String(column * 100 + 4));
    this.board.cursor.setAttribute("y", String(row * 100 + 4));
    this.board.svg.setAttribute("aria-activedescendant", `cell-${column}-${row}`);
  }
}

/** @param {string} className @param {Cell} cell */
function outline(className, { column, row }) {
  return s("rect", { class: className, x: column * 100 + 5, y: row * 100 + 5, width: 90, height: 90, rx: 12 });
}

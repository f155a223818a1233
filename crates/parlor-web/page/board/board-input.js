// Mouse, touch and keyboard input on a board.

/** @import { Cell, Choice, PieceKind, Scene } from "../types.js" */
/** @import { Board } from "./board.js" */
import { announce, replaceContent, s } from "../dom.js";
import { messageText } from "../format.js";
import { text } from "../texts.js";
import { ChoicePanel } from "./choice-panel.js";
import { cellKey, cellOfEvent, cellOfTarget, centerX, centerY, translateTo } from "./geometry.js";
import { MoveSelection, anchorCell } from "./move-selection.js";

/** @type {Record<string, string>} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
/** @type {Record<string, [number, number]>} */
const OFFSETS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
/** Radius of the dots on playable cells, by ground. @type {Record<string, number>} */
const HINT_RADIUS = { holes: 9, felt: 12, checkered: 14 };

/** How a move was chosen: at which cell it was offered, or by a key or button. @typedef {"pointer" | "key" | "button"} InputKind */

export class BoardInput {
  /**
   * @param {Board} board
   * @param {(choice: Choice, by: InputKind) => void} play
   */
  constructor(board, play) {
    this.board = board;
    this.play = play;
    this.selection = new MoveSelection();
    /** The cell under the keyboard cursor. @type {Cell} */
    this.cursor = { column: 0, row: 0 };
    /** A piece of the side to move, shown where it would go. @type {PieceKind | null} */
    this.ownPiece = null;
    /** Whether the last click has made a move that cannot be queued. */
    this.hasClickPlayed = false;
    this.panel = new ChoicePanel((choice) => this.play(choice, "button"));
    const { svg } = board;
    svg.tabIndex = 0;
    svg.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.preview(cellOfEvent(event));
    });
    svg.addEventListener("pointerleave", () => this.preview(null));
    svg.addEventListener("click", (event) => this.handleClick(event));
    svg.addEventListener("keydown", (event) => this.handleKey(event));
    svg.addEventListener("focus", () => this.showCursor());
  }

  /** The second click of a double click is no move of its own: it would be the opponent's. @param {MouseEvent} event */
  handleClick(event) {
    if (event.detail > 1 && this.hasClickPlayed) return;
    this.hasClickPlayed = false;
    this.pick(cellOfEvent(event), "pointer");
  }

  /**
   * Offers the scene's choices if it is the user's turn.
   * @param {Scene} scene
   * @param {boolean} isActive
   * @param {PieceKind | null} [ownPiece]
   */
  offer(scene, isActive, ownPiece = null) {
    this.selection.offer(isActive ? scene.choices : []);
    this.ownPiece = ownPiece;
    const { column, row } = this.cursor;
    this.cursor = { column: Math.min(column, scene.columns - 1), row: Math.min(row, scene.rows - 1) };
    this.refresh();
  }

  refresh() {
    const nextCells = this.selection.pickableCells();
    for (const target of this.board.targets.querySelectorAll(".target")) {
      const cell = cellOfTarget(target);
      const label = this.board.cellLabel(cell);
      const isPlayable = nextCells.has(cellKey(cell));
      target.classList.toggle("can-pick", isPlayable);
      target.setAttribute("aria-label", isPlayable ? text("cell-playable", { cell: label }) : label);
    }
    const r = HINT_RADIUS[this.board.look.ground] ?? 11;
    // Steps that can be made ahead are made by keys or swipes; dots around the piece would only distract.
    const needsHints = this.selection.choices.some((choice) => !choice.can_queue);
    const hints = needsHints ? this.selection.hintCells() : [];
    replaceContent(
      this.board.hintLayer,
      hints.map((cell) => cell && s("circle", { class: "hint", cx: centerX(cell), cy: centerY(cell), r })),
    );
    this.preview(null);
    this.panel.show(this.selection.buttonChoices());
    this.showCursor();
  }

  /** Shows the effect of picking a cell. @param {Cell | null} cell */
  preview(cell) {
    const candidates = cell ? this.selection.candidatesAt(cell) : [];
    const only = candidates.length === 1 ? candidates[0] : null;
    const destination = only && anchorCell(only);
    const band = only?.steps[this.selection.picked.length] ?? [];
    replaceContent(
      this.board.inputLayer,
      this.selection.picked.map((picked) => outline("picked-cell", picked)),
      band.length > 1 && drawBand(band),
      only && !only.can_queue && only.changes.map((changed) => outline("preview-cell", changed)),
      destination && this.drawGhost(destination),
    );
  }

  /** The piece that a move would place, see-through and with a dashed ring. @param {Cell} cell */
  drawGhost(cell) {
    if (!this.ownPiece || this.selection.choices.some(({ can_queue }) => can_queue)) {
      return outline("preview-destination", cell);
    }
    const piece = s("g", { class: "ghost-piece" }, this.board.pieces.draw({ ...this.ownPiece, cell }));
    piece.style.transform = translateTo(cell);
    return [piece, s("circle", { class: "ghost-ring", cx: centerX(cell), cy: centerY(cell), r: 39 })];
  }

  /** @param {Cell | null} cell @param {InputKind} by */
  pick(cell, by) {
    if (!cell) return;
    this.cursor = cell;
    const result = this.selection.pick(cell);
    if (result.kind === "choice") {
      this.hasClickPlayed = !result.choice.can_queue;
      this.play(result.choice, by);
    } else if (result.kind === "labels") this.askWhich(result.choices);
    else if (result.kind === "next") this.refresh();
  }

  /** Offers choices with the same cells as buttons over the board. @param {Choice[]} choices */
  askWhich(choices) {
    // At the other half of the board, where it does not hide the cells in question.
    this.panel.element.classList.toggle("at-top", this.cursor.row >= (this.board.scene?.rows ?? 0) / 2);
    this.panel.show(choices, () => {
      this.selection.clear();
      this.refresh();
      this.board.svg.focus();
    });
    const labels = choices.map(({ label }) => messageText(label)).join(text("or-separator"));
    announce(text("choose-one", { choices: labels }));
    this.panel.focus();
  }

  /** Makes the choice that is bound to a direction, by a swipe or the on-screen pad. @param {string} direction */
  go(direction) {
    const choice = this.selection.choiceForKey(direction);
    if (choice) this.play(choice, "key");
  }

  /** Whether the game uses the arrow keys itself. */
  get usesArrows() {
    return this.board.scene?.choices.some(({ key }) => typeof key === "string") ?? false;
  }

  /** Makes the move that a key stands for; returns whether there is one. @param {KeyboardEvent} event */
  playKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const choice = this.selection.choiceForKey(ARROWS[event.key] ?? event.key.toLowerCase());
    if (!choice) return false;
    event.preventDefault();
    this.play(choice, "key");
    return true;
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.playKey(event)) return;
    if (event.key in ARROWS) {
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
    if (this.selection.candidates().length === 0 && buttons.length === 1) this.play(buttons[0], "button");
    else this.pick(this.cursor, "pointer");
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

/** A band over all cells that lead to the same move, such as a column. @param {Cell[]} cells */
function drawBand(cells) {
  const columns = cells.map(({ column }) => column);
  const rows = cells.map(({ row }) => row);
  const [x, y] = [Math.min(...columns) * 100, Math.min(...rows) * 100];
  const [width, height] = [Math.max(...columns) * 100 + 100 - x, Math.max(...rows) * 100 + 100 - y];
  return s("rect", { class: "band", x: x + 1, y: y - 6, width: width - 2, height: height + 12, rx: 20 });
}

// How a person makes a move on a board: by clicking cells step by step, by the keyboard, or by a button.

/** @import { Cell, Choice, Scene } from "../types.js" */
import { announce, fill, h, s } from "../dom.js";
import { Board } from "./board.js";

/** @param {Cell} a @param {Cell} b */
const same = (a, b) => a.column === b.column && a.row === b.row;

/** Where the value or the cursor of a choice belongs. @param {Choice} choice @returns {Cell | undefined} */
export function anchor(choice) {
  const last = choice.steps.at(-1);
  return last?.length === 1 ? last[0] : choice.changes[0] ?? last?.[0];
}

/** @type {Record<string, string>} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

export class Picking {
  /** @param {Board} board @param {(notation: string) => void} play */
  constructor(board, play) {
    this.board = board;
    this.play = play;
    /** @type {Choice[]} */
    this.choices = [];
    /** The cells picked so far. @type {Cell[]} */
    this.picked = [];
    /** @type {Cell} */
    this.at = { column: 0, row: 0 };
    this.buttons = h("div", { class: "row choices" });
    const { svg } = board;
    svg.tabIndex = 0;
    svg.addEventListener("pointermove", (event) => this.hover(cellOf(event)));
    svg.addEventListener("pointerleave", () => this.hover(null));
    svg.addEventListener("click", (event) => this.pick(cellOf(event)));
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focus", () => this.point());
  }

  /** The choices that can be made now; none where it is not one's turn. @param {Scene} scene @param {boolean} isActive */
  offer(scene, isActive) {
    this.choices = isActive ? scene.choices : [];
    this.picked = [];
    this.at = { column: Math.min(this.at.column, scene.columns - 1), row: Math.min(this.at.row, scene.rows - 1) };
    this.refresh();
  }

  /** The choices that the cells picked so far leave. */
  open() {
    return this.choices.filter((choice) => choice.steps.length > 0
      && this.picked.every((cell, step) => choice.steps[step]?.some((one) => same(one, cell))));
  }

  /** Those of them that go on with this cell. @param {Cell} cell */
  through(cell) {
    return this.open().filter((choice) => choice.steps[this.picked.length]?.some((one) => same(one, cell)));
  }

  refresh() {
    const step = this.picked.length;
    /** @type {Map<string, Cell>} */
    const cells = new Map();
    for (const choice of this.open()) for (const cell of choice.steps[step] ?? []) cells.set(`${cell.column} ${cell.row}`, cell);
    this.cells = [...cells.values()];
    for (const target of this.board.targets.querySelectorAll(".target")) {
      const cell = cellOfTarget(target);
      const canPick = cells.has(`${cell.column} ${cell.row}`);
      target.classList.toggle("can-pick", canPick);
      target.setAttribute("aria-label", this.board.labelOf(cell) + (canPick ? ", can be chosen" : ""));
    }
    const isWhole = this.open().every((choice) => (choice.steps[step]?.length ?? 0) > 1);
    const hints = isWhole ? this.open().map(anchor) : this.cells;
    this.hints = hints.map((cell) => cell && s("circle", { class: "hint", cx: cell.column * 100 + 50, cy: cell.row * 100 + 50, r: 11 }));
    this.hover(null);
    this.showButtons(this.choices.filter((choice) => choice.steps.length === 0));
    this.point();
  }

  /** Shows what a cell would do. @param {Cell | null} cell */
  hover(cell) {
    const choices = cell ? this.through(cell) : [];
    const changes = choices.length === 1 ? choices[0].changes : [];
    const target = choices.length === 1 ? anchor(choices[0]) : null;
    fill(this.board.over,
      this.hints ?? [],
      this.picked.map((one) => box("chosen-cell", one)),
      changes.map((one) => box("preview-cell", one)),
      target && box("preview-main", target));
  }

  /** @param {Cell | null} cell */
  pick(cell) {
    if (!cell) return;
    this.at = cell;
    const choices = this.through(cell);
    if (choices.length === 0) {
      if (this.picked.length) {
        this.picked = [];
        this.refresh();
      }
      return;
    }
    const complete = choices.filter((choice) => choice.steps.length === this.picked.length + 1);
    if (complete.length === choices.length) {
      if (complete.length === 1) this.play(complete[0].notation);
      else this.askWhich(complete);
      return;
    }
    this.picked.push(cell);
    this.refresh();
  }

  /** Choices that only their labels tell apart. @param {Choice[]} choices */
  askWhich(choices) {
    this.showButtons(choices);
    announce(`Choose: ${choices.map((choice) => choice.label).join(", or ")}`);
    this.buttons.querySelector("button")?.focus();
  }

  /** @param {Choice[]} choices */
  showButtons(choices) {
    fill(this.buttons, choices.map((choice) => h("button", {
      type: "button", class: "main-action", "data-move": choice.notation, onclick: () => this.play(choice.notation),
    }, choice.label)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = ARROWS[event.key] ?? event.key.toLowerCase();
    const choice = this.choices.find(({ key }) => key !== null
      && (typeof key === "string" ? key === pressed : key.letter.toLowerCase() === pressed));
    if (choice) {
      event.preventDefault();
      this.play(choice.notation);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.walk(ARROWS[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const buttons = this.choices.filter((one) => one.steps.length === 0);
      if (this.open().length === 0 && buttons.length === 1) this.play(buttons[0].notation);
      else this.pick(this.at);
    } else if (event.key === "Escape") {
      this.picked = [];
      this.refresh();
    }
  }

  /** @param {string} way */
  walk(way) {
    const { columns, rows } = this.board.scene ?? { columns: 1, rows: 1 };
    const step = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[way] ?? [0, 0];
    this.at = {
      column: Math.max(0, Math.min(columns - 1, this.at.column + step[0])),
      row: Math.max(0, Math.min(rows - 1, this.at.row + step[1])),
    };
    this.point();
    this.hover(this.at);
  }

  /** Moves the cursor to where it is. */
  point() {
    const { cursor, svg } = this.board;
    cursor.setAttribute("x", String(this.at.column * 100 + 4));
    cursor.setAttribute("y", String(this.at.row * 100 + 4));
    svg.setAttribute("aria-activedescendant", `cell-${this.at.column}-${this.at.row}`);
  }
}

/** @param {string} name @param {Cell} cell */
function box(name, cell) {
  return s("rect", { class: name, x: cell.column * 100 + 5, y: cell.row * 100 + 5, width: 90, height: 90, rx: 12 });
}

/** @param {Element} target @returns {Cell} */
function cellOfTarget(target) {
  return { column: Number(target.getAttribute("data-column")), row: Number(target.getAttribute("data-row")) };
}

/** @param {Event} event @returns {Cell | null} */
function cellOf(event) {
  const target = event.target instanceof Element ? event.target.closest(".target") : null;
  return target ? cellOfTarget(target) : null;
}

// Move selection: narrows the legal moves down as cells are picked. Needs no DOM.

/** @import { Cell, Choice } from "../types.js" */
import { cellKey, isSameCell } from "./geometry.js";

/**
 * Result of a pick: nothing happened, the picked cells changed, a move is complete, or several moves are complete and
 * only their labels differ.
 * @typedef {{ type: "ignored" | "changed" } | { type: "move", choice: Choice }
 *   | { type: "ambiguous", choices: Choice[] }} PickResult
 */

/** The cell where the value of a choice is shown. @param {Choice} choice @returns {Cell | undefined} */
export function anchorCell(choice) {
  const lastStep = choice.steps.at(-1);
  return lastStep?.length === 1 ? lastStep[0] : (choice.changes[0] ?? lastStep?.[0]);
}

export class MoveSelection {
  constructor() {
    /** @type {Choice[]} */
    this.choices = [];
    /** The cells picked so far, one per step. @type {Cell[]} */
    this.picked = [];
  }

  /** Starts over with new choices. @param {Choice[]} choices */
  offer(choices) {
    this.choices = choices;
    this.clear();
  }

  clear() {
    this.picked = [];
  }

  /** The choices that begin with the cells picked so far. */
  candidates() {
    return this.choices.filter(
      ({ steps }) =>
        steps.length > 0 && this.picked.every((cell, step) => steps[step]?.some((other) => isSameCell(other, cell))),
    );
  }

  /** The candidates that continue with this cell. @param {Cell} cell */
  candidatesAt(cell) {
    const step = this.picked.length;
    return this.candidates().filter(({ steps }) => steps[step]?.some((other) => isSameCell(other, cell)));
  }

  /** The cells that can be picked next, by `cellKey`. */
  nextCells() {
    /** @type {Map<string, Cell>} */
    const cells = new Map();
    for (const { steps } of this.candidates()) {
      for (const cell of steps[this.picked.length] ?? []) cells.set(cellKey(cell), cell);
    }
    return cells;
  }

  /** The cells to mark as hints: one per choice if every choice accepts several cells, such as a column. */
  hintCells() {
    const candidates = this.candidates();
    const acceptsSeveral = candidates.every(({ steps }) => (steps[this.picked.length]?.length ?? 0) > 1);
    return acceptsSeveral ? candidates.map(anchorCell) : [...this.nextCells().values()];
  }

  /** The choices without cells, which are made by a button. */
  buttonChoices() {
    return this.choices.filter(({ steps }) => steps.length === 0);
  }

  /** Picks a cell. A cell that fits no candidate clears the selection. @param {Cell} cell @returns {PickResult} */
  pick(cell) {
    const candidates = this.candidatesAt(cell);
    if (candidates.length === 0) {
      if (this.picked.length === 0) return { type: "ignored" };
      this.clear();
      return { type: "changed" };
    }
    const isComplete = candidates.every(({ steps }) => steps.length === this.picked.length + 1);
    if (isComplete && candidates.length === 1) return { type: "move", choice: candidates[0] };
    if (isComplete) return { type: "ambiguous", choices: candidates };
    this.picked.push(cell);
    return { type: "changed" };
  }

  /** The choice bound to a key: an arrow's direction or a letter. @param {string} pressed in lower case */
  choiceForKey(pressed) {
    return this.choices.find(
      ({ key }) => key !== null && (typeof key === "string" ? key : key.letter.toLowerCase()) === pressed,
    );
  }
}

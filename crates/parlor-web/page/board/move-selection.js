// Move selection: narrows the legal moves down as cells are picked. Needs no DOM.

/** @import { Cell, Choice } from "../types.js" */
import { cellKey, isSameCell } from "./geometry.js";

/**
 * Result of a pick: a move is chosen, several moves differ only in their labels, the next step is needed, or the pick
 * was ignored. The rule is defined by the test vectors that every front end runs.
 * @typedef {{ kind: "choice", choice: Choice } | { kind: "labels", choices: Choice[] }
 *   | { kind: "next", cells: Cell[] } | { kind: "none" }} PickResult
 */

/**
 * The choices with at least as many steps as there are picks, whose steps contain the picks.
 * @param {Choice[]} choices
 * @param {Cell[]} picks
 */
function candidatesOf(choices, picks) {
  const contains = (/** @type {Cell[] | undefined} */ step, /** @type {Cell} */ cell) =>
    Boolean(step?.some((other) => isSameCell(other, cell)));
  return choices.filter(({ steps }) => steps.length > 0 && picks.every((cell, step) => contains(steps[step], cell)));
}

/** @param {Choice[]} choices @returns {PickResult} */
function choiceOrLabels(choices) {
  return choices.length === 1 ? { kind: "choice", choice: choices[0] } : { kind: "labels", choices };
}

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
    return candidatesOf(this.choices, this.picked);
  }

  /** The choices that the cells picked so far complete; longer ones may continue. */
  completeChoices() {
    return this.candidates().filter(({ steps }) => steps.length === this.picked.length);
  }

  /**
   * The choices that a cell leads to: by the next step, as the last cell picked again, or as a new first step.
   * @param {Cell} cell
   */
  candidatesAt(cell) {
    return this.target(cell).candidates;
  }

  /**
   * Effect of picking a cell: the picks after it, and their candidates.
   * @param {Cell} cell
   * @returns {{ picks: Cell[], candidates: Choice[], isFinish?: boolean }}
   */
  target(cell) {
    const picks = [...this.picked, cell];
    const candidates = candidatesOf(this.choices, picks);
    if (candidates.length > 0) return { picks, candidates };
    const last = this.picked.at(-1);
    const complete = last && isSameCell(last, cell) ? this.completeChoices() : [];
    if (complete.length > 0) return { picks: this.picked, candidates: complete, isFinish: true };
    return { picks: [cell], candidates: candidatesOf(this.choices, [cell]) };
  }

  /** The cells of the next step, by `cellKey`, sorted by row and column. */
  nextCells() {
    const step = this.picked.length;
    const cells = this.candidates().flatMap(({ steps }) => steps[step] ?? []);
    cells.sort((a, b) => a.row - b.row || a.column - b.column);
    return new Map(cells.map((cell) => [cellKey(cell), cell]));
  }

  /** The cells of the next step, and the last cell picked if picking it again ends the move. */
  pickableCells() {
    const cells = this.nextCells();
    const last = this.picked.at(-1);
    if (last && this.completeChoices().length > 0) cells.set(cellKey(last), last);
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

  /**
   * Picks a cell. A cell that fits no candidate starts over if it begins a choice; otherwise it is ignored.
   * @param {Cell} cell
   * @returns {PickResult}
   */
  pick(cell) {
    const { picks, candidates, isFinish } = this.target(cell);
    if (candidates.length === 0) return { kind: "none" };
    this.picked = picks;
    const cells = isFinish ? [] : [...this.nextCells().values()];
    const result = cells.length > 0 ? /** @type {PickResult} */ ({ kind: "next", cells }) : choiceOrLabels(candidates);
    if (result.kind === "choice") this.clear();
    return result;
  }

  /** The choice bound to a key: an arrow's direction or a letter. @param {string} pressed in lower case */
  choiceForKey(pressed) {
    return this.choices.find(
      ({ key }) => key !== null && (typeof key === "string" ? key : key.letter.toLowerCase()) === pressed,
    );
  }
}

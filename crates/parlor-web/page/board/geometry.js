// Board coordinates: a cell is 100 by 100 SVG units, with its center at (50, 50).

/** @import { Cell } from "../types.js" */

/** @param {Cell} cell */
export const centerX = (cell) => cell.column * 100 + 50;

/** @param {Cell} cell */
export const centerY = (cell) => cell.row * 100 + 50;

/** The CSS transform that moves a shape drawn around (0, 0) to the center of a cell. @param {Cell} cell */
export const translateTo = (cell) => `translate(${centerX(cell)}px, ${centerY(cell)}px)`;

/** @param {Cell} a @param {Cell} b */
export const isSameCell = (a, b) => a.column === b.column && a.row === b.row;

/** A map key for a cell. @param {Cell} cell */
export const cellKey = (cell) => `${cell.column} ${cell.row}`;

/** The cell of an element with `data-column` and `data-row`. @param {Element} target @returns {Cell} */
export function cellOfTarget(target) {
  return { column: Number(target.getAttribute("data-column")), row: Number(target.getAttribute("data-row")) };
}

/** The cell under a pointer event. @param {Event} event @returns {Cell | null} */
export function cellOfEvent(event) {
  const target = event.target instanceof Element ? event.target.closest(".target") : null;
  return target ? cellOfTarget(target) : null;
}

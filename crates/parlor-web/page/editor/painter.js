// Painting by mouse, pen or touch: reports every cell that a stroke crosses, also when the pointer moves fast.

/** @import { Cell } from "../types.js" */
import { cellOfEvent } from "../board/geometry.js";

/** The cells on the straight line between two cells, both included. @param {Cell} from @param {Cell} to @returns {Cell[]} */
export function cellsBetween(from, to) {
  const steps = Math.max(Math.abs(to.column - from.column), Math.abs(to.row - from.row));
  return Array.from({ length: steps + 1 }, (_, step) => ({
    column: Math.round(from.column + ((to.column - from.column) * step) / Math.max(1, steps)),
    row: Math.round(from.row + ((to.row - from.row) * step) / Math.max(1, steps)),
  }));
}

/**
 * The cell at a point of the screen. The pointer is captured during a stroke, so the event's target does not tell.
 * @param {PointerEvent} event
 */
function cellAt({ clientX, clientY }) {
  const target = document.elementFromPoint(clientX, clientY)?.closest(".target");
  return target ? cellOfEvent(/** @type {any} */ ({ target })) : null;
}

/**
 * @param {SVGSVGElement} svg
 * @param {{ begin: () => void, paint: (cells: Cell[]) => void, end: () => void }} stroke
 */
export function listenForStrokes(svg, { begin, paint, end }) {
  /** @type {Cell | null} */
  let last = null;
  let isPainting = false;
  // Otherwise a finger would scroll the page.
  svg.style.touchAction = "none";
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    last = cellOfEvent(event);
    if (!last) return;
    isPainting = true;
    svg.setPointerCapture(event.pointerId);
    begin();
    paint([last]);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!isPainting) return;
    const cell = cellAt(event);
    if (!cell) {
      last = null;
      return;
    }
    paint(last ? cellsBetween(last, cell) : [cell]);
    last = cell;
  });
  for (const type of ["pointerup", "pointercancel"]) {
    svg.addEventListener(type, () => {
      if (isPainting) end();
      isPainting = false;
    });
  }
}

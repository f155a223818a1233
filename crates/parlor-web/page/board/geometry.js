// Geometry of boards: cells of 100 by 100 units, and the outline of joined walls: one path around every group of
// neighboring wall cells.

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

/** Distance of the outline of walls from their cells, and radius of its corners. */
const INSET = 14;
const CORNER = 20;

/** Unit steps, clockwise: the one to the right of a direction is the next. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** A side of a cell, from a grid point in a direction, with the wall on its right. @typedef {{ x: number, y: number, direction: number }} Side */

/** @param {number} direction */
const right = (direction) => (direction + 1) % 4;

/**
 * The sides of walls that have no wall next to them, by their start point.
 * @param {Cell[]} walls
 */
function outerSides(walls) {
  const keys = new Set(walls.map(cellKey));
  /** @type {Map<string, Side[]>} */
  const sides = new Map();
  for (const { column, row } of walls) {
    // The corner where each side starts, clockwise from the top left.
    const starts = [
      [column, row],
      [column + 1, row],
      [column + 1, row + 1],
      [column, row + 1],
    ];
    starts.forEach(([x, y], direction) => {
      const [outX, outY] = STEPS[(direction + 3) % 4];
      if (keys.has(cellKey({ column: column + outX, row: row + outY }))) return;
      const key = `${x} ${y}`;
      sides.set(key, [...(sides.get(key) ?? []), { x, y, direction }]);
    });
  }
  return sides;
}

/**
 * Takes the sides of one closed outline. Where two walls touch only at a corner, it turns right, so they stay apart.
 * @param {Map<string, Side[]>} sides
 * @param {Side} first
 */
function takeOutline(sides, first) {
  /** @type {Side[]} */
  const outline = [];
  /** @type {Side | undefined} */
  let side = first;
  while (side) {
    outline.push(side);
    /** @type {Side} */
    const { x, y, direction } = side;
    const start = sides.get(`${x} ${y}`) ?? [];
    start.splice(start.indexOf(side), 1);
    /** @type {Side[]} */
    const next = sides.get(`${x + STEPS[direction][0]} ${y + STEPS[direction][1]}`) ?? [];
    side = next.find((other) => other.direction === right(direction)) ?? next[0];
  }
  return outline;
}

/** The SVG path of a closed outline, inset and with round corners. @param {Side[]} outline */
function outlinePath(outline) {
  const corners = outline.flatMap((side, index) => {
    const before = outline.at(index - 1)?.direction ?? 0;
    if (before === side.direction) return [];
    const [inX, inY] = STEPS[right(before)];
    const [toX, toY] = STEPS[right(side.direction)];
    const x = side.x * 100 + INSET * (inX + toX);
    const y = side.y * 100 + INSET * (inY + toY);
    const [fromX, fromY] = STEPS[before];
    const [goX, goY] = STEPS[side.direction];
    return `${x - CORNER * fromX} ${y - CORNER * fromY}Q${x} ${y} ${x + CORNER * goX} ${y + CORNER * goY}`;
  });
  return `M${corners.join("L")}Z`;
}

/** The SVG path of all walls, for the fill rule `evenodd`. @param {Cell[]} walls */
export function wallPath(walls) {
  const sides = outerSides(walls);
  const paths = [];
  for (const start of sides.values()) {
    while (start.length > 0) paths.push(outlinePath(takeOutline(sides, start[0])));
  }
  return paths.join("");
}

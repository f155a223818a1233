// Grid of cell codes that the board editor works on. Needs no DOM.

/** @import { Brush, Cell, Scene } from "../types.js" */

/** Rows of cell codes, one code per cell. @typedef {string[][]} Grid */

/**
 * Splits a position's codes into rows, whatever separates them.
 * @param {string} position
 * @param {Pick<Scene, "columns" | "rows">} size
 * @returns {Grid}
 */
export function parseRows(position, { columns, rows }) {
  const codes = position.match(/[^\s,;()[\]|/]+/g) ?? [];
  return Array.from({ length: rows }, (_, row) => codes.slice(row * columns, (row + 1) * columns));
}

/** @param {Grid} grid */
export const gridText = (grid) => grid.map((row) => row.join(" ")).join("\n");

/**
 * Crops a grid, or extends it with `fill`.
 * @param {Grid} grid
 * @param {number} columns
 * @param {number} rows
 * @param {string} fill
 * @returns {Grid}
 */
export function resizeGrid(grid, columns, rows, fill) {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => grid[row]?.[column] ?? fill),
  );
}

/**
 * Paints a cell. A unique piece moves: wherever it was drawn, with any brush, the cell becomes empty.
 * @param {Grid} grid
 * @param {Cell} cell
 * @param {Brush} brush
 * @param {Brush[]} palette
 * @returns {Grid}
 */
export function paintCell(grid, cell, brush, palette) {
  const samePiece = (/** @type {Brush} */ { is_unique: isUnique, piece }) =>
    brush.is_unique && isUnique && piece?.shape === brush.piece?.shape && piece?.tint === brush.piece?.tint;
  const codes = new Set(palette.filter(samePiece).map(({ code }) => code));
  const { code: empty } = emptyBrush(palette);
  return grid.map((row, rowIndex) =>
    row.map((code, column) => {
      if (rowIndex === cell.row && column === cell.column) return brush.code;
      return codes.has(code) ? empty : code;
    }),
  );
}

/** @param {Brush[]} palette */
export const emptyBrush = (palette) => palette.find((brush) => brush.piece === null) ?? palette[0];

/**
 * The scene of a grid, whether or not it can be played.
 * @param {Grid} grid
 * @param {Brush[]} palette
 * @returns {Scene}
 */
export function gridScene(grid, palette) {
  const columns = grid[0]?.length ?? 0;
  const pieces = grid.flatMap((codes, row) =>
    codes.flatMap((code, column) => {
      const kind = palette.findIndex((brush) => brush.code === code);
      const { piece } = palette[kind] ?? {};
      if (!piece) return [];
      // The id includes the kind: a cell that gets another code gets another piece.
      const id = (row * columns + column) * palette.length + kind;
      return [{ ...piece, id, cell: { column, row } }];
    }),
  );
  const side = { name: { text: "" }, piece: null, count: null };
  return {
    columns,
    rows: grid.length,
    pieces,
    choices: [],
    turn: null,
    outcome: null,
    marks: [],
    axes: { columns: [], rows: [] },
    sides: [side, side],
    caption: { text: "" },
    strikes: [],
  };
}

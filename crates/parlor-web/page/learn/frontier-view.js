// Drawing of a graph search: the board with the expanded cells in order, and the frontier as a list.

/** @import { Cell, Game, Scene, SearchTrace } from "../types.js" */
/** @import { FrontierEntry, FrontierModel, FrontierState } from "./frontier-model.js" */
import { Board } from "../board/board.js";
import { cellKey, centerX, centerY, isSameCell } from "../board/geometry.js";
import { h, replaceContent, s } from "../dom.js";
import { text } from "../texts.js";

const MAX_ROWS = 12;
/** Last moves of a path that fit into the list. */
const MAX_MOVES = 14;

/** What the search did in a cell. @typedef {{ cell: Cell, order: number, count: number, latest: number, isWaiting: boolean }} CellMark */

export class FrontierView {
  /**
   * @param {Game} game
   * @param {SearchTrace} trace
   * @param {FrontierModel} model
   * @param {string} title
   * @param {(node: number) => Scene} sceneOf
   */
  constructor(game, trace, model, title, sceneOf) {
    this.model = model;
    this.sceneOf = sceneOf;
    /** Cell of the last move that leads to a node. @type {Map<number, Cell>} */
    this.cells = new Map();
    for (const { node, changes } of trace.nodes) {
      const mark = changes.marks.find(([, kind]) => kind === "last-move");
      if (!mark) continue;
      this.cells.set(node, mark[0]);
      // The piece that moved stood on the cell of the start.
      const moved = changes.changed.find(({ cell }) => isSameCell(cell, mark[0]));
      const before = trace.start.pieces.find(({ id }) => id === moved?.id);
      if (before && !this.cells.has(0)) this.cells.set(0, before.cell);
    }
    this.board = new Board({ look: game.look, label: text("search-board-label"), isSmall: true });
    this.overlay = s("g", { class: "trace-cells", "aria-hidden": "true" });
    this.board.pieces.element.before(this.overlay);
    this.list = h("div", {
      class: "frontier-list",
      tabindex: 0,
      role: "group",
      "aria-label": text("search-frontier-label", { title }),
    });
    this.element = h("div", { class: "frontier" }, h("div", { class: "frontier-board" }, this.board.svg), this.list);
  }

  /** @param {number} step @returns {string} */
  show(step) {
    const state = this.model.stateAt(step);
    this.board.show(this.sceneOf(state.current), { animate: false });
    this.drawCells(state);
    replaceContent(this.list, h("h3", {}, text("search-frontier-title")), frontierTable(state.frontier));
    return state.text;
  }

  /** @param {FrontierState} state */
  drawCells({ expanded, frontier, current }) {
    /** @type {Map<string, CellMark>} */
    const marks = new Map();
    const markOf = (/** @type {number} */ node) => {
      const cell = this.cells.get(node);
      if (!cell) return null;
      const mark = marks.get(cellKey(cell)) ?? { cell, order: 0, count: 0, latest: 0, isWaiting: false };
      marks.set(cellKey(cell), mark);
      return mark;
    };
    expanded.forEach((node, index) => {
      const mark = markOf(node);
      if (mark) Object.assign(mark, { order: mark.order || index + 1, count: mark.count + 1, latest: index + 1 });
    });
    for (const { node } of frontier) Object.assign(markOf(node) ?? {}, { isWaiting: true });
    const place = this.cells.get(current);
    const total = Math.max(1, expanded.length);
    replaceContent(
      this.overlay,
      [...marks.values()].map((mark) => drawCell(mark, total)),
      place && s("rect", { class: "trace-cell-current", ...box(place) }),
    );
  }
}

/** @param {Cell} cell */
const box = (cell) => ({ x: cell.column * 100 + 6, y: cell.row * 100 + 6, width: 88, height: 88, rx: 14 });

/** A cell: the later it was expanded, the stronger its color; the number is that of the first expansion. @param {CellMark} mark @param {number} total */
function drawCell({ cell, order, count, latest, isWaiting }, total) {
  const strength = 0.22 + 0.5 * (latest / total);
  const number = { class: "trace-cell-order", x: centerX(cell) - 36, y: centerY(cell) - 24 };
  return [
    count > 0 && s("rect", { class: "trace-cell-expanded", ...box(cell), "fill-opacity": strength }),
    isWaiting && s("rect", { class: "trace-cell-waiting", ...box(cell) }),
    count > 0 && s("text", number, order),
  ];
}

/** @param {FrontierEntry[]} frontier */
function frontierTable(frontier) {
  if (frontier.length === 0) return h("p", { class: "soft" }, text("search-frontier-empty"));
  const hasEstimate = frontier.some(({ estimate }) => estimate !== null);
  const columns = [text("search-column-path"), "g", ...(hasEstimate ? ["h", "f = g + h"] : [])];
  const head = columns.map((name) => h("th", { scope: "col" }, name));
  const row = (/** @type {FrontierEntry} */ { path, cost, estimate }) =>
    h(
      "tr",
      {},
      h("td", {}, h("bdi", {}, shortPath(path))),
      h("td", {}, cost),
      hasEstimate && [h("td", {}, estimate), h("td", {}, cost + (estimate ?? 0))],
    );
  const more = frontier.length - MAX_ROWS;
  return [
    h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, frontier.slice(0, MAX_ROWS).map(row))),
    more > 0 && h("p", { class: "soft" }, text("search-frontier-more", { count: more })),
  ];
}

/** @param {string} path */
function shortPath(path) {
  if (path === "") return text("search-path-start");
  return path.length > MAX_MOVES ? `…${path.slice(-MAX_MOVES)}` : path;
}

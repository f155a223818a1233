// SVG board that draws any scene: grid, marks, pieces and move values.

/** @import { Cell, MoveValue, Scene } from "../types.js" */
import { prefersReducedMotion, replaceContent, s, setAttributes } from "../dom.js";
import { formatShortValue } from "../format.js";
import { centerX, centerY, isSameCell } from "./geometry.js";
import { PieceLayer } from "./piece-layer.js";
import { pieceName } from "./shapes.js";

const MARGIN = 12;
const MARK_ORDER = ["origin", "last-move", "winning", "fatal"];

/** A group that screen readers skip. */
const layer = () => s("g", { "aria-hidden": "true" });

export class Board {
  /** @param {{ label?: string, isSmall?: boolean }} [options] a small board has no axes and takes no input */
  constructor({ label = "Board", isSmall = false } = {}) {
    this.isSmall = isSmall;
    this.frame = s("rect", { class: "frame", rx: 18 });
    this.ground = layer();
    this.markLayer = layer();
    this.pieces = new PieceLayer();
    this.winningLayer = layer();
    /** Hints and previews, drawn by `BoardInput`. */
    this.inputLayer = layer();
    this.valueLayer = layer();
    this.targets = s("g");
    this.cursor = s("rect", { class: "cursor", width: 92, height: 92, rx: 14, "aria-hidden": "true" });
    const layers = [
      this.ground,
      this.markLayer,
      this.pieces.element,
      this.winningLayer,
      this.inputLayer,
      this.valueLayer,
    ];
    const attributes = { class: "board", role: isSmall ? "img" : "grid", "aria-label": label };
    this.svg = s("svg", attributes, this.frame, layers, this.targets, this.cursor);
    /** @type {Scene | null} */
    this.scene = null;
  }

  /** @param {Scene} scene @param {{ animate?: boolean }} [options] */
  show(scene, { animate = true } = {}) {
    const before = this.scene;
    const hasSameGrid =
      before &&
      before.columns === scene.columns &&
      before.rows === scene.rows &&
      before.pieces_fall === scene.pieces_fall &&
      before.axes.columns.length === scene.axes.columns.length;
    this.scene = scene;
    if (!hasSameGrid) this.drawGrid(scene);
    this.drawMarks(scene);
    this.pieces.show(scene, Boolean(animate && hasSameGrid && !prefersReducedMotion()));
  }

  /** Draws frame, cells, axes and click targets. @param {Scene} scene */
  drawGrid(scene) {
    const [width, height] = [scene.columns * 100, scene.rows * 100];
    // The axis labels keep about the same size on the screen for any number of cells.
    const fontSize = Math.min(26, 3.3 * Math.max(scene.columns, scene.rows));
    const axisMargin = MARGIN + fontSize * 1.2;
    const left = !this.isSmall && scene.axes.rows.length ? axisMargin : MARGIN;
    const bottom = !this.isSmall && scene.axes.columns.length ? axisMargin : MARGIN;
    const viewBox = `${-left} ${-MARGIN} ${width + left + MARGIN} ${height + bottom + MARGIN}`;
    this.svg.setAttribute("viewBox", viewBox);
    this.svg.classList.toggle("pieces-fall", scene.pieces_fall);
    setAttributes(this.frame, { x: -8, y: -8, width: width + 16, height: height + 16 });
    const rows = Array.from({ length: scene.rows }, (_, row) =>
      Array.from({ length: scene.columns }, (_, column) => ({ column, row })),
    );
    const cells = rows.flat().map((cell) => drawCell(cell, scene.pieces_fall));
    replaceContent(this.ground, cells, this.isSmall ? [] : drawAxes(scene, fontSize));
    const targets = rows.map((row) => s("g", { role: "row" }, row.map(drawTarget)));
    replaceContent(this.targets, this.isSmall ? [] : targets);
    this.pieces.clear();
  }

  /** Draws winning marks and strikes above the pieces, and all other marks below them. @param {Scene} scene */
  drawMarks(scene) {
    const marks = [...scene.marks].sort((a, b) => MARK_ORDER.indexOf(a[1]) - MARK_ORDER.indexOf(b[1]));
    const draw = (/** @type {[Cell, string]} */ [cell, mark]) => drawMark(cell, mark, scene.pieces_fall);
    replaceContent(this.markLayer, marks.filter(([, mark]) => mark !== "winning").map(draw));
    const winning = marks.filter(([, mark]) => mark === "winning").map(draw);
    replaceContent(this.winningLayer, winning, scene.strikes.map(drawStrike));
  }

  /** Shows the values of moves on their cells. @param {{ cell: Cell, value: MoveValue }[]} values */
  showValues(values) {
    replaceContent(
      this.valueLayer,
      values.map(({ cell, value }) => drawValue(cell, value)),
    );
  }

  /** The label of a cell for screen readers: name, pieces and marks. @param {Cell} cell */
  cellLabel(cell) {
    if (!this.scene) return "";
    const { axes, pieces, marks } = this.scene;
    const name = [axes.columns[cell.column], axes.rows[cell.row]].filter(Boolean).join("");
    const contents = pieces
      .filter((piece) => isSameCell(piece.cell, cell))
      .map(pieceName)
      .join(" and ");
    const marked = marks.filter(([other]) => isSameCell(other, cell)).map(([, mark]) => mark.replace("-", " "));
    return [name || `column ${cell.column + 1}, row ${cell.row + 1}`, contents || "empty", ...marked].join(", ");
  }
}

/** @param {Cell} cell @param {boolean} isRound */
function drawCell({ column, row }, isRound) {
  const className = (row + column) % 2 ? "cell alternate" : "cell";
  if (isRound) return s("circle", { class: className, cx: column * 100 + 50, cy: row * 100 + 50, r: 42 });
  return s("rect", { class: className, x: column * 100 + 2, y: row * 100 + 2, width: 96, height: 96, rx: 10 });
}

/** @param {Cell} cell */
function drawTarget({ column, row }) {
  const data = { id: `cell-${column}-${row}`, "data-column": column, "data-row": row };
  return s("rect", {
    class: "target",
    role: "gridcell",
    x: column * 100,
    y: row * 100,
    width: 100,
    height: 100,
    ...data,
  });
}

/** @param {Scene} scene @param {number} fontSize */
function drawAxes({ axes, rows }, fontSize) {
  const y = rows * 100 + 10 + fontSize * 0.6;
  const x = -10 - fontSize * 0.6;
  const shared = { class: "axis", "font-size": fontSize };
  return [
    axes.columns.map((text, column) => s("text", { ...shared, x: column * 100 + 50, y }, text)),
    axes.rows.map((text, row) => s("text", { ...shared, x, y: row * 100 + 50 }, text)),
  ];
}

/** @param {Cell} cell @param {string} mark @param {boolean} isRound */
function drawMark(cell, mark, isRound) {
  const className = `mark mark-${mark}`;
  const [x, y] = [centerX(cell), centerY(cell)];
  if (isRound) return s("circle", { class: className, cx: x, cy: y, r: 44 });
  return s("rect", { class: className, x: x - 46, y: y - 46, width: 92, height: 92, rx: 12 });
}

/** A line through a winning row, from the first to the last cell. @param {[Cell, Cell]} strike */
function drawStrike([from, to]) {
  const ends = { x1: centerX(from), y1: centerY(from), x2: centerX(to), y2: centerY(to) };
  return s("line", { class: "strike", ...ends });
}

/** @param {Cell} cell @param {MoveValue} move */
function drawValue(cell, { value, best }) {
  const text = formatShortValue(value);
  const width = Math.max(54, text.length * 15 + 22);
  const [x, y] = [centerX(cell), centerY(cell)];
  return s(
    "g",
    { class: `value ${value.kind === "estimate" ? "open" : value.kind}${best ? " best" : ""}` },
    s("title", {}, value.text),
    s("rect", { x: x - width / 2, y: y - 21, width, height: 42, rx: 21 }),
    s("text", { x, y: y + 1 }, text),
  );
}

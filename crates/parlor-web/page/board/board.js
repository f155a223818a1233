// SVG board that draws any scene in the look of its game: ground, marks, pieces and move values.

/** @import { Cell, Look, Scene } from "../types.js" */
import { prefersReducedMotion, replaceContent, s } from "../dom.js";
import { centerX, centerY, isSameCell, wallPath } from "./geometry.js";
import { drawGround } from "./grounds.js";
import { applyLook } from "./look.js";
import { PieceLayer } from "./piece-layer.js";
import { pieceName } from "./shapes.js";
import { text, textOr } from "../texts.js";

/** Marks that lie above the pieces; the others lie below. */
const MARKS_ABOVE = ["winning", "fatal"];
/** How far a winning line reaches beyond the centers of its end cells. */
const STRIKE_OVERHANG = 36;
const MARK_ORDER = ["origin", "blocked", "last-move", "winning", "fatal"];
/** Time in which a winning line is drawn, in milliseconds. */
const STRIKE_TIME = 400;

/** A group that screen readers skip. */
const layer = () => s("g", { "aria-hidden": "true" });

export class Board {
  /** @param {{ look: Look, label?: string, isSmall?: boolean }} options a small board has no axes and takes no input */
  constructor({ look, label = text("board"), isSmall = false }) {
    this.look = look;
    this.isSmall = isSmall;
    this.back = layer();
    this.walls = s("path", { class: "wall", "aria-hidden": "true" });
    this.markLayer = layer();
    this.pieces = new PieceLayer(look);
    this.hintLayer = layer();
    this.front = layer();
    this.upperLayer = layer();
    /** Previews, drawn by `BoardInput`; a plan. */
    this.inputLayer = layer();
    this.planLine = s("path", { class: "plan-line", "aria-hidden": "true" });
    this.valueLayer = layer();
    this.targets = s("g");
    this.cursor = s("rect", { class: "cursor", width: 92, height: 92, rx: 14, "aria-hidden": "true" });
    const below = [this.back, this.walls, this.markLayer, this.planLine, this.pieces.element, this.hintLayer];
    const above = [this.front, this.upperLayer, this.inputLayer, this.valueLayer];
    const role = isSmall ? { role: "img" } : { role: "grid" };
    this.svg = s("svg", { class: "board", "aria-label": label, ...role }, below, above, this.targets, this.cursor);
    applyLook(this.svg, look);
    /** @type {Scene | null} */
    this.scene = null;
    this.wallPath = "";
    /** When the running animations end, by `performance.now()`. */
    this.settledAt = 0;
  }

  /** @param {Scene} scene @param {{ animate?: boolean }} [options] */
  show(scene, { animate = true } = {}) {
    const before = this.scene;
    const hasSameGrid =
      before &&
      before.columns === scene.columns &&
      before.rows === scene.rows &&
      before.axes.columns.length === scene.axes.columns.length;
    this.scene = scene;
    if (!hasSameGrid) this.drawGrid(scene);
    if (this.look.ground === "maze") this.drawWalls(scene);
    const isAnimated = Boolean(animate && hasSameGrid && !prefersReducedMotion());
    const duration = this.pieces.show(scene, isAnimated);
    this.settledAt = Math.max(this.settledAt, performance.now() + duration);
    this.drawMarks(scene, isAnimated ? duration : null);
  }

  /** Draws the ground and the click targets. @param {Scene} scene */
  drawGrid(scene) {
    const { box, back, front } = drawGround(scene, this.look.ground, this.isSmall);
    this.svg.setAttribute("viewBox", box.join(" "));
    this.svg.style.setProperty("--ratio", String(box[2] / box[3]));
    replaceContent(this.back, back);
    replaceContent(this.front, front);
    const rows = Array.from({ length: scene.rows }, (_, row) =>
      Array.from({ length: scene.columns }, (_, column) => ({ column, row })),
    );
    const targets = rows.map((row) => s("g", { role: "row" }, row.map(drawTarget)));
    replaceContent(this.targets, this.isSmall ? [] : targets);
    this.pieces.clear();
  }

  /** @param {Scene} scene */
  drawWalls(scene) {
    const walls = scene.pieces.filter(({ shape }) => shape === "wall").map(({ cell }) => cell);
    const path = wallPath(walls);
    if (path === this.wallPath) return;
    this.wallPath = path;
    this.walls.setAttribute("d", path);
  }

  /**
   * Draws the marks. Winning rows are drawn after the last piece has landed.
   * @param {Scene} scene
   * @param {number | null} delay null without animation
   */
  drawMarks(scene, delay) {
    const { ground } = this.look;
    const marks = [...scene.marks].sort((a, b) => MARK_ORDER.indexOf(a[1]) - MARK_ORDER.indexOf(b[1]));
    // A line through the row says more than a frame around each of its cells.
    const covered = scene.strikes.length === 0 ? [] : ground === "holes" ? ["winning", "last-move"] : ["winning"];
    const drawn = marks.filter(([, mark]) => !covered.includes(mark));
    const draw = (/** @type {[Cell, string]} */ [cell, mark]) => drawMark(cell, mark, ground);
    replaceContent(this.markLayer, drawn.filter(([, mark]) => !isMarkAbove(mark, ground)).map(draw));
    const strikes = scene.strikes.map((strike) => drawStrike(strike, ground));
    replaceContent(this.upperLayer, drawn.filter(([, mark]) => isMarkAbove(mark, ground)).map(draw), strikes);
    if (delay === null) return;
    const timing = { duration: STRIKE_TIME, delay, fill: /** @type {const} */ ("backwards") };
    for (const line of strikes.flatMap((strike) => [...strike.children])) {
      line.animate({ strokeDasharray: ["0 1", "1 0"], opacity: [1, 1] }, timing);
    }
  }

  /** Shows a path through cells as dots; none for an empty list. @param {Cell[]} cells */
  showPlan(cells) {
    const points = cells.map((cell) => `${centerX(cell)} ${centerY(cell)}`);
    this.planLine.setAttribute("d", points.length > 1 ? `M${points.join("L")}` : "");
  }

  /** The name of a cell by its axes, such as "C4". @param {Cell} cell */
  cellName(cell) {
    const { axes } = this.scene ?? {};
    const name = [axes?.columns[cell.column], axes?.rows[cell.row]].filter(Boolean).join("");
    return name || text("cell-name", { column: cell.column + 1, row: cell.row + 1 });
  }

  /** The label of a cell for screen readers: name, pieces and marks. @param {Cell} cell */
  cellLabel(cell) {
    if (!this.scene) return "";
    const { pieces, marks } = this.scene;
    const contents = pieces
      .filter((piece) => isSameCell(piece.cell, cell))
      .map(pieceName)
      .join(text("and-separator"));
    const marked = marks.filter(([other]) => isSameCell(other, cell)).map(([, mark]) => textOr(`mark-${mark}`, mark));
    return [this.cellName(cell), contents || text("cell-empty"), ...marked].join(text("list-separator"));
  }
}

/** @param {Cell} cell */
function drawTarget({ column, row }) {
  const data = { id: `cell-${column}-${row}`, "data-column": column, "data-row": row };
  const box = { x: column * 100, y: row * 100, width: 100, height: 100 };
  return s("rect", { class: "target", role: "gridcell", ...box, ...data });
}

/** @param {string} mark @param {string} ground */
const isMarkAbove = (mark, ground) => ground === "holes" || MARKS_ABOVE.includes(mark);

/** @param {Cell} cell @param {string} mark @param {string} ground */
function drawMark(cell, mark, ground) {
  const className = `mark mark-${mark}`;
  const [x, y] = [centerX(cell), centerY(cell)];
  if (ground === "holes") return s("circle", { class: className, cx: x, cy: y, r: 46 });
  if (mark === "blocked") return s("path", { class: className, d: `M${x - 16} ${y - 16}l32 32m0-32l-32 32` });
  return s("rect", { class: className, x: x - 46, y: y - 46, width: 92, height: 92, rx: 8 });
}

/**
 * A winning row, from its first to its last cell: a line, or a capsule around holes. The casing separates it from
 * whatever it lies on.
 * @param {[Cell, Cell]} strike
 * @param {string} ground
 */
function drawStrike([from, to], ground) {
  const [x1, y1, x2, y2] = [centerX(from), centerY(from), centerX(to), centerY(to)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const place = { transform: `translate(${x1} ${y1}) rotate(${angle})` };
  if (ground === "holes") {
    const capsule = { x: -48, y: -48, width: length + 96, height: 96, rx: 48, pathLength: 1 };
    return s("g", place, s("rect", { class: "strike-casing", ...capsule }), s("rect", { class: "strike", ...capsule }));
  }
  const line = { d: `M${-STRIKE_OVERHANG} 0Q${length / 2} -6 ${length + STRIKE_OVERHANG} 0`, pathLength: 1 };
  return s("g", place, s("path", { class: "strike-casing", ...line }), s("path", { class: "strike", ...line }));
}

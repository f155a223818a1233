// A board: any scene as SVG, animated from one scene to the next by the ids of the pieces.

/** @import { Cell, MoveValue, Piece, Scene } from "../types.js" */
import { fill, isStill, s } from "../dom.js";
import { describe, draw } from "./shapes.js";

const QUICK = 180;

/** @param {Cell} cell */
const x = (cell) => cell.column * 100 + 50;
/** @param {Cell} cell */
const y = (cell) => cell.row * 100 + 50;
/** @param {Cell} cell */
export const place = (cell) => `translate(${x(cell)}px, ${y(cell)}px)`;

export class Board {
  /** @param {{ label?: string, isSmall?: boolean }} [options] */
  constructor({ label = "Board", isSmall = false } = {}) {
    this.isSmall = isSmall;
    this.frame = s("rect", { class: "frame", rx: 18 });
    this.ground = s("g", { "aria-hidden": "true" });
    this.under = s("g", { "aria-hidden": "true" });
    this.pieces = s("g", { "aria-hidden": "true" });
    this.over = s("g", { "aria-hidden": "true" });
    this.values = s("g", { "aria-hidden": "true" });
    this.targets = s("g");
    this.cursor = s("rect", { class: "cursor", width: 92, height: 92, rx: 14, "aria-hidden": "true" });
    this.svg = s("svg", { class: "board", role: isSmall ? "img" : "grid", "aria-label": label },
      this.frame, this.ground, this.under, this.pieces, this.over, this.values, this.targets, this.cursor);
    /** @type {Map<number, { piece: Piece, element: SVGGElement }>} */
    this.shown = new Map();
    /** @type {Scene | null} */
    this.scene = null;
  }

  /** @param {Scene} scene @param {{ animate?: boolean }} [how] */
  show(scene, { animate = true } = {}) {
    const before = this.scene;
    const isSame = before && before.columns === scene.columns && before.rows === scene.rows
      && before.pieces_fall === scene.pieces_fall && before.axes.columns.length === scene.axes.columns.length;
    this.scene = scene;
    if (!isSame) this.lay(scene);
    this.mark(scene);
    this.move(scene, Boolean(animate && isSame && !isStill()));
  }

  /** Frame, cells, axes and targets. @param {Scene} scene */
  lay(scene) {
    const [width, height] = [scene.columns * 100, scene.rows * 100];
    // Letters of about the same size on the screen, however many cells there are.
    const letter = Math.min(26, 3.3 * Math.max(scene.columns, scene.rows));
    const margin = 12 + letter * 1.2;
    const left = !this.isSmall && scene.axes.rows.length ? margin : 12;
    const bottom = !this.isSmall && scene.axes.columns.length ? margin : 12;
    this.svg.setAttribute("viewBox", `${-left} -12 ${width + left + 12} ${height + bottom + 12}`);
    this.svg.classList.toggle("falls", scene.pieces_fall);
    for (const [name, value] of Object.entries({ x: -8, y: -8, width: width + 16, height: height + 16 })) {
      this.frame.setAttribute(name, String(value));
    }
    const cells = [];
    const targets = [];
    for (let row = 0; row < scene.rows; row++) {
      const line = s("g", { role: this.isSmall ? null : "row" });
      for (let column = 0; column < scene.columns; column++) {
        const other = (row + column) % 2 ? " other" : "";
        cells.push(scene.pieces_fall
          ? s("circle", { class: `cell${other}`, cx: x({ column, row }), cy: y({ column, row }), r: 42 })
          : s("rect", { class: `cell${other}`, x: column * 100 + 2, y: row * 100 + 2, width: 96, height: 96, rx: 10 }));
        if (this.isSmall) continue;
        line.append(s("rect", {
          class: "target", role: "gridcell", id: `cell-${column}-${row}`, x: column * 100, y: row * 100,
          width: 100, height: 100, "data-column": column, "data-row": row,
        }));
      }
      targets.push(line);
    }
    const axes = this.isSmall ? [] : [
      scene.axes.columns.map((text, column) => s("text", { class: "axis", "font-size": letter, x: column * 100 + 50, y: height + 10 + letter * 0.6 }, text)),
      scene.axes.rows.map((text, row) => s("text", { class: "axis", "font-size": letter, x: -10 - letter * 0.6, y: row * 100 + 50 }, text)),
    ];
    fill(this.ground, cells, axes);
    fill(this.targets, targets);
    fill(this.pieces);
    this.shown.clear();
  }

  /** @param {Scene} scene */
  mark(scene) {
    const order = ["origin", "last-move", "winning", "fatal"];
    const marks = [...scene.marks].sort((a, b) => order.indexOf(a[1]) - order.indexOf(b[1]));
    const drawn = marks.map(([cell, mark]) => scene.pieces_fall
      ? s("circle", { class: `mark mark-${mark}`, cx: x(cell), cy: y(cell), r: 44 })
      : s("rect", { class: `mark mark-${mark}`, x: x(cell) - 46, y: y(cell) - 46, width: 92, height: 92, rx: 12 }));
    // What is won or lost lies over the pieces, so that it is seen.
    fill(this.under, drawn.filter((_, index) => marks[index][1] !== "winning"));
    this.svg.querySelector(".winning")?.remove();
    const winning = drawn.filter((_, index) => marks[index][1] === "winning");
    if (winning.length) this.over.before(s("g", { class: "winning", "aria-hidden": "true" }, winning));
  }

  /** @param {Scene} scene @param {boolean} animate */
  move(scene, animate) {
    const now = new Map(scene.pieces.map((piece) => [piece.id, piece]));
    for (const [id, { element }] of this.shown) {
      if (now.has(id)) continue;
      this.shown.delete(id);
      if (animate) element.animate({ opacity: [1, 0] }, QUICK).finished.then(() => element.remove(), () => element.remove());
      else element.remove();
    }
    for (const piece of scene.pieces) {
      const before = this.shown.get(piece.id);
      if (before) this.change(before, piece, animate);
      else this.enter(scene, piece, animate);
    }
    // The order of the scene is the order of drawing, where pieces share a cell.
    const cells = scene.pieces.map(({ cell }) => cell.row * scene.columns + cell.column);
    const standing = new Map();
    for (const cell of cells) standing.set(cell, (standing.get(cell) ?? 0) + 1);
    scene.pieces.forEach((piece, index) => {
      const element = this.shown.get(piece.id)?.element;
      if (element && standing.get(cells[index]) > 1) this.pieces.append(element);
    });
  }

  /** @param {Scene} scene @param {Piece} piece @param {boolean} animate */
  enter(scene, piece, animate) {
    const element = s("g", { class: "piece" }, draw(piece));
    element.style.transform = place(piece.cell);
    this.pieces.append(element);
    this.shown.set(piece.id, { piece, element });
    if (!animate) return;
    if (scene.pieces_fall) {
      const from = `translate(${x(piece.cell)}px, -60px)`;
      const time = 140 + 60 * piece.cell.row;
      element.animate({ transform: [from, place(piece.cell)] }, { duration: time, easing: "cubic-bezier(.55,.05,.85,.5)" });
    } else {
      const to = place(piece.cell);
      element.animate({ transform: [`${to} scale(.4)`, to], opacity: [0, 1] }, { duration: QUICK, easing: "ease-out" });
    }
  }

  /** @param {{ piece: Piece, element: SVGGElement }} shown @param {Piece} piece @param {boolean} animate */
  change(shown, piece, animate) {
    const { piece: old, element } = shown;
    shown.piece = piece;
    const [from, to] = [place(old.cell), place(piece.cell)];
    if (from !== to) {
      element.style.transform = to;
      if (animate) element.animate({ transform: [from, to] }, { duration: QUICK * 1.4, easing: "ease-in-out" });
    }
    if (old.tint === piece.tint && old.shape === piece.shape) return;
    const turn = () => fill(element, draw(piece));
    if (!animate) return turn();
    // Turned over like a disc: thin in the middle, where it changes.
    element.animate({ transform: [to, `${to} scaleX(0)`] }, { duration: QUICK, easing: "ease-in" }).finished.then(() => {
      turn();
      element.animate({ transform: [`${to} scaleX(0)`, to] }, { duration: QUICK, easing: "ease-out" });
    }, turn);
  }

  /**
   * What every move is worth, on the board.
   * @param {{ cell: Cell, value: MoveValue }[]} values
   */
  showValues(values) {
    fill(this.values, values.map(({ cell, value }) => {
      const text = short(value.value);
      const width = Math.max(54, text.length * 15 + 22);
      return s("g", { class: `value ${value.value.decided ?? "open"}${value.best ? " best" : ""}` },
        s("title", {}, value.value.text),
        s("rect", { x: x(cell) - width / 2, y: y(cell) - 21, width, height: 42, rx: 21 }),
        s("text", { x: x(cell), y: y(cell) + 1 }, text));
    }));
  }

  /** For screen readers: where, what stands there, and what can be done. @param {Cell} cell */
  labelOf(cell) {
    if (!this.scene) return "";
    const { axes, pieces, marks } = this.scene;
    const where = [axes.columns[cell.column], axes.rows[cell.row]].filter(Boolean).join("") || `column ${cell.column + 1}, row ${cell.row + 1}`;
    const isHere = (/** @type {Cell} */ other) => other.column === cell.column && other.row === cell.row;
    const standing = pieces.filter((piece) => isHere(piece.cell)).map(describe).join(" and ") || "empty";
    const marked = marks.filter(([other]) => isHere(other)).map(([, mark]) => mark.replace("-", " "));
    return [where, standing, ...marked].join(", ");
  }
}

/** Short enough for a cell: "✓7", "✗12", "=", "+0.3". @param {MoveValue["value"]} value */
export function short(value) {
  const plies = /\d+$/.exec(value.text)?.[0] ?? "";
  if (value.decided === "win") return `✓${plies}`;
  if (value.decided === "loss") return `✗${plies}`;
  if (value.decided === "draw") return "=";
  return value.text.replace(/\.(\d)\d$/, ".$1");
}

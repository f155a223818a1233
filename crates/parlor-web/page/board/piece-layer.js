// Pieces of a board. They are animated from one scene to the next by their ids.

/** @import { Look, Piece, Scene } from "../types.js" */
/** @import { DrawnPiece } from "./shapes.js" */
import { replaceContent, s } from "../dom.js";
import { centerX, centerY, translateTo } from "./geometry.js";
import { emblemOf } from "./look.js";
import { drawPiece } from "./shapes.js";

/** Duration of a slide, flip or appearance, and of the fall through one row, in milliseconds. */
const MOVE = 240;
const FALL_PER_ROW = 70;
const EASE = "cubic-bezier(.2,.7,.2,1)";
const EASE_FALL = "cubic-bezier(.5,0,.9,.6)";

/** @typedef {{ piece: Piece, element: SVGGElement }} ShownPiece */

export class PieceLayer {
  /** @param {Look} look */
  constructor(look) {
    this.look = look;
    this.element = s("g", { "aria-hidden": "true" });
    /** By piece id. @type {Map<number, ShownPiece>} */
    this.shown = new Map();
  }

  clear() {
    replaceContent(this.element);
    this.shown.clear();
  }

  /**
   * Shows the pieces of a scene. Returns the duration of the longest animation, in milliseconds.
   * @param {Scene} scene
   * @param {boolean} isAnimated
   */
  show(scene, isAnimated) {
    const isMaze = this.look.ground === "maze";
    // The board draws the walls of a maze, because neighbors are joined.
    const pieces = isMaze ? scene.pieces.filter(({ shape }) => shape !== "wall") : scene.pieces;
    const ids = new Set(pieces.map((piece) => piece.id));
    for (const id of [...this.shown.keys()]) if (!ids.has(id)) this.remove(id, isAnimated);
    const durations = pieces.map((piece) => {
      const shown = this.shown.get(piece.id);
      return shown ? this.update(shown, piece, isAnimated) : this.add(piece, isAnimated);
    });
    this.stackSharedCells(scene, pieces);
    if (isMaze) this.turnEyes(pieces);
    return durations.reduce((longest, duration) => Math.max(longest, duration), 0);
  }

  /** @param {DrawnPiece} piece */
  draw(piece) {
    return drawPiece(piece, emblemOf(this.look, piece.tint));
  }

  /** @param {number} id @param {boolean} isAnimated */
  remove(id, isAnimated) {
    const element = this.shown.get(id)?.element;
    this.shown.delete(id);
    const remove = () => element?.remove();
    if (isAnimated) element?.animate({ opacity: [1, 0] }, MOVE / 2).finished.then(remove, remove);
    else remove();
  }

  /** @param {Piece} piece @param {boolean} isAnimated */
  add(piece, isAnimated) {
    const element = s("g", { class: "piece" }, this.draw(piece));
    const to = translateTo(piece.cell);
    element.style.transform = to;
    this.element.append(element);
    this.shown.set(piece.id, { piece, element });
    if (!isAnimated) return 0;
    if (this.look.arrival === "fall") {
      const top = `translate(${centerX(piece.cell)}px, -70px)`;
      const duration = FALL_PER_ROW * (piece.cell.row + 1.2);
      element.animate({ transform: [top, to] }, { duration, easing: EASE_FALL });
      return duration;
    }
    element.animate({ transform: [`${to} scale(.6)`, to], opacity: [0, 1] }, { duration: MOVE, easing: EASE });
    return MOVE;
  }

  /** @param {ShownPiece} shown @param {Piece} piece @param {boolean} isAnimated */
  update(shown, piece, isAnimated) {
    const { piece: before, element } = shown;
    shown.piece = piece;
    const [from, to] = [translateTo(before.cell), translateTo(piece.cell)];
    const hasMoved = from !== to;
    if (hasMoved) {
      element.style.transform = to;
      if (isAnimated) element.animate({ transform: [from, to] }, { duration: MOVE, easing: EASE });
    }
    const hasSameBody = before.tint === piece.tint && before.shape === piece.shape && before.letter === piece.letter;
    if (hasSameBody && before.facing === piece.facing) return hasMoved && isAnimated ? MOVE : 0;
    const redraw = () => replaceContent(element, this.draw(piece));
    if (!isAnimated || hasSameBody) {
      redraw();
      return hasMoved && isAnimated ? MOVE : 0;
    }
    // A disc turns over: it narrows to nothing, changes its drawing, and widens again.
    const edgeOn = `${to} scaleX(0)`;
    const firstHalf = element.animate({ transform: [to, edgeOn] }, { duration: MOVE / 2, easing: "ease-in" });
    firstHalf.finished.then(() => {
      redraw();
      element.animate({ transform: [edgeOn, to] }, { duration: MOVE / 2, easing: "ease-out" });
    }, redraw);
    return MOVE;
  }

  /** Draws pieces that share a cell in the scene's order. @param {Scene} scene @param {Piece[]} pieces */
  stackSharedCells(scene, pieces) {
    const cells = pieces.map(({ cell }) => cell.row * scene.columns + cell.column);
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    pieces.forEach((piece, index) => {
      const element = this.shown.get(piece.id)?.element;
      if (element && (counts.get(cells[index]) ?? 0) > 1) this.element.append(element);
    });
  }

  /** Eyes look at the piece that faces a direction: the one that is chased. @param {Piece[]} pieces */
  turnEyes(pieces) {
    const chased = pieces.find(({ facing }) => facing);
    if (!chased) return;
    for (const piece of pieces) {
      const pupils = this.shown.get(piece.id)?.element.querySelector(".pupils");
      if (!pupils) continue;
      const x = 4 * Math.sign(centerX(chased.cell) - centerX(piece.cell));
      const y = 4 * Math.sign(centerY(chased.cell) - centerY(piece.cell));
      pupils.setAttribute("transform", `translate(${x} ${y})`);
    }
  }
}

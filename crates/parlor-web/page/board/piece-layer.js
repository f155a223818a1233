// Pieces of a board. They are animated from one scene to the next by their ids.

/** @import { Piece, Scene } from "../types.js" */
import { replaceContent, s } from "../dom.js";
import { centerX, translateTo } from "./geometry.js";
import { drawPiece } from "./shapes.js";

/** Duration of a short animation, in milliseconds. */
const QUICK = 180;

/** @typedef {{ piece: Piece, element: SVGGElement }} ShownPiece */

export class PieceLayer {
  constructor() {
    this.element = s("g", { "aria-hidden": "true" });
    /** By piece id. @type {Map<number, ShownPiece>} */
    this.shown = new Map();
  }

  clear() {
    replaceContent(this.element);
    this.shown.clear();
  }

  /** @param {Scene} scene @param {boolean} isAnimated */
  show(scene, isAnimated) {
    const ids = new Set(scene.pieces.map((piece) => piece.id));
    for (const id of [...this.shown.keys()]) if (!ids.has(id)) this.remove(id, isAnimated);
    for (const piece of scene.pieces) {
      const shown = this.shown.get(piece.id);
      if (shown) this.update(shown, piece, isAnimated);
      else this.add(scene, piece, isAnimated);
    }
    this.stackSharedCells(scene);
  }

  /** @param {number} id @param {boolean} isAnimated */
  remove(id, isAnimated) {
    const element = this.shown.get(id)?.element;
    this.shown.delete(id);
    const remove = () => element?.remove();
    if (isAnimated) element?.animate({ opacity: [1, 0] }, QUICK).finished.then(remove, remove);
    else remove();
  }

  /** @param {Scene} scene @param {Piece} piece @param {boolean} isAnimated */
  add(scene, piece, isAnimated) {
    const element = s("g", { class: "piece" }, drawPiece(piece));
    const to = translateTo(piece.cell);
    element.style.transform = to;
    this.element.append(element);
    this.shown.set(piece.id, { piece, element });
    if (!isAnimated) return;
    if (scene.pieces_fall) {
      const top = `translate(${centerX(piece.cell)}px, -60px)`;
      const duration = 140 + 60 * piece.cell.row;
      element.animate({ transform: [top, to] }, { duration, easing: "cubic-bezier(.55,.05,.85,.5)" });
    } else {
      const frames = { transform: [`${to} scale(.4)`, to], opacity: [0, 1] };
      element.animate(frames, { duration: QUICK, easing: "ease-out" });
    }
  }

  /** @param {ShownPiece} shown @param {Piece} piece @param {boolean} isAnimated */
  update(shown, piece, isAnimated) {
    const { piece: before, element } = shown;
    shown.piece = piece;
    const [from, to] = [translateTo(before.cell), translateTo(piece.cell)];
    if (from !== to) {
      element.style.transform = to;
      if (isAnimated) element.animate({ transform: [from, to] }, { duration: QUICK * 1.4, easing: "ease-in-out" });
    }
    const hasSameBody = before.tint === piece.tint && before.shape === piece.shape && before.letter === piece.letter;
    if (hasSameBody && before.facing === piece.facing) return;
    const redraw = () => replaceContent(element, drawPiece(piece));
    if (!isAnimated || hasSameBody) return redraw();
    // A disc turns over: it narrows to nothing, changes its drawing, and widens again.
    const edgeOn = `${to} scaleX(0)`;
    const firstHalf = element.animate({ transform: [to, edgeOn] }, { duration: QUICK, easing: "ease-in" });
    firstHalf.finished.then(() => {
      redraw();
      element.animate({ transform: [edgeOn, to] }, { duration: QUICK, easing: "ease-out" });
    }, redraw);
  }

  /** Draws pieces that share a cell in the scene's order. @param {Scene} scene */
  stackSharedCells(scene) {
    const cells = scene.pieces.map(({ cell }) => cell.row * scene.columns + cell.column);
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    scene.pieces.forEach((piece, index) => {
      const element = this.shown.get(piece.id)?.element;
      if (element && (counts.get(cells[index]) ?? 0) > 1) this.element.append(element);
    });
  }
}

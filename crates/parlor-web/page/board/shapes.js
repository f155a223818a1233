// Piece drawings, each around (0, 0) in a cell of 100 by 100 units. The sides differ in shape as well as in color.

/** @import { Direction, Piece, PieceKind } from "../types.js" */
import { s } from "../dom.js";
import { text, textOr } from "../texts.js";

/** What the drawing of a piece depends on. @typedef {PieceKind & { cell?: Piece["cell"] }} DrawnPiece */

const KNIGHT =
  "M-25 30C-25 12-8 4-5-9C-11-4-17-2-21 3C-25 8-33 8-36 1C-38-4-36-8-33-12L-22-27C-20-31-18-33-15-35L-16-46L-4-38" +
  "C20-36 33-12 30 30Z";
const PLINTH = "M-31 32h66q4 0 4 4v6h-74v-6q0-4 4-4z";
const GHOST = "M-31 33V-3A31 31 0 0 1 31-3V33L20.5 23 10 33 0 23-10 33-20.5 23Z";
const STAR = "M0-21 5.9-8.1 20-6.5 9.5 3.1 12.3 17 0 10-12.3 17-9.5 3.1-20-6.5-5.9-8.1Z";
const SHINE = "M-28-12A30.5 30.5 0 0 1 5-30";
const CHARRED = "M-47-46-20-48 6-46 47-48 46-18 48 14 46 47 16 46-14 48-47 46-46 12-48-16Z";
const EMBERS = "M-30-18-12-8-4 8 12 12 18 30M-12-8-2-26M12 12 30 0";
const SKULL = "M-26-4A26 25 0 1 1 26-4C26 6 20 12 15 14V27H-15V14C-20 12-26 6-26-4Z";
const RING = "M8-29C-12-32-31-19-30 2C-29 21-13 31 4 29C21 27 31 14 29-4C27-19 15-29-2-29";

/** Turn of a piece that is drawn facing right. Left is a mirror image, so that the eye stays on top. @type {Record<Direction, string>} */
const TURNS = { right: "", down: "rotate(90)", left: "scale(-1 1)", up: "rotate(-90)" };

/** @param {string} emblem @param {string} tint */
function discDetail(emblem, tint) {
  if (emblem === "ring") return [s("circle", { class: "detail", r: 21 }), s("path", { class: "shine", d: SHINE })];
  if (emblem === "star") return [s("path", { class: "detail-fill", d: STAR })];
  return [tint === "light" ? s("circle", { class: "inner-ring", r: 29 }) : s("path", { class: "shine", d: SHINE })];
}

/** Drawings by the name of a shape. @type {Record<string, (piece: DrawnPiece, emblem: string) => (SVGElement | null)[]>} */
const SHAPES = {
  disc: ({ tint }, emblem) => [
    s("circle", { class: "disc-shadow", cx: 2, cy: 5, r: 38 }),
    s("circle", { class: "body", r: 37 }),
    ...discDetail(emblem, tint),
  ],
  cross: () => [s("path", { class: "stroke", d: "M-27-28C-12-12 10 9 27 28M27-27C11-11-9 8-28 27" })],
  ring: () => [s("path", { class: "stroke", d: RING })],
  knight: ({ facing = "left" }) => [
    s(
      "g",
      { transform: facing === "right" ? "scale(-1.06 1.06)" : "scale(1.06)" },
      s("path", { class: "body", d: KNIGHT }),
      s("path", { class: "body", d: PLINTH }),
      s("path", { class: "mane", d: "M1-31C17-26 23-8 21 20" }),
      s("circle", { class: "detail-fill", cx: -13, cy: -20, r: 3.8 }),
      s("circle", { class: "detail-fill", cx: -30, cy: -3, r: 2 }),
    ),
  ],
  scorched: ({ cell }) => [
    s(
      "g",
      // Turned by quarters, so that neighbors do not look alike.
      { transform: `rotate(${90 * (((cell?.column ?? 0) * 3 + (cell?.row ?? 0)) % 4)})` },
      s("path", { class: "charred", d: CHARRED }),
      s("path", { class: "ember", d: EMBERS }),
    ),
  ],
  wall: () => [s("rect", { class: "wall", x: -44, y: -44, width: 88, height: 88, rx: 16 })],
  pellet: () => [s("circle", { class: "solid", r: 10 })],
  poison: () => [
    s("path", { class: "detail-fill", d: SKULL }),
    s("path", { class: "skull-face", d: "M0 5 4 12H-4ZM-6 19h3v9h-3zM3 19h3v9h-3z" }),
    s("circle", { class: "skull-face", cx: -10, cy: -4, r: 7 }),
    s("circle", { class: "skull-face", cx: 10, cy: -4, r: 7 }),
  ],
  ghost: ({ letter }) => [
    s("path", { class: "solid", d: GHOST }),
    s("circle", { class: "eye", cx: -12, cy: -7, r: 9.5 }),
    s("circle", { class: "eye", cx: 12, cy: -7, r: 9.5 }),
    s("path", { class: "pupils", d: "M-12-7h0M12-7h0" }),
    s("text", { class: "piece-letter", y: 21 }, letter),
  ],
  eater: ({ facing = "right" }) => [
    s(
      "g",
      { transform: TURNS[facing] },
      s("path", { class: "solid", d: "M28-23A36 36 0 1 0 28 23L-2 0Z" }),
      s("circle", { class: "eater-eye", cx: 4, cy: -20, r: 4.5 }),
    ),
  ],
};

/**
 * Draws a piece around (0, 0). An unknown shape is drawn as its letter.
 * @param {DrawnPiece} piece
 * @param {string} [emblem] what tells the pieces of its tint apart without color
 */
export function drawPiece(piece, emblem = "none") {
  const isKnown = Object.hasOwn(SHAPES, piece.shape);
  const parts = isKnown ? SHAPES[piece.shape](piece, emblem) : [s("text", { class: "letter-piece" }, piece.letter)];
  return s("g", { class: `tint-${piece.tint} shape-${isKnown ? piece.shape : "letter"}` }, parts);
}

/** The name of a piece for screen readers: "first disc". @param {Pick<Piece, "shape" | "tint">} piece */
export function pieceName({ shape, tint }) {
  const name = textOr(`shape-${shape}`, shape);
  return tint === "neutral" ? name : text("piece", { tint: text(`tint-${tint}`), shape: name });
}

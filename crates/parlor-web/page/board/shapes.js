// Piece drawings, each around (0, 0) in a cell of 100 by 100 units. The two sides differ in shape as well as in color.

/** @import { Direction, Piece } from "../types.js" */
import { s } from "../dom.js";

/** Fields of a piece that its drawing depends on. @typedef {Pick<Piece, "shape" | "tint" | "letter" | "facing">} DrawnPiece */

const KNIGHT =
  "M-24 38 C-24 22 -16 14 -8 4 C-16 6 -22 12 -28 10 C-34 8 -34 0 -30 -4 " +
  "L-14 -24 L-16 -38 L-4 -30 C18 -28 30 -8 28 38 Z";
const GHOST = "M-30 34 V-4 A30 30 0 0 1 30 -4 V34 L20 24 L10 34 L0 24 L-10 34 L-20 24 Z";

/** The sign that tells the two sides apart on pieces of the same shape: a ring or a plus. @param {string} tint */
function sideBadge(tint) {
  if (tint === "first") return s("circle", { class: "detail", r: 21 });
  if (tint === "second") return s("path", { class: "detail", d: "M-18 0 H18 M0 -18 V18" });
  return null;
}

/** Turn of a piece that is drawn facing right. @type {Record<Direction, string>} */
const TURNS = { right: "", down: "rotate(90)", left: "scale(-1 1)", up: "rotate(-90)" };

/** Drawings by the name of a shape. @type {Record<string, (piece: DrawnPiece) => (SVGElement | null)[]>} */
const SHAPES = {
  disc: ({ tint }) => [
    s("circle", { class: "body", r: 39 }),
    s("circle", { class: "detail", r: 37, "stroke-width": 3, opacity: tint === "light" ? 1 : 0.55 }),
    sideBadge(tint),
  ],
  cross: () => [
    s("path", {
      class: "outline",
      d: "M-26 -26 L26 26 M26 -26 L-26 26",
      "stroke-width": 15,
      "stroke-linecap": "round",
    }),
  ],
  ring: () => [s("circle", { class: "outline", r: 27, "stroke-width": 14 })],
  knight: ({ tint }) => [
    s("path", { class: "body", d: KNIGHT }),
    s("path", { class: "detail", d: KNIGHT, "stroke-width": 3 }),
    s("circle", { class: "detail-fill", cx: -10, cy: -14, r: 4 }),
    tint === "first"
      ? s("path", { class: "detail", d: "M-22 30 H26", "stroke-width": 6 })
      : s("path", { class: "detail", d: "M-20 32 L-8 22 L4 32 L16 22 L26 32", "stroke-width": 5 }),
  ],
  scorched: () => [
    s("rect", { class: "body", x: -44, y: -44, width: 88, height: 88, rx: 10 }),
    s("path", { class: "detail", d: "M-22 -22 L22 22 M22 -22 L-22 22", "stroke-width": 6, "stroke-linecap": "round" }),
  ],
  wall: () => [s("rect", { class: "body", x: -50, y: -50, width: 100, height: 100, rx: 14 })],
  pellet: () => [s("circle", { class: "body", r: 12 })],
  poison: () => [
    s("path", { class: "body", d: "M0 -32 L32 24 H-32 Z", "stroke-linejoin": "round" }),
    s("path", { class: "detail", d: "M0 -10 V6 M0 14 V15", "stroke-width": 7, "stroke-linecap": "round" }),
  ],
  ghost: ({ letter }) => [
    s("path", { class: "body", d: GHOST }),
    s("circle", { class: "eye", cx: -11, cy: -8, r: 8 }),
    s("circle", { class: "eye", cx: 11, cy: -8, r: 8 }),
    s("circle", { class: "pupil", cx: -9, cy: -8, r: 4 }),
    s("circle", { class: "pupil", cx: 13, cy: -8, r: 4 }),
    s("text", { class: "piece-letter", y: 21 }, letter),
  ],
  eater: ({ facing = "right" }) => [
    s(
      "g",
      { transform: TURNS[facing] },
      s("path", { class: "body", d: "M30 -20 A36 36 0 1 0 30 20 L4 0 Z" }),
      s("circle", { class: "pupil", cx: 2, cy: -18, r: 4 }),
    ),
  ],
};

/** Draws a piece around (0, 0). An unknown shape is drawn as its letter. @param {DrawnPiece} piece */
export function drawPiece(piece) {
  const isKnown = Object.hasOwn(SHAPES, piece.shape);
  const parts = isKnown ? SHAPES[piece.shape](piece) : [s("text", { class: "letter-piece" }, piece.letter)];
  return s("g", { class: `tint-${piece.tint} shape-${isKnown ? piece.shape : "letter"}` }, parts);
}

/** The name of a piece for screen readers: "first disc". @param {Pick<Piece, "shape" | "tint">} piece */
export function pieceName({ shape, tint }) {
  return tint === "neutral" ? shape : `${tint} ${shape}`;
}

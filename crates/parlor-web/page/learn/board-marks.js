// Marks on a board: the sign of a bad move, and the better move.

/** @import { Cell, Choice, Game, PieceKind } from "../types.js" */
/** @import { Board } from "../board/board.js" */
import { centerX, centerY, translateTo } from "../board/geometry.js";
import { applyLook, emblemOf } from "../board/look.js";
import { anchorCell } from "../board/move-selection.js";
import { drawPiece } from "../board/shapes.js";
import { h, s } from "../dom.js";

const RING = 46;

/** A small drawing of a piece. @param {Game} game @param {PieceKind | null} piece */
export function pieceIcon(game, piece) {
  const drawing = piece && drawPiece(piece, emblemOf(game.look, piece.tint));
  const avatar = h(
    "span",
    { class: "avatar" },
    s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, drawing),
  );
  applyLook(avatar, game.look);
  return avatar;
}

/** The sign of a judgement at a cell: "?" or "??". @param {Cell} cell @param {string} sign */
export function drawBadge(cell, sign) {
  const [x, y] = [centerX(cell), centerY(cell)];
  // Inside the board, also at its right and upper edge.
  const at = { transform: `translate(${x + 30} ${y - 30})` };
  return [
    s("circle", { class: "bad-ring", cx: x, cy: y, r: RING }),
    s("g", { class: "bad-badge", ...at }, s("circle", { r: 24 }), s("text", { y: 10 }, sign)),
  ];
}

/**
 * The better move: a ring at its cell with the piece that comes there, and an arrow to it.
 * @param {Board} board
 * @param {Choice} choice
 * @param {PieceKind | null} piece
 */
export function drawBetterMove(board, choice, piece) {
  const cell = anchorCell(choice);
  if (!cell) return [];
  const [x, y] = [centerX(cell), centerY(cell)];
  const ghost = piece && !choice.can_queue && s("g", { class: "ghost-piece" }, board.pieces.draw({ ...piece, cell }));
  if (ghost) ghost.style.transform = translateTo(cell);
  const ring = { cx: x, cy: y, r: RING };
  return [
    ghost,
    s("circle", { class: "better-casing", ...ring }),
    s("circle", { class: "better-ring", ...ring }),
    arrowTo(board, choice, x, y),
  ];
}

/** An arrow from where the piece comes: from above if pieces fall, or from the cell that it leaves. @param {Board} board @param {Choice} choice @param {number} x @param {number} y */
function arrowTo(board, choice, x, y) {
  if (board.pieces.look.arrival === "fall") return drawArrow(x, -12, x, y - RING - 4);
  const from = choice.steps.length > 1 ? choice.steps[0][0] : choice.changes[0];
  if (!from) return null;
  const [fromX, fromY] = [centerX(from), centerY(from)];
  const length = Math.hypot(x - fromX, y - fromY);
  if (length < 2 * RING) return null;
  const shorten = (length - RING - 4) / length;
  return drawArrow(fromX, fromY, fromX + (x - fromX) * shorten, fromY + (y - fromY) * shorten);
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
function drawArrow(x1, y1, x2, y2) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 40) return null;
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const shaft = `M0 0H${length - 30}`;
  return s(
    "g",
    { transform: `translate(${x1} ${y1}) rotate(${angle})` },
    s("path", { class: "arrow-casing", d: shaft }),
    s("path", { class: "arrow-shaft", d: shaft }),
    s("path", { class: "arrow-head", d: `M${length - 38} -32V32L${length} 0Z` }),
  );
}

// Values of moves in words.

/** @import { Value } from "../types.js" */
import { text } from "../texts.js";

/**
 * What a value says about a move: "wins in 4 moves". Plies become moves of the winner, except in a problem, where every
 * ply is a step of the only player.
 * @param {Value} value
 * @param {number} [seats]
 */
export function valueText({ kind, plies, margin, estimate }, seats = 2) {
  if (kind === "draw") return text("learn-value-draw");
  if (kind === "estimate") return text("learn-value-estimate", { value: signed(estimate ?? 0) });
  const isWin = kind === "win";
  if (margin !== null) return text(isWin ? "learn-value-win-by" : "learn-value-loss-by", { count: Math.abs(margin) });
  if (plies === null) return text(isWin ? "learn-value-win" : "learn-value-loss");
  if (plies === 0) return text(isWin ? "learn-value-won" : "learn-value-lost");
  const count = seats === 1 ? plies : Math.ceil(plies / 2);
  if (count === 1) return text(isWin ? "learn-value-win-in-one" : "learn-value-loss-in-one");
  return text(isWin ? "learn-value-win-in" : "learn-value-loss-in", { count });
}

/** @param {number} estimate */
const signed = (estimate) => `${estimate > 0 ? "+" : ""}${estimate.toFixed(1)}`;

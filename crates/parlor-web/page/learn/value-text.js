// Values of moves in words.

/** @import { Value } from "../types.js" */
import { text } from "./texts.js";

/**
 * What a value says about a move: "wins in 4 moves". Plies become moves of the winner, except in a problem, where every
 * ply is a step of the only player.
 * @param {Value} value
 * @param {number} [seats]
 */
export function valueText({ kind, plies, margin, estimate }, seats = 2) {
  if (kind === "draw") return text("value-draw");
  if (kind === "estimate") return text("value-estimate", { value: signed(estimate ?? 0) });
  const isWin = kind === "win";
  if (margin !== null) return text(isWin ? "value-win-by" : "value-loss-by", { count: Math.abs(margin) });
  if (plies === null) return text(isWin ? "value-win" : "value-loss");
  if (plies === 0) return text(isWin ? "value-won" : "value-lost");
  const count = seats === 1 ? plies : Math.ceil(plies / 2);
  if (count === 1) return text(isWin ? "value-win-in-one" : "value-loss-in-one");
  return text(isWin ? "value-win-in" : "value-loss-in", { count });
}

/** @param {number} estimate */
const signed = (estimate) => `${estimate > 0 ? "+" : ""}${estimate.toFixed(1)}`;

// Scores of a trace: order, short labels for nodes, and words. A score is that of the player to move at the root.

/** @import { TraceScore } from "../types.js" */
import { text } from "../texts.js";

/** The position of a score in the order of all scores. @param {TraceScore} score */
export function scoreRank({ kind, amount }) {
  const ranks = { highest: 3e6, win: 2e6 - amount, draw: 0, estimate: amount, loss: amount - 2e6, lowest: -3e6 };
  return ranks[kind];
}

/** An estimate with its sign. @param {number} amount */
const points = (amount) => (amount > 0 ? `+${amount}` : String(amount).replace("-", "−"));

/** A score short enough for a node: "✓3" is a win in three plies. @param {TraceScore} score */
export function shortScore({ kind, amount }) {
  if (kind === "estimate") return points(amount);
  return { win: `✓${amount || ""}`, loss: `✗${amount || ""}`, draw: "=", lowest: "−∞", highest: "+∞" }[kind];
}

/** A score in words. @param {TraceScore} score */
export function scoreText({ kind, amount }) {
  if (kind === "win") return text(amount ? "search-score-win" : "search-score-won", { plies: amount });
  if (kind === "loss") return text(amount ? "search-score-loss" : "search-score-lost", { plies: amount });
  if (kind === "draw") return text("search-score-draw");
  if (kind === "estimate") return text("search-score-estimate", { points: points(amount) });
  return kind === "lowest" ? "−∞" : "+∞";
}

/** A child's score for its parent: a win or a loss is one ply farther away. @param {TraceScore} score @returns {TraceScore} */
export function scoreForParent(score) {
  const isResult = score.kind === "win" || score.kind === "loss";
  return isResult ? { ...score, amount: score.amount + 1 } : score;
}

/** The tone in which a node of this score is drawn. @param {TraceScore} score */
export function scoreTone({ kind, amount }) {
  if (kind === "win" || kind === "loss" || kind === "draw") return kind;
  return amount > 0 ? "better" : amount < 0 ? "worse" : "even";
}

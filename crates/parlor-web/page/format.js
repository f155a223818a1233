// Formatting of times, values and texts for display.

/** @import { Report, Value } from "./types.js" */
import { text } from "./texts.js";

export { messageText } from "./texts.js";

/** A clock: tenths below ten seconds, otherwise minutes and seconds. @param {number} milliseconds */
export function formatClock(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Seconds in the form that the API reads: at most three decimals. @param {number} seconds */
export const formatSeconds = (seconds) => String(Math.round(seconds * 1000) / 1000);

/** A value short enough for a cell: "✓7" and "✗12" in plies, "=", the margin "+6", the estimate "+0.3". @param {Value} value */
export function formatShortValue({ kind, plies, margin, text: number }) {
  if (kind === "draw") return "=";
  if (kind === "estimate" || margin !== null) return number;
  return `${kind === "win" ? "✓" : "✗"}${plies ?? ""}`;
}

/** A value in words: "wins in 7 plies", "draw", the margin "+6", the estimate "+0.3". @param {Value} value */
export function formatValue({ kind, plies, margin, text: number }) {
  if (kind === "draw") return text("value-draw");
  if (kind === "estimate" || margin !== null) return number;
  if (plies === null) return text(`value-${kind}`);
  return plies === 0 ? text(`value-has-${kind}`) : text(`value-${kind}-plies`, { count: plies });
}

/** The result of a puzzle solver. @param {{ info: Report, proved: boolean, plan: boolean }} message */
export function formatSolverResult({ info, proved, plan }) {
  if (!plan) return text(info.value.kind === "loss" ? "no-solution-exists" : "no-solution-found");
  const moves = text("solution-length", { count: info.line.length });
  const length = proved ? text("solution-optimal", { length: moves }) : moves;
  return text("solution-searched", { length, nodes: info.nodes });
}

/** A text with a capital first letter and a final period. @param {string} phrase */
export function formatSentence(phrase) {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1) + (/[.!?؟]$/.test(phrase) ? "" : ".");
}

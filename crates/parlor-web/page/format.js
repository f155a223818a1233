// Formatting of times, values and texts for display.

/** @import { Message, SearchInfo, Value } from "./types.js" */

/** The text of a message in the user's language: English, until there are translations. @param {Message} message */
export const messageText = (message) => message.text;

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
export function formatShortValue({ kind, plies, margin, text }) {
  if (kind === "draw") return "=";
  if (kind === "estimate" || margin !== null) return text;
  return `${kind === "win" ? "✓" : "✗"}${plies ?? ""}`;
}

/** The result of a puzzle solver. @param {{ thought: SearchInfo, proved: boolean, plan: boolean }} message */
export function formatSolverResult({ thought, proved, plan }) {
  if (!plan) return thought.value.kind === "loss" ? "No solution exists" : "No solution found";
  const length = `${thought.line.length} ${thought.line.length === 1 ? "move" : "moves"}`;
  return `${length}${proved ? " (optimal)" : ""}, ${thought.nodes.toLocaleString()} positions searched`;
}

/** A text with a capital first letter and a final period. @param {string} text */
export function formatSentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

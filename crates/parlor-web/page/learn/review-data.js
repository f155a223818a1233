// What the server found in a review: values, judgements, accuracy and mistakes. Needs no DOM.

/** @import { Judgement, MoveValue, Player, ServerMessage, Value, Verdict } from "../types.js" */
/** @typedef {Extract<ServerMessage, { type: "reviewed" }>} ReviewedMessage */
import { evaluationHeight } from "../match/evaluation-graph.js";

/** Difference of heights in the graph below which two estimates are as good. */
const SAME_HEIGHT = 0.2;

/** @typedef {"good" | "mistake" | "blunder"} JudgementKind */

export class ReviewData {
  constructor() {
    /** By ply. @type {Map<number, ReviewedMessage>} */
    this.positions = new Map();
  }

  /** @param {ReviewedMessage} message */
  add(message) {
    this.positions.set(message.ply, message);
  }

  /** The judgement of the move made at a ply. @param {number} ply @returns {Judgement | null} */
  judgementAt(ply) {
    return this.positions.get(ply)?.judgement ?? null;
  }

  /** What the move made at a ply gave away; `null` for a good one. @param {number} ply @returns {Verdict | null} */
  verdictAt(ply) {
    return this.positions.get(ply)?.verdict ?? null;
  }

  /** @param {number} ply */
  isMistake(ply) {
    const judgement = this.judgementAt(ply);
    return judgement !== null && judgement.kind !== "good";
  }

  /** The plies at which a bad move was made, by one player or by both. @param {Player} [player] */
  mistakes(player) {
    const plies = [...this.positions.keys()].filter((ply) => this.isMistake(ply));
    const isOf = (/** @type {number} */ ply) => !player || this.positions.get(ply)?.turn === player;
    return plies.filter(isOf).sort((a, b) => a - b);
  }

  /** @param {Player} player @returns {Judgement[]} */
  judgementsOf(player) {
    return [...this.positions.values()].flatMap(({ turn, judgement }) =>
      turn === player && judgement ? [judgement] : [],
    );
  }

  /** @param {Player} player @param {JudgementKind} kind */
  count(player, kind) {
    return this.judgementsOf(player).filter((judgement) => judgement.kind === kind).length;
  }

  /** The share of the expected score that a player's moves kept, in percent; null without moves. @param {Player} player */
  accuracy(player) {
    const judgements = this.judgementsOf(player);
    if (judgements.length === 0) return null;
    return Math.round((100 * judgements.reduce((sum, { accuracy }) => sum + accuracy, 0)) / judgements.length);
  }

  /** How the judgements came about: all proved, some, or none. @returns {"exact" | "mixed" | "estimate"} */
  get proof() {
    const judgements = [...this.positions.values()].flatMap(({ judgement }) => judgement ?? []);
    const proved = judgements.filter(({ proved }) => proved).length;
    return proved === judgements.length ? "exact" : proved > 0 ? "mixed" : "estimate";
  }

  /** @param {number} ply @param {string} move @returns {MoveValue | undefined} */
  valueOf(ply, move) {
    return this.positions.get(ply)?.values.find((value) => value.move === move);
  }

  /** @param {number} ply @returns {MoveValue | undefined} */
  bestAt(ply) {
    return this.positions.get(ply)?.values.find(({ best }) => best);
  }

  /** Whether a move is as good as the best one: it keeps the result, or nearly all of an estimate. @param {number} ply @param {string} move */
  isAsGood(ply, move) {
    const [best, found] = [this.bestAt(ply), this.valueOf(ply, move)];
    return Boolean(best && found && isAsGood(best.value, found.value));
  }
}

/** @param {Value} best @param {Value} found */
function isAsGood(best, found) {
  if (best.kind !== "estimate" && found.kind !== "estimate") return best.kind === found.kind;
  return evaluationHeight(best, "first") - evaluationHeight(found, "first") < SAME_HEIGHT;
}

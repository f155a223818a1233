// Texts about the state of a match, addressed to the user: whose turn it is, and how it ended and why. Needs no DOM.

/** @import { MatchResult, MatchSnapshot, Player, ResultReason, Rights, Scene } from "../types.js" */
/** @import { MatchState } from "./state.js" */
import { messageText, text, textOr } from "../texts.js";

/** The caption of the viewed position. @param {MatchState} state @param {Scene} scene */
export function captionText(state, scene) {
  const { snapshot, you } = state;
  if (!snapshot) return "";
  if (!state.isLive) return text("move-of", { ply: state.ply, count: snapshot.ply });
  return liveCaption(snapshot, you, scene);
}

/** The caption of the latest position. @param {MatchSnapshot} snapshot @param {Rights} you @param {Scene} scene */
function liveCaption(snapshot, you, scene) {
  const {
    result,
    room,
    scene: { turn },
  } = snapshot;
  if (result) return resultText(resultOf(snapshot, you, scene));
  if (snapshot.failure) return text("engine-failure-reason", { reason: snapshot.failure });
  if (room.seats.some((seat) => seat.kind === "person" && !seat.taken)) return text("waiting-for-friend");
  const isOnePlayer = room.seats.length > 1 && you.seats.length === 1;
  // Spectators, puzzles and two people at one screen get the neutral sentences.
  if (!isOnePlayer) return messageText(scene.caption);
  if (turn === you.seats[0]) {
    const canPickCell = scene.choices.some((choice) => choice.steps.length > 0);
    return canPickCell ? text("your-turn") : messageText(scene.caption);
  }
  const opponent = room.seats[turn === "first" ? 0 : 1];
  return text(opponent.kind === "engine" ? "computer-is-thinking" : "opponents-turn");
}

/** How a match ended: a title and the reason. @typedef {{ title: string, reason: string, tone: "won" | "lost" | "draw" }} Result */

/** @param {Result} result */
const resultText = ({ title, reason }) => (reason ? text("result-with-reason", { title, reason }) : title);

/**
 * The result from the user's point of view.
 * @param {MatchSnapshot} snapshot
 * @param {Rights} you
 * @param {Scene} scene
 * @returns {Result}
 */
export function resultOf({ result, room }, you, scene) {
  const { winner, reason: code } = /** @type {MatchResult} */ (result);
  const isPuzzle = room.seats.length === 1;
  const mine = !isPuzzle && you.seats.length === 1 ? you.seats[0] : null;
  if (isPuzzle) {
    const isSolved = winner === "first";
    return {
      title: text(isSolved ? "solved" : "game-over"),
      reason: messageText(scene.caption),
      tone: isSolved ? "won" : "lost",
    };
  }
  if (!winner) {
    const reason = code === "rules" ? drawReason(scene) : text("reason-abandoned");
    return { title: text(code === "rules" ? "draw" : "match-ended"), reason, tone: "draw" };
  }
  const loser = winner === "first" ? "second" : "first";
  const title = mine
    ? text(winner === mine ? "you-won" : "you-lost")
    : text("side-wins", { side: messageText(scene.sides[winner === "first" ? 0 : 1].name) });
  const isByRules = code === "rules" || code === "abandoned";
  const reason = isByRules ? winReason(scene, winner) : forfeitReason(code, mine === loser, loser, scene);
  return { title, reason, tone: mine && winner !== mine ? "lost" : "won" };
}

/** @param {Exclude<ResultReason, "rules" | "abandoned">} code @param {boolean} isMine @param {Player} loser @param {Scene} scene */
function forfeitReason(code, isMine, loser, scene) {
  if (isMine) return text(`reason-you-${code}`);
  return text(`reason-side-${code}`, { side: messageText(scene.sides[loser === "first" ? 0 : 1].name) });
}

/** @param {Scene} scene */
function drawReason(scene) {
  const [first, second] = scene.sides.map(({ count }) => count);
  if (first !== null && second !== null) return text("reason-counts", { more: first, fewer: second });
  return scene.pieces.length >= scene.columns * scene.rows ? text("reason-board-is-full") : "";
}

/** Why the winner won, as far as the scene shows it. @param {Scene} scene @param {Player} winner */
function winReason(scene, winner) {
  const [strike] = scene.strikes;
  if (strike) return strikeText(scene, strike);
  const [first, second] = scene.sides.map(({ count }) => count);
  if (first !== null && second !== null) {
    const [more, fewer] = winner === "first" ? [first, second] : [second, first];
    return text("reason-counts", { more, fewer });
  }
  const stuck = scene.marks.find(([, mark]) => mark === "fatal");
  if (!stuck) return "";
  const blocked = scene.marks.filter(([, mark]) => mark === "blocked").length;
  return blocked > 0 ? text("reason-blocked", { count: blocked }) : text("reason-no-move");
}

/** Where a winning row lies: "four in column 4". @param {Scene} scene @param {Scene["strikes"][number]} strike */
function strikeText({ axes }, [from, to]) {
  const count = 1 + Math.max(Math.abs(from.column - to.column), Math.abs(from.row - to.row));
  const length = textOr(`length-${count}`, String(count));
  const [column, row] = [axes.columns[from.column] ?? from.column + 1, axes.rows[from.row] ?? from.row + 1];
  if (from.column === to.column) return text("strike-column", { length, column });
  return from.row === to.row ? text("strike-row", { length, row }) : text("strike-diagonal", { length });
}

// Texts about the state of a match, addressed to the user: whose turn it is, and how it ended and why. Needs no DOM.

/** @import { Ending, MatchSnapshot, Player, Scene, You } from "../types.js" */
/** @import { MatchState } from "./state.js" */
import { messageText } from "../format.js";

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** The caption of the viewed position. @param {MatchState} state @param {Scene} scene */
export function captionText(state, scene) {
  const { snapshot, you } = state;
  if (!snapshot) return "";
  if (!state.isLive) return `Move ${state.ply} of ${snapshot.ply}`;
  return liveCaption(snapshot, you, scene);
}

/** The caption of the latest position. @param {MatchSnapshot} snapshot @param {You} you @param {Scene} scene */
function liveCaption(snapshot, you, scene) {
  const { ending, table, turn } = snapshot;
  if (ending) return resultText(resultOf(snapshot, you, scene));
  if (snapshot.failure) return snapshot.failure;
  if (table.seats.some((seat) => seat.who === "person" && !seat.taken)) return "Waiting for your friend";
  const isOnePlayer = table.seats.length > 1 && you.seats.length === 1;
  // Spectators, puzzles and two people at one screen get the neutral sentences.
  if (!isOnePlayer) return messageText(scene.caption);
  if (turn === you.seats[0]) {
    const canPickCell = scene.choices.some((choice) => choice.steps.length > 0);
    return canPickCell ? "Your turn" : messageText(scene.caption);
  }
  const opponent = table.seats[turn === "first" ? 0 : 1];
  return opponent.who === "engine" ? "The computer is thinking…" : "Your opponent's turn";
}

/** How a match ended: a title and the reason. @typedef {{ title: string, reason: string, tone: "won" | "lost" | "draw" }} Result */

/** @param {Result} result */
const resultText = ({ title, reason }) => (reason ? `${title}: ${reason}` : title);

/**
 * The result from the user's point of view.
 * @param {MatchSnapshot} snapshot
 * @param {You} you
 * @param {Scene} scene
 * @returns {Result}
 */
export function resultOf({ ending, table }, you, scene) {
  const { winner, how, sentence } = /** @type {Ending} */ (ending);
  const isPuzzle = table.seats.length === 1;
  const mine = !isPuzzle && you.seats.length === 1 ? you.seats[0] : null;
  if (isPuzzle) {
    const isSolved = winner === "first";
    return {
      title: isSolved ? "Solved" : "Game over",
      reason: messageText(scene.caption),
      tone: isSolved ? "won" : "lost",
    };
  }
  if (!winner) {
    const reason = how === "rules" ? drawReason(scene) : sentence;
    return { title: how === "rules" ? "Draw" : "Match ended", reason, tone: "draw" };
  }
  const loser = winner === "first" ? "second" : "first";
  const title = mine
    ? winner === mine
      ? "You won"
      : "You lost"
    : `${messageText(scene.sides[winner === "first" ? 0 : 1].name)} wins`;
  const reason = how === "rules" ? winReason(scene, winner) : forfeitReason(how, mine === loser, loser, scene);
  return { title, reason, tone: mine && winner !== mine ? "lost" : "won" };
}

/** @param {string} how @param {boolean} isMine @param {Player} loser @param {Scene} scene */
function forfeitReason(how, isMine, loser, scene) {
  const who = isMine ? "you" : messageText(scene.sides[loser === "first" ? 0 : 1].name);
  if (how === "resigned") return `${who} resigned`;
  if (how === "ran-out-of-time") return `${who} ran out of time`;
  if (how === "engine-failed") return `the engine of ${who} failed`;
  return `${who} made an illegal move`;
}

/** @param {Scene} scene */
function drawReason(scene) {
  const [first, second] = scene.sides.map(({ count }) => count);
  if (first !== null && second !== null) return `${first} to ${second}`;
  return scene.pieces.length >= scene.columns * scene.rows ? "the board is full" : "";
}

/** Why the winner won, as far as the scene shows it. @param {Scene} scene @param {Player} winner */
function winReason(scene, winner) {
  const [strike] = scene.strikes;
  if (strike) return strikeText(scene, strike);
  const [first, second] = scene.sides.map(({ count }) => count);
  if (first !== null && second !== null) return winner === "first" ? `${first} to ${second}` : `${second} to ${first}`;
  const stuck = scene.marks.find(([, mark]) => mark === "fatal");
  if (!stuck) return "";
  const blocked = scene.marks.filter(([, mark]) => mark === "blocked").length;
  const squares = blocked === 1 ? "the only square is" : `all ${blocked} squares are`;
  return blocked > 0 ? `no move left, ${squares} blocked` : "no move left";
}

/** Where a winning row lies: "four in column 4". @param {Scene} scene @param {Scene["strikes"][number]} strike */
function strikeText({ axes }, [from, to]) {
  const length = 1 + Math.max(Math.abs(from.column - to.column), Math.abs(from.row - to.row));
  const count = NUMBERS[length] ?? String(length);
  if (from.column === to.column) return `${count} in column ${axes.columns[from.column] ?? from.column + 1}`;
  if (from.row === to.row) return `${count} in row ${axes.rows[from.row] ?? from.row + 1}`;
  return `${count} in a diagonal`;
}

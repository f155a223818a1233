// Caption under the players: whose turn it is, or how the match ended, addressed to the user. Needs no DOM.

/** @import { MatchSnapshot, Scene, You } from "../types.js" */
/** @import { MatchState } from "./state.js" */
import { messageText } from "../format.js";

/** The caption of the viewed position. @param {MatchState} state @param {Scene} scene */
export function captionText(state, scene) {
  const { snapshot, you } = state;
  if (!snapshot) return "";
  if (!state.isLive) return `Move ${state.ply} of ${snapshot.ply}`;
  return liveCaption(snapshot, you, scene);
}

/** The caption of the latest position. @param {MatchSnapshot} snapshot @param {You} you @param {Scene} scene */
export function liveCaption(snapshot, you, scene) {
  const { ending, table, turn } = snapshot;
  const isOnePlayer = table.seats.length > 1 && you.seats.length === 1;
  // Spectators, puzzles and two people at one screen get the neutral sentences.
  if (!isOnePlayer) return ending?.sentence ?? snapshot.failure ?? messageText(scene.caption);
  const [me] = you.seats;
  if (ending?.winner) return `${ending.winner === me ? "You won." : "You lost."} ${ending.sentence}`;
  if (ending) return ending.sentence;
  if (snapshot.failure) return snapshot.failure;
  if (turn === me) {
    const canPickCell = scene.choices.some((choice) => choice.steps.length > 0);
    return canPickCell ? "Your turn" : messageText(scene.caption);
  }
  const opponent = table.seats[turn === "first" ? 0 : 1];
  if (opponent.who === "engine") return "The computer is thinking…";
  return opponent.taken ? "Your opponent's turn" : "Waiting for your friend";
}

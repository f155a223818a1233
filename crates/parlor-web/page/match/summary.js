// Summary of a match for the list on the home page: opponent, status and a thumbnail. Needs no DOM.

/** @import { Game, Scene } from "../types.js" */
/** @import { MatchStatus, Opponent, SavedMatch, ThumbnailScene } from "../storage.js" */
/** @import { MatchState } from "./state.js" */
import { levelOf, levelTitle } from "../home/quick-start.js";
import { text } from "../texts.js";

/** The part of a scene that a thumbnail shows. @param {Scene} scene @returns {ThumbnailScene} */
function compactScene({ columns, rows, pieces, strikes }) {
  return { columns, rows, pieces, strikes };
}

/** @param {ThumbnailScene} scene @returns {Scene} */
export function thumbnailScene({ columns, rows, pieces, strikes }) {
  const side = { name: { text: "" }, piece: null, count: null };
  const empty = { choices: [], marks: [], axes: { columns: [], rows: [] }, caption: { text: "" } };
  return { columns, rows, pieces, strikes, sides: [side, side], turn: null, outcome: null, ...empty };
}

/** Who the user plays against. @param {MatchState} state @param {Game} game @returns {Opponent} */
export function opponentOf(state, game) {
  const { snapshot, you } = state;
  const seats = snapshot?.room.seats ?? [];
  if (seats.some(({ kind }) => kind === "absent")) return { kind: "imported" };
  if (seats.length < 2) return { kind: "nobody" };
  if (state.isEngineMatch) return { kind: "engines" };
  if (you.seats.length === 2) return { kind: "way-screen" };
  if (you.seats.length === 0) return { kind: "watching" };
  const opponent = seats[you.seats[0] === "first" ? 1 : 0];
  if (opponent.kind === "person") return { kind: "friend", name: opponent.name };
  return { kind: "computer", level: levelOf(game, opponent) };
}

/** The opponent in words. Matches of earlier versions were saved with them. @param {Opponent | string} opponent */
export function opponentText(opponent) {
  if (typeof opponent === "string") return opponent;
  if (opponent.level) return text("computer-level", { level: levelTitle(opponent.level) });
  return opponent.name || (opponent.kind === "nobody" ? "" : text(opponent.kind));
}

/** @param {MatchState} state @returns {MatchStatus} */
export function matchStatus(state) {
  const { snapshot, you } = state;
  if (!snapshot) return "open";
  const { result } = snapshot;
  if (!result) {
    if (state.hasRemotePeople) return state.isMyTurn ? "turn" : "waiting";
    return "open";
  }
  if (state.isPuzzle) return result.winner ? "won" : "lost";
  if (you.seats.length !== 1) return "over";
  if (!result.winner) return result.reason === "rules" ? "draw" : "over";
  return result.winner === you.seats[0] ? "won" : "lost";
}

/** The fields that the home page shows of a match. @param {MatchState} state @param {Game} game @returns {Partial<SavedMatch>} */
export function summarize(state, game) {
  const { snapshot, you } = state;
  return {
    title: game.title,
    game: game.name,
    opponent: opponentOf(state, game),
    status: matchStatus(state),
    seats: you.seats,
    over: Boolean(snapshot?.result),
    ...(snapshot ? { scene: compactScene(snapshot.scene) } : {}),
  };
}

// Summary of a match for the list on the home page: opponent, status and a thumbnail. Needs no DOM.

/** @import { Game, Scene } from "../types.js" */
/** @import { MatchStatus, SavedMatch, ThumbnailScene } from "../storage.js" */
/** @import { MatchState } from "./state.js" */
import { levelName } from "../home/quick-start.js";

/** The part of a scene that a thumbnail shows. @param {Scene} scene @returns {ThumbnailScene} */
function compactScene({ columns, rows, pieces, strikes }) {
  return { columns, rows, pieces, strikes };
}

/** @param {ThumbnailScene} scene @returns {Scene} */
export function thumbnailScene({ columns, rows, pieces, strikes }) {
  const side = { name: { text: "" }, count: null };
  const empty = { choices: [], marks: [], axes: { columns: [], rows: [] }, caption: { text: "" }, pieces_fall: false };
  return { columns, rows, pieces, strikes, sides: [side, side], turn: null, outcome: null, ...empty };
}

/** Who the user plays against. @param {MatchState} state @param {Game} game */
export function opponentName(state, game) {
  const { snapshot, you } = state;
  if (!snapshot) return "";
  const { seats } = snapshot.table;
  if (seats.some(({ who }) => who === "absent")) return "Imported";
  if (seats.length === 1) return "";
  if (state.isEngineMatch) return "Engines";
  if (you.seats.length === 2) return "2 players";
  const index = you.seats[0] === "first" ? 1 : 0;
  const opponent = seats[index];
  if (you.seats.length === 0) return "Watching";
  if (opponent.who !== "engine") return (opponent.who === "person" && opponent.name) || "Friend";
  const level = levelName(game, opponent);
  return level ? `Computer, ${level}` : "Computer";
}

/** @param {MatchState} state @returns {MatchStatus} */
export function matchStatus(state) {
  const { snapshot, you } = state;
  if (!snapshot) return "open";
  const { ending } = snapshot;
  if (!ending) {
    if (state.hasRemotePeople) return state.isMyTurn ? "turn" : "waiting";
    return "open";
  }
  if (state.isPuzzle) return ending.winner ? "won" : "lost";
  if (you.seats.length !== 1) return "over";
  if (!ending.winner) return ending.how === "rules" ? "draw" : "over";
  return ending.winner === you.seats[0] ? "won" : "lost";
}

/** The fields that the home page shows of a match. @param {MatchState} state @param {Game} game @returns {Partial<SavedMatch>} */
export function summarize(state, game) {
  const { snapshot, you } = state;
  return {
    title: game.title,
    game: game.name,
    opponent: opponentName(state, game),
    status: matchStatus(state),
    seats: you.seats,
    over: Boolean(snapshot?.ending),
    ...(snapshot ? { scene: compactScene(snapshot.scene) } : {}),
  };
}

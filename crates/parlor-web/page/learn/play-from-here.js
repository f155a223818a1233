// A new match that starts at a position of another one, against the same opponent.

/** @import { Game, MatchSnapshot, Player, Seat, SeatRequest, Setup } from "../types.js" */
import { createMatch } from "../api.js";
import { computer, lastLevel } from "../home/quick-start.js";
import { saveMatch } from "../storage.js";
import { analyzePosition } from "./learn-api.js";

/** @param {Game} game @param {Setup} setup @param {SeatRequest[]} seats */
async function start(game, setup, seats) {
  const { id, token, invitations } = await createMatch({ setup, seats });
  saveMatch({ id, token, title: game.title, game: game.name, invitations });
  return `/match/${id}`;
}

/** Engines stay; everybody else sits at this screen. @param {Seat} seat @returns {SeatRequest} */
const sameSeat = (seat) =>
  seat.kind === "engine" ? { kind: "engine", engine: seat.engine, seconds: seat.seconds } : { kind: "you" };

/**
 * Starts a match from the position after `ply` moves, and returns its address.
 * @param {MatchSnapshot} snapshot
 * @param {Game} game
 * @param {number} ply
 */
export async function playFromPly(snapshot, game, ply) {
  const { setup, moves, room } = snapshot;
  const { position, scene } = await analyzePosition({ setup, moves: moves.slice(0, ply).map(({ move }) => move) });
  const seats = room.seats.map(sameSeat);
  // Between engines, the user takes the side to move.
  if (!seats.some(({ kind }) => kind === "you")) seats[sideIndex(scene.turn)] = { kind: "you" };
  return start(game, { ...setup, position }, seats);
}

/** Starts a match against the computer from any position, with the user on the side to move. @param {Game} game @param {Setup} setup @param {Player | null} turn */
export async function playFromPosition(game, setup, turn) {
  /** @type {SeatRequest[]} */
  const seats = [{ kind: "you" }];
  if (game.players > 1) {
    const opponent = game.engines.length > 0 ? computer(game, lastLevel(game)) : { kind: /** @type {const} */ ("you") };
    seats.splice(sideIndex(turn) === 0 ? 1 : 0, 0, opponent);
  }
  return start(game, setup, seats);
}

/** @param {Player | null} turn */
const sideIndex = (turn) => (turn === "second" ? 1 : 0);

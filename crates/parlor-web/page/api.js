// The server's HTTP interface, as functions.

/** @import { Game, Scene, SeatWish, Setup } from "./types.js" */

/** What the server refused, with its sentence. */
export class Refused extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<any>}
 */
async function ask(path, how) {
  let response;
  try {
    response = await fetch(path, how);
  } catch {
    throw new Refused("unreachable", "The server cannot be reached.");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(answer?.error ?? "trouble", answer?.message ?? "Something went wrong.");
  return answer;
}

/** @param {string} path @param {unknown} data */
function post(path, data) {
  return ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });
}

/** @type {Promise<Game[]> | undefined} */
let known;

/** The catalog, read once. @returns {Promise<Game[]>} */
export function games() {
  known ??= ask("/api/games").catch((error) => {
    known = undefined;
    throw error;
  });
  return /** @type {Promise<Game[]>} */ (known);
}

/** @param {string} name @returns {Promise<Game>} */
export async function game(name) {
  const found = (await games()).find((one) => one.name === name);
  if (!found) throw new Refused("no-such-game", "There is no such game.");
  return found;
}

/** @type {Map<string, Promise<Scene[]>>} */
const demos = new Map();

/** Scenes of a short game. @param {string} name @returns {Promise<Scene[]>} */
export function demo(name) {
  const one = demos.get(name) ?? ask(`/api/games/${encodeURIComponent(name)}/demo`);
  demos.set(name, one);
  return one;
}

/** @param {Setup} setup @returns {Promise<{ scene: Scene, position: string, engines: string[] }>} */
export const preview = (setup) => post("/api/preview", setup);

/**
 * @param {{ setup: Setup, seats: SeatWish[], time?: string, pace?: number }} wish
 * @returns {Promise<{ id: string, token: string, invitations: (string | null)[] }>}
 */
export const make = (wish) => post("/api/matches", wish);

/** The same claim may be made again. @param {string} id @param {string} invitation @param {string} token @returns {Promise<{ token: string }>} */
export const claim = (id, invitation, token) => post(`/api/matches/${id}/claim`, { invitation, token });

/** @param {string} id @param {string} token @param {boolean} swap @returns {Promise<{ id: string }>} */
export const rematch = (id, token, swap) => post(`/api/matches/${id}/rematch`, { token, swap });

/** @param {string} id @param {number} from @returns {Promise<Scene[]>} */
export const scenes = (id, from) => ask(`/api/matches/${id}/scenes?from=${from}`);

/** @param {string} id @param {number} ply @param {string[]} moves @param {number} skip @returns {Promise<Scene[]>} */
export const line = (id, ply, moves, skip) => post(`/api/matches/${id}/line`, { ply, moves, skip });

/** @param {string} text @returns {Promise<{ id: string }>} */
export const importRecord = (text) =>
  ask("/api/records", { method: "POST", headers: { "content-type": "text/plain; charset=utf-8" }, body: text });

// Client of the server's HTTP API.

/** @import { CreatedMatch, Game, MatchRequest, MatchSnapshot, SampleGame, Scene, SearchTrace, SearchTraceRequest, Setup } from "./types.js" */

import { addMessages, currentLanguage, text, textOr } from "./texts.js";

/**
 * The text of an error code. The server explains in English; in other languages its explanation is only shown where
 * the code alone does not say what is wrong.
 * @param {string} code
 * @param {string} details
 */
function errorText(code, details) {
  if (details && currentLanguage() === "en") return details;
  return textOr(`error-${code}`, text("error-unknown"), { details });
}

/** An error with the API's error code and a message for the user. */
export class ApiError extends Error {
  /** @param {string} code @param {string} [details] the server's explanation */
  constructor(code, details = "") {
    super(errorText(code, details));
    this.code = code;
  }
}

/** The text of an error, for display. @param {unknown} error */
export const errorMessage = (error) => (error instanceof Error ? error.message : String(error));

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError("unreachable");
  }
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(body?.error ?? "unknown", body?.message);
  return body;
}

/** @param {string} path @param {unknown} data */
export function post(path, data) {
  return request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });
}

/** @type {Promise<Game[]> | undefined} */
let catalog;

/** @returns {Promise<Game[]>} */
async function fetchCatalog() {
  const language = currentLanguage();
  // The same address as in the document, which preloads it.
  const games = await request(language === "en" ? "/api/games" : `/api/games?language=${language}`);
  for (const { messages } of games) addMessages(messages);
  return games;
}

/** The game catalog, fetched once. @returns {Promise<Game[]>} */
export function listGames() {
  catalog ??= fetchCatalog().catch((error) => {
    catalog = undefined;
    throw error;
  });
  return catalog;
}

/** @param {string} name @returns {Promise<Game>} */
export async function findGame(name) {
  const game = (await listGames()).find((game) => game.name === name);
  if (!game) throw new ApiError("no-such-game");
  return game;
}

/**
 * The scenes of a demo, which holds the first one and the changes to each next one.
 * @param {SampleGame} demo
 * @returns {Scene[]}
 */
export function demoScenes({ start, steps }) {
  const scenes = [start];
  for (const { changed, removed, marks, strikes } of steps) {
    const pieces = new Map(scenes[scenes.length - 1].pieces.map((piece) => [piece.id, piece]));
    for (const id of removed) pieces.delete(id);
    for (const piece of changed) pieces.set(piece.id, piece);
    scenes.push({ ...start, pieces: [...pieces.values()], marks, strikes });
  }
  return scenes;
}

/** @param {string} id @returns {Promise<MatchSnapshot>} */
export const fetchMatch = (id) => request(`/api/matches/${encodeURIComponent(id)}`);

/** @returns {Promise<{ lan: string | null }>} */
export const fetchServerInfo = () => request("/api/server");

/** @param {Setup} setup @returns {Promise<{ scene: Scene, position: string, engines: string[] }>} */
export const previewSetup = (setup) => post("/api/preview", setup);

/** @param {SearchTraceRequest} search @returns {Promise<SearchTrace>} */
export const traceSearch = (search) => post("/api/search-trace", search);

/** @param {MatchRequest} match @returns {Promise<CreatedMatch>} */
export const createMatch = (match) => post("/api/matches", match);

/**
 * Claims a seat. Idempotent: the same claim may be repeated.
 * @param {string} id
 * @param {string} invitation
 * @param {string} token
 * @returns {Promise<{ token: string }>}
 */
export const claimSeat = (id, invitation, token) => post(`/api/matches/${id}/claim`, { invitation, token });

/** @param {string} id @param {string} token @param {boolean} swap @returns {Promise<{ id: string }>} */
export const createRematch = (id, token, swap) => post(`/api/matches/${id}/rematch`, { token, swap });

/** @param {string} id @param {number} from @returns {Promise<Scene[]>} */
export const fetchScenes = (id, from) => request(`/api/matches/${id}/scenes?from=${from}`);

/**
 * Scenes of a line of moves that starts at `ply`, without the first `skip` of them.
 * @param {string} id
 * @param {number} ply
 * @param {string[]} moves
 * @param {number} skip
 * @returns {Promise<Scene[]>}
 */
export const fetchLineScenes = (id, ply, moves, skip) => post(`/api/matches/${id}/line`, { ply, moves, skip });

/** @param {string} text @returns {Promise<{ id: string }>} */
export const importRecord = (text) =>
  request("/api/records", { method: "POST", headers: { "content-type": "text/plain; charset=utf-8" }, body: text });

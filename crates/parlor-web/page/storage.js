// Matches saved in this browser: seat tokens, titles, invitations and what the home page shows. There are no accounts.

/** @import { Player, Scene, Strength } from "./types.js" */

/** @typedef {"turn" | "waiting" | "open" | "won" | "lost" | "draw" | "over"} MatchStatus */
/** @typedef {Pick<Scene, "columns" | "rows" | "pieces" | "strikes">} ThumbnailScene */
/** Who the user plays against, in no language. @typedef {{ kind: "computer" | "friend" | "engines" | "way-screen" | "watching" | "imported" | "nobody", level?: Strength | undefined, name?: string }} Opponent */
/** Results of a match and the rematches before it. @typedef {{ won: number, lost: number, drawn: number }} Series */

/**
 * `claims` is the invitation of a seat that the server has not confirmed yet. `over` marks a match that has ended,
 * `replaced` one that has a rematch.
 * @typedef {object} SavedMatch
 * @property {string} id
 * @property {string} token
 * @property {string} title
 * @property {number} at time of the last change, in milliseconds since 1970
 * @property {string} [game]
 * @property {(string | null)[]} [invitations]
 * @property {string} [claims]
 * @property {boolean} [over]
 * @property {boolean} [replaced]
 * @property {boolean} [imported]
 * @property {Opponent | string} [opponent]
 * @property {MatchStatus} [status]
 * @property {Player[]} [seats]
 * @property {ThumbnailScene} [scene]
 * @property {Series} [series] before this match
 */

const MATCHES_KEY = "parlor.matches";
const NICKNAME_KEY = "parlor.nickname";
const MAX_MATCHES = 100;
/** Matches with a thumbnail; older ones are not shown. */
const MAX_SCENES = 12;

/** Items that `localStorage` refused (blocked or full); they last as long as the page. @type {Map<string, string>} */
const fallback = new Map();

/** @param {string} key */
export function readItem(key) {
  try {
    return fallback.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text */
export function writeItem(key, text) {
  try {
    localStorage.setItem(key, text);
    fallback.delete(key);
  } catch {
    fallback.set(key, text);
  }
}

/** The saved matches, newest first. @returns {SavedMatch[]} */
export function listMatches() {
  try {
    const matches = JSON.parse(readItem(MATCHES_KEY) ?? "[]");
    return Array.isArray(matches) ? matches : [];
  } catch {
    return [];
  }
}

/** @param {string} id */
export const findMatch = (id) => listMatches().find((match) => match.id === id);

/**
 * Saves a match as the newest. If there are too many, the oldest match that is over goes first.
 * @param {Omit<SavedMatch, "at">} match
 */
export function saveMatch(match) {
  const others = listMatches().filter((other) => other.id !== match.id);
  // Without a finished match, `findLastIndex` returns -1 and `splice` removes the last one, which is the oldest.
  while (others.length >= MAX_MATCHES)
    others.splice(
      others.findLastIndex((other) => other.over),
      1,
    );
  for (const other of others.slice(MAX_SCENES - 1)) delete other.scene;
  writeItem(MATCHES_KEY, JSON.stringify([{ ...match, at: Date.now() }, ...others]));
}

/** Updates a saved match without making it the newest. @param {string} id @param {Partial<SavedMatch>} changes */
export function updateMatch(id, changes) {
  const matches = listMatches();
  if (!matches.some((match) => match.id === id)) return;
  writeItem(MATCHES_KEY, JSON.stringify(matches.map((match) => (match.id === id ? { ...match, ...changes } : match))));
}

/** @param {string} id */
export function removeMatch(id) {
  writeItem(MATCHES_KEY, JSON.stringify(listMatches().filter((match) => match.id !== id)));
}

/** A random seat token in the server's format: 32 letters of five bits each. */
export function newToken() {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => letters[byte % 32]).join("");
}

/** The name that opponents see; empty if the user chose none. */
export const readNickname = () => readItem(NICKNAME_KEY) ?? "";

/** @param {string} name */
export const writeNickname = (name) => writeItem(NICKNAME_KEY, name.trim().slice(0, 24));

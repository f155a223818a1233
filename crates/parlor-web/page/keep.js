// What this browser keeps: the tokens of its seats, the matches it was in, and light or dark.

/**
 * `claims` is the invitation to the token's seat until the server has said that it is taken; `over` is a match that has
 * ended or was left for a new one.
 * @typedef {{ id: string, token: string, title: string, at: number, invitations?: (string | null)[], claims?: string, over?: boolean }} Kept
 */

const MATCHES = "parlor.matches";
const THEME = "parlor.theme";
const MOST = 100;

/** What storage did not take, because it is refused or full: this lasts as long as the page. @type {Map<string, string>} */
const untaken = new Map();

/** @param {string} key */
function read(key) {
  try {
    return untaken.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text */
function write(key, text) {
  try {
    localStorage.setItem(key, text);
    untaken.delete(key);
  } catch {
    untaken.set(key, text);
  }
}

/** @returns {Kept[]} */
export function all() {
  try {
    const kept = JSON.parse(read(MATCHES) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} id */
export const find = (id) => all().find((kept) => kept.id === id);

/** @param {Omit<Kept, "at">} kept */
export function keep(kept) {
  const others = all().filter((other) => other.id !== kept.id);
  // The token of a match that is over is missed least; where none is, -1 is the place of the oldest.
  while (others.length >= MOST) others.splice(others.findLastIndex((other) => other.over), 1);
  write(MATCHES, JSON.stringify([{ ...kept, at: Date.now() }, ...others]));
}

/** @param {string} id */
export const forget = (id) => write(MATCHES, JSON.stringify(all().filter((kept) => kept.id !== id)));

/** A new token, as the server makes them: five bits a letter. */
export function newToken() {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => letters[byte % 32]).join("");
}

/** @returns {"light" | "dark"} */
export function theme() {
  const chosen = read(THEME);
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** What was chosen, or what the system prefers, shown. */
export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

/** @param {"light" | "dark"} chosen */
export function setTheme(chosen) {
  write(THEME, chosen);
  applyTheme();
}

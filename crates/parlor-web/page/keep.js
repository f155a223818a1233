// What this browser keeps: the tokens of its seats, the matches it was in, and light or dark.

/**
 * `over` is a match that has ended or was left for a new one.
 * @typedef {{ id: string, token: string, title: string, at: number, invitations?: (string | null)[], over?: boolean }} Kept
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

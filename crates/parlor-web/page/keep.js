// What this browser keeps: the tokens of its seats, the matches it was in, and light or dark.

/** @typedef {{ id: string, token: string, title: string, at: number, invitations?: (string | null)[] }} Kept */

const KEY = "parlor.matches";
const MOST = 100;

/** @returns {Kept[]} */
export function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
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
  try {
    localStorage.setItem(KEY, JSON.stringify([{ ...kept, at: Date.now() }, ...others].slice(0, MOST)));
  } catch {
    // Without storage the seat lasts as long as the page.
  }
}

/** @returns {"light" | "dark"} */
export function theme() {
  let chosen = null;
  try {
    chosen = localStorage.getItem("parlor.theme");
  } catch {
    // Then what the system prefers.
  }
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** What was chosen, or what the system prefers, shown. */
export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

/** @param {"light" | "dark"} chosen */
export function setTheme(chosen) {
  try {
    localStorage.setItem("parlor.theme", chosen);
  } catch {
    // Then until the page is left.
  }
  document.documentElement.dataset.theme = chosen;
}

// Light and dark theme: the user's choice, or else the system's preference.

import { readItem, writeItem } from "./storage.js";

const THEME_KEY = "parlor.theme";
const DARK_QUERY = "(prefers-color-scheme: dark)";

/** @returns {"light" | "dark"} */
function currentTheme() {
  const chosen = readItem(THEME_KEY);
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia(DARK_QUERY).matches ? "dark" : "light";
}

function applyTheme() {
  document.documentElement.dataset.theme = currentTheme();
}

/** Applies the theme, follows the system's preference and connects the switch button. @param {Element | null} button */
export function startTheme(button) {
  applyTheme();
  matchMedia(DARK_QUERY).addEventListener("change", applyTheme);
  button?.addEventListener("click", () => {
    writeItem(THEME_KEY, currentTheme() === "dark" ? "light" : "dark");
    applyTheme();
  });
}

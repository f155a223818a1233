// Light and dark theme: the user's choice, or else the system's preference. A classic script in the head, so that the
// page is never painted in the wrong theme.

(() => {
  const THEME_KEY = "parlor.theme";
  const root = document.documentElement;

  function readTheme() {
    try {
      return localStorage.getItem(THEME_KEY);
    } catch {
      return null;
    }
  }

  const stored = readTheme();
  if (stored === "light" || stored === "dark") root.dataset.theme = stored;

  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const isDark =
        (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
      root.dataset.theme = isDark ? "light" : "dark";
      try {
        localStorage.setItem(THEME_KEY, root.dataset.theme);
      } catch {
        // Storage is blocked: the choice lasts as long as the page.
      }
    });
  });
})();

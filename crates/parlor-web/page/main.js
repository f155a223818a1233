// Shows what belongs to the address, and follows links without leaving the page.

import { fill, h, toast } from "./dom.js";
import { showForm } from "./form.js";
import { showEditor } from "./editor.js";
import { showHome } from "./home.js";
import { applyTheme, setTheme, theme } from "./keep.js";
import { showTable } from "./table.js";

/** @typedef {() => void} Leave */

/** @type {[RegExp, (main: HTMLElement, name: string) => Promise<Leave | void>][]} */
const PLACES = [
  [/^\/$/, (main) => showHome(main, go)],
  [/^\/new\/([^/]+)$/, (main, name) => showForm(main, name, go)],
  [/^\/edit\/([^/]+)$/, (main, name) => showEditor(main, name, go)],
  [/^\/match\/([^/]+)$/, (main, id) => showTable(main, id, go)],
];

/** @type {Leave | void} */
let leave;
let visit = 0;

async function show() {
  leave?.();
  leave = undefined;
  const now = ++visit;
  // A place of its own for every visit: what comes late for one that was left is not seen.
  const main = h("div");
  document.getElementById("main")?.replaceChildren(main);
  for (const [pattern, place] of PLACES) {
    const match = pattern.exec(location.pathname);
    if (!match) continue;
    try {
      const gone = await place(main, decodeURIComponent(match[1] ?? ""));
      if (now === visit) leave = gone;
      else gone?.();
    } catch (error) {
      if (now !== visit) return;
      fill(main, h("div", { class: "hero" }, h("h1", {}, "That did not work"),
        h("p", {}, error instanceof Error ? error.message : String(error)), h("p", {}, h("a", { href: "/" }, "All games"))));
    }
    return;
  }
  fill(main, h("div", { class: "hero" }, h("h1", {}, "There is nothing here"), h("p", {}, h("a", { href: "/" }, "All games"))));
}

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  show();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/page/")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});

addEventListener("popstate", show);
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Error) toast(event.reason.message);
});

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
document.getElementById("theme")?.addEventListener("click", () => setTheme(theme() === "dark" ? "light" : "dark"));
show();

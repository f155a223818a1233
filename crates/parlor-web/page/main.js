// Client-side router: shows the page of the current address and follows links without reloading.

import { errorMessage } from "./api.js";
import { h, replaceContent, toast } from "./dom.js";
import { showEditorPage } from "./editor/editor-page.js";
import { showHomePage } from "./home-page.js";
import { showMatchPage } from "./match/match-page.js";
import { showSetupPage } from "./setup/setup-page.js";
import { startTheme } from "./theme.js";

/** Releases the timers, listeners and connections of a page. @typedef {() => void} Cleanup */

/** @type {[RegExp, (main: HTMLElement, parameter: string) => Promise<Cleanup | void>][]} */
const ROUTES = [
  [/^\/$/, (main) => showHomePage(main, navigate)],
  [/^\/new\/([^/]+)$/, (main, game) => showSetupPage(main, game, navigate)],
  [/^\/edit\/([^/]+)$/, (main, game) => showEditorPage(main, game, navigate)],
  [/^\/match\/([^/]+)$/, (main, id) => showMatchPage(main, id, navigate)],
];

/** @type {Cleanup | void} */
let cleanUp;
let visit = 0;

async function showCurrentPage() {
  cleanUp?.();
  cleanUp = undefined;
  const thisVisit = ++visit;
  // Every visit has its own container, so a page that loads late cannot overwrite the next one.
  const main = h("div");
  document.getElementById("main")?.replaceChildren(main);
  for (const [pattern, showPage] of ROUTES) {
    const match = pattern.exec(location.pathname);
    if (!match) continue;
    try {
      const pageCleanup = await showPage(main, decodeURIComponent(match[1] ?? ""));
      if (thisVisit === visit) cleanUp = pageCleanup;
      else pageCleanup?.();
    } catch (error) {
      if (thisVisit === visit) showMessage(main, "Something went wrong", errorMessage(error));
    }
    return;
  }
  showMessage(main, "Page not found");
}

/** @param {HTMLElement} main @param {string} title @param {string} [text] */
function showMessage(main, title, text) {
  const link = h("a", { href: "/" }, "All games");
  replaceContent(main, h("div", { class: "hero" }, h("h1", {}, title), text && h("p", {}, text), h("p", {}, link)));
}

/** @param {string} path */
function navigate(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  showCurrentPage();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/page/")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
});

addEventListener("popstate", showCurrentPage);
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Error) toast(event.reason.message);
});

startTheme(document.getElementById("theme"));
showCurrentPage();

// Client-side router: shows the page of the current address and follows links without reloading. Each page is loaded
// when it is first shown.

import { errorMessage } from "./api.js";
import { announce, h, replaceContent, toast } from "./dom.js";
import { text } from "./texts.js";

/** Releases the timers, listeners and connections of a page. @typedef {() => void} Cleanup */

/** @type {[RegExp, (main: HTMLElement, parameter: string) => Promise<Cleanup | void>][]} */
const ROUTES = [
  [/^\/$/, async (main) => (await import("./home/home-page.js")).showHomePage(main, navigate)],
  [
    /^\/new\/([^/]+)$/,
    async (main, game) => (await import("./setup/setup-page.js")).showSetupPage(main, game, navigate),
  ],
  [
    /^\/edit\/([^/]+)$/,
    async (main, game) => (await import("./editor/editor-page.js")).showEditorPage(main, game, navigate),
  ],
  [/^\/learn\/search$/, async (main) => (await import("./learn/search-page.js")).showSearchPage(main)],
  [/^\/match\/([^/]+)$/, async (main, id) => (await import("./match/match-page.js")).showMatchPage(main, id, navigate)],
  [
    /^\/review\/([^/]+)$/,
    async (main, id) => (await import("./learn/review-page.js")).showReviewPage(main, id, navigate),
  ],
  [/^\/puzzles$/, async (main) => (await import("./learn/puzzles-page.js")).showPuzzlesPage(main)],
  [
    /^\/puzzles\/([^/]+\/\d+)$/,
    async (main, puzzle) => (await import("./learn/puzzle-page.js")).showPuzzlePage(main, puzzle, navigate),
  ],
  [
    /^\/explore(?:\/([^/]+))?$/,
    async (main, game) => (await import("./learn/explorer-page.js")).showExplorerPage(main, game, navigate),
  ],
];

/** @type {Cleanup | void} */
let cleanUp;
let visit = 0;

async function showCurrentPage() {
  cleanUp?.();
  cleanUp = undefined;
  const thisVisit = ++visit;
  markCurrentLink();
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
      if (thisVisit === visit) showMessage(main, text("something-went-wrong"), errorMessage(error));
    }
    return thisVisit === visit;
  }
  showMessage(main, text("page-not-found"), text("page-not-found-text"));
  return true;
}

/** Marks the link of the header that leads to the section of the current page. */
function markCurrentLink() {
  for (const link of document.querySelectorAll(".site-nav a")) {
    const section = link.getAttribute("href") ?? "";
    const isCurrent = section === "/" ? location.pathname === "/" : location.pathname.startsWith(section);
    if (isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** @param {HTMLElement} main @param {string} title @param {string} explanation */
function showMessage(main, title, explanation) {
  document.title = text("page-title", { title });
  const link = h("a", { class: "button primary", href: "/" }, text("all-games"));
  replaceContent(main, h("div", { class: "message-page" }, h("h1", {}, title), h("p", {}, explanation), link));
}

/** Shows another page. The focus moves to its heading, as it would after a reload. @param {string} path */
async function navigate(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  if (await showCurrentPage()) focusHeading();
}

function focusHeading() {
  const heading = document.querySelector("#main h1") ?? document.getElementById("main");
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  announce(document.title);
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

addEventListener("popstate", async () => {
  if (await showCurrentPage()) focusHeading();
});
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Error) toast(event.reason.message);
});

const openHelp = async () => (await import("./dialogs.js")).showKeyboardHelp();
document.getElementById("help")?.addEventListener("click", openHelp);
document.getElementById("language")?.addEventListener("click", async () => {
  (await import("./dialogs.js")).showLanguageMenu();
});
document.getElementById("nickname")?.addEventListener("click", async () => {
  (await import("./dialogs.js")).showNicknameDialog();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key === "?" && !isTyping) openHelp();
});

showCurrentPage();

// Home page: every game with its look, one click to play it, and the matches of this browser.

/** @import { Game } from "../types.js" */
/** @import { IconName } from "../icons.js" */
/** @import { StartKind } from "./quick-start.js" */
import { demoScenes, errorMessage, importRecord, listGames } from "../api.js";
import { applyLook } from "../board/look.js";
import { playThumbnail } from "../board/thumbnail.js";
import { h, replaceContent, toast } from "../dom.js";
import { icon } from "../icons.js";
import { listMatches, readItem, saveMatch, writeItem } from "../storage.js";
import { text } from "../texts.js";
import { lastLevel, listLevels, saveLevel, startMatch } from "./quick-start.js";

const PAUSED_KEY = "parlor.paused";

/** @param {HTMLElement} main @param {(path: string) => void} navigate */
export async function showHomePage(main, navigate) {
  const games = await listGames();
  document.title = "Parlor";
  /** @type {(() => void)[]} */
  const stops = [];
  const animation = { isPaused: readItem(PAUSED_KEY) === "yes" };
  const matches = h("div");
  replaceContent(
    main,
    h(
      "div",
      { class: "home" },
      h(
        "div",
        { class: "home-lead" },
        h("h1", {}, text("what-to-play")),
        h("p", { class: "soft" }, text("introduction")),
        pauseButton(animation),
      ),
      h(
        "section",
        { class: "games", "aria-label": text("games") },
        games.map((game) => gameCard(game, navigate, animation, stops)),
      ),
      matches,
      importControl(navigate),
    ),
  );
  if (listMatches().length > 0) {
    import("./match-cards.js").then(({ showMatchCards }) => showMatchCards(matches, games));
  }
  return () => stops.forEach((stop) => stop());
}

/** @param {{ isPaused: boolean }} animation */
function pauseButton(animation) {
  const button = h("button", {
    type: "button",
    class: "quiet",
    "data-action": "pause-previews",
    onclick: () => toggle(),
  });
  const show = () => {
    const label = text(animation.isPaused ? "play-previews" : "pause-previews");
    replaceContent(button, icon(animation.isPaused ? "play" : "pause"), h("span", {}, label));
    button.setAttribute("aria-label", label);
  };
  const toggle = () => {
    animation.isPaused = !animation.isPaused;
    writeItem(PAUSED_KEY, animation.isPaused ? "yes" : "no");
    show();
  };
  show();
  return button;
}

/**
 * @param {Game} game
 * @param {(path: string) => void} navigate
 * @param {{ isPaused: boolean }} animation
 * @param {(() => void)[]} stops receives the function that stops the animation
 */
function gameCard(game, navigate, animation, stops) {
  const art = h("div", { class: "game-art", "aria-hidden": "true" });
  applyLook(art, game.look);
  const scenes = demoScenes(game.demo);
  // Starts in the middle of the game, where there are pieces to see.
  const options = { start: Math.floor(scenes.length * 0.7), isPaused: () => animation.isPaused };
  stops.push(playThumbnail(art, game.look, scenes, game.title, options));
  const start = async (/** @type {StartKind} */ kind) => {
    try {
      navigate(await startMatch(game, kind));
    } catch (error) {
      toast(errorMessage(error));
    }
  };
  const ways = h("div", { class: "ways", id: `ways-${game.name}` }, otherWays(game, start));
  const card = h("article", { class: "card game", "data-game": game.name }, art);
  const toggle = (/** @type {Event} */ event) => {
    const isOpen = card.classList.toggle("is-open");
    if (event.currentTarget instanceof Element) event.currentTarget.setAttribute("aria-expanded", String(isOpen));
  };
  const more = {
    "aria-label": text("more-ways-to-play", { game: game.title }),
    "aria-expanded": "false",
    "aria-controls": ways.id,
  };
  const moreButton = h("button", { type: "button", class: "more-ways", onclick: toggle, ...more }, icon("more"));
  card.append(
    h(
      "div",
      { class: "game-body" },
      h("h2", {}, game.title),
      h("p", { class: "soft" }, game.about),
      h("div", { class: "play-row" }, playButton(game, start), levelField(game), moreButton),
      ways,
    ),
  );
  return card;
}

/** @param {Game} game @param {(kind: StartKind) => void} start */
function playButton(game, start) {
  const kind = game.players === 1 ? "alone" : game.engines.length > 0 ? "computer" : "screen";
  const onclick = () => start(kind);
  const label = { "aria-label": text("play-game", { game: game.title }), "data-action": "play" };
  return h("button", { type: "button", class: "button primary", onclick, ...label }, icon("play"), text("play"));
}

/** @param {Game} game */
function levelField(game) {
  const levels = listLevels(game);
  if (levels.length === 0) return null;
  const current = lastLevel(game);
  const options = levels.map(({ value, label }) => h("option", { value, selected: value === current }, label));
  const select = h(
    "select",
    { class: "level-select", "aria-label": text("level-of-game", { game: game.title }) },
    options,
  );
  select.addEventListener("change", () => saveLevel(game, select.value));
  return h("span", { class: "level-field" }, select);
}

/** @param {Game} game @param {(kind: StartKind) => void} start */
function otherWays(game, start) {
  const way = (/** @type {IconName} */ name, /** @type {string} */ label, /** @type {StartKind} */ kind) =>
    h("button", { type: "button", class: "way", "data-way": kind, onclick: () => start(kind) }, icon(name), label);
  const link = (/** @type {IconName} */ name, /** @type {string} */ label, /** @type {string} */ href) =>
    h("a", { class: "way", href }, icon(name), label);
  return [
    game.players > 1 && way("link", text("way-invite"), "invite"),
    game.players > 1 && way("people", text("way-screen"), "screen"),
    game.engines.length > 0 && game.players > 1 && way("eye", text("way-watch"), "watch"),
    game.editor && link("draw", text("way-draw"), `/edit/${game.name}`),
    link("custom", text("way-custom"), `/new/${game.name}`),
  ];
}

/** @param {(path: string) => void} navigate */
function importControl(navigate) {
  const input = h("input", { type: "file", accept: ".txt,text/plain", class: "visually-hidden", id: "record-file" });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const { id } = await importRecord(await file.text());
      saveMatch({ id, token: "", title: text("imported-game"), imported: true });
      navigate(`/match/${id}`);
    } catch (error) {
      toast(errorMessage(error));
    }
  });
  const label = h("label", { for: "record-file", class: "button" }, icon("save"), text("import-game"));
  const daily = h("a", { class: "button", href: "/puzzles" }, icon("hint"), text("puzzles-daily"));
  const search = h("a", { class: "button", href: "/learn/search" }, icon("analysis"), text("search-title"));
  return h("p", { class: "home-foot row" }, input, label, daily, search);
}

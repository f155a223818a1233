// Home page: every game with an animated sample, the recent games of this browser, and the import of a game.

/** @import { Game } from "./types.js" */
import { errorMessage, fetchDemo, importRecord, listGames } from "./api.js";
import { playThumbnail } from "./board/thumbnail.js";
import { h, replaceContent, toast } from "./dom.js";
import { formatSentence } from "./format.js";
import { listMatches } from "./storage.js";

const RECENT_MATCHES = 6;
const INTRODUCTION =
  "Play a friend, here or online. Play the computer, from easy to perfect. Or watch two engines play each other.";

/** @param {HTMLElement} main @param {(path: string) => void} navigate */
export async function showHomePage(main, navigate) {
  const games = await listGames();
  document.title = "Parlor";
  /** @type {(() => void)[]} */
  const stops = [];
  replaceContent(
    main,
    h("section", { class: "hero" }, h("h1", {}, "Choose a game"), h("p", {}, INTRODUCTION)),
    h(
      "section",
      { class: "games", "aria-label": "Games" },
      games.map((game) => gameCard(game, stops)),
    ),
    recentMatches(),
    importControl(navigate),
  );
  return () => stops.forEach((stop) => stop());
}

/** @param {Game} game @param {(() => void)[]} stops receives the function that stops the animation */
function gameCard(game, stops) {
  const { name, title } = game;
  const thumbnail = h("div", { class: "thumbnail", "aria-hidden": "true" });
  fetchDemo(name).then(
    (scenes) => stops.push(playThumbnail(thumbnail, scenes, title)),
    () => {},
  );
  const play = h("a", { class: "button primary", href: `/new/${name}`, "aria-label": `Play ${title}` }, "Play");
  const edit =
    game.editor &&
    h("a", { class: "button", href: `/edit/${name}`, "aria-label": `Board editor for ${title}` }, "Board editor");
  return h(
    "article",
    { class: "card game" },
    thumbnail,
    h("div", { class: "description" }, h("h2", {}, title), h("p", {}, formatSentence(game.about))),
    h("div", { class: "row" }, play, edit),
  );
}

function recentMatches() {
  const matches = listMatches().slice(0, RECENT_MATCHES);
  if (matches.length === 0) return null;
  const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  const items = matches.map(({ id, title, at }) =>
    h(
      "li",
      { class: "card" },
      h("a", { href: `/match/${id}` }, h("span", {}, title), h("small", {}, dateFormat.format(at))),
    ),
  );
  return h("section", { class: "recent" }, h("h2", {}, "Your games"), h("ul", {}, items));
}

/** @param {(path: string) => void} navigate */
function importControl(navigate) {
  const input = h("input", { type: "file", accept: ".txt,text/plain", class: "visually-hidden", id: "record-file" });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      navigate(`/match/${(await importRecord(await file.text())).id}`);
    } catch (error) {
      toast(errorMessage(error));
    }
  });
  return h(
    "p",
    { class: "recent" },
    h("span", {}, input, h("label", { for: "record-file", class: "button" }, "Import game")),
  );
}

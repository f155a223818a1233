// The way in: every game of the catalog, playing by itself, and the matches this browser knows.

import { demo, games, importRecord } from "./api.js";
import { playThrough } from "./board/thumbnail.js";
import { fill, h, toast } from "./dom.js";
import { all } from "./keep.js";

/** @param {HTMLElement} main @param {(path: string) => void} go */
export async function showHome(main, go) {
  const list = await games();
  document.title = "Parlor";
  /** @type {(() => void)[]} */
  const stops = [];
  const cards = list.map((game) => {
    const thumb = h("div", { class: "thumb", "aria-hidden": "true" });
    demo(game.name).then((scenes) => stops.push(playThrough(thumb, scenes, game.title)), () => {});
    const actions = h("div", { class: "row" },
      h("a", { class: "button main-action", href: `/new/${game.name}`, "aria-label": `Play ${game.title}` }, "Play"),
      game.editor && h("a", { class: "button", href: `/edit/${game.name}`, "aria-label": `Draw a board for ${game.title}` }, "Draw a board"));
    return h("article", { class: "card game" }, thumb,
      h("div", { class: "words" }, h("h2", {}, game.title), h("p", {}, sentence(game.about))), actions);
  });
  fill(main,
    h("section", { class: "hero" }, h("h1", {}, "What shall we play?"),
      h("p", {}, "Against a friend, at one screen or by a link; against engines from careless to perfect; or watch them play each other.")),
    h("section", { class: "games", "aria-label": "Games" }, cards),
    recent(), bringRecord(go));
  return () => stops.forEach((stop) => stop());
}

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

function recent() {
  const kept = all().slice(0, 6);
  if (kept.length === 0) return null;
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return h("section", { class: "recent" }, h("h2", {}, "Your matches"),
    h("ul", {}, kept.map((one) => h("li", { class: "card" },
      h("a", { href: `/match/${one.id}` }, h("span", {}, one.title), h("small", {}, when.format(one.at)))))));
}

/** @param {(path: string) => void} go */
function bringRecord(go) {
  const input = h("input", { type: "file", accept: ".txt,text/plain", class: "unseen", id: "record-file" });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      go(`/match/${(await importRecord(await file.text())).id}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  });
  return h("p", { class: "note recent" }, h("span", {}, "Have the record of a match? ", input,
    h("label", { for: "record-file", class: "button" }, "Open it")));
}

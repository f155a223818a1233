// Dialogs of every page: the keyboard help, the user's name and the rules of a game.

/** @import { Game } from "./types.js" */
/** @import { IconName } from "./icons.js" */
import { demoScenes } from "./api.js";
import { playThumbnail } from "./board/thumbnail.js";
import { h, s, toast } from "./dom.js";
import { icon } from "./icons.js";
import { readNickname, writeNickname } from "./storage.js";
import { LANGUAGES, chooseLanguage, currentLanguage, text } from "./texts.js";

/** Keys of the match page. A group of keys, and what they do. @type {[string[], string][]} */
export const MATCH_KEYS = [
  [["1", "…", "9"], text("key-number")],
  [["←", "→"], text("key-step")],
  [["U"], text("undo")],
  [["H"], text("hint")],
  [["?"], text("key-all")],
  [["Tab"], text("key-tab")],
  [["←", "↑", "→", "↓"], text("key-arrows")],
  [["Enter"], text("key-enter")],
  [[",", "."], text("key-step-always")],
  [["A"], text("analysis")],
  [["M"], text("sound")],
  [["Esc"], text("cancel")],
];

/** @param {string} title @param {(Node | string | null | false)[]} content */
function showDialog(title, content) {
  const dialog = h("dialog", { "aria-label": title });
  const close = h(
    "button",
    { type: "button", class: "icon-button", "aria-label": text("close"), onclick: () => dialog.close() },
    "✕",
  );
  dialog.append(
    h("div", { class: "dialog-head" }, h("h2", {}, title), close),
    h("div", { class: "dialog-body" }, content),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** An entry of a menu: an action or a link. @typedef {{ name: IconName, label: string, act?: () => void, href?: string }} MenuItem */

/** @param {string} title @param {MenuItem[]} items */
export function showMenu(title, items) {
  const entry = (/** @type {MenuItem} */ { name, label, act, href }) => {
    const attributes = { class: "menu-item", onclick: () => dialog.close() };
    if (href) return h("a", { ...attributes, href, download: href.startsWith("/api/") }, icon(name), label);
    const onclick = () => {
      dialog.close();
      act?.();
    };
    return h("button", { ...attributes, type: "button", onclick }, icon(name), label);
  };
  const dialog = showDialog(title, items.map(entry));
  dialog.classList.add("menu");
}

/** @param {[string[], string][]} keys */
export function keyList(keys) {
  const item = (/** @type {[string[], string]} */ [names, action]) => {
    const signs = names.map((name, index) => [index > 0 && " ", name === "…" ? "…" : h("kbd", {}, name)]);
    return [h("dt", {}, h("bdi", { dir: "ltr" }, signs)), h("dd", {}, action)];
  };
  return h("dl", { class: "keys" }, keys.map(item));
}

export function showKeyboardHelp() {
  if (!document.querySelector("dialog[open]")) showDialog(text("keyboard"), [keyList(MATCH_KEYS)]);
}

/** Lists the languages, each by its own name. */
export function showLanguageMenu() {
  const entry = (/** @type {[string, string]} */ [language, name]) =>
    h(
      "button",
      {
        type: "button",
        class: "menu-item",
        lang: language,
        "aria-current": language === currentLanguage() ? "true" : null,
        onclick: () => chooseLanguage(language),
      },
      h("bdi", {}, name),
    );
  showDialog(text("language-label"), Object.entries(LANGUAGES).map(entry)).classList.add("menu");
}

export function showNicknameDialog() {
  const input = h("input", {
    type: "text",
    id: "nickname-field",
    maxlength: 24,
    value: readNickname(),
    autocomplete: "nickname",
  });
  const form = h(
    "form",
    { class: "dialog-body" },
    h("label", { for: "nickname-field" }, text("your-name-about")),
    input,
    h("button", { type: "submit", class: "button primary" }, text("save")),
  );
  const dialog = showDialog(text("your-name"), [form]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    writeNickname(input.value);
    dispatchEvent(new Event("nicknamechange"));
    dialog.close();
    const name = readNickname();
    toast(name ? text("your-name-is", { name }) : text("your-name-was-removed"));
  });
  input.focus();
}

/** The rules of a game with an animated example. @param {Game} game */
export function showRules(game) {
  const { card, stop } = rulesCard(game);
  showDialog(text("how-to-play-game", { game: game.title }), [card]).addEventListener("close", stop);
}

/** @param {Game} game @returns {{ card: HTMLElement, stop: () => void }} */
export function rulesCard(game) {
  const example = h("div", { class: "rules-example" });
  const stop = playThumbnail(
    example,
    game.look,
    demoScenes(game.example),
    text("example-of-game", { game: game.title }),
  );
  const { goal, rules, diagrams } = game.rules;
  const items = rules.map((rule) => h("li", {}, rule));
  const pictures = diagrams.length > 0 && h("div", { class: "diagrams" }, diagrams.map(drawDiagram));
  const card = h(
    "div",
    { class: "rules-card" },
    example,
    h("p", {}, h("strong", {}, goal)),
    h("ul", {}, items),
    pictures,
  );
  return { card, stop };
}

/** Rows of cells: `o` is where a piece starts, `x` a cell that it passes, `*` where it ends. @param {Game["rules"]["diagrams"][number]} diagram */
function drawDiagram({ title, rows }) {
  const cell = (/** @type {string} */ letter, /** @type {number} */ column, /** @type {number} */ row) => {
    const square = { x: column * 100 + 4, y: row * 100 + 4, width: 92, height: 92, rx: 10 };
    const center = { cx: column * 100 + 50, cy: row * 100 + 50 };
    return [
      s("rect", { class: letter === "." ? "diagram-cell" : "diagram-passed", ...square }),
      letter === "o" && s("circle", { class: "diagram-start", ...center, r: 26 }),
      letter === "*" && s("circle", { class: "diagram-end", ...center, r: 22 }),
    ];
  };
  const cells = rows.map((letters, row) => [...letters].map((letter, column) => cell(letter, column, row)));
  const viewBox = `0 0 ${100 * Math.max(...rows.map(({ length }) => length))} ${100 * rows.length}`;
  return h(
    "figure",
    { class: "diagram" },
    s("svg", { viewBox, "aria-hidden": "true" }, cells),
    h("figcaption", {}, title),
  );
}

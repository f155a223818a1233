// Form of the search visualizer: game, position, algorithms and their limits. The address holds the same choice.

/** @import { Game, LessonAlgorithm, SearchTraceRequest, TextKey } from "../types.js" */
import { h, replaceContent } from "../dom.js";
import { text } from "../texts.js";

const DEFAULT_PLAYOUTS = 40;
const MAX_PLAYOUTS = 400;
const MAX_PLIES = 9;

export class LessonForm {
  /** @param {Game[]} games @param {() => void} onChange */
  constructor(games, onChange) {
    this.games = games;
    this.onChange = onChange;
    this.query = new URLSearchParams(location.search);
    const select = (/** @type {string} */ id, /** @type {() => void} */ onchange) => h("select", { id, onchange });
    const number = (/** @type {string} */ id, /** @type {number} */ max) =>
      h("input", { id, type: "number", inputmode: "numeric", min: 1, max, step: 1, onchange: onChange });
    const field = (/** @type {HTMLElement} */ control, /** @type {TextKey} */ key) =>
      h("div", { class: "field" }, h("label", { for: control.id }, text(key)), control);
    this.gameField = select("lesson-game", () => this.chooseGame());
    this.positionField = select("lesson-position", () => this.choosePosition());
    this.first = select("lesson-first", onChange);
    this.second = select("lesson-second", onChange);
    this.plies = number("lesson-plies", MAX_PLIES);
    this.playouts = number("lesson-playouts", MAX_PLAYOUTS);
    this.own = h("textarea", { id: "lesson-own", rows: 2, spellcheck: "false", dir: "ltr", onchange: onChange });
    this.pliesField = field(this.plies, "search-plies");
    this.playoutsField = field(this.playouts, "search-playouts");
    this.element = h(
      "form",
      { class: "card trace-form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      field(this.gameField, "search-game"),
      field(this.positionField, "search-position"),
      field(this.first, "search-algorithm"),
      field(this.second, "search-compare"),
      this.pliesField,
      this.playoutsField,
      this.ownField(),
    );
    replaceContent(
      this.gameField,
      games.map(({ name, title }) => h("option", { value: name }, title)),
    );
    const named = games.find(({ name }) => name === this.query.get("game"));
    this.gameField.value = (named ?? games[0]).name;
    this.fillLesson();
  }

  /** Field for another position under the rules of the lesson. */
  ownField() {
    this.own.value = this.query.get("own") ?? "";
    return h(
      "details",
      { class: "trace-own", open: this.own.value !== "" },
      h("summary", {}, text("search-own")),
      h("label", { for: this.own.id, class: "visually-hidden" }, text("search-own")),
      this.own,
      h("small", { class: "soft" }, text("search-own-about")),
    );
  }

  get game() {
    return this.games.find(({ name }) => name === this.gameField.value) ?? this.games[0];
  }

  get position() {
    return this.game.search_lesson.positions[Number(this.positionField.value)];
  }

  /** The chosen algorithms: one, or two to compare. @returns {LessonAlgorithm[]} */
  get algorithms() {
    const { algorithms } = this.game.search_lesson;
    return [this.first.value, this.second.value].filter(Boolean).map((index) => algorithms[Number(index)]);
  }

  /** Fills the fields with the lesson of the game, and with what the address says. */
  fillLesson() {
    const { algorithms, positions } = this.game.search_lesson;
    const options = (/** @type {{ title: string }[]} */ items) =>
      items.map(({ title }, index) => h("option", { value: index }, title));
    replaceContent(this.positionField, options(positions));
    replaceContent(this.first, options(algorithms));
    replaceContent(this.second, h("option", { value: "" }, text("search-compare-none")), options(algorithms));
    this.positionField.value = this.fromQuery("position", positions.length, 0);
    this.first.value = this.fromQuery("first", algorithms.length, 0);
    this.second.value = this.fromQuery("second", algorithms.length, 1);
    if (this.query.get("second") === "none") this.second.value = "";
    this.plies.value = this.fromQuery("plies", MAX_PLIES + 1, this.position.depth || 1);
    this.playouts.value = this.fromQuery("playouts", MAX_PLAYOUTS + 1, DEFAULT_PLAYOUTS);
  }

  /** A number below `end` in the address, or the default. @param {string} name @param {number} end @param {number} value */
  fromQuery(name, end, value) {
    const given = this.query.get(name) ?? "";
    return /^\d{1,4}$/.test(given) && Number(given) < end ? given : String(value);
  }

  chooseGame() {
    this.query = new URLSearchParams();
    this.own.value = "";
    this.fillLesson();
    this.onChange();
  }

  choosePosition() {
    this.plies.value = String(this.position.depth || 1);
    this.own.value = "";
    this.onChange();
  }

  /** Shows the limits that the algorithms have, and puts the choice into the address, so that it can be shared. */
  update() {
    const has = (/** @type {string} */ kind) => this.algorithms.some(({ limit }) => limit === kind);
    this.pliesField.hidden = !has("plies");
    this.playoutsField.hidden = !has("playouts");
    const query = new URLSearchParams({
      game: this.game.name,
      position: this.positionField.value,
      first: this.first.value,
      second: this.second.value || "none",
    });
    if (has("plies")) query.set("plies", this.plies.value);
    if (has("playouts")) query.set("playouts", this.playouts.value);
    if (this.own.value.trim()) query.set("own", this.own.value.trim());
    history.replaceState(null, "", `${location.pathname}?${query}`);
  }

  /** @param {LessonAlgorithm} algorithm @returns {SearchTraceRequest} */
  request({ engine, limit }) {
    const value = (/** @type {HTMLInputElement} */ { max, value }) =>
      Math.min(Number(max), Math.max(1, Math.floor(Number(value)) || 1));
    const depth = limit === "plies" ? value(this.plies) : 0;
    const { setup } = this.position;
    const position = this.own.value.trim() || setup.position;
    return { setup: { ...setup, position }, engine, depth, nodes: limit === "playouts" ? value(this.playouts) : 0 };
  }
}

// Form fields for one seat: you, a friend or an engine with its settings.

/** @import { Game, OptionSpec, SeatRequest } from "../types.js" */
import { h, replaceContent } from "../dom.js";
import { formatSentence } from "../format.js";
import { lastLevel, listLevels } from "../home/quick-start.js";
import { text } from "../texts.js";
import { defaultOpponent, engineSpec, parseEngineSpec } from "./engine-spec.js";
import { changedOptions, optionField } from "./option-fields.js";

const DEFAULT_SECONDS = 1;
/** Values of the selection that are levels, not engines, begin with this. */
const LEVEL_PREFIX = "level:";

/** @param {Game} game */
function levelOptions(game) {
  if (game.levels.length === 0 || game.players === 1) return null;
  const option = (/** @type {{ value: string, label: string }} */ { value, label }) =>
    h("option", { value: LEVEL_PREFIX + value }, text("computer-level", { level: label }));
  return h("optgroup", { label: text("computer") }, listLevels(game).map(option));
}

/** @param {Game} game */
function engineOptions(game) {
  if (game.engines.length === 0) return null;
  const options = game.engines.map(({ name, title }) =>
    h("option", { value: name }, text("engine-name", { engine: title })),
  );
  return h("optgroup", { label: text("engines-with-settings") }, options);
}

export class SeatFields {
  /** @param {Game} game @param {number} index @param {() => void} onChange */
  constructor(game, index, onChange) {
    this.game = game;
    this.index = index;
    this.onChange = onChange;
    const id = `seat-${index}`;
    this.player = h(
      "select",
      { id, onchange: () => this.refresh() },
      h("option", { value: "you" }, text("you")),
      game.players > 1 && h("option", { value: "friend" }, text("a-friend-by-link")),
      levelOptions(game),
      engineOptions(game),
    );
    const opponent = defaultOpponent(game);
    /** Name and options of the default opponent. */
    this.defaults = opponent === null ? null : parseEngineSpec(opponent);
    if (index === 1 && this.defaults) {
      this.player.value = game.levels.length > 0 ? LEVEL_PREFIX + lastLevel(game) : this.defaults.name;
    }
    this.sideName = h("label", { for: id }, text(index === 0 ? "first-player" : "second-player"));
    this.about = h("small", {});
    const secondsId = `seconds-${index}`;
    const limits = { min: 0.01, max: 60, step: "any", value: DEFAULT_SECONDS };
    this.seconds = h("input", { type: "number", id: secondsId, ...limits });
    this.options = h("div", { class: "fields" });
    this.settings = h("details", {}, h("summary", {}, text("engine-settings")), this.options);
    const secondsField = h(
      "div",
      { class: "field" },
      h("label", { for: secondsId }, text("seconds-per-move")),
      this.seconds,
    );
    this.engineFields = h("div", { hidden: true }, h("div", { class: "fields" }, secondsField), this.settings);
    const playerField = h("div", { class: "field" }, this.player, this.about);
    this.element = h("fieldset", {}, h("legend", {}, this.sideName), playerField, this.engineFields);
  }

  get engine() {
    return this.game.engines.find((engine) => engine.name === this.player.value);
  }

  /** Shows the fields of the selected kind of player. */
  refresh() {
    const { engine } = this;
    this.engineFields.hidden = !engine;
    const friendNote = this.player.value === "friend" ? text("link-for-friend") : "";
    this.about.textContent = engine ? formatSentence(engine.about) : friendNote;
    const values = engine && engine.name === this.defaults?.name ? this.defaults.options : {};
    const field = (/** @type {OptionSpec} */ option) =>
      optionField(option, `seat-${this.index}`, () => {}, values[option.name]);
    replaceContent(this.options, engine?.options.map(field) ?? []);
    this.settings.hidden = !engine?.options.length;
    this.onChange();
  }

  /** @returns {SeatRequest} */
  request() {
    const { engine } = this;
    const level = this.game.levels.find(({ strength }) => this.player.value === LEVEL_PREFIX + strength);
    if (level) return { kind: "engine", engine: level.engine, seconds: level.seconds };
    if (!engine) return { kind: this.player.value === "friend" ? "friend" : "you" };
    const spec = engineSpec(engine.name, changedOptions(this.options, engine.options));
    return { kind: "engine", engine: spec, seconds: Number(this.seconds.value) };
  }

  /** @param {string} name */
  setSideName(name) {
    if (name) this.sideName.textContent = name;
  }
}

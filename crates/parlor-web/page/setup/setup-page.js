// Setup page of a new match: options, players and time control, with a preview of the board.

/** @import { Game, Setup } from "../types.js" */
import { createMatch, errorMessage, findGame, previewSetup } from "../api.js";
import { Board } from "../board/board.js";
import { h, replaceContent } from "../dom.js";
import { formatSentence, messageText } from "../format.js";
import { icon } from "../icons.js";
import { saveMatch } from "../storage.js";
import { text } from "../texts.js";
import { changedOptions, optionField } from "./option-fields.js";
import { SeatFields } from "./seat-fields.js";
import { TimeControlFields } from "./time-control.js";

/** @param {HTMLElement} main @param {string} name @param {(path: string) => void} navigate */
export async function showSetupPage(main, name, navigate) {
  const game = await findGame(name);
  document.title = text("page-title", { title: game.title });
  const page = new SetupPage(game, navigate);
  replaceContent(main, page.element);
  await page.refreshPreview();
}

class SetupPage {
  /** @param {Game} game @param {(path: string) => void} navigate */
  constructor(game, navigate) {
    this.game = game;
    this.navigate = navigate;
    const refresh = () => this.refreshPreview();
    this.board = new Board({ look: game.look, label: text("board-preview"), isSmall: true });
    this.options = h(
      "div",
      { class: "fields" },
      game.options.map((option) => optionField(option, "game", refresh)),
    );
    this.position = h("textarea", { rows: 2, id: "position", dir: "ltr", spellcheck: "false", onchange: refresh });
    this.position.value = new URLSearchParams(location.search).get("position") ?? "";
    this.pace = h("input", { id: "pace", type: "number", min: 0, max: 60, step: 0.5, value: 1 });
    this.paceField = h(
      "div",
      { class: "field", hidden: true },
      h("label", { for: "pace" }, text("seconds-between-moves")),
      this.pace,
    );
    this.analysis = h("input", { id: "allow-analysis", type: "checkbox" });
    this.analysisField = h(
      "div",
      { class: "field", hidden: true },
      h("label", { class: "check" }, this.analysis, text("analysis-allowed")),
      h("small", {}, text("analysis-allowed-about")),
    );
    this.seats = Array.from(
      { length: game.players },
      (_, index) => new SeatFields(game, index, () => this.refreshTerms()),
    );
    this.timeControl = new TimeControlFields(game.usual_terms.seconds_per_move);
    this.error = h("p", { class: "error", role: "alert" });
    this.start = h("button", { type: "submit", class: "button primary" }, text("start-game"));
    this.element = h("div", { class: "setup" }, this.form(), h("div", { class: "card preview" }, this.board.svg));
    for (const seat of this.seats) seat.refresh();
  }

  form() {
    const { game } = this;
    const editorLink = game.editor && h("a", { class: "button", href: `/edit/${game.name}` }, text("board-editor"));
    return h(
      "form",
      { class: "card", onsubmit: (/** @type {Event} */ event) => this.submit(event), novalidate: true },
      h("div", {}, h("h1", {}, game.title), h("p", { class: "note" }, formatSentence(game.about))),
      game.rules.goal && rulesButton(game),
      game.options.length > 0 && h("fieldset", {}, h("legend", {}, text("board")), this.options),
      this.seats.map((seat) => seat.element),
      game.players > 1 && this.timeControl.element,
      this.analysisField,
      this.paceField,
      this.positionField(),
      this.error,
      h("div", { class: "row" }, this.start, editorLink),
    );
  }

  positionField() {
    return h(
      "details",
      { open: this.position.value !== "" },
      h("summary", {}, text("custom-position")),
      h(
        "div",
        { class: "field" },
        h("label", { for: "position", class: "visually-hidden" }, text("position")),
        this.position,
        h("small", {}, text("position-about")),
      ),
    );
  }

  /** @returns {Setup} */
  setup() {
    const options = changedOptions(this.options, this.game.options);
    return { game: this.game.name, options, position: this.position.value.trim() || null };
  }

  async refreshPreview() {
    try {
      const { scene } = await previewSetup(this.setup());
      this.board.show(scene);
      this.seats.forEach((seat, index) => seat.setSideName(messageText(scene.sides[index].name)));
      this.error.textContent = "";
      this.start.disabled = false;
    } catch (error) {
      this.error.textContent = errorMessage(error);
      this.start.disabled = true;
    }
  }

  /** Shows the pace only if engines play each other, and the agreement on analysis only if two people do. */
  refreshTerms() {
    const players = this.seats.map((seat) => seat.request().kind);
    this.paceField.hidden = !players.every((kind) => kind === "engine");
    this.analysisField.hidden = !(players.includes("friend") && !players.includes("engine"));
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.start.disabled = true;
    try {
      const { id, token, invitations } = await createMatch({
        setup: this.setup(),
        seats: this.seats.map((seat) => seat.request()),
        time: this.timeControl.text(),
        pace: Number(this.pace.value),
        analysis: this.analysis.checked,
      });
      saveMatch({ id, token, title: this.game.title, game: this.game.name, invitations });
      this.navigate(`/match/${id}`);
    } catch (error) {
      this.error.textContent = errorMessage(error);
      this.start.disabled = false;
    }
  }
}

/** @param {Game} game */
function rulesButton(game) {
  const onclick = async () => (await import("../dialogs.js")).showRules(game);
  return h("p", {}, h("button", { type: "button", class: "button", onclick }, icon("rules"), text("how-to-play")));
}

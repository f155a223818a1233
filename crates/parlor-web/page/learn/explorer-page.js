// Explorer: any position with the value of every move. The position is in the address, and every move is a step of the
// browser's history.

/** @import { Choice, Game, MoveValue, PositionAnalysis, Setup, TextKey } from "../types.js" */
import { errorMessage, findGame, listGames } from "../api.js";
import { BoardInput } from "../board/board-input.js";
import { Board } from "../board/board.js";
import { copyToClipboard, h, replaceContent, toast } from "../dom.js";
import { messageText, formatValue } from "../format.js";
import { icon } from "../icons.js";
import { drawValue, valuesByCell } from "../match/analysis.js";
import { addressOf, setupOfAddress } from "./explorer-address.js";
import { layOutLearning, listenForKeys } from "./learn-layout.js";
import { analyzePosition } from "./learn-api.js";
import { playFromPosition } from "./play-from-here.js";
import { text } from "../texts.js";

const SEARCH_SECONDS = 2;

/** @param {HTMLElement} main @param {string} name @param {(path: string) => void} navigate */
export async function showExplorerPage(main, name, navigate) {
  const games = (await listGames()).filter(({ engines }) => engines.length > 0);
  const game = name ? await findGame(name) : games[0];
  const page = new ExplorerPage(game, games, navigate);
  document.title = text("explorer-page-title", { game: game.title });
  replaceContent(main, page.element);
  await page.load();
  return () => page.stop();
}

class ExplorerPage {
  /** @param {Game} game @param {Game[]} games @param {(path: string) => void} navigate */
  constructor(game, games, navigate) {
    this.game = game;
    this.navigate = navigate;
    this.setup = setupOfAddress(game, location.search);
    /** Counts positions, so that a late answer for another one is dropped. */
    this.visit = 0;
    /** @type {PositionAnalysis | null} */
    this.shown = null;
    this.board = new Board({ look: game.look, label: game.title });
    this.input = new BoardInput(this.board, (/** @type {Choice} */ choice) => this.play(choice));
    this.caption = h("p", { class: "caption", role: "status" });
    this.note = h("p", { class: "note", "aria-live": "polite" });
    this.list = h("ul", { class: "move-values", "aria-label": text("explorer-values") });
    this.position = h("input", { id: "explorer-position", class: "field", spellcheck: "false", autocomplete: "off" });
    const { element, updateRatio } = layOutLearning(game, {
      name: "explorer",
      board: this.board,
      input: this.input,
      title: text("explorer-title"),
      caption: this.caption,
      headEnd: this.gameField(games),
      panel: [
        h("section", { class: "panel-part values-part" }, this.note, this.list),
        this.positionForm(),
        h("div", { class: "panel-part row explorer-actions" }, this.buttons()),
      ],
    });
    this.element = element;
    this.updateRatio = updateRatio;
    this.stopKeys = listenForKeys(this.input);
  }

  /** @param {Game[]} games */
  gameField(games) {
    const option = (/** @type {Game} */ { name, title }) =>
      h("option", { value: name, selected: name === this.game.name }, title);
    const select = h("select", { class: "field", "aria-label": text("explorer-game") }, games.map(option));
    select.addEventListener("change", () => this.navigate(`/explore/${select.value}`));
    return select;
  }

  positionForm() {
    const label = h("label", { for: "explorer-position" }, text("explorer-position"));
    const go = h("button", { type: "submit", class: "button" }, text("explorer-go"));
    const form = h("form", { class: "panel-part position-form" }, label, h("div", { class: "row" }, this.position, go));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open({ ...this.setup, position: this.position.value.trim() || null });
    });
    return form;
  }

  buttons() {
    const button = (
      /** @type {TextKey} */ key,
      /** @type {import("../icons.js").IconName} */ name,
      /** @type {() => void} */ onclick,
    ) => h("button", { type: "button", class: "button", "data-action": key, onclick }, icon(name), text(key));
    return [
      button("explorer-start", "first", () => this.open({ ...this.setup, position: null })),
      button("explorer-back", "back", () => history.back()),
      button("explorer-play", "play", () => this.playFromHere()),
      button("explorer-copy", "link", () => copyToClipboard(location.href, text("explorer-copied"))),
    ];
  }

  stop() {
    this.visit += 1;
    this.stopKeys();
  }

  /** Opens a position as the next step of the history. @param {Setup} setup */
  async open(setup) {
    history.pushState(null, "", addressOf(setup));
    this.setup = setup;
    await this.load();
  }

  /** @param {Choice} choice */
  async play({ notation }) {
    const { setup } = this;
    try {
      const after = await analyzePosition({ setup, moves: [notation] });
      this.setup = { ...setup, position: after.position };
      history.pushState(null, "", addressOf(this.setup));
      this.show(after);
      await this.search();
    } catch (error) {
      toast(errorMessage(error));
    }
  }

  /** Shows the position of the address, then the values of its moves. */
  async load() {
    const visit = ++this.visit;
    try {
      const found = await analyzePosition({ setup: this.setup });
      if (visit === this.visit) this.show(found);
    } catch (error) {
      if (visit !== this.visit) return;
      this.position.value = this.setup.position ?? "";
      this.caption.textContent = errorMessage(error);
      return;
    }
    await this.search();
  }

  async search() {
    const visit = ++this.visit;
    const { shown } = this;
    if (!shown) return;
    if (shown.scene.choices.length === 0) {
      this.note.textContent = text("explorer-over");
      return;
    }
    this.note.textContent = text("explorer-searching");
    try {
      const { values } = await analyzePosition({ setup: this.setup, seconds: SEARCH_SECONDS });
      if (visit === this.visit) this.showValues(values);
    } catch (error) {
      if (visit === this.visit) this.note.textContent = errorMessage(error);
    }
  }

  /** @param {PositionAnalysis} found */
  show(found) {
    this.shown = found;
    const { scene, position } = found;
    this.board.show(scene);
    replaceContent(this.board.valueLayer);
    replaceContent(this.list);
    this.updateRatio();
    this.input.offer(scene, true, scene.sides[scene.turn === "second" ? 1 : 0].piece);
    this.caption.textContent = messageText(scene.caption);
    this.position.value = this.setup.position ? position : "";
    this.position.placeholder = position;
  }

  /** @param {MoveValue[]} values */
  showValues(values) {
    const { scene } = this.shown ?? {};
    if (!scene) return;
    const cells = valuesByCell(values, scene);
    replaceContent(
      this.board.valueLayer,
      cells.map(({ cell, value }) => drawValue(cell, value)),
    );
    const isExact = values.every(({ value }) => value.kind !== "estimate");
    this.note.textContent = text(isExact ? "explorer-exact" : "explorer-estimate");
    replaceContent(
      this.list,
      [...values].sort(compareValues).map((value) => this.valueRow(value)),
    );
  }

  /** @param {MoveValue} move */
  valueRow({ move, value, best }) {
    const choice = this.shown?.scene.choices.find(({ notation }) => notation === move);
    const name = choice ? messageText(choice.label) : move;
    const attributes = { type: "button", class: `move-value is-${value.kind}${best ? " is-best" : ""}` };
    const onclick = () => choice && this.play(choice);
    return h(
      "li",
      {},
      h("button", { ...attributes, "data-move": move, onclick }, h("bdi", {}, name), h("span", {}, formatValue(value))),
    );
  }

  async playFromHere() {
    const { shown } = this;
    if (!shown) return;
    try {
      const setup = { ...this.setup, position: shown.position };
      this.navigate(await playFromPosition(this.game, setup, shown.scene.turn));
    } catch (error) {
      toast(errorMessage(error));
    }
  }
}

const RANKS = { win: 3, estimate: 2, draw: 2, loss: 1 };

/** Best first: quick wins, then what is open, then late losses. @param {MoveValue} a @param {MoveValue} b */
function compareValues(a, b) {
  const rank = (/** @type {MoveValue} */ { value }) => {
    const distance = (value.plies ?? 0) / 10_000;
    const size = (value.margin ?? value.estimate ?? 0) / 1000;
    return RANKS[value.kind] + size + (value.kind === "win" ? -distance : value.kind === "loss" ? distance : 0);
  };
  return Number(b.best) - Number(a.best) || rank(b) - rank(a);
}

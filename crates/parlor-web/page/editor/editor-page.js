// Board editor: a palette from the catalog and a grid to paint on. The server validates the board. The drawing is kept
// in this browser until it is played.

/** @import { Brush, Cell, Game } from "../types.js" */
/** @import { Grid } from "./grid.js" */
import { ApiError, createMatch, errorMessage, findGame, previewSetup } from "../api.js";
import { BoardInput } from "../board/board-input.js";
import { Board } from "../board/board.js";
import { cellOfTarget } from "../board/geometry.js";
import { applyLook } from "../board/look.js";
import { drawPiece } from "../board/shapes.js";
import { h, replaceContent, s, toast } from "../dom.js";
import { icon } from "../icons.js";
import { readItem, saveMatch, writeItem } from "../storage.js";
import { text } from "../texts.js";
import { emptyBrush, gridScene, gridText, paintCell, parseRows, resizeGrid } from "./grid.js";
import { listenForStrokes } from "./painter.js";

const MAX_UNDO = 100;

/** The key of a game's drawing. @param {Game} game */
const draftKey = (game) => `parlor.draft.${game.name}`;

/** The drawing that was left, if there is one. @param {Game} game @returns {Grid | null} */
function readDraft(game) {
  try {
    const grid = JSON.parse(readItem(draftKey(game)) ?? "null");
    return Array.isArray(grid) && grid.length > 0 && grid.every(Array.isArray) ? grid : null;
  } catch {
    return null;
  }
}

/** @param {HTMLElement} main @param {string} name @param {(path: string) => void} navigate */
export async function showEditorPage(main, name, navigate) {
  const game = await findGame(name);
  if (!game.editor) throw new ApiError("no-editor");
  const title = text("board-editor-of-game", { game: game.title });
  document.title = text("page-title", { title });
  const start = await previewSetup({ game: name, options: {}, position: null });
  const grid = readDraft(game) ?? parseRows(start.position, start.scene);
  const editor = new BoardEditor(game, game.editor, grid, navigate);
  replaceContent(main, editor.element);
  const onKey = (/** @type {KeyboardEvent} */ event) => editor.handleKey(event);
  document.addEventListener("keydown", onKey);
  await editor.refresh();
  return () => document.removeEventListener("keydown", onKey);
}

class BoardEditor {
  /**
   * @param {Game} game
   * @param {NonNullable<Game["editor"]>} limits
   * @param {Grid} grid
   * @param {(path: string) => void} navigate
   */
  constructor(game, { palette, max_side: maxSide }, grid, navigate) {
    this.game = game;
    this.palette = palette;
    this.maxSide = maxSide;
    this.grid = grid;
    this.navigate = navigate;
    this.brush = palette[0];
    this.validation = 0;
    /** Grids before each change, oldest first. @type {Grid[]} */
    this.history = [];
    this.board = new Board({ look: game.look, label: text("board-being-edited") });
    this.error = h("p", { class: "error", role: "alert" });
    this.start = h(
      "button",
      { type: "button", class: "button primary", onclick: () => this.play() },
      text("play-this-board"),
    );
    const textLabel = { rows: 6, spellcheck: "false", dir: "ltr", "aria-label": text("board-as-text") };
    this.text = h("textarea", { ...textLabel, onchange: () => this.load(this.text.value) });
    const undo = { type: "button", class: "button", "data-action": "undo", onclick: () => this.undo() };
    this.undoButton = h("button", undo, icon("undo"), text("undo"));
    this.columns = this.sizeInput("columns");
    this.rows = this.sizeInput("rows");
    this.file = h("input", {
      type: "file",
      id: "board-file",
      class: "visually-hidden",
      accept: ".txt,.json,.py,text/plain",
    });
    this.file.addEventListener("change", () => this.loadFile());
    this.listen();
    this.element = h(
      "div",
      { class: "setup editor" },
      this.controls(),
      h("div", { class: "card preview" }, this.board.svg),
    );
  }

  listen() {
    const { svg } = this.board;
    listenForStrokes(svg, {
      begin: () => this.remember(),
      paint: (cells) => cells.forEach((cell) => this.paint(cell)),
      end: () => this.refresh(),
    });
    const input = new BoardInput(this.board, () => {});
    svg.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      this.remember();
      this.paint(input.cursor);
      this.refresh();
    });
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const isTyping = event.target instanceof Element && event.target.closest("textarea, input[type=number]");
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || isTyping) return;
    event.preventDefault();
    this.undo();
  }

  /** Remembers the grid before a change. */
  remember() {
    this.history.push(this.grid);
    if (this.history.length > MAX_UNDO) this.history.shift();
  }

  undo() {
    const before = this.history.pop();
    if (!before) return;
    this.grid = before;
    this.refresh();
  }

  controls() {
    return h(
      "div",
      { class: "card" },
      h("h1", {}, text("board-editor")),
      h("p", { class: "note" }, text("board-editor-about", { game: this.game.title })),
      this.paletteElement(),
      h("div", { class: "fields" }, sizeField(text("columns"), this.columns), sizeField(text("rows"), this.rows)),
      this.error,
      h(
        "div",
        { class: "row" },
        this.start,
        this.undoButton,
        this.file,
        h("label", { class: "button", for: "board-file" }, text("open-file")),
      ),
      h("details", {}, h("summary", {}, text("board-as-text")), this.text),
    );
  }

  paletteElement() {
    const brushes = this.palette.map((brush) => this.brushButton(brush));
    const element = h("div", { class: "palette", role: "radiogroup", "aria-label": text("pieces") }, brushes);
    applyLook(element, this.game.look);
    return element;
  }

  /** @param {string} id */
  sizeInput(id) {
    return h("input", { type: "number", id, min: 1, max: this.maxSide, onchange: () => this.resize() });
  }

  /** @param {Brush} brush */
  brushButton(brush) {
    const onchange = () => {
      this.brush = brush;
    };
    const checked = brush === this.brush;
    const input = h("input", { type: "radio", name: "brush", class: "visually-hidden", checked, onchange });
    return h("label", { class: "brush", title: brush.name }, input, brushIcon(brush), h("span", {}, brush.name));
  }

  /** Draws the grid. */
  draw() {
    this.board.show(gridScene(this.grid, this.palette), { animate: false });
    for (const target of this.board.targets.querySelectorAll(".target")) {
      const { column, row } = cellOfTarget(target);
      const code = this.grid[row]?.[column];
      const name = this.palette.find((brush) => brush.code === code)?.name ?? code;
      target.classList.add("can-pick");
      const cell = text("cell-name", { column: column + 1, row: row + 1 });
      target.setAttribute("aria-label", text("cell-contents", { cell, contents: name }));
    }
  }

  /** Draws the grid, keeps it and validates it. */
  async refresh() {
    this.draw();
    this.text.value = gridText(this.grid);
    this.columns.value = String(this.grid[0]?.length ?? 0);
    this.rows.value = String(this.grid.length);
    this.undoButton.disabled = this.history.length === 0;
    writeItem(draftKey(this.game), JSON.stringify(this.grid));
    await this.validate();
  }

  /** Asks the server whether the drawing can be played. */
  async validate() {
    const validation = ++this.validation;
    const setup = { game: this.game.name, options: {}, position: gridText(this.grid) };
    const error = await previewSetup(setup).then(() => null, errorMessage);
    if (validation !== this.validation) return;
    this.error.textContent = error ?? "";
    this.start.disabled = error !== null;
  }

  /** Opens a position. One that cannot be read changes nothing. @param {string} position */
  async load(position) {
    try {
      const preview = await previewSetup({ game: this.game.name, options: {}, position });
      this.remember();
      this.grid = parseRows(preview.position, preview.scene);
    } catch (error) {
      toast(text("board-was-not-opened", { reason: errorMessage(error) }));
    }
    await this.refresh();
  }

  async loadFile() {
    const file = this.file.files?.[0];
    // The same file can be chosen again.
    if (file) await this.load(await file.text()).finally(() => (this.file.value = ""));
  }

  resize() {
    const clamp = (/** @type {HTMLInputElement} */ { value }) =>
      Math.max(1, Math.min(this.maxSide, Number(value) || 1));
    const { code: empty } = emptyBrush(this.palette);
    this.remember();
    this.grid = resizeGrid(this.grid, clamp(this.columns), clamp(this.rows), empty);
    this.refresh();
  }

  /** @param {Cell} cell */
  paint(cell) {
    const code = this.grid[cell.row]?.[cell.column];
    if (code === undefined || code === this.brush.code) return;
    this.grid = paintCell(this.grid, cell, this.brush, this.palette);
    this.draw();
  }

  async play() {
    const setup = { game: this.game.name, options: {}, position: gridText(this.grid) };
    const seats = Array.from({ length: this.game.players }, () => /** @type {const} */ ({ kind: "you" }));
    const { id, token } = await createMatch({ setup, seats });
    saveMatch({ id, token, title: this.game.title, game: this.game.name });
    this.navigate(`/match/${id}`);
  }
}

/** @param {string} label @param {HTMLInputElement} input */
function sizeField(label, input) {
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

/** @param {Brush} brush */
function brushIcon({ piece }) {
  const icon = piece && drawPiece(piece);
  return s("svg", { viewBox: "-55 -55 110 110", width: 34, height: 34, "aria-hidden": "true" }, icon);
}

// Board editor: a palette from the catalog and a grid to paint on. The server validates the board.

/** @import { Brush, Cell, Game } from "../types.js" */
/** @import { Grid } from "./grid.js" */
import { ApiError, createMatch, findGame, previewSetup } from "../api.js";
import { BoardInput } from "../board/board-input.js";
import { Board } from "../board/board.js";
import { cellOfEvent, cellOfTarget } from "../board/geometry.js";
import { drawPiece } from "../board/shapes.js";
import { h, replaceContent, s } from "../dom.js";
import { saveMatch } from "../storage.js";
import { brushLetter, emptyBrush, gridScene, gridText, paintCell, parseRows, resizeGrid } from "./grid.js";

/** @param {HTMLElement} main @param {string} name @param {(path: string) => void} navigate */
export async function showEditorPage(main, name, navigate) {
  const game = await findGame(name);
  if (!game.editor) throw new ApiError("no-such-page", "This game has no board editor.");
  document.title = `Board editor - ${game.title} - Parlor`;
  const start = await previewSetup({ game: name, options: {}, position: null });
  const editor = new BoardEditor(game, game.editor, parseRows(start.position, start.scene), navigate);
  replaceContent(main, editor.element);
  await editor.refresh();
}

class BoardEditor {
  /**
   * @param {Game} game
   * @param {NonNullable<Game["editor"]>} limits
   * @param {Grid} grid
   * @param {(path: string) => void} navigate
   */
  constructor(game, { palette, longest_side: longestSide }, grid, navigate) {
    this.game = game;
    this.palette = palette;
    this.longestSide = longestSide;
    this.grid = grid;
    this.navigate = navigate;
    this.brush = palette[0];
    this.validation = 0;
    this.board = new Board({ label: "Board being edited" });
    this.error = h("p", { class: "error", role: "alert" });
    this.start = h("button", { type: "button", class: "primary", onclick: () => this.play() }, "Play this board");
    const textLabel = { rows: 6, spellcheck: "false", "aria-label": "Board as text" };
    this.text = h("textarea", { ...textLabel, onchange: () => this.load(this.text.value) });
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
    svg.addEventListener("pointerdown", (event) => this.paint(cellOfEvent(event)));
    svg.addEventListener("pointerover", (event) => {
      if (event.buttons === 1) this.paint(cellOfEvent(event));
    });
    const input = new BoardInput(this.board, () => {});
    svg.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.paint(input.cursor);
    });
  }

  controls() {
    return h(
      "div",
      { class: "card" },
      h("h1", {}, "Board editor"),
      h("p", { class: "note" }, this.game.title),
      h(
        "div",
        { class: "palette", role: "radiogroup", "aria-label": "Pieces" },
        this.palette.map((brush) => this.brushButton(brush)),
      ),
      h("div", { class: "fields" }, sizeField("Columns", this.columns), sizeField("Rows", this.rows)),
      this.error,
      h(
        "div",
        { class: "row" },
        this.start,
        this.file,
        h("label", { class: "button", for: "board-file" }, "Open file"),
      ),
      h("details", {}, h("summary", {}, "Board as text"), this.text),
    );
  }

  /** @param {string} id */
  sizeInput(id) {
    return h("input", { type: "number", id, min: 1, max: this.longestSide, onchange: () => this.resize() });
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

  async refresh() {
    this.board.show(gridScene(this.grid, this.palette), { animate: false });
    for (const target of this.board.targets.querySelectorAll(".target")) {
      const { column, row } = cellOfTarget(target);
      const code = this.grid[row]?.[column];
      const name = this.palette.find((brush) => brush.code === code)?.name ?? code;
      target.classList.add("can-pick");
      target.setAttribute("aria-label", `column ${column + 1}, row ${row + 1}: ${name}`);
    }
    this.text.value = gridText(this.grid);
    this.columns.value = String(this.grid[0]?.length ?? 0);
    this.rows.value = String(this.grid.length);
    await this.validate(this.text.value);
  }

  /**
   * Validates a position on the server. Null if it is invalid or a newer validation has begun.
   * @param {string} position
   */
  async validate(position) {
    const validation = ++this.validation;
    const result = await previewSetup({ game: this.game.name, options: {}, position }).catch((error) => error);
    if (validation !== this.validation) return null;
    const isInvalid = result instanceof Error;
    this.error.textContent = isInvalid ? result.message : "";
    this.start.disabled = isInvalid;
    return isInvalid ? null : result;
  }

  /** @param {string} position */
  async load(position) {
    const preview = await this.validate(position);
    if (!preview) return;
    this.grid = parseRows(preview.position, preview.scene);
    await this.refresh();
  }

  async loadFile() {
    const file = this.file.files?.[0];
    if (file) await this.load(await file.text());
  }

  resize() {
    const clamp = (/** @type {HTMLInputElement} */ { value }) =>
      Math.max(1, Math.min(this.longestSide, Number(value) || 1));
    const { code: empty } = emptyBrush(this.palette);
    this.grid = resizeGrid(this.grid, clamp(this.columns), clamp(this.rows), empty);
    this.refresh();
  }

  /** @param {Cell | null} cell */
  paint(cell) {
    const row = cell && this.grid[cell.row];
    if (!row || row[cell.column] === undefined || row[cell.column] === this.brush.code) return;
    this.grid = paintCell(this.grid, cell, this.brush, this.palette);
    this.refresh();
  }

  async play() {
    const setup = { game: this.game.name, options: {}, position: gridText(this.grid) };
    const seats = Array.from({ length: this.game.seats }, () => /** @type {const} */ ({ who: "you" }));
    const { id, token } = await createMatch({ setup, seats });
    saveMatch({ id, token, title: this.game.title });
    this.navigate(`/match/${id}`);
  }
}

/** @param {string} label @param {HTMLInputElement} input */
function sizeField(label, input) {
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

/** @param {Brush} brush */
function brushIcon({ shape, tint, name }) {
  const piece = shape ? drawPiece({ shape, tint: tint ?? "neutral", letter: brushLetter(name) }) : null;
  return s("svg", { viewBox: "-55 -55 110 110", width: 34, height: 34, "aria-hidden": "true" }, piece);
}

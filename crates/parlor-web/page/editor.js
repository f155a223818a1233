// Drawing a board by hand: a palette out of the catalog, a grid, and the server to judge it.

/** @import { Brush, Scene } from "./types.js" */
import { Refused, game as findGame, make, preview } from "./api.js";
import { Board } from "./board/board.js";
import { Picking } from "./board/picking.js";
import { draw } from "./board/shapes.js";
import { fill, h, s } from "./dom.js";
import { keep } from "./keep.js";

/** @param {HTMLElement} main @param {string} name @param {(path: string) => void} go */
export async function showEditor(main, name, go) {
  const game = await findGame(name);
  if (!game.editor) throw new Refused("no-such-page", "There is nothing to draw for this game.");
  document.title = `Draw a board - ${game.title} - Parlor`;
  const { palette, longest_side: longest } = game.editor;
  const usual = await preview({ game: name, options: {}, position: null });
  /** @type {string[][]} */
  let grid = cut(usual.position, usual.scene);
  let brush = palette[0];
  let asked = 0;
  const board = new Board({ label: "The board to draw on" });
  const problem = h("p", { class: "problem", role: "alert" });
  const start = h("button", { type: "button", class: "main-action", onclick: play }, "Play this board");
  const text = h("textarea", { rows: 6, spellcheck: "false", "aria-label": "The board as text", onchange: () => load(text.value) });
  const columns = size("columns", "Columns");
  const rows = size("rows", "Rows");
  const file = h("input", { type: "file", id: "board-file", class: "unseen", accept: ".txt,.json,.py,text/plain" });
  file.addEventListener("change", async () => { if (file.files?.[0]) load(await file.files[0].text()); });

  /** @param {string} id @param {string} label */
  function size(id, label) {
    const input = h("input", { type: "number", id, min: 1, max: longest, onchange: resize });
    return { input, part: h("div", { class: "field" }, h("label", { for: id }, label), input) };
  }

  const written = () => grid.map((row) => row.join(" ")).join("\n");

  /** Drawn as it is, whether or not it can be played. @returns {Scene} */
  function sketch() {
    const columns = grid[0]?.length ?? 0;
    const pieces = grid.flatMap((codes, row) => codes.flatMap((code, column) => {
      const kind = palette.findIndex((one) => one.code === code);
      const { shape, tint, name } = palette[kind] ?? {};
      // Another code in a cell is another piece.
      const id = (row * columns + column) * palette.length + kind;
      return shape ? [{ id, cell: { column, row }, shape, tint: tint ?? "neutral", letter: name.charAt(0).toUpperCase() }] : [];
    }));
    const side = { name: "", count: null };
    return { columns, rows: grid.length, pieces, choices: [], marks: [], axes: { columns: [], rows: [] }, sides: [side, side], caption: "", pieces_fall: false };
  }

  async function refresh() {
    board.show(sketch(), { animate: false });
    for (const target of board.targets.querySelectorAll(".target")) {
      const [c, r] = [Number(target.getAttribute("data-column")), Number(target.getAttribute("data-row"))];
      target.classList.add("can-pick");
      target.setAttribute("aria-label", `column ${c + 1}, row ${r + 1}: ${palette.find((one) => one.code === grid[r]?.[c])?.name ?? grid[r]?.[c]}`);
    }
    text.value = written();
    columns.input.value = String(grid[0]?.length ?? 0);
    rows.input.value = String(grid.length);
    await judge(written());
  }

  /** What the server says of a position, unless it was asked about another meanwhile. @param {string} position */
  async function judge(position) {
    const now = ++asked;
    const said = await preview({ game: name, options: {}, position }).catch((error) => error);
    if (now !== asked) return null;
    const isBad = said instanceof Error;
    problem.textContent = isBad ? said.message : "";
    start.disabled = isBad;
    return isBad ? null : said;
  }

  /** @param {string} position */
  async function load(position) {
    const found = await judge(position);
    if (!found) return;
    grid = cut(found.position, found.scene);
    await refresh();
  }

  function resize() {
    const [wide, high] = [columns, rows].map(({ input }) => Math.max(1, Math.min(longest, Number(input.value) || 1)));
    const empty = palette.find((one) => one.shape === null)?.code ?? palette[0].code;
    grid = Array.from({ length: high }, (_, r) => Array.from({ length: wide }, (_, c) => grid[r]?.[c] ?? empty));
    refresh();
  }

  /** @param {number} c @param {number} r */
  function paint(c, r) {
    if (grid[r]?.[c] === undefined || grid[r][c] === brush.code) return;
    grid[r][c] = brush.code;
    refresh();
  }

  /** @param {Event} event */
  function touch(event) {
    const target = event.target instanceof Element ? event.target.closest(".target") : null;
    if (target) paint(Number(target.getAttribute("data-column")), Number(target.getAttribute("data-row")));
  }

  board.svg.addEventListener("pointerdown", touch);
  board.svg.addEventListener("pointerover", (event) => { if (event.buttons === 1) touch(event); });
  const hand = new Picking(board, () => {});
  board.svg.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") paint(hand.at.column, hand.at.row); });

  async function play() {
    const made = await make({ setup: { game: name, options: {}, position: written() }, seats: Array.from({ length: game.seats }, () => ({ who: "you" })) });
    keep({ id: made.id, token: made.token, title: game.title });
    go(`/match/${made.id}`);
  }

  const brushes = h("div", { class: "palette", role: "radiogroup", "aria-label": "What to draw" }, palette.map((one, index) =>
    h("label", { class: "brush", title: one.name }, h("input", { type: "radio", name: "brush", class: "unseen", checked: index === 0, onchange: () => { brush = one; } }),
      picture(one), h("span", {}, one.name))));
  fill(main, h("div", { class: "setup drawing" },
    h("div", { class: "card" }, h("h1", {}, "Draw a board"), h("p", { class: "note" }, game.title), brushes,
      h("div", { class: "fields" }, columns.part, rows.part), problem,
      h("div", { class: "row" }, start, file, h("label", { class: "button", for: "board-file" }, "Load a file")),
      h("details", {}, h("summary", {}, "As text"), text)),
    h("div", { class: "card preview" }, board.svg)));
  await refresh();
}

/** @param {Brush} brush */
function picture(brush) {
  const drawn = brush.shape ? draw({ shape: brush.shape, tint: brush.tint ?? "neutral", letter: brush.name.charAt(0).toUpperCase() }) : null;
  return s("svg", { viewBox: "-55 -55 110 110", width: 34, height: 34, "aria-hidden": "true" }, drawn);
}

/** A position's codes as rows, whatever stands between them. @param {string} position @param {Scene} scene */
function cut(position, scene) {
  const codes = position.match(/[^\s,;()[\]|/]+/g) ?? [];
  return Array.from({ length: scene.rows }, (_, row) => codes.slice(row * scene.columns, (row + 1) * scene.columns));
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { gridScene, gridText, paintCell, parseRows, resizeGrid } from "../page/editor/grid.js";
import { cell } from "./fixtures.js";

const PALETTE = [
  { code: "0", name: "empty", piece: null },
  { code: "1", name: "wall", piece: { shape: "wall", tint: "neutral", letter: "W" } },
  { code: "2", name: "red ghost", piece: { shape: "ghost", tint: "red", letter: "R" } },
];

test("rows are parsed whatever separates the codes", () => {
  const rows = [
    ["0", "1"],
    ["10", "2"],
  ];
  for (const text of ["0 1\n10 2", "[[0, 1], [10, 2]]", "(0;1)|(10;2)", "0/1/10/2"]) {
    assert.deepEqual(parseRows(text, { columns: 2, rows: 2 }), rows, text);
  }
});

test("an empty position has empty rows", () => {
  assert.deepEqual(parseRows("", { columns: 2, rows: 2 }), [[], []]);
});

test("text and rows convert back and forth", () => {
  const text = "0 1 2\n2 1 0";
  assert.equal(gridText(parseRows(text, { columns: 3, rows: 2 })), text);
});

test("resizing keeps the common part and fills the rest", () => {
  const grid = [
    ["1", "2"],
    ["2", "1"],
  ];
  assert.deepEqual(resizeGrid(grid, 3, 1, "0"), [["1", "2", "0"]]);
  assert.deepEqual(resizeGrid(grid, 1, 3, "0"), [["1"], ["2"], ["0"]]);
  assert.deepEqual(grid.length, 2, "the old grid is unchanged");
});

test("the scene has a piece for every code with a shape", () => {
  const { columns, rows, pieces } = gridScene(
    [
      ["0", "1"],
      ["2", "?"],
    ],
    PALETTE,
  );
  assert.deepEqual([columns, rows], [2, 2]);
  assert.deepEqual(
    pieces.map(({ id: _, ...piece }) => piece),
    [
      { cell: cell(1, 0), shape: "wall", tint: "neutral", letter: "W" },
      { cell: cell(0, 1), shape: "ghost", tint: "red", letter: "R" },
    ],
  );
});

test("a cell that gets another code gets another piece id", () => {
  const id = (code) => gridScene([["1", code]], PALETTE).pieces[1].id;
  assert.notEqual(id("1"), id("2"));
  const ids = gridScene(
    [
      ["1", "2"],
      ["2", "1"],
    ],
    PALETTE,
  ).pieces.map((piece) => piece.id);
  assert.equal(new Set(ids).size, 4);
});

test("painting a unique piece moves it, with whatever brush it was drawn", () => {
  const palette = [
    { code: "0", name: "empty", piece: null, is_unique: false },
    { code: "1", name: "wall", piece: { shape: "wall", tint: "neutral", letter: "W" }, is_unique: false },
    { code: "2", name: "red ghost", piece: { shape: "ghost", tint: "red", letter: "R" }, is_unique: true },
    { code: "3", name: "red ghost on a pellet", piece: { shape: "ghost", tint: "red", letter: "G" }, is_unique: true },
    { code: "4", name: "blue ghost", piece: { shape: "ghost", tint: "blue", letter: "G" }, is_unique: true },
  ];
  const grid = [["1", "3", "4", "1"]];
  assert.deepEqual(paintCell(grid, cell(3, 0), palette[2], palette), [["1", "0", "4", "2"]]);
  assert.deepEqual(paintCell(grid, cell(1, 0), palette[1], palette), [["1", "1", "4", "1"]]);
  assert.deepEqual(grid, [["1", "3", "4", "1"]], "the old grid is unchanged");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsBetween } from "../page/editor/painter.js";
import { cell } from "./fixtures.js";

test("a fast stroke has no gaps", () => {
  assert.deepEqual(cellsBetween(cell(0, 0), cell(3, 0)), [cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0)]);
  const slanted = cellsBetween(cell(0, 0), cell(4, 2));
  assert.equal(slanted.length, 5);
  slanted.slice(1).forEach(({ column, row }, index) => {
    assert.ok(Math.abs(column - slanted[index].column) <= 1 && Math.abs(row - slanted[index].row) <= 1);
  });
});

test("a stroke within one cell is that cell", () => {
  assert.deepEqual(cellsBetween(cell(2, 1), cell(2, 1)), [cell(2, 1)]);
});

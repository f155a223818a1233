import assert from "node:assert/strict";
import { test } from "node:test";
import { wallPath } from "../page/board/geometry.js";
import { cell } from "./fixtures.js";

const outlines = (walls) => wallPath(walls).split("Z").filter(Boolean);

test("a single wall is one outline with four corners, inset from its cell", () => {
  const [outline, ...others] = outlines([cell(0, 0)]);
  assert.deepEqual(others, []);
  assert.equal(outline.match(/Q/g).length, 4);
  assert.ok(outline.includes("Q14 14"), outline);
  assert.ok(outline.includes("Q86 86"), outline);
});

test("neighboring walls share one outline without corners between them", () => {
  const [outline, ...others] = outlines([cell(0, 0), cell(1, 0), cell(2, 0)]);
  assert.deepEqual(others, []);
  assert.equal(outline.match(/Q/g).length, 4);
  assert.ok(outline.includes("Q286 14"), outline);
});

test("walls that touch only at a corner stay apart", () => {
  assert.equal(outlines([cell(0, 0), cell(1, 1)]).length, 2);
});

test("a ring of walls has an outer and an inner outline", () => {
  const ring = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cell(column, row)));
  const walls = ring.filter(({ column, row }) => column !== 1 || row !== 1);
  const [outer, inner] = outlines(walls).sort((a, b) => b.length - a.length);
  assert.ok(outer && inner);
  // The inner outline is inset into the wall, so it is larger than the free cell.
  assert.ok([outer, inner].some((outline) => outline.includes("Q86 86")));
});

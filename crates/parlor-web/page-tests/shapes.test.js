import assert from "node:assert/strict";
import { before, test } from "node:test";
import { drawPiece } from "../page/board/shapes.js";

/** The least of an element that a drawing needs. */
class FakeElement {
  constructor(name) {
    this.name = name;
    this.attributes = {};
    this.children = [];
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(child) {
    this.children.push(child);
  }
}

before(() => {
  globalThis.Node = FakeElement;
  globalThis.document = { createElementNS: (_namespace, name) => new FakeElement(name) };
});

const piece = (shape, more = {}) => ({ shape, tint: "first", letter: "P", ...more });

test("a known shape is drawn", () => {
  const drawing = drawPiece(piece("disc"));
  assert.equal(drawing.attributes.class, "tint-first shape-disc");
  assert.ok(drawing.children.every(({ name }) => name !== "text"));
});

test("an unknown shape is drawn as its letter, whatever its name", () => {
  for (const shape of ["pawn", "constructor", "toString", ""]) {
    const drawing = drawPiece(piece(shape));
    assert.equal(drawing.attributes.class, "tint-first shape-letter");
    const [letter] = drawing.children;
    assert.deepEqual([letter.name, letter.children], ["text", ["P"]]);
  }
});

test("a piece is drawn facing its direction", () => {
  const turn = (more) => drawPiece(piece("eater", more)).children[0].attributes.transform;
  assert.equal(turn({}), turn({ facing: "right" }));
  assert.equal(new Set(["right", "left", "up", "down"].map((facing) => turn({ facing }))).size, 4);
});

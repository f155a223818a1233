import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, describe, test } from "node:test";
import { MoveSelection, anchorCell } from "../page/board/move-selection.js";
import { cell, choice } from "./fixtures.js";

/** The vectors that define the rule; the window runs them, too. */
const VECTORS = JSON.parse(
  readFileSync(new URL("../../parlor-window/tests/move-selection-vectors.json", import.meta.url), "utf8"),
);

const A = cell(0, 0);
const B = cell(1, 0);
const C = cell(2, 0);
const D = cell(0, 1);

/** @type {MoveSelection} */
let selection;
beforeEach(() => {
  selection = new MoveSelection();
});

const keys = () => [...selection.nextCells().keys()].sort();

const toCell = ([column, row]) => cell(column, row);

/** A pick's result in the form of the vectors. */
function plainResult(result) {
  switch (result.kind) {
    case "choice":
      return { kind: "choice", notation: result.choice.notation };
    case "labels":
      return { kind: "labels", notations: result.choices.map(({ notation }) => notation) };
    case "next":
      return { kind: "next", cells: result.cells.map(({ column, row }) => [column, row]) };
    default:
      return result;
  }
}

describe("shared vectors", () => {
  for (const { name, choices, picks, result } of VECTORS) {
    test(name, () => {
      selection.offer(
        choices.map(({ notation, steps }) =>
          choice(
            notation,
            steps.map((step) => step.map(toCell)),
          ),
        ),
      );
      const results = picks.map((pick) => selection.pick(toCell(pick)));
      assert.deepEqual(plainResult(results.at(-1)), result);
    });
  }
});

describe("moves of one cell", () => {
  beforeEach(() => selection.offer([choice("a", [[A]]), choice("b", [[B]])]));

  test("a playable cell completes its move", () => {
    const result = selection.pick(B);
    assert.equal(result.kind, "choice");
    assert.equal(result.choice.notation, "b");
  });

  test("another cell is ignored", () => {
    assert.deepEqual(selection.pick(C), { kind: "none" });
    assert.deepEqual(selection.picked, []);
  });

  test("all cells are offered", () => assert.deepEqual(keys(), ["0 0", "1 0"]));
});

describe("moves of two cells", () => {
  beforeEach(() => selection.offer([choice("a-b", [[A], [B]]), choice("a-c", [[A], [C]]), choice("d-c", [[D], [C]])]));

  test("the first cell narrows the candidates", () => {
    assert.deepEqual(keys(), ["0 0", "0 1"]);
    assert.deepEqual(selection.pick(A), { kind: "next", cells: [B, C] });
    assert.deepEqual(
      selection.candidates().map(({ notation }) => notation),
      ["a-b", "a-c"],
    );
    assert.deepEqual(keys(), ["1 0", "2 0"]);
  });

  test("the second cell completes the move", () => {
    selection.pick(A);
    assert.equal(selection.pick(C).choice.notation, "a-c");
  });

  test("a cell that starts another move starts over", () => {
    selection.pick(A);
    assert.deepEqual(selection.pick(D), { kind: "next", cells: [C] });
    assert.deepEqual(selection.picked, [D]);
  });

  test("new choices clear the selection", () => {
    selection.pick(A);
    selection.offer([choice("b", [[B]])]);
    assert.deepEqual(selection.picked, []);
  });
});

test("moves with the same cells are ambiguous", () => {
  selection.offer([choice("c two-one", [[C]]), choice("c one-two", [[C]])]);
  const result = selection.pick(C);
  assert.equal(result.kind, "labels");
  assert.equal(result.choices.length, 2);
});

test("a move that is a prefix of another is ended by picking its last cell again", () => {
  selection.offer([choice("a", [[A]]), choice("a-b", [[A], [B]])]);
  assert.deepEqual(selection.pick(A), { kind: "next", cells: [B] });
  assert.deepEqual([...selection.pickableCells().values()], [B, A]);
  assert.equal(selection.pick(A).choice.notation, "a");
});

test("every cell of a column selects the column, with one hint per column", () => {
  selection.offer([choice("1", [[A, D]], { changes: [D] }), choice("2", [[B, cell(1, 1)]], { changes: [cell(1, 1)] })]);
  assert.equal(selection.pick(A).choice.notation, "1");
  assert.equal(selection.pick(D).choice.notation, "1");
  assert.deepEqual(selection.hintCells(), [D, cell(1, 1)]);
});

test("hints are the next cells if a choice has a single cell", () => {
  selection.offer([choice("a", [[A]]), choice("b", [[B, C]])]);
  assert.deepEqual(selection.hintCells(), [A, B, C]);
});

test("choices without cells are buttons and never picked", () => {
  selection.offer([choice("pass", []), choice("a", [[A]])]);
  assert.deepEqual(
    selection.buttonChoices().map(({ notation }) => notation),
    ["pass"],
  );
  assert.equal(selection.candidates().length, 1);
});

test("keys select by direction and by letter in any case", () => {
  selection.offer([choice("L", [], { key: "left" }), choice("P", [], { key: { letter: "P" } }), choice("x", [])]);
  assert.equal(selection.choiceForKey("left")?.notation, "L");
  assert.equal(selection.choiceForKey("p")?.notation, "P");
  assert.equal(selection.choiceForKey("right"), undefined);
});

test("the anchor is the last step's cell, or the first change if that step has several", () => {
  assert.deepEqual(anchorCell(choice("a-b", [[A], [B]], { changes: [C] })), B);
  assert.deepEqual(anchorCell(choice("1", [[A, B]], { changes: [C] })), C);
  assert.deepEqual(anchorCell(choice("1", [[A, B]])), A);
  assert.equal(anchorCell(choice("pass", [])), undefined);
});

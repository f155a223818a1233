// Board editor: painting, files and the largest board.

import assert from "node:assert/strict";

const textFile = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const waitUntilPlayable = (page) => page.waitForFunction(() => !document.querySelector(".primary").disabled);

export async function runEditorCases(harness) {
  for (const game of harness.games.filter(({ editor }) => editor)) {
    await harness.run(`${game.name}: a board is edited and played`, (page) => editBoard(harness, page, game));
    const paint = (page) => paintBoard(harness, page, game);
    await harness.run(`${game.name}: a fast stroke has no gaps, a piece moves, and undo restores`, paint);
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
    await harness.run(`${game.name}: a finger paints`, (page) => paintByTouch(harness, page, game), touch);
    await harness.run(`${game.name}: the widest board can be edited`, (page) => editWidestBoard(harness, page, game));
  }
}

async function openEditor(harness, page, game) {
  await page.goto(`${harness.base}edit/${game.name}`);
  await page.waitForSelector(".palette .brush");
}

async function editBoard(harness, page, game) {
  await openEditor(harness, page, game);
  // A board with one pellet less is still valid.
  const { palette } = game.editor;
  const from = palette.find((brush) => brush.piece?.shape === "pellet") ?? palette[1];
  const to = palette.find((brush) => brush.piece === null) ?? palette[0];
  await page.locator(`.brush[title='${to.name}']`).click();
  const cells = page.locator(`.target[aria-label$=': ${from.name}']`);
  const before = await cells.count();
  await cells.first().click();
  const count = ([name, count]) => document.querySelectorAll(`.target[aria-label$=': ${name}']`).length === count;
  await page.waitForFunction(count, [from.name, before - 1]);
  const text = await page.locator("textarea").inputValue();
  await page.setInputFiles("#board-file", textFile("board.txt", text));
  await waitUntilPlayable(page);
  await page.setInputFiles("#board-file", textFile("bad.txt", "no board at all"));
  await page.waitForSelector(".toast:has-text('not opened')");
  await waitUntilPlayable(page);
  assert.equal(await page.locator("textarea").inputValue(), text, "a bad file changes nothing");
  await page.click("button:has-text('Play this board')");
  await page.waitForSelector(".solver");
}

async function editWidestBoard(harness, page, game) {
  const { palette, max_side: maxSide } = game.editor;
  await openEditor(harness, page, game);
  const wall = palette.find((brush) => brush.piece?.shape === "wall") ?? palette[1];
  const rows = (await page.locator("textarea").inputValue()).split("\n").map((row) => row.split(" "));
  const codes = rows.map((row) => Array.from({ length: maxSide }, (_, column) => row[column] ?? wall.code));
  const text = codes.map((row) => row.join(" ")).join("\n");
  await page.setInputFiles("#board-file", textFile("board.txt", text));
  const hasCells = (count) => document.querySelectorAll(".target").length === count;
  await page.waitForFunction(hasCells, maxSide * rows.length);
  // Walls are joined into one outline and are no pieces of their own.
  const isPiece = (code) => ![undefined, "wall"].includes(palette.find((brush) => brush.code === code).piece?.shape);
  const pieces = codes.flat().filter(isPiece).length;
  assert.equal(await page.locator(".board .piece").count(), pieces);
  await page.fill("#rows", String(rows.length + 1));
  await page.locator("#rows").blur();
  assert.equal(await page.locator(".target").count(), maxSide * (rows.length + 1));
  await waitUntilPlayable(page);
}

/** The centers of cells on the screen. */
async function centers(page, cells) {
  const boxes = await Promise.all(cells.map(([column, row]) => page.locator(`#cell-${column}-${row}`).boundingBox()));
  return boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
}

const countCells = (page, name) => page.locator(`.target[aria-label$=': ${name}']`).count();

async function paintBoard(harness, page, game) {
  const { palette } = game.editor;
  await openEditor(harness, page, game);
  const before = await page.locator("textarea").inputValue();
  const columns = before.split("\n")[0].split(" ").length;
  const wall = palette.find(({ piece }) => piece?.shape === "wall");
  await page.locator(`.brush[title='${wall.name}']`).click();
  const [from, to] = await centers(page, [
    [0, 1],
    [columns - 1, 1],
  ]);
  await page.mouse.move(...from);
  await page.mouse.down();
  // One jump: the browser reports the pointer at both ends only.
  await page.mouse.move(...to);
  await page.mouse.up();
  const row = (await page.locator("textarea").inputValue()).split("\n")[1].split(" ");
  assert.ok(
    row.every((code) => code === wall.code),
    `${row} has gaps`,
  );
  await page.click("[data-action=undo]");
  assert.equal(await page.locator("textarea").inputValue(), before);
  const unique = palette.find((brush) => brush.is_unique);
  await page.locator(`.brush[title='${unique.name}']`).click();
  const empty = palette.find(({ piece }) => piece === null) ?? palette[0];
  const free = page.locator(`.target[aria-label$=': ${empty.name}'], .target[aria-label$=': pellet']`);
  await free.first().click();
  assert.equal(await countCells(page, unique.name), 1, "a second one moves the first");
  const drawn = await page.locator("textarea").inputValue();
  await page.click(".brand");
  await page.waitForSelector(".game");
  await openEditor(harness, page, game);
  assert.equal(await page.locator("textarea").inputValue(), drawn, "the drawing is kept");
}

async function paintByTouch(harness, page, game) {
  await openEditor(harness, page, game);
  const wall = game.editor.palette.find(({ piece }) => piece?.shape === "wall");
  await page.locator(`.brush[title='${wall.name}']`).click();
  const cells = [
    [1, 1],
    [2, 1],
    [3, 1],
  ];
  await page.locator("#cell-1-1").scrollIntoViewIfNeeded();
  const [start, ...rest] = await centers(page, cells);
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await touch("touchStart", [start]);
  for (const point of rest) await touch("touchMove", [point]);
  await touch("touchEnd", []);
  for (const [column, row] of cells) {
    await page.waitForSelector(`#cell-${column}-${row}[aria-label$=': ${wall.name}']`);
  }
}

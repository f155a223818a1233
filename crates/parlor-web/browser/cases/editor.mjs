// Board editor: painting, files and the largest board.

import assert from "node:assert/strict";

const textFile = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const waitUntilPlayable = (page) => page.waitForFunction(() => !document.querySelector(".primary").disabled);

export async function runEditorCases(harness) {
  for (const game of harness.games.filter(({ editor }) => editor)) {
    await harness.run(`${game.name}: a board is edited and played`, (page) => editBoard(harness, page, game));
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
  const from = palette.find((brush) => brush.shape === "pellet") ?? palette[1];
  const to = palette.find((brush) => brush.shape === null) ?? palette[0];
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
  await page.waitForFunction(() => document.querySelector(".error").textContent.length > 5);
  assert.ok(await page.locator(".primary").isDisabled());
  await page.setInputFiles("#board-file", textFile("board.txt", text));
  await page.click("button:has-text('Play this board')");
  await page.waitForSelector(".solver");
}

async function editWidestBoard(harness, page, game) {
  const { palette, longest_side: longestSide } = game.editor;
  await openEditor(harness, page, game);
  const wall = palette.find((brush) => brush.shape === "wall") ?? palette[1];
  const rows = (await page.locator("textarea").inputValue()).split("\n").map((row) => row.split(" "));
  const codes = rows.map((row) => Array.from({ length: longestSide }, (_, column) => row[column] ?? wall.code));
  const text = codes.map((row) => row.join(" ")).join("\n");
  await page.setInputFiles("#board-file", textFile("board.txt", text));
  const hasCells = (count) => document.querySelectorAll(".target").length === count;
  await page.waitForFunction(hasCells, longestSide * rows.length);
  const pieces = codes.flat().filter((code) => palette.find((brush) => brush.code === code).shape !== null).length;
  assert.equal(await page.locator(".board .piece").count(), pieces);
  await page.fill("#rows", String(rows.length + 1));
  await page.locator("#rows").blur();
  assert.equal(await page.locator(".target").count(), longestSide * (rows.length + 1));
  await waitUntilPlayable(page);
}

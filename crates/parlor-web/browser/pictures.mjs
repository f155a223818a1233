// Screenshots of the site for the README: `node pictures.mjs URL FOLDER`.

import { mkdirSync } from "node:fs";
import { createMatch, fetchGames, launch } from "./chromium.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const MOVES = 9;

const [base, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();

/** Takes a screenshot of a fresh page after some steps. */
async function take(name, options, act) {
  const viewport = { width: 1180, height: 800 };
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.goto(base);
  await page.waitForSelector(".thumbnail svg .piece");
  await act?.(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

/** Opens a match after some moves, the same every time. */
async function play(page, game, moves) {
  const seats = Array.from({ length: game.seats }, () => ({ who: "you" }));
  const created = await createMatch(page, { setup: { game: game.name, options: {}, position: null }, seats });
  await page.goto(`${base}match/${created.id}`);
  await page.waitForSelector(".board .target");
  for (let move = 1; move <= moves; move++) {
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length >= count, move - 1);
    const cells = page.locator(".can-pick");
    const count = await cells.count();
    if (count === 0) break;
    await cells.nth((move * 7) % count).click();
  }
  await page.mouse.move(5, 5);
}

async function takeGame(game) {
  const { name } = game;
  await take(name, {}, (page) => play(page, game, MOVES));
  await take(`${name}-dark`, { colorScheme: "dark" }, (page) => play(page, game, MOVES));
  await take(`${name}-phone`, PHONE, (page) => play(page, game, MOVES));
  await take(`${name}-new`, {}, async (page) => {
    await page.goto(`${base}new/${name}`);
    await page.waitForSelector(".preview .cell");
  });
  if (game.editor) {
    await take(`${name}-editor`, {}, async (page) => {
      await page.goto(`${base}edit/${name}`);
      await page.waitForSelector(".palette .brush");
    });
  }
  if (game.engines.length === 0) return;
  if (game.seats === 1) await take(`${name}-solved`, {}, (page) => solve(page, game));
  else await take(`${name}-analysis`, {}, (page) => analyze(page, game));
}

async function analyze(page, game) {
  await play(page, game, MOVES);
  await page.click("#analysis");
  await page.waitForSelector(".graph-line", { state: "attached", timeout: 30000 });
}

async function solve(page, game) {
  await play(page, game, 0);
  await page.click(".solver button:has-text('Solve')");
  await page.waitForSelector(".plan-controls:not([hidden])", { timeout: 30000 });
  for (let step = 0; step < 6; step++) await page.click("[aria-label='Next step']");
}

await take("home", {});
await take("home-dark", { colorScheme: "dark" });
for (const game of await fetchGames(browser, base)) await takeGame(game);
await browser.close();

// Pictures of the site for the README: `node pictures.mjs URL FOLDER`.

import { mkdirSync } from "node:fs";
import { launch, makeMatch } from "./chromium.mjs";

const [base, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();

async function take(name, options, act) {
  const context = await browser.newContext({ viewport: { width: 1180, height: 800 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.goto(base);
  await page.waitForSelector(".thumb svg .piece");
  await act?.(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

/** A match some moves in, the same every time. */
async function play(page, game, turns) {
  const seats = Array.from({ length: game.seats }, () => ({ who: "you" }));
  const made = await makeMatch(page, { setup: { game: game.name, options: {}, position: null }, seats });
  await page.goto(`${base}match/${made.id}`);
  await page.waitForSelector(".board .target");
  for (let turn = 1; turn <= turns; turn++) {
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length >= count, turn - 1);
    const cells = page.locator(".can-pick");
    const count = await cells.count();
    if (count === 0) break;
    await cells.nth((turn * 7) % count).click();
  }
  await page.mouse.move(5, 5);
}

const front = await browser.newPage();
await front.goto(base);
const games = await front.evaluate(() => fetch("/api/games").then((answer) => answer.json()));
await front.close();

await take("home", {});
await take("home-dark", { colorScheme: "dark" });
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
for (const game of games) {
  await take(game.name, {}, (page) => play(page, game, 9));
  await take(`${game.name}-dark`, { colorScheme: "dark" }, (page) => play(page, game, 9));
  await take(`${game.name}-phone`, phone, (page) => play(page, game, 9));
  await take(`${game.name}-new`, {}, async (page) => {
    await page.goto(`${base}new/${game.name}`);
    await page.waitForSelector(".preview .cell");
  });
  if (game.seats === 2 && game.engines.length > 0) {
    await take(`${game.name}-analysis`, {}, async (page) => {
      await play(page, game, 9);
      await page.click("#analysis");
      await page.waitForSelector(".graph-line", { state: "attached", timeout: 30000 });
    });
  }
  if (game.seats === 1 && game.engines.length > 0) {
    await take(`${game.name}-solved`, {}, async (page) => {
      await play(page, game, 0);
      await page.click(".solver button:has-text('Solve')");
      await page.waitForSelector(".plan-controls:not([hidden])", { timeout: 30000 });
      for (let step = 0; step < 6; step++) await page.click("[aria-label='One step forward']");
    });
  }
  if (game.editor) {
    await take(`${game.name}-editor`, {}, async (page) => {
      await page.goto(`${base}edit/${game.name}`);
      await page.waitForSelector(".palette .brush");
    });
  }
}
await browser.close();

// Pictures of the site for the README: `node pictures.mjs URL FOLDER`.

import { mkdirSync } from "node:fs";
import { createMatch, fetchGames, launch } from "./chromium.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const MOVES = 12;
/** Steps of a puzzle's plan that are shown: in the middle of the chase. */
const PLAN_STEPS = 7;

const [base, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();

/** Takes a picture of a fresh page after some steps. */
async function take(name, options, act) {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.goto(base);
  await page.waitForSelector(".game-art .piece");
  await act?.(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

/** Opens a match on the largest board of a puzzle, or on the usual board. */
async function open(page, game) {
  const seats = Array.from({ length: game.players }, () => ({ kind: "you" }));
  const largest = game.boards.toSorted((a, b) => (b.optimum ?? 0) - (a.optimum ?? 0))[0];
  const position = game.players === 1 ? (largest?.position ?? null) : null;
  const created = await createMatch(page, { setup: { game: game.name, options: {}, position }, seats });
  await page.goto(`${base}match/${created.id}`);
  await page.waitForSelector(".board-box .target");
}

/** Plays the moves that the computer suggests, so that the picture shows a sensible game. */
async function play(page, game, moves) {
  await open(page, game);
  if (game.players === 1) return playPlan(page);
  for (let move = 0; move < moves; move++) {
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length >= count, move);
    if (await page.locator(".caption.is-over").count()) return;
    await page.click("[data-action=hint]");
    const best = page.locator(".best-cell");
    await best.waitFor({ timeout: 20000 });
    const { x, y, width, height } = await best.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
  }
  await page.waitForFunction((count) => document.querySelectorAll(".moves li").length >= count, moves);
  await page.waitForSelector(".toast", { state: "detached" });
  await page.mouse.move(5, 400);
}

async function findPlan(page) {
  await page.click(".solver button:has-text('Solve')");
  await page.waitForSelector(".plan-controls:not([hidden])", { timeout: 30000 });
  await page.waitForSelector(".solver button:has-text('Solve')", { timeout: 30000 });
}

async function playPlan(page) {
  await findPlan(page);
  const steps = (await page.locator(".plan span").allTextContents()).slice(0, PLAN_STEPS);
  const keys = { L: "ArrowLeft", R: "ArrowRight", U: "ArrowUp", D: "ArrowDown" };
  for (const [index, step] of steps.entries()) {
    await page.keyboard.press(keys[step]);
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length >= count, index + 1);
  }
}

async function takeGame(game) {
  const { name } = game;
  await take(name, {}, (page) => play(page, game, MOVES));
  await take(`${name}-dark`, { colorScheme: "dark" }, (page) => play(page, game, MOVES));
  await take(`${name}-phone`, PHONE, (page) => play(page, game, MOVES));
  await take(`${name}-new`, {}, async (page) => {
    await page.goto(`${base}new/${name}`);
    await page.waitForSelector(".preview .board .ground");
  });
  if (game.editor) {
    await take(`${name}-editor`, {}, async (page) => {
      await page.goto(`${base}edit/${name}`);
      await page.waitForSelector(".palette .brush");
    });
  }
  if (game.engines.length === 0) return;
  if (game.players === 1) await take(`${name}-solved`, {}, (page) => solve(page, game));
  else await take(`${name}-analysis`, {}, (page) => analyze(page, game));
}

async function analyze(page, game) {
  await play(page, game, MOVES - 3);
  await page.click("#analysis");
  await page.waitForSelector(".graph-line", { state: "attached", timeout: 30000 });
  await page.waitForTimeout(3000);
}

async function solve(page, game) {
  await open(page, game);
  await findPlan(page);
  for (let step = 0; step < PLAN_STEPS; step++) await page.click("[aria-label='Next step']");
}

await take("home", {});
await take("home-dark", { colorScheme: "dark" });
await take("home-phone", PHONE);
for (const game of await fetchGames(browser, base)) await takeGame(game);
await browser.close();

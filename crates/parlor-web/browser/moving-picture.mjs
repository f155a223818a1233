// Frames of the moving picture of the README: `node moving-picture.mjs URL FOLDER`. A match of Four in a Row is played,
// reviewed, and a board of Pac-Man is solved. A frame is named NUMBER-MILLISECONDS.png.

import { mkdirSync } from "node:fs";
import { createMatch, fetchGames, launch } from "./chromium.mjs";

const VIEWPORT = { width: 960, height: 620 };
/** Both sides slip, and the first player wins. */
const COLUMNS = "4664354642464";
const MOVE = 260;
const LOOK = 1400;
/** The plan that is shown has at least as many steps. */
const PLAN_STEPS = 20;

const [base, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();
const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: "reduce" });
const page = await context.newPage();
let frames = 0;

/** Takes a frame that stays for some milliseconds. */
async function frame(milliseconds) {
  frames += 1;
  await page.screenshot({ path: `${folder}/${String(frames).padStart(3, "0")}-${milliseconds}.png` });
}

/** Opens a page under a title that every frame of it shows. */
async function open(path, title, selector) {
  await page.goto(`${base}${path}`);
  await page.waitForSelector(selector);
  await page.evaluate((title) => {
    const label = document.createElement("div");
    label.textContent = title;
    label.style.cssText =
      "position:fixed;left:56%;top:5px;transform:translateX(-50%);z-index:99;padding:4px 26px;border-radius:99px;" +
      "background:#1d2733;color:#fff;font:600 20px/1.4 system-ui,sans-serif";
    document.body.append(label);
  }, title);
  await page.waitForTimeout(300);
}

async function createAndOpen(game, position) {
  const seats = Array.from({ length: game.players }, () => ({ kind: "you" }));
  return createMatch(page, { setup: { game: game.name, options: {}, position }, seats });
}

async function playAndReview(game) {
  const { id } = await createAndOpen(game, null);
  await open(`match/${id}`, "Play", ".board .target");
  await frame(LOOK / 2);
  for (const [index, column] of [...COLUMNS].entries()) {
    if (await page.locator(".caption.is-over").count()) break;
    await page
      .locator(`.can-pick[data-column='${column - 1}']`)
      .first()
      .click();
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length > count, index);
    await page.mouse.move(5, VIEWPORT.height - 5);
    await page.waitForTimeout(100);
    await frame(MOVE);
  }
  await page.waitForTimeout(500);
  await frame(LOOK);
  await open(`review/${id}`, "Review", ".accuracy");
  await page.waitForSelector(".callout [data-action=next]", { timeout: 60000 });
  await frame(LOOK);
  await page.click(".callout [data-action=next]");
  await page.waitForSelector(".callout [data-action=find]");
  await page.waitForTimeout(300);
  await frame(LOOK);
  await page.click("[data-action=answer]");
  await page.waitForSelector(".better-ring", { state: "attached" });
  await page.waitForTimeout(300);
  await frame(LOOK);
}

async function solve(puzzle) {
  const boards = puzzle.boards.filter(({ optimum }) => optimum >= PLAN_STEPS).toSorted((a, b) => a.optimum - b.optimum);
  const { id } = await createAndOpen(puzzle, boards[0].position);
  await open(`match/${id}`, "Solve", ".board .target");
  await frame(LOOK / 2);
  await page.click(".solver button:has-text('Solve')");
  await page.waitForSelector(".plan-controls:not([hidden])", { timeout: 30000 });
  await page.waitForSelector(".solver button:has-text('Solve')", { timeout: 30000 });
  await frame(LOOK);
  for (let step = 0; step < boards[0].optimum; step += 1) {
    await page.click("[aria-label='Next step']");
    await page.waitForTimeout(80);
    await frame(MOVE / 2);
  }
  await frame(LOOK);
}

const games = await fetchGames(browser, base);
await page.goto(base);
await playAndReview(games.find(({ look }) => look.arrival === "fall"));
await solve(games.find(({ players }) => players === 1));
await browser.close();

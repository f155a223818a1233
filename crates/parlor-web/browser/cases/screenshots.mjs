// Pictures of the pages at three widths, compared with the committed ones in `screenshots/`. With the variable
// UPDATE_SCREENSHOTS=1, new pictures replace them.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { allSeats } from "../harness.mjs";

const FOLDER = new URL("../screenshots/", import.meta.url).pathname;
/** Fonts differ a little between machines, so a few pixels may differ. */
const MAX_DIFFERENT = 0.03;
const SIZES = {
  360: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  1280: { viewport: { width: 1280, height: 800 } },
  1920: { viewport: { width: 1920, height: 1080 } },
};
const MOVES = 6;

export async function runScreenshotCases(harness) {
  for (const [width, options] of Object.entries(SIZES)) {
    const home = async (page) => {
      await page.goto(harness.base);
      await page.waitForSelector(".game-art .piece");
      await compare(page, `home-${width}`);
    };
    await harness.run(`home looks as before at ${width} pixels`, home, options);
    for (const game of harness.games) {
      const match = async (page) => {
        await openPosition(harness, page, game);
        await compare(page, `${game.name}-${width}`);
      };
      await harness.run(`${game.name} looks as before at ${width} pixels`, match, options);
    }
  }
  for (const locale of ["he", "fa"]) {
    for (const width of [360, 1280]) {
      const pages = async (page) => {
        await page.goto(harness.base);
        await page.waitForSelector(".game-art .piece");
        await compare(page, `home-${locale}-${width}`);
        await harness.openSetup(page, harness.games[0]);
        await compare(page, `setup-${locale}-${width}`);
        for (const game of [harness.boardGames[0], ...harness.puzzles]) {
          await openPosition(harness, page, game);
          await compare(page, `${game.name}-${locale}-${width}`);
        }
      };
      await harness.run(`${locale}: pages look as before at ${width} pixels`, pages, { ...SIZES[width], locale });
    }
  }
  const dark = async (page) => {
    for (const game of harness.games) {
      await openPosition(harness, page, game);
      await compare(page, `${game.name}-dark`);
    }
  };
  await harness.run("every game looks as before in the dark theme", dark, { ...SIZES[1280], colorScheme: "dark" });
}

/** Opens a match after some moves, the same every time. */
async function openPosition(harness, page, game) {
  await harness.openMatch(page, game, allSeats(game));
  for (let move = 1; move <= MOVES; move++) {
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length >= count, move - 1);
    const cells = page.locator(".can-pick");
    const count = await cells.count();
    if (count === 0) break;
    await cells.nth((move * 7) % count).click();
  }
  await page.waitForFunction((count) => document.querySelectorAll(".moves li").length >= count, MOVES);
  await page.mouse.move(2, 400);
}

async function compare(page, name) {
  await page.waitForTimeout(150);
  const file = join(FOLDER, `${name}.png`);
  const taken = await page.screenshot();
  if (process.env.UPDATE_SCREENSHOTS) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, taken);
    return;
  }
  assert.ok(existsSync(file), `${file} is missing; run with UPDATE_SCREENSHOTS=1`);
  const [before, now] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(taken)];
  assert.deepEqual([now.width, now.height], [before.width, before.height], name);
  const different = pixelmatch(before.data, now.data, null, now.width, now.height, { threshold: 0.2 });
  const share = different / (now.width * now.height);
  if (share > MAX_DIFFERENT) writeFileSync(join(FOLDER, `${name}.new.png`), taken);
  assert.ok(share <= MAX_DIFFERENT, `${(share * 100).toFixed(1)} % of ${name} differ; see ${name}.new.png`);
}

// Site-wide behavior: home page, narrow screens, theme, navigation and missing matches.

import assert from "node:assert/strict";
import { allSeats } from "../harness.mjs";

export async function runSiteCases(harness) {
  const { base, games } = harness;
  const home = async (page) => {
    await page.goto(base);
    await page.waitForSelector(".game-art .piece");
    assert.equal(await page.locator(".game").count(), games.length);
  };
  await harness.run("home shows every game with an animated board", home, { reducedMotion: "no-preference" });

  const narrow = async (page) => {
    const assertFits = async () => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 360, `${page.url()} is ${width} wide`);
    };
    await page.goto(base);
    await page.waitForSelector(".game");
    await assertFits();
    for (const game of games) {
      await harness.openSetup(page, game);
      await assertFits();
      await harness.openMatch(page, game, allSeats(game));
      await assertFits();
      const cell = await page.locator(".target").first().boundingBox();
      assert.ok(cell.width >= 8, `cells of ${game.name} are ${cell.width} wide`);
    }
  };
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  await harness.run("a phone of 360 pixels does not scroll sideways", narrow, phone);

  const theme = async (page) => {
    const lightness = () =>
      page.evaluate(() => {
        const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
        return red + green + blue;
      });
    await page.goto(base);
    await page.waitForSelector(".game");
    assert.ok((await lightness()) < 200);
    await page.click("#theme");
    assert.ok((await lightness()) > 600);
    await page.reload();
    await page.waitForSelector(".game");
    assert.ok((await lightness()) > 600);
  };
  await harness.run("the theme follows the system until the button changes it", theme, { colorScheme: "dark" });

  await harness.run("a page that loads late does not replace the current one", async (page) => {
    let release;
    const held = new Promise((resolve) => {
      release = resolve;
    });
    const hold = async (route) => {
      await held;
      await route.continue();
    };
    await page.route("**/api/preview", hold, { times: 1 });
    await page.goto(`${base}edit/${games.find((game) => game.editor).name}`);
    const received = page.waitForResponse("**/api/preview");
    await page.click(".brand");
    await page.waitForSelector(".game");
    release();
    await (await received).finished();
    await page.waitForTimeout(100);
    assert.equal(await page.locator(".game").count(), games.length);
  });

  await harness.run("a piece of an unknown shape is drawn as its letter", async (page) => {
    await page.route("**/api/preview", async (route) => {
      const response = await route.fetch();
      const preview = await response.json();
      const { scene } = preview;
      const pieces = [
        { id: 1, cell: { column: 0, row: 0 }, shape: "pawn", tint: "first", letter: "♙" },
        { id: 2, cell: { column: 1, row: 0 }, shape: "constructor", tint: "second", letter: "Q" },
      ];
      await route.fulfill({ response, json: { ...preview, scene: { ...scene, pieces } } });
    });
    await harness.openSetup(page, games[0]);
    const letters = page.locator(".preview .letter-piece");
    assert.deepEqual(await letters.allTextContents(), ["♙", "Q"]);
    const box = await letters.first().boundingBox();
    assert.ok(box.width > 5 && box.height > 5, "the letter is visible");
  });

  await harness.run("an unknown match is reported", async (page) => {
    await page.goto(`${base}match/aaaaaaaaaaaaaaaa`);
    await page.waitForSelector("h1:has-text('Match not found')");
  });

  await harness.run("an unknown game is reported", async (page) => {
    await page.goto(`${base}new/no-such-game`);
    await page.waitForSelector("p:has-text('Game not found.')");
  });
}

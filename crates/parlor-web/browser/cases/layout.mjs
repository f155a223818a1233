// Layout and access: sizes of screens, overlaps, focus, headings, the theme's first paint, labels that follow, axe.

import assert from "node:assert/strict";
import { YOU, allSeats } from "../harness.mjs";
import { checkAccess } from "./access.mjs";

const SIZES = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

export async function runLayoutCases(harness) {
  const { base, games, boardGames } = harness;
  for (const viewport of SIZES) {
    const name = `${viewport.width}x${viewport.height}`;
    await harness.run(
      `at ${name} the whole board is visible and nothing scrolls sideways`,
      (page) => checkSize(harness, page, viewport),
      { viewport },
    );
  }

  await harness.run(
    "names, counts and clocks do not overlap at 360 pixels",
    async (page) => {
      for (const game of boardGames) {
        await harness.openMatch(page, game, [YOU, YOU], { time: "clock=5999+0" });
        await page.evaluate(() => localStorage.setItem("parlor.nickname", "A rather long nickname"));
        await page.reload();
        await page.waitForSelector(".player .clock");
        for (const player of await page.locator(".player").all()) {
          const boxes = await Promise.all(
            (await player.locator("> *:visible").all()).map((part) => part.boundingBox()),
          );
          boxes.slice(1).forEach((box, index) => {
            const before = boxes[index];
            assert.ok(box.x >= before.x + before.width - 1, `${game.name}: ${JSON.stringify([before, box])}`);
          });
          assert.ok(boxes.at(-1).x + boxes.at(-1).width <= 360);
        }
      }
    },
    { viewport: SIZES[0] },
  );

  await harness.run("the focus follows to the heading, and every page has one", async (page) => {
    await page.goto(base);
    await page.waitForSelector(".game");
    await page.locator("[data-action=play]").first().click();
    await page.waitForSelector(".board .target");
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    await page.click(".brand");
    await page.waitForSelector(".game");
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  });

  await harness.run(
    "a match on a phone has a heading",
    async (page) => {
      await harness.openMatch(page, games[0], allSeats(games[0]));
      assert.ok(await page.locator("h1").isVisible());
    },
    { viewport: SIZES[0] },
  );

  await harness.run(
    "the previews of the home page can be paused",
    async (page) => {
      await page.goto(base);
      await page.waitForSelector(".game-art .piece");
      await page.click("[data-action=pause-previews]");
      const look = () =>
        page.evaluate(() => [...document.querySelectorAll(".game-art")].map((art) => art.innerHTML).join());
      await page.waitForTimeout(700);
      const before = await look();
      await page.waitForTimeout(2500);
      assert.equal(await look(), before);
    },
    { reducedMotion: "no-preference" },
  );

  await harness.run("the label of the pace follows the keyboard", async (page) => {
    const game = boardGames.find(({ engines }) => engines.length > 0);
    const engine = { kind: "engine", engine: game.levels[0]?.engine ?? game.engines[0].name, seconds: 0.05 };
    await harness.openMatch(page, game, [engine, engine], { pace: 5 });
    await page.locator(".pace input").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".pace :text('One move every 4.75 s')");
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".pace :text('One move every 4.5 s')");
  });

  await harness.run(
    "a dark theme is never painted light",
    async (page) => {
      await page.goto(base);
      await page.evaluate(() => localStorage.setItem("parlor.theme", "dark"));
      // Modules never arrive: what is painted comes from the document, its style and the script in its head.
      await page.route("**/main.js", () => {});
      await page.goto(base, { waitUntil: "commit" });
      await page.waitForFunction(
        () => document.body && getComputedStyle(document.body).backgroundColor === "rgb(19, 21, 25)",
      );
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    },
    { colorScheme: "light" },
  );

  await harness.run("axe finds no violations on a phone", (page) => checkAccess(harness, page), { viewport: SIZES[0] });
  for (const colorScheme of ["light", "dark"]) {
    await harness.run(`axe finds no violations in the ${colorScheme} theme`, (page) => checkAccess(harness, page), {
      colorScheme,
      viewport: SIZES[2],
    });
  }
}

async function checkSize(harness, page, viewport) {
  const check = async (name) => {
    const size = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]);
    assert.ok(size[0] <= viewport.width, `${name} is ${size[0]} wide`);
    return size[1];
  };
  await page.goto(harness.base);
  await page.waitForSelector(".game");
  await check("home");
  for (const game of harness.games) {
    await harness.openMatch(page, game, allSeats(game));
    const height = await check(game.name);
    if (viewport.width >= 1280) assert.ok(height <= viewport.height, `${game.name} is ${height} high`);
    const board = await page.locator(".board-box .board").boundingBox();
    assert.ok(board.y >= 0 && board.y + board.height <= viewport.height, `the board of ${game.name} is cut off`);
    const least = Math.min(viewport.width, viewport.height) * 0.6;
    assert.ok(Math.max(board.width, board.height) >= least, `the board of ${game.name} is ${board.width} wide`);
  }
}

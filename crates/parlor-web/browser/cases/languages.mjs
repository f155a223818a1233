// Languages: negotiation, the switch, right-to-left pages, boards that are not mirrored, and a match in each language.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { YOU, clickMove, countMoves, isOver, playOut, waitForMoves, waitForTurn } from "../harness.mjs";
import { checkAccess } from "./access.mjs";

const RIGHT_TO_LEFT = { he: "he-IL", fa: "fa-IR" };
const SCRIPTS = { he: /[\u0590-\u05ff]/, fa: /[\u0600-\u06ff]/ };
/** Words of Latin script that stay in every language: names, notation and units. */
const LATIN_NAMES = /^(Parlor|JavaScript|QR|MiB|UCT|X|O|A|L|HTTP|WebSocket|English)$/;

const readTexts = (language) =>
  JSON.parse(readFileSync(new URL(`../../page/languages/${language}.json`, import.meta.url), "utf8"));

export async function runLanguageCases(harness) {
  const { base } = harness;
  for (const [language, locale] of Object.entries(RIGHT_TO_LEFT)) {
    const texts = readTexts(language);
    await harness.run(
      `${language}: a match is played, and the board is not mirrored`,
      (page) => playMatch(harness, page, language, texts),
      { locale },
    );
    await harness.run(`${language}: every page is translated`, (page) => readPages(harness, page, language), {
      locale,
      viewport: { width: 1920, height: 1080 },
    });
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 1280, height: 800 },
    ]) {
      await harness.run(
        `${language}: axe finds no violations, and nothing scrolls sideways at ${viewport.width} pixels`,
        async (page) => {
          await checkAccess(harness, page);
          await checkWidths(harness, page, viewport.width);
        },
        { locale, viewport },
      );
    }
  }

  await harness.run("the switch changes the language and is remembered", async (page) => {
    await page.goto(base);
    await page.waitForSelector("h1:has-text('What shall we play?')");
    await page.click("#language");
    await page.click("dialog [lang=fa]");
    await page.waitForFunction(() => document.documentElement.lang === "fa" && document.querySelector(".game"));
    assert.equal(await page.evaluate(() => document.documentElement.dir), "rtl");
    await page.reload();
    assert.equal(await page.locator("html").getAttribute("lang"), "fa");
    await page.click("#language");
    await page.click("dialog [lang=en]");
    await page.waitForSelector("h1:has-text('What shall we play?')");
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).direction), "ltr");
  });

  await harness.run(
    "a right-to-left page is never painted in English",
    async (page) => {
      // Modules never arrive: what is painted comes from the document.
      await page.route("**/main.js", () => {});
      await page.goto(base, { waitUntil: "commit" });
      await page.waitForSelector(".site-header", { state: "attached" });
      assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
      assert.equal(await page.locator("#theme").getAttribute("aria-label"), readTexts("he")["light-or-dark"]);
      const { x } = await page.locator(".brand").boundingBox();
      assert.ok(x > 550, `the name of the site is at the right, not at ${x}`);
    },
    { locale: "he" },
  );

  await harness.run("a stored match is listed in the language of the page", async (page) => {
    const game = harness.boardGames[0];
    const [level] = game.levels;
    const engine = { kind: "engine", engine: level.engine, seconds: 0.05 };
    await harness.openMatch(page, game, [YOU, engine]);
    await clickMove(page, 1);
    await page.goto(base);
    await page.click("#language");
    await page.click("dialog [lang=he]");
    await page.waitForSelector(".match-card");
    const texts = readTexts("he");
    const opponent = texts["computer-level"].replace("{level}", texts[`level-${level.strength}`]);
    const shown = await page.locator(".match-card small").first().textContent();
    assert.equal(shown.replaceAll(/[\u2068\u2069]/g, ""), opponent);
  });
}

async function playMatch(harness, page, language, texts) {
  for (const game of harness.boardGames) {
    const engine = { kind: "engine", engine: game.levels[0]?.engine ?? game.engines[0].name, seconds: 0.05 };
    await harness.openMatch(page, game, [YOU, engine]);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).direction), "rtl");
    await checkBoard(page, game);
    await waitForTurn(page);
    const title = await page.title();
    assert.ok(title.startsWith(texts["your-turn"]) && !title.includes(game.title), title);
    assert.match(await page.locator("h1").textContent(), SCRIPTS[language]);
    assert.equal(await page.locator(".caption").textContent(), texts["your-turn"]);
    await playOut(page, clickMove);
    const caption = await page.locator(".caption").textContent();
    assert.ok(await isOver(page));
    const results = ["you-won", "you-lost", "draw"].map((key) => texts[key]);
    assert.ok(
      results.some((result) => caption.includes(result)),
      caption,
    );
    // The step buttons are mirrored: the way back is at the right.
    const box = (action) => page.locator(`.move-navigation [data-action=${action}]`).boundingBox();
    assert.ok((await box("previous-move")).x > (await box("next-move")).x);
    const moves = await countMoves(page);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowRight");
    const earlier = texts["move-of"].replace("{ply}", moves - 1).replace("{count}", moves);
    await page.waitForFunction(
      (text) => document.querySelector(".caption").textContent.replaceAll(/[\u2068\u2069]/g, "") === text,
      earlier,
    );
  }
}

/** The first column is at the left, the first row at the top, and coordinates are Latin. */
async function checkBoard(page, game) {
  const box = (column, row) => page.locator(`.board #cell-${column}-${row}`).boundingBox();
  const [corner, right, below] = [await box(0, 0), await box(1, 0), await box(0, 1)];
  assert.ok(right.x > corner.x && right.y === corner.y, `${game.name}: the second column is right of the first`);
  assert.ok(below.y > corner.y && below.x === corner.x, `${game.name}: the second row is below the first`);
  const labels = await page.locator(".board .axis, .board .co").allTextContents();
  assert.ok(
    labels.every((label) => /^[A-Z0-9]+$/i.test(label)),
    labels.join(),
  );
}

/** No page shows English words, besides names and notation. */
async function readPages(harness, page, language) {
  const check = async (name) => {
    const words = await page.evaluate(() => {
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement: parent, data } = walker.currentNode;
        if (parent.closest("script, noscript, [dir=ltr], kbd, code, svg, .moves, [lang]:not(html)")) continue;
        found.push(...(data.match(/[A-Za-z]{2,}|\b[A-Z]\b/g) ?? []));
      }
      for (const element of document.querySelectorAll("[aria-label], [title]")) {
        const label = element.getAttribute("aria-label") ?? element.getAttribute("title");
        if (!element.closest(".board, .moves")) found.push(...(label.match(/[A-Za-z]{3,}/g) ?? []));
      }
      return found;
    });
    const unexpected = words.filter((word) => !LATIN_NAMES.test(word));
    assert.deepEqual(unexpected, [], `${language}: ${name}`);
  };
  await page.goto(harness.base);
  await page.waitForSelector(".game-art .piece");
  await check("home");
  await page.click("#help");
  await page.waitForSelector("dialog .keys");
  await check("keyboard help");
  for (const game of harness.games) {
    await harness.openSetup(page, game);
    for (const details of await page.locator("details").all()) await details.evaluate((it) => (it.open = true));
    const engines = page.locator("select").filter({ has: page.locator("optgroup") });
    for (const { name } of (await engines.count()) > 0 ? game.engines : []) {
      await engines.last().selectOption(name);
      await check(`the setup of ${game.name} with ${name}`);
    }
    await check(`the setup of ${game.name}`);
    await harness.openMatch(
      page,
      game,
      Array.from({ length: game.players }, () => YOU),
    );
    if (game.players > 1) {
      await clickMove(page, 1);
      await waitForMoves(page, 1);
    }
    await check(`a match of ${game.name}`);
    await page.click("[data-action=more]");
    await page.waitForSelector("dialog .menu-item");
    await check("the menu");
  }
  for (const { name } of harness.games.filter(({ editor }) => editor)) {
    await page.goto(`${harness.base}edit/${name}`);
    await page.waitForSelector(".palette .brush");
    await check("the editor");
  }
  await harness.openMatch(page, harness.boardGames[0], [YOU, { kind: "friend" }]);
  await page.waitForSelector(".invitation h2");
  await check("an invitation");
  await page.goto(`${harness.base}match/aaaaaaaaaaaaaaaa`);
  await page.waitForSelector("h1");
  await check("an unknown match");
}

async function checkWidths(harness, page, width) {
  const check = async (name) => {
    const actual = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(actual <= width, `${name} is ${actual} wide`);
  };
  await page.goto(harness.base);
  await page.waitForSelector(".game");
  await check("home");
  for (const game of harness.games) {
    await harness.openSetup(page, game);
    await check(`the setup of ${game.name}`);
    await harness.openMatch(
      page,
      game,
      Array.from({ length: game.players }, () => YOU),
    );
    await check(`a match of ${game.name}`);
  }
}

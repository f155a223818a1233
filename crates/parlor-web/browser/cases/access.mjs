// Check of every page with axe-core, shared by cases of several sizes, themes and languages.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { YOU, allSeats, clickMove, waitForTurn } from "../harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails if axe finds a violation on any page. */
export async function checkAccess(harness, page) {
  const { base, games, boardGames, puzzles } = harness;
  const check = async (name) => {
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`,
    );
    assert.deepEqual(found, [], name);
  };
  const game = boardGames[0];
  await harness.openMatch(page, game, [YOU, YOU]);
  for (let turn = 1; (await waitForTurn(page)) && turn < 80; turn++) await clickMove(page, turn);
  await check("a finished match");
  await page.click("#analysis");
  await page.waitForSelector(".graph-line", { state: "attached", timeout: 30000 });
  await check("analysis");
  await page.click("[data-action=more]");
  await check("the menu");
  await page.locator("dialog .menu-item").first().click();
  await page.waitForSelector("dialog .rules-card");
  await check("the rules");
  await page.goto(base);
  await page.waitForSelector(".match-card");
  await check("home");
  for (const each of games) {
    await harness.openMatch(page, each, allSeats(each));
    await check(`a match of ${each.name}`);
    await harness.openSetup(page, each);
    await check(`the setup of ${each.name}`);
  }
  await harness.openMatch(page, game, [YOU, { kind: "friend" }]);
  await page.waitForSelector(".invitation");
  await check("an invitation");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog .keys");
  await check("keyboard help");
  for (const puzzle of puzzles.filter(({ editor }) => editor)) {
    await page.goto(`${base}edit/${puzzle.name}`);
    await page.waitForSelector(".palette .brush");
    await check("the editor");
  }
  await page.goto(`${base}foo`);
  await page.waitForSelector("h1");
  await check("page not found");
}

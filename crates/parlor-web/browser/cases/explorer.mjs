// Explorer: positions by address, moves by clicks, and the browser's history.

import assert from "node:assert/strict";
import { checkWithAxe } from "../axe.mjs";
import { callApi, playChoice } from "../harness.mjs";

export async function runExplorerCases(harness) {
  const games = harness.games.filter(({ engines }) => engines.length > 0);
  for (const game of games) {
    await harness.run(`${game.name}: the explorer opens a position by its address`, (page) =>
      explore(harness, page, game),
    );
  }
  await harness.run("the explorer shows values from the opening book at once", async (page) => {
    const game = harness.boardGames.find(({ solver, look }) => solver && look.arrival === "fall");
    await page.goto(`${harness.base}explore/${game.name}`);
    await page.waitForSelector(".move-value", { timeout: 5000 });
    assert.equal(await page.locator(".values-part .note").textContent(), "Proved values");
    assert.equal(await page.locator(".move-value.is-best").count(), 1);
  });
  await harness.run("the explorer reports a position that does not exist", async (page) => {
    await page.goto(`${harness.base}explore/${games[0].name}?position=%3F%3F`);
    await page.waitForFunction(() => /position/i.test(document.querySelector(".caption")?.textContent ?? ""));
  });
  await harness.run("a match starts from a position of the explorer", async (page) => {
    const [game] = harness.boardGames;
    await page.goto(`${harness.base}explore/${game.name}`);
    await page.waitForSelector(".can-pick");
    await page.locator(".can-pick").first().click();
    await page.waitForFunction(() => location.search.includes("position="));
    await page.click("[data-action=explorer-play]");
    await page.waitForSelector(".match .player");
    assert.match(page.url(), /\/match\//);
  });
  for (const colorScheme of ["light", "dark"]) {
    await harness.run(
      `axe finds no violations in the explorer in the ${colorScheme} theme`,
      async (page) => {
        await page.goto(`${harness.base}explore/${games[0].name}`);
        await page.waitForSelector(".move-value", { timeout: 10000 });
        await checkWithAxe(page, "the explorer");
      },
      { colorScheme },
    );
  }
}

async function explore(harness, page, game) {
  await page.goto(harness.base);
  const setup = { game: game.name, options: {}, position: null };
  const start = await callApi(page, "/api/analysis", { setup });
  const choice = start.scene.choices.find(({ steps }) => steps.length > 0);
  const after = await callApi(page, "/api/analysis", { setup, moves: [choice.notation] });
  const address = `${harness.base}explore/${game.name}?position=${encodeURIComponent(after.position)}`;
  await page.goto(address);
  await page.waitForSelector(".move-value", { timeout: 10000 });
  assert.equal(await page.locator("#explorer-position").inputValue(), after.position);
  const values = await page.locator(".move-value").count();
  assert.equal(values, after.scene.choices.length, "every move has a value");
  const next = after.scene.choices.find(({ steps }) => steps.length > 0);
  await playChoice(page, next);
  const second = await callApi(page, "/api/analysis", { setup, moves: [choice.notation, next.notation] });
  await page.waitForFunction(
    (position) => document.querySelector("#explorer-position").value === position,
    second.position,
  );
  assert.equal(new URL(page.url()).searchParams.get("position"), second.position);
  await page.goBack();
  await page.waitForFunction(
    (position) => document.querySelector("#explorer-position")?.value === position,
    after.position,
  );
  await page.goForward();
  await page.waitForFunction(
    (position) => document.querySelector("#explorer-position")?.value === position,
    second.position,
  );
}

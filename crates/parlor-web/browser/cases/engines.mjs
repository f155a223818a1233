// Engines: whole games against them, analysis, and matches between them.

import assert from "node:assert/strict";
import { YOU, clickMove, countMoves, keyMove, playOut, waitForTurn } from "../harness.mjs";

export async function runEngineCases(harness) {
  for (const game of harness.boardGames) {
    const engine = game.engines[0];
    const opponent = engine ? { kind: "engine", engine: engine.name, seconds: 0.02 } : YOU;
    await harness.run(`${game.name}: a whole game by clicking`, async (page) => {
      await harness.openMatch(page, game, [YOU, opponent]);
      await playOut(page, clickMove);
    });
    await harness.run(`${game.name}: a whole game by keyboard`, async (page) => {
      await harness.openMatch(page, game, [opponent, YOU]);
      await playOut(page, keyMove);
    });
  }

  const games = harness.boardGames.filter(({ engines }) => engines.length > 0);
  for (const game of games) {
    await harness.run(`${game.name}: analysis shows a value for every move and the graph`, async (page) => {
      await harness.openMatch(page, game, [YOU, YOU]);
      for (let turn = 1; turn <= 4 && (await waitForTurn(page)); turn++) await clickMove(page, turn);
      await page.click("#analysis");
      await page.waitForSelector(".value", { timeout: 20000 });
      await page.waitForSelector(".graph-line", { state: "attached", timeout: 30000 });
      assert.ok((await page.locator(".values li").count()) > 0);
    });
  }

  await harness.run("engines play each other at a pace and can be paused", async (page) => {
    const [game] = games;
    if (!game) return;
    const engine = { kind: "engine", engine: game.engines[0].name, seconds: 0.02 };
    await harness.openMatch(page, game, [engine, engine], { pace: 0.2 });
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
    await page.click("[data-action=pause]");
    await page.waitForSelector("[data-action=pause]:has-text('Resume')");
    const paused = await countMoves(page);
    await page.waitForTimeout(800);
    assert.ok((await countMoves(page)) <= paused + 1);
    await page.click("[data-action=pause]");
    await page.waitForSelector(".caption.is-over", { timeout: 60000 });
  });
}

// Puzzles: keyboard play and the solver.

import assert from "node:assert/strict";
import { YOU, waitForMoves } from "../harness.mjs";

export async function runPuzzleCases(harness) {
  for (const puzzle of harness.puzzles) {
    await harness.run(`${puzzle.name}: played by keys, solved and watched`, async (page) => {
      await harness.openMatch(page, puzzle, [YOU]);
      await page.keyboard.press("ArrowLeft");
      await waitForMoves(page, 1);
      await page.click("[data-action='move 1']");
      const focused = await page.evaluate(() => document.activeElement.dataset.action);
      assert.equal(focused, "move 1", "the focus stays on the button");
      await page.keyboard.press("ArrowRight");
      await waitForMoves(page, 2);
      for (const left of [1, 0]) {
        await page.click("[data-action=undo]");
        await waitForMoves(page, left);
      }
      await page.click(".solver button:has-text('Solve')");
      await page.waitForSelector(".plan-controls:not([hidden])", { timeout: 30000 });
      assert.ok((await page.locator(".plan span").count()) > 0);
      await page.click("[aria-label='Next step']");
      await page.waitForSelector(".caption:has-text('Solution:')");
      await page.click(".plan-controls button:has-text('Watch')");
      await page.waitForFunction(() => document.querySelectorAll(".plan .done").length >= 3);
      await page.click("button:has-text('Back to game')");
      await page.waitForFunction(() => !document.querySelector(".caption").textContent.startsWith("Solution:"));
    });

    await harness.run(`${puzzle.name}: a stopped search does not end the next one`, async (page) => {
      await harness.openMatch(page, puzzle, [YOU]);
      // Solve, stop and solve again, before the server can answer.
      await page.evaluate(() => {
        for (let press = 0; press < 3; press++) document.querySelector(".solver button").click();
      });
      await page.waitForSelector(".plan-controls:not([hidden])", { timeout: 30000 });
      assert.equal(await page.locator(".toast").count(), 0);
    });
  }
}

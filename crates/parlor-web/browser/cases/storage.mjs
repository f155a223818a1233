// Browser storage: blocked, and full of old matches.

import assert from "node:assert/strict";
import { YOU, clickMove } from "../harness.mjs";

export async function runStorageCases(harness) {
  const game = harness.boardGames[0];
  const blocked = async (page) => {
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException("Blocked.", "SecurityError");
      };
      Object.defineProperties(window, { localStorage: { get }, sessionStorage: { get } });
    });
    await harness.openSetup(page, game);
    await page.selectOption("#seat-1", "you");
    for (const theme of ["dark", "light"]) {
      await page.click("#theme");
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
    }
    await page.click("button[type=submit]");
    await page.waitForSelector(".player[data-seat='0'] .pill");
    await clickMove(page, 1);
  };
  await harness.run("without storage, seat and theme last as long as the page", blocked, { colorScheme: "light" });

  await harness.run("a hundred matches later, the running ones are still saved", async (page) => {
    const created = await harness.openMatch(page, game, [YOU, YOU]);
    await page.evaluate(() => {
      const saved = JSON.parse(localStorage.getItem("parlor.matches"));
      const finished = Array.from({ length: 99 }, (_, index) => {
        return { id: `over${index}`, token: "", title: "match", at: 0, over: true };
      });
      localStorage.setItem("parlor.matches", JSON.stringify([...finished, ...saved]));
    });
    await harness.openSetup(page, game);
    await page.click("button[type=submit]");
    await page.waitForURL(/match/);
    const ids = await page.evaluate(() => JSON.parse(localStorage.getItem("parlor.matches")).map(({ id }) => id));
    assert.equal(ids.length, 100);
    assert.ok(ids.includes(created.id));
  });
}

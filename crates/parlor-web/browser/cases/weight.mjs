// Weight of the home page: bytes, requests, caching and layout shift.

import assert from "node:assert/strict";

const MAX_BYTES = 120_000;
const MAX_REQUESTS = 20;
const MAX_SHIFT = 0.05;

export async function runWeightCases(harness) {
  const weigh = async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let [bytes, requests] = [0, 0];
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      requests += 1;
    });
    await page.addInitScript(() => {
      globalThis.layoutShift = 0;
      const add = (list) => {
        for (const entry of list.getEntries()) globalThis.layoutShift += entry.value;
      };
      new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(harness.base);
    await page.waitForSelector(".game-art .piece");
    await page.waitForTimeout(1500);
    const shift = await page.evaluate(() => globalThis.layoutShift);
    console.log(`     home: ${bytes} bytes, ${requests} requests, layout shift ${shift.toFixed(3)}`);
    assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
    assert.ok(requests < MAX_REQUESTS, `${requests} requests`);
    assert.ok(shift < MAX_SHIFT, `layout shift ${shift}`);
    bytes = 0;
    await page.reload();
    await page.waitForSelector(".game-art .piece");
    assert.ok(bytes < 30_000, `a second visit transfers ${bytes} bytes`);
  };
  await harness.run("the home page is light and does not shift", weigh, { reducedMotion: "no-preference" });
}

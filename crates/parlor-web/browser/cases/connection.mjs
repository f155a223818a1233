// A bad network: a connection that dies silently, moves made meanwhile, and links that were cut off.

import assert from "node:assert/strict";
import { YOU, clickMove, countMoves, waitForMoves } from "../harness.mjs";

export async function runConnectionCases(harness) {
  const { base, boardGames } = harness;
  const [game] = boardGames;

  await harness.run("a connection that dies silently is noticed, and the move made meanwhile is kept", async (page) => {
    const network = { isDead: false };
    await page.routeWebSocket(/socket$/, (client) => {
      const server = client.connectToServer();
      // Once dead, this connection stays dead; a new one works.
      const own = { isDead: false };
      const isDead = () => (own.isDead ||= network.isDead);
      client.onMessage((text) => isDead() || server.send(text));
      server.onMessage((text) => isDead() || client.send(text));
    });
    await harness.openMatch(page, game, [YOU, YOU]);
    await clickMove(page, 1);
    network.isDead = true;
    await page.locator(".can-pick").first().click();
    await page.waitForSelector(".site-notice:has-text('Reconnecting')", { timeout: 20000 });
    assert.match(await page.locator(".site-notice").textContent(), /Your move is kept/);
    assert.equal(await countMoves(page), 1);
    network.isDead = false;
    await waitForMoves(page, 2);
    await page.waitForSelector(".site-notice", { state: "hidden" });
  });

  await harness.run("going offline shows it at once, and coming back reconnects at once", async (page) => {
    await harness.openMatch(page, game, [YOU, YOU]);
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await page.waitForSelector(".site-notice:has-text('Reconnecting')");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.waitForSelector(".site-notice", { state: "hidden" });
    await clickMove(page, 1);
  });

  await harness.run("a link that was cut off says so", async (page) => {
    const created = await harness.openMatch(page, game, [YOU, YOU]);
    await page.goto(`${base}match/${created.id.slice(0, 9)}`);
    await page.waitForSelector("h1:has-text('Match not found')");
    await page.waitForSelector("text=link may be incomplete");
  });

  await harness.run("an address without a page shows a page, not JSON", async (page) => {
    const response = await page.goto(`${base}foo`);
    assert.equal(response.status(), 404);
    await page.waitForSelector("h1:has-text('Page not found')");
    await page.click("text=All games");
    await page.waitForSelector(".game");
  });

  await harness.run("an invitation on this machine says that it works here only", async (page) => {
    await harness.openMatch(page, game, [YOU, { kind: "friend" }]);
    await page.waitForSelector(".invitation :text('this computer only')");
    assert.equal(await page.locator(".qr-code").count(), 0);
  });

  await harness.run("a server in the network shows its address as a link and as a QR code", async (page) => {
    await page.route("**/api/server", (route) => route.fulfill({ json: { lan: "http://192.168.1.7:8000" } }));
    await harness.openMatch(page, game, [YOU, { kind: "friend" }]);
    await page.waitForSelector(".qr-code");
    const link = await page.locator(".invitation input").inputValue();
    assert.ok(link.startsWith("http://192.168.1.7:8000/match/"), link);
  });
}

// Matches between people: setup, undo, resignation, rematch, invitation, spectators and late answers.

import assert from "node:assert/strict";
import { YOU, clickMove, isOver, waitForMoves, waitForSeat, waitForTurn } from "../harness.mjs";

export async function runMatchCases(harness) {
  const { boardGames } = harness;
  await harness.run("setup creates a match; undo, resign and swapped rematch work", async (page) => {
    const game = boardGames.find(({ engines }) => engines.length > 0) ?? boardGames[0];
    await harness.openSetup(page, game);
    if (game.engines.length) await page.selectOption("#seat-1", game.engines[0].name);
    await page.fill("#seconds-1", "0.05");
    await page.click("button[type=submit]");
    await page.waitForSelector(".board .target");
    await waitForTurn(page);
    assert.equal(await page.locator(".caption").textContent(), "Your turn");
    await clickMove(page, 1);
    await waitForMoves(page, 2);
    await page.click("[data-action=undo]");
    await waitForMoves(page, 0);
    await clickMove(page, 2);
    await page.click("[data-action=resign]");
    await page.waitForSelector(".caption.is-over:has-text('You lost: you resigned')");
    const before = page.url();
    await page.click("[data-action='swap sides']");
    await page.waitForURL((url) => url.href !== before);
    await waitForSeat(page, 1, "You");
  });

  await harness.run("two browsers play by link and rematch; a third watches; a reload keeps the seat", (page) =>
    playByLink(harness, page),
  );

  await harness.run("a scene that arrives late does not replace the viewed position", (page) =>
    receiveLateScenes(harness, page),
  );

  await harness.run("a lost answer to a claim loses no seat; a taken seat can be watched", async (page) => {
    const created = await harness.openMatch(page, boardGames[0], [YOU, { kind: "friend" }]);
    const link = `${harness.base}match/${created.id}?join=${created.invitations[1]}`;
    const friend = await harness.otherBrowser();
    // The claim reaches the server, but the answer is lost.
    const loseAnswer = async (route) => {
      await route.fetch();
      await route.abort();
    };
    await friend.route("**/claim", loseAnswer, { times: 1 });
    await friend.goto(link);
    await friend.waitForSelector("h1:has-text('Something went wrong')");
    await friend.reload();
    await waitForSeat(friend, 1, "You");
    assert.equal(new URL(friend.url()).search, "");
    const late = await harness.otherBrowser();
    const claimed = late.waitForResponse("**/claim");
    await late.goto(link);
    assert.equal((await (await claimed).json()).error, "seat-taken");
    await late.waitForSelector(".toast");
    await waitForSeat(late, 1, "Online");
    assert.equal(new URL(late.url()).search, "");
    assert.equal(await late.evaluate(() => localStorage.getItem("parlor.matches")), "[]");
    await friend.context().close();
    await late.context().close();
  });
}

async function playByLink(harness, page) {
  await harness.openSetup(page, harness.boardGames[0]);
  await page.selectOption("#seat-1", "friend");
  await page.click("button[type=submit]");
  const link = await page.locator(".invitation input").inputValue();
  await waitForSeat(page, 1, "Waiting for your friend");
  assert.equal(await page.locator(".can-pick").count(), 0, "nothing is offered before all seats are taken");
  const friend = await harness.otherBrowser();
  const spectator = await harness.otherBrowser();
  await friend.goto(link);
  await waitForSeat(friend, 1, "You");
  await spectator.goto(page.url());
  await spectator.waitForSelector(".board .target");
  assert.equal(await spectator.locator(".can-pick").count(), 0, "a spectator cannot move");
  const players = [page, friend];
  for (let turn = 0; await waitForTurn(players[turn % 2]); turn++) {
    if (turn === 4) {
      await page.reload();
      await page.waitForSelector(".can-pick");
      await waitForSeat(page, 0, "You");
    }
    await clickMove(players[turn % 2], turn + 1);
    await waitForMoves(spectator, turn + 1);
  }
  for (const other of [page, friend, spectator]) await other.waitForSelector(".caption.is-over");
  const reason = (await spectator.locator(".caption").textContent()).split(": ")[1];
  for (const player of players) {
    const caption = await player.locator(".caption").textContent();
    assert.match(caption, /^(You won|You lost|Draw)/);
    assert.ok(caption.endsWith(reason), `"${caption}" ends with "${reason}"`);
  }
  await spectator.click("[aria-label='Go to start']");
  await spectator.waitForSelector(".caption:has-text('Move 0 of')");
  assert.equal(await isOver(spectator), 0);
  await page.click("[data-action=rematch]");
  await friend.click("text=Join rematch");
  await spectator.click("text=Watch rematch");
  await waitForSeat(friend, 1, "You");
  await waitForSeat(spectator, 1, "Online");
  assert.deepEqual([friend.url(), spectator.url()], [page.url(), page.url()]);
  await friend.context().close();
  await spectator.context().close();
}

async function receiveLateScenes(harness, page) {
  await harness.openMatch(page, harness.boardGames[0], [YOU, YOU]);
  for (let turn = 1; turn <= 4; turn++) await clickMove(page, turn);
  const pieces = () => {
    const transforms = () => [...document.querySelectorAll(".board .piece")].map((piece) => piece.style.transform);
    return page.evaluate(transforms).then((all) => all.sort());
  };
  /** Acts while the answer with the scenes is held back, releases it, and expects that nothing changes. */
  const actBeforeScenes = async (act) => {
    await page.reload();
    await page.waitForSelector(".can-pick");
    let release;
    const held = new Promise((resolve) => {
      release = resolve;
    });
    const received = page.waitForResponse("**/scenes?**");
    const hold = async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    };
    await page.route("**/scenes?**", hold, { times: 1 });
    await page.click("[aria-label='Previous move']");
    await act();
    const before = await pieces();
    release();
    await (await received).finished();
    await page.waitForTimeout(100);
    assert.deepEqual(await pieces(), before);
    return before;
  };
  const latest = await actBeforeScenes(() => page.click("[aria-label='Go to latest move']"));
  assert.equal(latest.length, 4);
  const changed = await actBeforeScenes(async () => {
    await page.click("[data-action=undo]");
    await waitForMoves(page, 3);
    await page.locator(".can-pick").last().click();
    await waitForMoves(page, 4);
  });
  await page.click("[aria-label='Go to start']");
  await page.waitForSelector(".caption:has-text('Move 0 of')");
  await page.click("[aria-label='Go to latest move']");
  assert.deepEqual(await pieces(), changed);
}

// Review after a game: judgements, lessons at the mistakes, the refutation, and matches that start at a past position.

import assert from "node:assert/strict";
import { checkWithAxe } from "../axe.mjs";
import {
  YOU,
  callApi,
  clickMove,
  countMoves,
  playChoice,
  waitForMoves,
  waitForSeat,
  waitForTurn,
} from "../harness.mjs";

export async function runReviewCases(harness) {
  const game = harness.boardGames.find(({ solver, levels }) => solver && levels.length > 0);
  await harness.run("a review judges every move and replays the mistakes", (page) => reviewMatch(harness, page, game));
  for (const other of harness.boardGames.filter(({ engines }) => engines.length > 0)) {
    await harness.run(`${other.name}: a finished game is reviewed to the end`, async (page) => {
      await openReview(harness, page, other);
      const accuracies = await page.locator(".accuracy bdi").allTextContents();
      for (const accuracy of accuracies) assert.match(accuracy, /^(\d+ %|–)$/);
    });
  }
  await harness.run("a hint marks a move against an engine", async (page) => {
    await harness.openMatch(page, game, [YOU, engineOf(game)]);
    await waitForTurn(page);
    await page.click("[data-action=hint]");
    await page.waitForSelector(".best-cell", { state: "attached", timeout: 20000 });
    await clickMove(page, 1);
    await page.waitForSelector(".best-cell", { state: "detached" });
  });
  await harness.run("a match starts at a past position against the same engine", (page) =>
    playFromHere(harness, page, game),
  );
  for (const colorScheme of ["light", "dark"]) {
    await harness.run(
      `axe finds no violations in a review in the ${colorScheme} theme`,
      async (page) => {
        await openReview(harness, page, game);
        await checkWithAxe(page, "the summary");
        await page.click(".callout [data-action=next]");
        await page.waitForSelector(".callout [data-action=find]");
        await checkWithAxe(page, "a mistake");
        await page.click("[data-action=answer]");
        await page.waitForSelector(".better-ring", { state: "attached" });
        await checkWithAxe(page, "the answer");
      },
      { colorScheme },
    );
  }
}

const engineOf = (game) => ({ kind: "engine", engine: game.levels[0].engine, seconds: 0.05 });

/** Plays a match of both sides to its end by clicking around, and opens its review. */
async function openReview(harness, page, game) {
  const created = await harness.openMatch(page, game, [YOU, YOU]);
  for (let turn = 1; (await waitForTurn(page)) && turn < 80; turn++) await clickMove(page, turn);
  await page.click("[data-action=review]");
  await page.waitForSelector(".review .counts");
  await page.waitForSelector(".review .callout h2", { timeout: 60000 });
  const moves = await countMoves(page);
  const counted = await page.locator(".counts td").allTextContents();
  assert.equal(
    counted.reduce((sum, count) => sum + Number(count), 0),
    moves,
    "every move is judged",
  );
  return created;
}

async function reviewMatch(harness, page, game) {
  const created = await openReview(harness, page, game);
  assert.equal(await page.locator(".counts thead th").first().textContent(), "Exact, by solver");
  const marks = page.locator(".graph-mark");
  assert.ok((await marks.count()) > 0, "random play makes mistakes");
  await page.click(".callout [data-action=next]");
  await page.waitForSelector(".bad-badge", { state: "attached" });
  const ply = Number((await page.locator(".move.current").getAttribute("data-action")).split(" ")[1]) - 1;

  const { setup, moves: played } = await callApi(page, `/api/matches/${created.id}`);
  const moves = played.map(({ move }) => move);
  const { scene, values } = await callApi(page, "/api/analysis", { setup, moves: moves.slice(0, ply), seconds: 2 });
  const best = values.find((value) => value.best);
  const choiceOf = ({ move }) => scene.choices.find(({ notation }) => notation === move);
  const worse = values.find(({ value }) => value.kind !== best.value.kind);
  assert.notEqual(moves[ply], best.move);

  await page.click("[data-action=find]");
  await page.waitForSelector(".can-pick");
  await playChoice(page, choiceOf(worse));
  await page.waitForSelector(".callout h2:has-text('Not the best')");
  await page.click("[data-action=retry]");
  await page.waitForSelector(".can-pick");
  await playChoice(page, choiceOf(best));
  await page.waitForSelector(".callout h2:has-text('Right!')");
  await page.waitForSelector(".better-ring", { state: "attached" });

  await page.click("[data-action=why]");
  await page.waitForSelector(".callout h2:has-text('Why')", { timeout: 20000 });
  const pieces = await page.locator(".board .piece").count();
  await page.click("[aria-label='Next step']");
  await page.waitForFunction((before) => document.querySelectorAll(".board .piece").length > before, pieces);
  await page.click(".callout [data-action=next]");
  await page.waitForSelector("[data-action=find]");
  await page.click("[data-action=play-from-here]");
  await page.waitForSelector(".match:not(.learn) .can-pick");
}

async function playFromHere(harness, page, game) {
  const engine = engineOf(game);
  const created = await harness.openMatch(page, game, [YOU, engine]);
  for (let turn = 1; turn <= 2; turn++) {
    await waitForTurn(page);
    await clickMove(page, turn);
  }
  await waitForMoves(page, 4);
  const moves = (await callApi(page, `/api/matches/${created.id}`)).moves.map(({ move }) => move);
  await page.click("[data-action='move 2']");
  await page.click("[data-action=play-from-here]");
  await page.waitForFunction((id) => !location.pathname.endsWith(id), created.id);
  await page.waitForSelector(".can-pick");
  const started = await callApi(page, `/api${new URL(page.url()).pathname.replace("match", "matches")}`);
  assert.deepEqual(started.room.seats[1], { kind: "engine", ...engineSeat(engine) });
  assert.equal(started.ply, 0);
  const line = await callApi(page, "/api/analysis", { setup: started.setup });
  const expected = await callApi(page, "/api/analysis", {
    setup: { ...started.setup, position: null },
    moves: moves.slice(0, 2),
  });
  assert.deepEqual(line.scene.pieces.length, expected.scene.pieces.length);
  assert.equal(line.position, expected.position);
  await waitForSeat(page, 1, "Computer");
  await clickMove(page, 1);
}

const engineSeat = ({ engine, seconds }) => ({ engine, seconds });

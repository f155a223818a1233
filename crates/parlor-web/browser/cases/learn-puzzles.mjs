// Puzzles: the list, the puzzle of the day, and one of each kind solved and failed.

import assert from "node:assert/strict";
import { checkWithAxe } from "../axe.mjs";
import { callApi, playChoice } from "../harness.mjs";

const KINDS = ["win-in", "only-move", "hold-draw", "shortest-plan"];

export async function runLearnPuzzleCases(harness) {
  for (const kind of KINDS) {
    await harness.run(`a puzzle of the kind "${kind}" is solved and failed`, async (page) => {
      await page.goto(harness.base);
      const puzzle = await findPuzzle(harness, page, kind);
      await solve(harness, page, puzzle);
      await fail(harness, page, puzzle);
    });
  }
  await harness.run("the list shows the puzzle of the day and what is solved", async (page) => {
    await page.goto(`${harness.base}puzzles`);
    await page.waitForSelector(".daily .board .piece", { state: "attached" });
    const address = await page.locator("[data-action=daily]").getAttribute("href");
    const [, , name, number] = address.split("/");
    await page.evaluate(
      ([name, number]) => localStorage.setItem("parlor.puzzles", JSON.stringify({ [name]: { [number]: "solved" } })),
      [name, number],
    );
    await page.reload();
    await page.waitForSelector(`.puzzle-number.is-solved[href='${address}']`);
    assert.match(await page.locator(".puzzle-list h2").textContent(), /: 1 of \d+ solved$/);
    const games = harness.games.filter(({ puzzles }) => puzzles > 0);
    assert.ok(games.length > 0 && games.every(({ puzzles }) => puzzles >= 200));
    await page.click(`.tab:has-text("${games.at(-1).title}")`);
    await page.waitForSelector(`.tab[aria-current]:has-text("${games.at(-1).title}")`);
    await page.waitForSelector(".puzzle-number");
    assert.equal(await page.locator(".puzzle-number").count(), games.at(-1).puzzles);
  });
  for (const colorScheme of ["light", "dark"]) {
    await harness.run(
      `axe finds no violations on the puzzle pages in the ${colorScheme} theme`,
      async (page) => {
        await page.goto(`${harness.base}puzzles`);
        await page.waitForSelector(".puzzle-number");
        await checkWithAxe(page, "the list");
        const puzzle = await findPuzzle(harness, page, KINDS[0]);
        await open(harness, page, puzzle);
        await checkWithAxe(page, "a puzzle");
        await playChoice(page, wrongChoice(puzzle));
        await page.waitForSelector(".callout.is-bad");
        await checkWithAxe(page, "a failed puzzle");
      },
      { colorScheme },
    );
  }
}

/** The first puzzle of a kind, with its game. */
async function findPuzzle(harness, page, kind) {
  for (const game of harness.games) {
    const found = (await callApi(page, `/api/games/${game.name}/puzzles`)).find((puzzle) => puzzle.kind === kind);
    if (found) return { ...(await callApi(page, `/api/games/${game.name}/puzzles/${found.number}`)), game };
  }
  throw new Error(`there is no puzzle of the kind ${kind}`);
}

async function open(harness, page, { game, number }) {
  await page.goto(`${harness.base}puzzles/${game.name}/${number}`);
  await page.waitForSelector(".puzzle .board .target");
}

const savedResult = (page, { game, number }) =>
  page.evaluate(
    ([name, number]) => JSON.parse(localStorage.getItem("parlor.puzzles") ?? "{}")[name]?.[number],
    [game.name, number],
  );

const wrongChoice = ({ scene, solution }) =>
  scene.choices.find(({ notation, steps }) => notation !== solution[0].move && steps.length > 0);

async function solve(harness, page, puzzle) {
  await open(harness, page, puzzle);
  await playSolution(page, puzzle);
  await page.waitForSelector(".callout h2:has-text('Solved')");
  assert.equal(await savedResult(page, puzzle), "solved");
  await page.click(".callout [data-action=next]");
  await page.waitForFunction((number) => !location.pathname.endsWith(`/${number}`), puzzle.number);
}

/** Makes the solver's moves, and waits for the replies. */
async function playSolution(page, puzzle) {
  let { scene } = puzzle;
  const side = scene.turn;
  for (const [index, { move, scene: after }] of puzzle.solution.entries()) {
    if (scene.turn === side) {
      await page.waitForFunction(
        (done) => document.querySelectorAll(".puzzle-steps .is-done").length === done,
        ownMoves(puzzle, index),
      );
      await page.waitForFunction(() => document.querySelector(".can-pick"));
      await playChoice(
        page,
        scene.choices.find(({ notation }) => notation === move),
      );
    }
    scene = after;
  }
}

/** Moves of the solver among the first moves of a solution. */
const ownMoves = ({ game }, count) => (game.players === 1 ? count : Math.ceil(count / 2));

async function fail(harness, page, puzzle) {
  await page.evaluate(() => localStorage.removeItem("parlor.puzzles"));
  await open(harness, page, puzzle);
  await page.waitForSelector(".can-pick");
  await playChoice(page, wrongChoice(puzzle));
  await page.waitForSelector(".callout h2:has-text('Wrong')");
  assert.equal(await savedResult(page, puzzle), "failed");
  await page.click("[data-action=retry]");
  await page.waitForSelector(".can-pick");
  await page.click("[data-action=show-solution]");
  await page.waitForSelector(".callout h2:has-text('Solution')");
  await page.waitForFunction(() => document.querySelectorAll(".puzzle-steps .is-done").length > 0, null, {
    timeout: 10000,
  });
  await page.click("[data-action=retry]");
  await playSolution(page, puzzle);
  await page.waitForSelector(".callout h2:has-text('Solved')");
  assert.equal(await savedResult(page, puzzle), "failed", "a solution that was shown does not count");
}

// Test harness: runs cases on fresh pages, and the steps that the cases share.

import assert from "node:assert/strict";
import { createMatch, fetchGames, launch } from "./chromium.mjs";

export class Harness {
  /** Launches the browser. Only cases whose names contain `filter` run. */
  static async start(base, filter) {
    const harness = new Harness();
    harness.base = base;
    harness.filter = filter;
    harness.failures = 0;
    harness.browser = await launch();
    harness.games = await fetchGames(harness.browser, base);
    harness.boardGames = harness.games.filter((game) => game.players === 2);
    harness.puzzles = harness.games.filter((game) => game.players === 1);
    return harness;
  }

  /** Runs a case on a fresh page. Errors on the page and requests to other sites fail it. */
  async run(name, act, options = {}) {
    if (!name.includes(this.filter)) return;
    const viewport = { width: 1100, height: 800 };
    const context = await this.browser.newContext({ viewport, reducedMotion: "reduce", ...options });
    const errors = [];
    context.on("page", (page) => this.collectErrors(page, errors));
    const startedAt = Date.now();
    try {
      await act(await context.newPage());
      assert.deepEqual(errors, []);
      console.log(`ok   ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    } catch (error) {
      this.failures += 1;
      console.log(`FAIL ${name}: ${error.stack}`);
    }
    await context.close();
  }

  collectErrors(page, errors) {
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      // An API error also appears as a resource that failed to load; the page shows its message.
      const isApiError = message.text().startsWith("Failed to load resource");
      // A test that cuts the connection causes these.
      if (message.text().startsWith("WebSocket connection to")) return;
      if (message.type() === "error" && !isApiError) errors.push(message.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.base) && !url.startsWith("data:")) errors.push(`requested ${url}`);
    });
    page.on("dialog", (dialog) => dialog.accept());
  }

  /** A page in another browser profile. */
  async otherBrowser(options = {}) {
    const context = await this.browser.newContext({ reducedMotion: "reduce", ...options });
    return context.newPage();
  }

  /** Creates a match and opens it. */
  async openMatch(page, game, seats, more = {}) {
    await page.goto(this.base);
    const setup = { game: game.name, options: {}, position: null };
    const created = await createMatch(page, { setup, seats, ...more });
    await page.goto(`${this.base}match/${created.id}`);
    await page.waitForSelector(".board .target");
    return created;
  }

  async openSetup(page, game) {
    await page.goto(`${this.base}new/${game.name}`);
    await page.waitForSelector(".preview .board .ground");
  }
}

export const YOU = { kind: "you" };

/** Seats that are all played in this browser. */
export const allSeats = (game) => Array.from({ length: game.players }, () => YOU);

export const isOver = (page) => page.locator(".caption.is-over").count();

export const countMoves = (page) => page.locator(".moves li").count();

export function waitForMoves(page, count) {
  return page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, count);
}

/** Waits for the name or the description of a seat, such as "You" or "Online". */
export function waitForSeat(page, seat, text) {
  return page.waitForSelector(`.player[data-seat='${seat}'] .player-name :text-is('${text}')`);
}

/** Waits until the user can move, or the match is over. Returns whether the user can move. */
export async function waitForTurn(page) {
  const isReady = () => document.querySelector(".caption.is-over, .can-pick, .choices:not([hidden]) button");
  await page.waitForFunction(isReady, null, { timeout: 20000 });
  return !(await isOver(page));
}

/** Waits until a move was made or a button asks for a choice. */
async function waitForMoveOrButton(page, before) {
  await page.waitForFunction((before) => {
    return (
      document.querySelectorAll(".moves li").length > before || document.querySelector(".choices:not([hidden]) .choice")
    );
  }, before);
}

async function waitForMoreMoves(page, before) {
  await page.waitForFunction((before) => document.querySelectorAll(".moves li").length > before, before);
}

/** Makes a move by clicking a playable cell or the first button. */
export async function clickMove(page, turn) {
  const before = await countMoves(page);
  const cells = page.locator(".can-pick");
  const count = await cells.count();
  if (count > 0) await cells.nth((turn * 7) % count).click();
  await waitForMoveOrButton(page, before);
  const buttons = page.locator(".choices:not([hidden]) .choice");
  if ((await countMoves(page)) === before && (await buttons.count()) > 0) await buttons.first().click();
  await waitForMoreMoves(page, before);
}

/** Makes a move with the keyboard: moves the cursor to a playable cell and presses Enter. */
export async function keyMove(page, turn) {
  const before = await countMoves(page);
  await page.locator(".board").focus();
  const distance = await page.evaluate((turn) => {
    const cells = [...document.querySelectorAll(".can-pick")];
    const cell = cells[(turn * 5) % Math.max(1, cells.length)];
    const cursor = document.querySelector(".board").getAttribute("aria-activedescendant").split("-").slice(1);
    return cell ? [Number(cell.dataset.column) - cursor[0], Number(cell.dataset.row) - cursor[1]] : [0, 0];
  }, turn);
  const press = async (key, times) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  await press(distance[0] > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(distance[0]));
  await press(distance[1] > 0 ? "ArrowDown" : "ArrowUp", Math.abs(distance[1]));
  await page.keyboard.press("Enter");
  await waitForMoveOrButton(page, before);
  if ((await countMoves(page)) === before) await page.keyboard.press("Enter");
  await waitForMoreMoves(page, before);
}

/** Plays a match to its end. */
export async function playOut(page, makeMove) {
  for (let turn = 1; await waitForTurn(page); turn++) {
    assert.ok(turn < 200, "the match ends");
    await makeMove(page, turn);
  }
  assert.ok((await page.locator(".caption").textContent()).length > 3);
}

/** Makes a given move: by its key, or by clicking its cells one after the other. */
export async function playChoice(page, { key, steps }) {
  const arrows = { left: "ArrowLeft", right: "ArrowRight", up: "ArrowUp", down: "ArrowDown" };
  if (typeof key === "string") return page.keyboard.press(arrows[key]);
  for (const [{ column, row }] of steps) await page.click(`#cell-${column}-${row}`);
}

/** Sends a request of the page to the API. */
export function callApi(page, path, body) {
  return page.evaluate(
    async ([path, body]) => {
      const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const response = await fetch(path, body ? options : {});
      return response.json();
    },
    [path, body],
  );
}

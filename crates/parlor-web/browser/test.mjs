// The site in a real Chromium, as people use it: `node test.mjs URL`, and for some of the cases a part of their names.
// One line a case; ends with 1 if any fails.

import assert from "node:assert/strict";
import { launch, makeMatch } from "./chromium.mjs";

const [base, wanted = ""] = process.argv.slice(2);
const browser = await launch();
let failures = 0;

/** Runs a case on a fresh page; errors on the page and requests to elsewhere fail it. */
async function run(name, act, options = {}) {
  if (!name.includes(wanted)) return;
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: "reduce", ...options });
  const troubles = [];
  context.on("page", (page) => {
    page.on("pageerror", (error) => troubles.push(error.message));
    // A refusal shows as a resource that failed to load; the page says it in words.
    page.on("console", (message) => message.type() === "error" && !message.text().startsWith("Failed to load resource") && troubles.push(message.text()));
    page.on("request", (request) => request.url().startsWith(base) || request.url().startsWith("data:") || troubles.push(`fetched ${request.url()}`));
    page.on("dialog", (dialog) => dialog.accept());
  });
  const begun = Date.now();
  try {
    await act(await context.newPage(), context);
    assert.deepEqual(troubles, []);
    console.log(`ok   ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL ${name}: ${error.stack}`);
  }
  await context.close();
}

const setup = (game, options = {}) => ({ game: game.name, options, position: null });
const isOver = (page) => page.locator(".caption.is-over").count();
const movesMade = (page) => page.locator(".moves li").count();

async function open(page, made) {
  await page.goto(`${base}match/${made.id}`);
  await page.waitForSelector(".board .target");
}

/** Waits until there is something to pick, or the end. */
async function myTurn(page) {
  await page.waitForFunction(() => document.querySelector(".caption.is-over, .can-pick, .choices button"), null, { timeout: 20000 });
  return !(await isOver(page));
}

/** Clicks one of the cells that can be picked, or the only button. */
async function click(page, turn) {
  const before = await movesMade(page);
  const cells = page.locator(".can-pick");
  const count = await cells.count();
  if (count > 0) await cells.nth((turn * 7) % count).click();
  await page.waitForFunction((before) => document.querySelectorAll(".moves li").length > before
    || document.querySelector(".choices button"), before);
  const buttons = page.locator(".choices button");
  if ((await movesMade(page)) === before && (await buttons.count()) > 0) await buttons.first().click();
  await page.waitForFunction((before) => document.querySelectorAll(".moves li").length > before, before);
}

/** The same with the keyboard alone: walks the cursor to a cell and presses Enter. */
async function press(page, turn) {
  const before = await movesMade(page);
  await page.locator(".board").focus();
  const goal = await page.evaluate((turn) => {
    const cells = [...document.querySelectorAll(".can-pick")];
    const cell = cells[(turn * 5) % Math.max(1, cells.length)];
    const here = document.querySelector(".board").getAttribute("aria-activedescendant").split("-").slice(1).map(Number);
    return cell ? { columns: Number(cell.dataset.column) - here[0], rows: Number(cell.dataset.row) - here[1] } : null;
  }, turn);
  if (goal) {
    for (let step = 0; step < Math.abs(goal.columns); step++) await page.keyboard.press(goal.columns > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(goal.rows); step++) await page.keyboard.press(goal.rows > 0 ? "ArrowDown" : "ArrowUp");
  }
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelectorAll(".moves li").length > before || document.querySelector(".choices button"), before);
  if ((await movesMade(page)) === before) await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelectorAll(".moves li").length > before, before);
}

async function playOut(page, move) {
  for (let turn = 1; await myTurn(page); turn++) {
    assert.ok(turn < 200, "a game ends");
    await move(page, turn);
  }
  assert.ok((await page.locator(".caption").textContent()).length > 3);
}

const first = await browser.newPage();
await first.goto(base);
const games = await first.evaluate(() => fetch("/api/games").then((answer) => answer.json()));
await first.close();
const boards = games.filter((game) => game.seats === 2);
const puzzles = games.filter((game) => game.seats === 1);

await run("home shows every game, playing", async (page) => {
  await page.goto(base);
  await page.waitForSelector(".thumb svg .piece");
  assert.equal(await page.locator(".game").count(), games.length);
}, { reducedMotion: "no-preference" });

for (const game of boards) {
  const engine = game.engines[0];
  const opponent = engine ? { who: "engine", engine: engine.name, seconds: 0.02 } : { who: "you" };
  await run(`${game.name}: a whole game by clicking`, async (page) => {
    await page.goto(base);
    await open(page, await makeMatch(page, { setup: setup(game), seats: [{ who: "you" }, opponent] }));
    await playOut(page, click);
  });
  await run(`${game.name}: a whole game by keyboard`, async (page) => {
    await page.goto(base);
    await open(page, await makeMatch(page, { setup: setup(game), seats: [opponent, { who: "you" }] }));
    await playOut(page, press);
  });
}

await run("the form makes a match, undo and resign work, and the rematch swaps sides", async (page) => {
  const game = boards.find((one) => one.engines.length > 0) ?? boards[0];
  await page.goto(`${base}new/${game.name}`);
  await page.waitForSelector(".preview .cell");
  if (game.engines.length) await page.selectOption("#seat-1", game.engines[0].name);
  await page.fill("#seconds-1", "0.05");
  await page.click("button[type=submit]");
  await page.waitForSelector(".board .target");
  await myTurn(page);
  await click(page, 1);
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await page.click("[data-action=undo]");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 0);
  await click(page, 2);
  await page.click("[data-action=resign]");
  await page.waitForSelector(".caption.is-over");
  const before = page.url();
  await page.click("[data-action='swap sides']");
  await page.waitForURL((url) => url.href !== before);
  await page.waitForSelector(".player[data-seat='1']:has-text('you')");
});

await run("two browsers play by a link and then again, a third watches, and a reload keeps the seat", async (page, context) => {
  const game = boards[0];
  await page.goto(`${base}new/${game.name}`);
  await page.waitForSelector(".preview .cell");
  await page.selectOption("#seat-1", "friend");
  await page.click("button[type=submit]");
  const link = await page.locator(".invitation input").inputValue();
  const friendContext = await browser.newContext({ reducedMotion: "reduce" });
  const watcherContext = await browser.newContext({ reducedMotion: "reduce" });
  const friend = await friendContext.newPage();
  await friend.goto(link);
  await friend.waitForSelector(".player[data-seat='1']:has-text('you')");
  const watcher = await watcherContext.newPage();
  await watcher.goto(page.url());
  await watcher.waitForSelector(".board .target");
  assert.equal(await watcher.locator(".can-pick").count(), 0, "a watcher cannot move");
  const people = [page, friend];
  for (let turn = 0; ; turn++) {
    await people[turn % 2].waitForFunction(() => document.querySelector(".caption.is-over, .can-pick, .choices button"));
    if (await isOver(people[turn % 2])) break;
    if (turn === 4) {
      await page.reload();
      await page.waitForSelector(".can-pick");
      assert.ok(await page.locator(".player[data-seat='0']:has-text('you')").count(), "still in the same seat");
    }
    await click(people[turn % 2], turn + 1);
    await watcher.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, turn + 1);
  }
  for (const one of [page, friend, watcher]) await one.waitForSelector(".caption.is-over");
  assert.equal(await watcher.locator(".caption").textContent(), await page.locator(".caption").textContent());
  await watcher.click("[aria-label='To the start']");
  await watcher.waitForFunction(() => document.querySelector(".caption").textContent.startsWith("After move 0"));
  await page.click("[data-action=rematch]");
  for (const one of [friend, watcher]) await one.click("text=To the next match");
  await friend.waitForSelector(".player[data-seat='1']:has-text('you')");
  await watcher.waitForSelector(".player[data-seat='1']:has-text('here')");
  assert.deepEqual([friend.url(), watcher.url()], [page.url(), page.url()]);
  await friendContext.close();
  await watcherContext.close();
  assert.ok(context);
});

await run("a position that comes late is not shown in place of the one looked at", async (page) => {
  await page.goto(base);
  await open(page, await makeMatch(page, { setup: setup(boards[0]), seats: [{ who: "you" }, { who: "you" }] }));
  for (let turn = 1; turn <= 4; turn++) await click(page, turn);
  const standing = () => page.evaluate(() => [...document.querySelectorAll(".board .piece")].map((piece) => piece.style.transform).sort());
  /** Does things while the answer with the scenes is under way, and waits until it is here. */
  const meanwhile = async (act) => {
    await page.reload();
    await page.waitForSelector(".can-pick");
    let release;
    const held = new Promise((resolve) => { release = resolve; });
    const came = page.waitForResponse("**/scenes?**");
    await page.route("**/scenes?**", async (route) => { const response = await route.fetch(); await held; await route.fulfill({ response }); }, { times: 1 });
    await page.click("[aria-label='One move back']");
    await act();
    const before = await standing();
    release();
    await (await came).finished();
    await page.waitForTimeout(100);
    assert.deepEqual(await standing(), before);
    return before;
  };
  assert.equal((await meanwhile(() => page.click("[aria-label='To now']"))).length, 4);
  const now = await meanwhile(async () => {
    await page.click("[data-action=undo]");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 3);
    await page.locator(".can-pick").last().click();
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 4);
  });
  await page.click("[aria-label='To the start']");
  await page.waitForFunction(() => document.querySelector(".caption").textContent.startsWith("After move 0"));
  await page.click("[aria-label='To now']");
  assert.deepEqual(await standing(), now);
});

await run("an answer that is lost loses no seat, and a seat that is taken can be watched", async (page) => {
  await page.goto(base);
  const made = await makeMatch(page, { setup: setup(boards[0]), seats: [{ who: "you" }, { who: "friend" }] });
  const link = `${base}match/${made.id}?join=${made.invitations[1]}`;
  const friendContext = await browser.newContext({ reducedMotion: "reduce" });
  const friend = await friendContext.newPage();
  // The server hears the claim, and nobody hears the server.
  await friend.route("**/claim", async (route) => { await route.fetch(); await route.abort(); }, { times: 1 });
  await friend.goto(link);
  await friend.waitForSelector("h1:has-text('That did not work')");
  await friend.reload();
  await friend.waitForSelector(".player[data-seat='1']:has-text('you')");
  assert.equal(new URL(friend.url()).search, "");
  const lateContext = await browser.newContext({ reducedMotion: "reduce" });
  const late = await lateContext.newPage();
  await late.goto(link);
  await late.waitForSelector(".toast:has-text('taken')");
  await late.waitForSelector(".player[data-seat='1']:has-text('here')");
  assert.equal(new URL(late.url()).search, "");
  assert.equal(await late.evaluate(() => localStorage.getItem("parlor.matches")), "[]");
  await friendContext.close();
  await lateContext.close();
});

await run("without storage the seat and the colours last as long as the page", async (page) => {
  await page.addInitScript(() => {
    const refuse = { get: () => { throw new DOMException("Refused.", "SecurityError"); } };
    Object.defineProperties(window, { localStorage: refuse, sessionStorage: refuse });
  });
  await page.goto(`${base}new/${boards[0].name}`);
  await page.waitForSelector(".preview .cell");
  await page.selectOption("#seat-1", "you");
  for (const colours of ["dark", "light"]) {
    await page.click("#theme");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colours);
  }
  await page.click("button[type=submit]");
  await page.waitForSelector(".player[data-seat='0']:has-text('you')");
  await click(page, 1);
}, { colorScheme: "light" });

await run("a hundred matches later the running ones are still kept", async (page) => {
  await page.goto(base);
  const made = await makeMatch(page, { setup: setup(boards[0]), seats: [{ who: "you" }, { who: "you" }] });
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("parlor.matches"));
    const over = Array.from({ length: 99 }, (_, index) => ({ id: `over${index}`, token: "", title: "match", at: 0, over: true }));
    localStorage.setItem("parlor.matches", JSON.stringify([...over, ...kept]));
  });
  await page.goto(`${base}new/${boards[0].name}`);
  await page.waitForSelector(".preview .cell");
  await page.click("button[type=submit]");
  await page.waitForURL(/match/);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("parlor.matches")).map((one) => one.id));
  assert.equal(kept.length, 100);
  assert.ok(kept.includes(made.id));
});

for (const game of boards.filter((one) => one.engines.length > 0)) {
  await run(`${game.name}: analysis shows a value for every move, and the graph`, async (page) => {
    await page.goto(base);
    await open(page, await makeMatch(page, { setup: setup(game), seats: [{ who: "you" }, { who: "you" }] }));
    for (let turn = 1; turn <= 4 && (await myTurn(page)); turn++) await click(page, turn);
    await page.click("#analysis");
    await page.waitForSelector(".value", { timeout: 20000 });
    await page.waitForSelector(".graph-line", { state: "attached", timeout: 30000 });
    assert.ok((await page.locator(".values li").count()) > 0);
  });
}

await run("engines play each other at a pace, and can be paused", async (page) => {
  const game = boards.find((one) => one.engines.length > 0);
  if (!game) return;
  const engine = { who: "engine", engine: game.engines[0].name, seconds: 0.02 };
  await page.goto(base);
  await open(page, await makeMatch(page, { setup: setup(game), seats: [engine, engine], pace: 0.2 }));
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  await page.click("[data-action=pause]");
  await page.waitForSelector("[data-action=pause]:has-text('Go on')");
  const paused = await movesMade(page);
  await page.waitForTimeout(800);
  assert.ok((await movesMade(page)) <= paused + 1);
  await page.click("[data-action=pause]");
  await page.waitForSelector(".caption.is-over", { timeout: 60000 });
});

for (const puzzle of puzzles) {
  await run(`${puzzle.name}: keys, solved and watched`, async (page) => {
    await page.goto(base);
    await open(page, await makeMatch(page, { setup: setup(puzzle), seats: [{ who: "you" }] }));
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 1);
    await page.click("[data-action='move 1']");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.action), "move 1", "the focus stays where it was");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
    for (const left of [1, 0]) {
      await page.click("[data-action=undo]");
      await page.waitForFunction((left) => document.querySelectorAll(".moves li").length === left, left);
    }
    await page.click(".solver button:has-text('Solve')");
    await page.waitForSelector(".plan-controls:not([hidden])", { timeout: 30000 });
    const length = await page.locator(".plan span").count();
    assert.ok(length > 0);
    await page.click("[aria-label='One step forward']");
    await page.waitForFunction(() => document.querySelector(".caption").textContent.startsWith("Watching"));
    await page.click(".plan-controls button:has-text('Watch')");
    await page.waitForFunction(() => document.querySelectorAll(".plan .done").length >= 3);
    await page.click("button:has-text('Back to the board')");
  });
  await run(`${puzzle.name}: a search that is stopped does not end the next one`, async (page) => {
    await page.goto(base);
    await open(page, await makeMatch(page, { setup: setup(puzzle), seats: [{ who: "you" }] }));
    // To solve, to stop and to solve again, before the server can answer.
    await page.evaluate(() => { for (let press = 0; press < 3; press++) document.querySelector(".solver button").click(); });
    await page.waitForSelector(".plan-controls:not([hidden])", { timeout: 30000 });
    assert.equal(await page.locator(".toast").count(), 0);
  });
  if (!puzzle.editor) continue;
  await run(`${puzzle.name}: a board drawn by hand and played`, async (page) => {
    await page.goto(`${base}edit/${puzzle.name}`);
    await page.waitForSelector(".palette .brush");
    // One thing fewer to collect, and every board can still be played.
    const { palette } = puzzle.editor;
    const [from, to] = [palette.find((brush) => brush.shape === "pellet") ?? palette[1], palette.find((brush) => brush.shape === null) ?? palette[0]];
    await page.locator(`.brush[title='${to.name}']`).click();
    const count = ([name]) => document.querySelectorAll(`.target[aria-label$=': ${name}']`).length;
    const before = await page.evaluate(count, [from.name]);
    await page.locator(`.target[aria-label$=': ${from.name}']`).first().click();
    await page.waitForFunction(([name, before]) => document.querySelectorAll(`.target[aria-label$=': ${name}']`).length === before - 1, [from.name, before]);
    const text = await page.locator("textarea").inputValue();
    await page.setInputFiles("#board-file", { name: "board.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForFunction(() => !document.querySelector(".main-action").disabled);
    await page.setInputFiles("#board-file", { name: "bad.txt", mimeType: "text/plain", buffer: Buffer.from("no board at all") });
    await page.waitForFunction(() => document.querySelector(".problem").textContent.length > 5);
    await page.setInputFiles("#board-file", { name: "board.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.click("button:has-text('Play this board')");
    await page.waitForSelector(".solver");
  });
  await run(`${puzzle.name}: a board as wide as the rules allow can be drawn`, async (page) => {
    const { palette, longest_side: longest } = puzzle.editor;
    await page.goto(`${base}edit/${puzzle.name}`);
    await page.waitForSelector(".palette .brush");
    const wall = palette.find((brush) => brush.shape === "wall") ?? palette[1];
    const rows = (await page.locator("textarea").inputValue()).split("\n").map((row) => row.split(" "));
    const codes = rows.map((row) => Array.from({ length: longest }, (_, column) => row[column] ?? wall.code));
    const text = codes.map((row) => row.join(" ")).join("\n");
    await page.setInputFiles("#board-file", { name: "board.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForFunction((count) => document.querySelectorAll(".target").length === count, longest * rows.length);
    const pieces = codes.flat().filter((code) => palette.find((brush) => brush.code === code).shape !== null).length;
    assert.equal(await page.locator(".board .piece").count(), pieces);
    await page.fill("#rows", String(rows.length + 1));
    await page.locator("#rows").blur();
    assert.equal(await page.locator(".target").count(), longest * (rows.length + 1));
    await page.waitForFunction(() => !document.querySelector(".main-action").disabled);
  });
}

await run("a phone of 360 pixels needs no scrolling to the side", async (page) => {
  const fits = async () => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, page.url());
  await page.goto(base);
  await page.waitForSelector(".game");
  await fits();
  for (const game of games) {
    await page.goto(`${base}new/${game.name}`);
    await page.waitForSelector(".preview .cell");
    await fits();
    await open(page, await makeMatch(page, { setup: setup(game), seats: Array.from({ length: game.seats }, () => ({ who: "you" })) }));
    await fits();
    const cell = await page.locator(".target").first().boundingBox();
    assert.ok(cell.width >= 8, `cells of ${game.name} are ${cell.width} wide`);
  }
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

await run("dark follows the system, and the button changes it", async (page) => {
  const lightness = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
  await page.goto(base);
  await page.waitForSelector(".game");
  assert.ok((await lightness()) < 200);
  await page.click("#theme");
  assert.ok((await lightness()) > 600);
  await page.reload();
  await page.waitForSelector(".game");
  assert.ok((await lightness()) > 600);
}, { colorScheme: "dark" });

await run("a page that comes late does not cover the one opened meanwhile", async (page) => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/api/preview", async (route) => { await held; await route.continue(); }, { times: 1 });
  await page.goto(`${base}edit/${games.find((game) => game.editor).name}`);
  const came = page.waitForResponse("**/api/preview");
  await page.click(".brand");
  await page.waitForSelector(".game");
  release();
  await (await came).finished();
  await page.waitForTimeout(100);
  assert.equal(await page.locator(".game").count(), games.length);
});

await run("a match that does not exist says so", async (page) => {
  await page.goto(`${base}match/aaaaaaaaaaaaaaaa`);
  await page.waitForSelector("h1:has-text('no such match')");
});

await browser.close();
process.exit(failures ? 1 : 0);

// Search visualizer: every algorithm of every lesson against the node counts of the engine, the player, access.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PANEL = ".trace-panel";

export async function runSearchCases(harness) {
  const lessons = harness.games.filter(({ search_lesson }) => search_lesson.positions.length > 0);

  await harness.run("search: every game offers a lesson", async () => {
    assert.equal(lessons.length, harness.games.length);
  });
  for (const game of lessons) {
    await harness.run(`search: the drawn nodes of ${game.name} are those that the engine reports`, (page) =>
      checkLesson(harness, page, game),
    );
  }

  const [game] = lessons;
  await harness.run("search: steps go forward and back by buttons, keys and the slider", async (page) => {
    await open(harness, page, { game: game.name, first: 0, second: "none" });
    const caption = () => page.locator(".trace-caption").textContent();
    const first = await caption();
    await page.click("[data-action=next]");
    const second = await caption();
    assert.notEqual(second, first);
    await page.click("[data-action=back]");
    assert.equal(await caption(), first);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowRight");
    assert.equal(await caption(), second);
    await page.keyboard.press("End");
    const last = await stepNow(page);
    assert.equal(last, await page.locator("#trace-step").getAttribute("max"));
    await page.keyboard.press("Home");
    assert.equal(await stepNow(page), "0");
    await page.locator("#trace-step").fill("5");
    assert.equal(await visibleNodes(page), (await counts(page))[0]);
  });

  await harness.run("search: play runs to the end and can be paused", async (page) => {
    await open(harness, page, { game: game.name, first: 0, second: "none" });
    await page.locator("#trace-speed").fill("4");
    await page.click("[data-action=play]");
    await page.waitForFunction(() => Number(document.querySelector("#trace-step").value) > 1);
    await page.click("[data-action=play]");
    const paused = await stepNow(page);
    await page.waitForTimeout(200);
    assert.equal(await stepNow(page), paused);
    await goTo(page, Number(await page.locator("#trace-step").getAttribute("max")) - 3);
    await page.click("[data-action=play]");
    await page.waitForFunction(() => {
      const slider = document.querySelector("#trace-step");
      return slider.value === slider.max;
    });
  });

  await harness.run("search: two algorithms stand side by side with their node counts", async (page) => {
    await open(harness, page, { game: game.name, first: 0, second: 1 });
    assert.equal(await page.locator(PANEL).count(), 2);
    const [left, right] = await Promise.all((await page.locator(PANEL).all()).map((panel) => panel.boundingBox()));
    assert.ok(right.x > left.x + left.width - 1 && Math.abs(left.y - right.y) < 2);
    await page.click("[data-action=last]");
    const totals = await page.locator(".trace-count").allTextContents();
    const summary = await page.locator(".trace-summary").textContent();
    for (const total of totals) assert.ok(summary.includes(`${total.split(" ")[2]} nodes`), `${summary}: ${total}`);
    assert.ok((await page.locator(".tone-stub:not([hidden])").count()) > 0, "cut branches are drawn");
    assert.match(await page.locator(".tone-stub:not([hidden]) .trace-note").last().textContent(), /α.*β/);
  });

  await harness.run("search: the address keeps the choice", async (page) => {
    await open(harness, page, { game: lessons.at(-1).name, first: 0, second: "none" });
    const { title } = lessons.at(-1).search_lesson.algorithms.at(-1);
    await page.selectOption("#lesson-first", { label: title });
    await page.waitForSelector(`${PANEL} h2:text-is("${title}")`);
    await page.reload();
    await page.waitForSelector(`${PANEL} h2:text-is("${title}")`);
  });

  await harness.run("search: another position is searched, or its error explained", async (page) => {
    const { setup } = game.search_lesson.positions[1];
    await open(harness, page, { game: game.name, first: 0, second: "none", plies: 1 });
    const before = await counts(page);
    await page.click(".trace-own summary");
    await page.locator("#lesson-own").fill(setup.position ?? "-");
    await page.locator("#lesson-own").blur();
    await page.waitForFunction(
      (text) => document.querySelector(".trace-count").textContent !== text,
      `0 of ${before[1]} nodes`,
    );
    await page.locator("#lesson-own").fill("no position");
    await page.locator("#lesson-own").blur();
    await page.waitForSelector(".search-lab .error:not(:empty)");
    assert.equal(await page.locator(PANEL).count(), 0);
  });

  await harness.run("search: the whole tree fits into its panel on request", async (page) => {
    await open(harness, page, { game: game.name, first: 0, second: "none" });
    await page.click("[data-action=last]");
    const overflow = () => page.locator(".trace-scroll").evaluate((area) => area.scrollWidth - area.clientWidth);
    await page.click(".trace-fit");
    assert.ok((await overflow()) <= 0);
  });

  await harness.run("search: a bad request is explained", async (page) => {
    await page.route("**/api/search-trace", (route) =>
      route.fulfill({
        status: 400,
        json: { error: "bad-engine", message: "This engine cannot be shown step by step." },
      }),
    );
    await page.goto(`${harness.base}learn/search`);
    await page.waitForSelector(".search-lab .error:text('step by step')");
  });

  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  await harness.run(
    "search: a phone of 360 pixels does not scroll sideways",
    (page) => checkWidth(harness, page),
    phone,
  );
  for (const colorScheme of ["light", "dark"]) {
    await harness.run(
      `search: axe finds no violations in the ${colorScheme} theme`,
      (page) => checkAccess(harness, page),
      {
        colorScheme,
      },
    );
  }
  await harness.run("search: axe finds no violations on a phone", (page) => checkAccess(harness, page), phone);
}

/** Opens a lesson; returns the responses of the server. */
async function open(harness, page, choice) {
  const traces = [];
  page.on("response", async (response) => {
    if (response.url().endsWith("/api/search-trace")) traces.push(response.json());
  });
  await page.goto(`${harness.base}learn/search?${new URLSearchParams(choice)}`);
  await page.waitForSelector(PANEL);
  return Promise.all(traces);
}

const stepNow = (page) => page.locator("#trace-step").inputValue();

/** Nodes so far and in all. */
async function counts(page) {
  const text = await page.locator(".trace-count").textContent();
  return text.match(/[\d,]+/g).map((number) => Number(number.replaceAll(",", "")));
}

/** Nodes of a tree that are drawn, without the root. */
async function visibleNodes(page) {
  return (await page.locator(".trace-node:not([hidden]):not(.tone-stub)").count()) - 1;
}

async function goTo(page, step) {
  await page.locator("#trace-step").fill(String(step));
}

/** Compares what is drawn with what the engine reports, for every algorithm and position. */
async function checkLesson(harness, page, { name, search_lesson: { algorithms, positions } }) {
  for (const position of positions.keys()) {
    for (const [first, { title }] of algorithms.entries()) {
      const [trace] = await open(harness, page, { game: name, position, first, second: "none" });
      const what = `${title} on ${positions[position].title}`;
      assert.ok(!trace.truncated, `${what} is whole`);
      assert.equal(trace.counted, trace.report.nodes, what);
      await page.click("[data-action=last]");
      assert.deepEqual(await counts(page), [trace.report.nodes, trace.report.nodes], what);
      assert.ok(await page.locator(".trace-report.is-equal").isVisible(), what);
      const kinds = new Set(trace.events.map(({ kind }) => kind));
      if (kinds.has("pass")) await checkPasses(page, trace, what);
      else if (kinds.has("push")) await checkFrontier(page, trace, what);
      else await checkPlayouts(page, trace, what);
    }
  }
}

/** The nodes drawn at the end of every pass add up to those that the engine counted. */
async function checkPasses(page, { events, report }, what) {
  let drawn = 0;
  const starts = [...events.entries()].filter(([, { kind }]) => kind === "pass").map(([index]) => index);
  for (const end of [...starts.slice(1), events.length]) {
    await goTo(page, end - 1);
    drawn += await visibleNodes(page);
  }
  assert.equal(drawn, report.nodes, what);
}

/** The root was visited by every play-out. */
async function checkPlayouts(page, { report }, what) {
  const root = page.locator(".trace-node").first();
  assert.equal(await root.locator(".trace-label").textContent(), String(report.nodes), what);
}

/** The frontier holds what was put in and not taken out, and the plan has the length that the engine reports. */
async function checkFrontier(page, { events, report }, what) {
  const count = (kind) => events.filter((event) => event.kind === kind).length;
  const waiting = count("push") - count("pop");
  const rows = await page.locator(".frontier-list tbody tr").count();
  assert.equal(rows, Math.min(12, waiting), what);
  const more = (await page.locator(".frontier-list > p").allTextContents()).join();
  assert.ok(waiting <= 12 || more.includes(String(waiting - 12)), `${what}: ${more}`);
  const pop = events.findLast(({ kind }) => kind === "pop");
  assert.equal(pop.result, "goal", what);
  await page.click("[data-action=back]");
  const caption = await page.locator(".trace-caption").textContent();
  assert.ok(caption.includes(`${report.line.length} moves`), `${what}: ${caption}`);
}

async function checkWidth(harness, page) {
  for (const game of harness.games) {
    await open(harness, page, { game: game.name });
    await page.click("[data-action=last]");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${game.name} is ${width} wide`);
  }
}

async function checkAccess(harness, page) {
  const ids = [harness.boardGames[0], harness.puzzles[0]].filter(Boolean).map(({ name }) => name);
  const choices = ids.flatMap((game) => [
    { game, first: 0, second: 1 },
    { game, first: 2, second: "none" },
  ]);
  for (const choice of choices) {
    await open(harness, page, choice);
    await page.click("[data-action=last]");
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join("; ")}`);
    assert.deepEqual(found, [], JSON.stringify(choice));
  }
}

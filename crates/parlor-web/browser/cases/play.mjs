// Playing: one click to start, double clicks, undo, analysis between people, forced passes and imported games.

import assert from "node:assert/strict";
import { YOU, clickMove, countMoves, waitForMoves, waitForSeat, waitForTurn } from "../harness.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export async function runPlayCases(harness) {
  const { boardGames, puzzles } = harness;
  const withEngine = boardGames.find(({ levels }) => levels.length > 0);
  await harness.run("two clicks from the home page to the first move, at the last level used", async (page) => {
    await page.goto(harness.base);
    const card = page.locator(`[data-game='${withEngine.name}']`);
    await card.locator("select").selectOption("easy");
    await card.locator("[data-action=play]").click();
    await page.waitForSelector(".can-pick");
    assert.match(await page.title(), /^Your turn/);
    await waitForSeat(page, 1, "Easy");
    await clickMove(page, 1);
    await page.click(".brand");
    await page.waitForSelector(".match-card");
    assert.equal(await card.locator("select").inputValue(), "easy");
    assert.equal(await page.locator(".match-card .match-text small").first().textContent(), "Computer, Easy");
    await page.waitForSelector(".match-card .board .piece");
  });

  await harness.run(
    "every game can be started without scrolling on a phone",
    async (page) => {
      await page.goto(harness.base);
      await page.waitForSelector(".game");
      for (const button of await page.locator("[data-action=play]").all()) {
        const { y, height } = await button.boundingBox();
        assert.ok(y + height <= 740, `a start button ends at ${y + height}`);
      }
    },
    PHONE,
  );

  for (const kind of ["screen", "watch", "invite"]) {
    await harness.run(`a match of the kind "${kind}" starts with one click`, async (page) => {
      await page.goto(harness.base);
      await page.locator(`[data-game='${withEngine.name}'] [data-way=${kind}]`).click();
      await page.waitForSelector(".board .target");
      const seat = { screen: ".pill", watch: ".pace", invite: ".invitation input" }[kind];
      await page.waitForSelector(seat);
    });
  }

  await harness.run("a double click plays one move", async (page) => {
    await harness.openMatch(page, boardGames[0], [YOU, YOU]);
    await page.locator(".can-pick").first().dblclick();
    await waitForMoves(page, 1);
    await page.waitForTimeout(400);
    assert.equal(await countMoves(page), 1, "the second click is not the opponent's move");
    await page.locator(".can-pick").last().click();
    await waitForMoves(page, 2);
  });

  await harness.run("undo is disabled while only the engine has moved", async (page) => {
    const level = withEngine.levels[0];
    const engine = { kind: "engine", engine: level.engine, seconds: 0.05 };
    await harness.openMatch(page, withEngine, [engine, YOU]);
    await waitForTurn(page);
    assert.equal(await countMoves(page), 1);
    assert.ok(await page.locator("[data-action=undo]").isDisabled());
    await clickMove(page, 1);
    await page.waitForFunction(() => !document.querySelector("[data-action=undo]").disabled);
  });

  const animated = { reducedMotion: "no-preference" };
  await harness.run("a reply waits until the own piece has landed", (page) => timeReply(harness, page), animated);
  await harness.run("friends see names, and the series is counted", (page) => playSeries(harness, page));
  await harness.run("arrow keys step through the moves, and the sound can be switched off", async (page) => {
    await harness.openMatch(page, boardGames[0], [YOU, YOU]);
    for (let turn = 1; turn <= 3; turn++) await clickMove(page, turn);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".caption:has-text('Move 2 of 3')");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("[data-action='move 3'].current");
    await page.keyboard.press("u");
    await waitForMoves(page, 2);
    await page.click("[data-action=sound]");
    await page.reload();
    await page.waitForSelector("[data-action=sound][aria-pressed=false]");
  });
  await harness.run("a hint shows a move, and analysis is closed while two people play", (page) =>
    closeAnalysis(harness, page, withEngine),
  );
  await harness.run("two people can agree on analysis", (page) => agreeOnAnalysis(harness, page, withEngine));
  await harness.run("another engine plays on after a failure", (page) => replaceEngine(harness, page, withEngine));
  await harness.run("a forced pass is made with a notice", (page) => passAutomatically(harness, page));
  await harness.run("an imported game has no absent players and is listed", (page) => importGame(harness, page));
  await harness.run("a failed request for the catalog is repeated", async (page) => {
    await page.route("**/api/games", (route) => route.abort(), { times: 1 });
    await page.goto(harness.base);
    await page.waitForSelector("h1:has-text('Something went wrong')");
    await page.click("text=All games");
    await page.waitForSelector(".game-art .piece");
  });
  for (const puzzle of puzzles) await runPuzzleCases(harness, puzzle);
}

/** Measures the time between the arrival of the user's piece and that of the engine, which answers at once. */
async function timeReply(harness, page) {
  const game =
    harness.boardGames.find(({ look, levels }) => look.arrival === "fall" && levels.length > 0) ??
    harness.boardGames[0];
  const engine = { kind: "engine", engine: game.levels[0].engine, seconds: 0.05 };
  await harness.openMatch(page, game, [YOU, engine]);
  await page.evaluate(() => {
    globalThis.arrivals = [];
    const observer = new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
      for (const node of added) if (node.classList?.contains("piece")) globalThis.arrivals.push(performance.now());
    });
    observer.observe(document.querySelector(".board-box .board"), { childList: true, subtree: true });
  });
  await page.locator(".can-pick").first().click();
  await waitForMoves(page, 2);
  const [own, reply] = await page.evaluate(() => globalThis.arrivals);
  assert.ok(reply - own > 300, `the reply came ${Math.round(reply - own)} ms after the move`);
}

async function playSeries(harness, page) {
  const [game] = harness.boardGames;
  await page.goto(harness.base);
  await page.click("#nickname");
  await page.fill("#nickname-field", "Ada");
  await page.click("dialog button[type=submit]");
  const created = await harness.openMatch(page, game, [YOU, { kind: "friend" }]);
  const friend = await harness.otherBrowser();
  await friend.goto(`${harness.base}match/${created.id}?join=${created.invitations[1]}`);
  await waitForSeat(friend, 0, "Ada");
  await page.waitForSelector("[data-action=resign]");
  await page.click("[data-action=resign]");
  await page.waitForSelector(".result-title:has-text('You lost')");
  await page.click("[data-action=rematch]");
  await friend.click("text=Join rematch");
  await page.waitForSelector(".score");
  assert.equal(await page.locator(".score").textContent(), "You0Friend1");
  await friend.waitForFunction(() => document.querySelector(".score")?.textContent === "You1Ada0");
  await friend.context().close();
}

/** Makes a match with a friend that allows analysis; the friend sees that, and analyzes. */
async function agreeOnAnalysis(harness, page, game) {
  await harness.openSetup(page, game);
  assert.ok(await page.locator("#allow-analysis").isHidden(), "an engine does not have to agree");
  await page.selectOption("#seat-1", "friend");
  await page.check("#allow-analysis");
  await page.click("text=Start game");
  await page.waitForSelector(".invitation:has-text('Analysis allowed')");
  const link = await page.inputValue("[aria-label='Invitation link']");
  const friend = await harness.otherBrowser();
  await friend.goto(link);
  await waitForSeat(friend, 1, "You");
  await friend.waitForSelector(".analysis:has-text('Allowed in this match')");
  await friend.click("#analysis");
  await friend.waitForSelector(".value, .values li", { timeout: 20000 });
  const terms = await friend.evaluate(async () => {
    const response = await fetch(`/api${location.pathname.replace("match", "matches")}/record`);
    return (await response.text()).split("\n").find((line) => line.startsWith("terms "));
  });
  assert.equal(terms, "terms unlimited,analysis");
  await friend.context().close();
}

/** Shows a failure of the engine, and chooses another one to play on. */
async function replaceEngine(harness, page, game) {
  const sent = [];
  await page.routeWebSocket(/socket$/, (client) => {
    const server = client.connectToServer();
    client.onMessage((text) => {
      sent.push(JSON.parse(text));
      server.send(text);
    });
    server.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === "welcome") message.failure = "The engine crashed: out of ideas.";
      client.send(JSON.stringify(message));
    });
  });
  await harness.openMatch(page, game, [YOU, { kind: "engine", engine: game.engines[0].name, seconds: 0.1 }]);
  await page.waitForSelector(".notice:has-text('The engine crashed')");
  const { strength, engine } = game.levels[0];
  assert.ok((await page.locator("[aria-label='Another opponent'] option").count()) > game.levels.length);
  await page.selectOption("[aria-label='Another opponent']", engine);
  await page.click("[data-action=replace-engine]");
  await page.waitForTimeout(100);
  assert.equal(sent.find(({ type }) => type === "retry")?.engine, engine, strength);
}

async function closeAnalysis(harness, page, game) {
  const created = await harness.openMatch(page, game, [YOU, { kind: "friend" }]);
  const friend = await harness.otherBrowser();
  await friend.goto(`${harness.base}match/${created.id}?join=${created.invitations[1]}`);
  await waitForSeat(friend, 1, "You");
  await page.waitForSelector(".can-pick");
  for (const player of [page, friend]) {
    assert.ok(await player.locator("#analysis").isDisabled());
    assert.equal(await player.locator("[data-action=hint]").count(), 0);
  }
  const refused = await page.evaluate(async (id) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/matches/${id}/socket`);
    return new Promise((resolve) => {
      socket.onopen = () => socket.send(JSON.stringify({ type: "hello" }));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "welcome")
          socket.send(JSON.stringify({ request: 9, type: "analyze", ply: 0, seconds: 0.1 }));
        if (message.request === 9) resolve(message.error);
      };
    });
  }, created.id);
  assert.equal(refused, "analysis-closed", "spectators cannot help either");
  await page.click("[data-action=resign]");
  await friend.waitForSelector(".result-title:has-text('You won')");
  await friend.click("[data-action=review]");
  await friend.waitForSelector(".review .counts", { timeout: 20000 });
  await friend.context().close();
  await harness.openMatch(page, game, [YOU, YOU]);
  await page.click("[data-action=hint]");
  await page.waitForSelector(".best-cell", { timeout: 20000 });
}

/** Replaces the choices by a single one without cells, as when a player cannot move. */
async function passAutomatically(harness, page) {
  const game = harness.boardGames[0];
  await page.routeWebSocket(/socket$/, (client) => {
    const server = client.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === "welcome" && message.ply === 0) {
        const [choice] = message.scene.choices;
        message.scene.choices = [{ ...choice, steps: [], key: null }];
        message.scene.caption = { text: "No legal move: you must pass." };
      }
      client.send(JSON.stringify(message));
    });
  });
  await harness.openMatch(page, game, [YOU, YOU]);
  await page.waitForSelector(".board-notice:has-text('you must pass')");
  const notice = await page.locator(".board-notice").boundingBox();
  const board = await page.locator(".board-box").boundingBox();
  assert.ok(notice.y > board.y && notice.y + notice.height < board.y + board.height, "the notice lies over the board");
  await waitForMoves(page, 1);
  await page.waitForSelector(".board-notice", { state: "hidden" });
}

async function importGame(harness, page) {
  await harness.openMatch(page, harness.boardGames[0], [YOU, YOU]);
  for (let turn = 1; turn <= 3; turn++) await clickMove(page, turn);
  const record = await page.evaluate(() =>
    fetch(`/api${location.pathname.replace("match", "matches")}/record`).then((it) => it.text()),
  );
  await page.goto(harness.base);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.setInputFiles("#record-file", { name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(record) });
  await waitForMoves(page, 3);
  const names = await page.locator(".player-name").allTextContents();
  assert.ok(
    names.every((name) => !/Offline|Waiting|Friend/.test(name)),
    names.join(),
  );
  await page.click(".brand");
  await page.waitForSelector(".match-card:has-text('Imported')");
}

async function runPuzzleCases(harness, puzzle) {
  await harness.run(
    `${puzzle.name}: swipes and the pad make steps`,
    async (page) => {
      await harness.openMatch(page, puzzle, [YOU]);
      await page.click(".pad-left");
      await waitForMoves(page, 1);
      const { x, y, width, height } = await page.locator(".board").boundingBox();
      const session = await page.context().newCDPSession(page);
      const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      const at = (offset) => [{ x: x + width / 2 + offset, y: y + height / 2 }];
      await touch("touchStart", at(0));
      await touch("touchMove", at(20));
      await touch("touchMove", at(40));
      await touch("touchEnd", []);
      await waitForMoves(page, 2);
      assert.equal(await page.locator(".move.current").textContent(), "R");
    },
    PHONE,
  );

  await harness.run(`${puzzle.name}: a plan is dropped when the position changes`, async (page) => {
    await harness.openMatch(page, puzzle, [YOU]);
    await page.click(".solver button:has-text('Solve')");
    await page.waitForSelector(".plan-controls:not([hidden])", { timeout: 30000 });
    await page.keyboard.press("ArrowLeft");
    await waitForMoves(page, 1);
    await page.waitForSelector(".plan-controls", { state: "hidden" });
  });

  await harness.run(`${puzzle.name}: levels are boards, and a fatal step can be taken back`, async (page) => {
    await page.goto(harness.base);
    const card = page.locator(`[data-game='${puzzle.name}']`);
    await card.locator("select").selectOption({ index: puzzle.boards.length - 1 });
    await card.locator("[data-action=play]").click();
    await page.waitForSelector(".score:has-text('Best')");
    const best = puzzle.boards.at(-1).optimum;
    assert.ok((await page.locator(".score").textContent()).endsWith(`Best${best}`));
    const moves = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"];
    for (let step = 0; step < 200 && !(await page.locator(".caption.is-over").count()); step++) {
      const before = await countMoves(page);
      await page.keyboard.press(moves[Math.floor(step / 3) % 4]);
      await page.waitForFunction(
        (before) =>
          document.querySelectorAll(".moves li").length > before || document.querySelector(".caption.is-over"),
        before,
      );
    }
    await page.waitForSelector(".result-title:has-text('Game over')");
    const dead = await countMoves(page);
    await page.click("[data-action=undo-end]");
    await waitForMoves(page, dead - 1);
    assert.equal(await page.locator(".result").isVisible(), false);
  });
}

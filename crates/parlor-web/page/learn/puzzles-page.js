// List of puzzles: the puzzle of the day, and all puzzles of a game by difficulty.

/** @import { Game, PuzzleSummary } from "../types.js" */
import { listGames } from "../api.js";
import { applyLook } from "../board/look.js";
import { playThumbnail } from "../board/thumbnail.js";
import { h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { fetchPuzzle, fetchPuzzles } from "./learn-api.js";
import { dailyPuzzle, puzzleResult, solvedCount, taskText } from "./puzzle-progress.js";
import { text } from "../texts.js";

const DIFFICULTIES = /** @type {const} */ (["easy", "medium", "hard"]);

/** @param {HTMLElement} main */
export async function showPuzzlesPage(main) {
  const games = (await listGames()).filter(({ puzzles }) => puzzles > 0);
  const daily = dailyPuzzle(games, new Date());
  const wanted = new URLSearchParams(location.search).get("game");
  const game = games.find(({ name }) => name === wanted) ?? daily?.game ?? games[0];
  document.title = text("page-title", { title: text("puzzles-title") });
  const list = h("div", { class: "puzzle-list" });
  const today = h("section", { class: "card daily" });
  replaceContent(
    main,
    h(
      "div",
      { class: "learn-page" },
      h(
        "div",
        { class: "home-lead" },
        h("h1", {}, text("puzzles-title")),
        h("p", { class: "soft" }, text("puzzles-lead")),
      ),
      daily && today,
      game ? [gameTabs(games, game), list] : h("p", {}, text("puzzles-none")),
    ),
  );
  const stop = daily ? await showDaily(today, daily) : () => {};
  if (game) showList(list, game, await fetchPuzzles(game.name));
  return stop;
}

/** @param {HTMLElement} element @param {{ game: Game, number: number }} daily */
async function showDaily(element, { game, number }) {
  const puzzle = await fetchPuzzle(game.name, number);
  const art = h("div", { class: "game-art", "aria-hidden": "true" });
  applyLook(art, game.look);
  const isSolved = puzzleResult(game.name, number) === "solved";
  const link = h(
    "a",
    { class: "button primary", href: `/puzzles/${game.name}/${number}`, "data-action": "daily" },
    icon(isSolved ? "eye" : "play"),
    text(isSolved ? "puzzles-solved-again" : "puzzles-solve"),
  );
  const difficulty = text(`difficulty-${puzzle.difficulty}`);
  replaceContent(
    element,
    art,
    h(
      "div",
      { class: "daily-body" },
      h("h2", {}, text("puzzles-daily")),
      h("p", { class: "daily-task" }, taskText(puzzle)),
      h("p", { class: "soft" }, `${game.title}, ${difficulty}`),
      link,
    ),
  );
  return playThumbnail(art, game.look, [puzzle.scene], game.title);
}

/** @param {Game[]} games @param {Game} current */
function gameTabs(games, current) {
  const tab = (/** @type {Game} */ { name, title }) =>
    h(
      "a",
      { class: "tab", href: `/puzzles?game=${name}`, "aria-current": name === current.name ? "page" : null },
      title,
    );
  return h("nav", { class: "tabs", "aria-label": text("puzzles-games") }, games.map(tab));
}

/** @param {HTMLElement} element @param {Game} game @param {PuzzleSummary[]} puzzles */
function showList(element, game, puzzles) {
  const counts = { game: game.title, solved: solvedCount(game.name), count: puzzles.length };
  const group = (/** @type {typeof DIFFICULTIES[number]} */ difficulty) => {
    const own = puzzles.filter((puzzle) => puzzle.difficulty === difficulty);
    if (own.length === 0) return null;
    return h(
      "section",
      { class: "puzzle-group" },
      h("h3", {}, text(`difficulty-${difficulty}`)),
      h(
        "ol",
        { class: "puzzle-numbers" },
        own.map((puzzle) => h("li", {}, numberLink(game, puzzle))),
      ),
    );
  };
  replaceContent(element, h("h2", {}, text("puzzles-of", counts)), DIFFICULTIES.map(group));
}

/** @param {Game} game @param {PuzzleSummary} puzzle */
function numberLink(game, puzzle) {
  const { number } = puzzle;
  const result = puzzleResult(game.name, number);
  const label = text(result ? `puzzles-number-${result}` : "puzzles-number", { number });
  const attributes = {
    class: `puzzle-number${result ? ` is-${result}` : ""}`,
    href: `/puzzles/${game.name}/${number}`,
    "aria-label": text("puzzles-label", { label, task: taskText(puzzle) }),
    title: taskText(puzzle),
  };
  return h("a", attributes, h("bdi", {}, number));
}

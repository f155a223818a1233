// One puzzle: solve it on the board, fail, see the solution, and go on to the next one.

/** @import { Choice, Game, Puzzle, Scene } from "../types.js" */
/** @import { CalloutButton } from "./learn-layout.js" */
import { findGame, listGames } from "../api.js";
import { BoardInput } from "../board/board-input.js";
import { Board } from "../board/board.js";
import { anchorCell } from "../board/move-selection.js";
import { announce, h, replaceContent } from "../dom.js";
import { messageText } from "../format.js";
import { icon } from "../icons.js";
import { playSound } from "../sound.js";
import { drawBadge, pieceIcon } from "./board-marks.js";
import { drawButton, layOutLearning, listenForKeys } from "./learn-layout.js";
import { LinePlayer } from "./line-player.js";
import { analyzePosition, fetchPuzzle } from "./learn-api.js";
import { dailyPuzzle, puzzleResult, savePuzzleResult, taskText } from "./puzzle-progress.js";
import { text } from "../texts.js";

/** Pause before the opponent's reply, in milliseconds. */
const REPLY_DELAY = 500;

/**
 * @param {HTMLElement} main
 * @param {string} address the game's name and the number of the puzzle
 * @param {(path: string) => void} navigate
 */
export async function showPuzzlePage(main, address, navigate) {
  const [name, number] = address.split("/");
  const game = await findGame(name);
  const [puzzle, games] = await Promise.all([fetchPuzzle(name, Number(number)), listGames()]);
  const daily = dailyPuzzle(games, new Date());
  const isDaily = daily?.game.name === name && daily.number === puzzle.number;
  const page = new PuzzlePage(game, puzzle, isDaily, navigate);
  document.title = text("puzzle-page-title", { number: puzzle.number, game: game.title });
  replaceContent(main, page.element);
  page.restart();
  return () => page.stop();
}

class PuzzlePage {
  /** @param {Game} game @param {Puzzle} puzzle @param {boolean} isDaily @param {(path: string) => void} navigate */
  constructor(game, puzzle, isDaily, navigate) {
    this.navigate = navigate;
    this.game = game;
    this.puzzle = puzzle;
    /** @type {"solve" | "wrong" | "solved" | "shown"} */
    this.phase = "solve";
    /** Moves of the solution made so far. */
    this.step = 0;
    /** Whether the user has seen the solution, so that repeating it does not count as solved. */
    this.hasSeenSolution = false;
    this.wrongMove = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.replyTimer = undefined;
    this.board = new Board({ look: game.look, label: game.title });
    this.input = new BoardInput(this.board, (/** @type {Choice} */ choice) => this.play(choice));
    this.line = new LinePlayer(this.board, () => this.showLine());
    this.callout = h("section", { class: "callout panel-part", "aria-live": "polite" });
    this.dots = h("p", { class: "puzzle-steps", "aria-hidden": "true" });
    const difficulty = text(`difficulty-${puzzle.difficulty}`);
    const daily = isDaily ? `, ${text("puzzle-daily")}` : "";
    const index = puzzle.scene.turn === "second" ? 1 : 0;
    const side = messageText(puzzle.scene.sides[index].name);
    this.ownPiece = puzzle.scene.sides[index].piece;
    const task = h(
      "section",
      { class: "panel-part puzzle-task" },
      h("h2", {}, taskText(puzzle)),
      game.players > 1 &&
        h("p", { class: "puzzle-side" }, pieceIcon(game, this.ownPiece), text("puzzle-side", { side })),
      h("p", { class: "soft" }, text(`about-${puzzle.kind}`)),
      this.dots,
    );
    const explore = new URLSearchParams({ ...puzzle.setup.options, position: puzzle.setup.position ?? "" });
    const links = h(
      "nav",
      { class: "panel-part row", "aria-label": text("puzzles-title") },
      h("a", { class: "button", href: `/puzzles?game=${game.name}` }, icon("moves"), text("puzzle-all")),
      h("a", { class: "button", href: `/explore/${game.name}?${explore}` }, icon("analysis"), text("puzzle-explore")),
    );
    const { element, updateRatio } = layOutLearning(game, {
      name: "puzzle",
      board: this.board,
      input: this.input,
      title: text("puzzle-title", { number: puzzle.number }),
      caption: h("p", { class: "caption" }, `${game.title}, ${difficulty}${daily}`),
      panel: [task, this.callout, links],
    });
    this.element = element;
    this.updateRatio = updateRatio;
    this.stopKeys = listenForKeys(this.input);
  }

  stop() {
    this.cancelReply();
    this.line.stop();
    this.stopKeys();
  }

  /** The position after the moves made so far. @returns {Scene} */
  get scene() {
    return this.step === 0 ? this.puzzle.scene : this.puzzle.solution[this.step - 1].scene;
  }

  cancelReply() {
    clearTimeout(this.replyTimer);
    this.replyTimer = undefined;
  }

  restart() {
    this.cancelReply();
    this.line.stop();
    this.step = 0;
    this.phase = "solve";
    this.refresh();
  }

  refresh() {
    const { scene } = this;
    this.board.show(scene);
    replaceContent(this.board.valueLayer);
    this.updateRatio();
    this.offer(scene);
    this.show();
  }

  /** Offers the moves if it is the solver's turn. @param {Scene} scene */
  offer(scene) {
    const isTurn = this.phase === "solve" && scene.turn === this.puzzle.scene.turn;
    this.input.offer(scene, isTurn, this.ownPiece);
  }

  /** @param {Choice} choice */
  play(choice) {
    if (this.phase !== "solve" || this.replyTimer !== undefined) return;
    const expected = this.puzzle.solution[this.step];
    if (choice.notation !== expected?.move) {
      this.fail(choice);
      return;
    }
    this.step += 1;
    playSound("move");
    if (this.step === this.puzzle.solution.length) return this.finish();
    this.refresh();
    if (this.scene.turn === this.puzzle.scene.turn) return;
    this.input.offer(this.scene, false);
    this.replyTimer = setTimeout(() => {
      this.replyTimer = undefined;
      this.step += 1;
      playSound("reply");
      this.refresh();
    }, REPLY_DELAY);
  }

  finish() {
    this.phase = "solved";
    if (!this.hasSeenSolution) savePuzzleResult(this.game.name, this.puzzle.number, "solved");
    playSound("won");
    this.refresh();
    announce(text("puzzle-solved"));
  }

  /** @param {Choice} choice */
  async fail(choice) {
    this.phase = "wrong";
    this.wrongMove = messageText(choice.label);
    savePuzzleResult(this.game.name, this.puzzle.number, "failed");
    playSound("lost");
    this.input.offer(this.scene, false);
    this.show();
    const { solution, setup } = this.puzzle;
    const moves = [...solution.slice(0, this.step).map(({ move }) => move), choice.notation];
    const cell = anchorCell(choice);
    // The board shows the wrong move; without a connection it stays as it is.
    const after = await analyzePosition({ setup, moves }).catch(() => null);
    if (this.phase !== "wrong") return;
    if (after) this.board.show(after.scene);
    replaceContent(this.board.valueLayer, cell && !choice.can_queue && drawBadge(cell, "?"));
  }

  showSolution() {
    this.cancelReply();
    this.hasSeenSolution = true;
    if (!puzzleResult(this.game.name, this.puzzle.number)) {
      savePuzzleResult(this.game.name, this.puzzle.number, "failed");
    }
    this.phase = "shown";
    this.step = 0;
    this.refresh();
    this.line.start([{ move: "", scene: this.puzzle.scene }, ...this.puzzle.solution]);
  }

  showLine() {
    this.step = this.line.step;
    this.line.show();
    this.show();
  }

  /** @returns {{ title: string, tone: string, body: string, buttons: CalloutButton[] }} */
  content() {
    const { puzzle } = this;
    const following = (puzzle.number % this.game.puzzles) + 1;
    const next = {
      label: text("puzzle-next"),
      action: "next",
      onclick: () => this.navigate(`/puzzles/${this.game.name}/${following}`),
    };
    const retry = { label: text("puzzle-retry"), action: "retry", onclick: () => this.restart() };
    const show = { label: text("puzzle-show"), action: "show-solution", onclick: () => this.showSolution() };
    switch (this.phase) {
      case "solve": {
        const title = this.step > 0 ? text("puzzle-right") : "";
        return { title, tone: "plain", body: "", buttons: [show, next] };
      }
      case "wrong": {
        const body = text("puzzle-wrong-text", { move: this.wrongMove });
        return { title: text("puzzle-wrong"), tone: "bad", body, buttons: [{ ...retry, isPrimary: true }, show, next] };
      }
      case "solved": {
        const body = this.solutionText(puzzle.solution.length);
        const buttons = [retry, { ...next, isPrimary: true }];
        return { title: text("puzzle-solved"), tone: "good", body, buttons };
      }
      default: {
        const body = this.solutionText(this.step);
        const buttons = [retry, { ...next, isPrimary: true }];
        return { title: text("puzzle-shown"), tone: "plain", body, buttons };
      }
    }
  }

  /** @param {number} count */
  solutionText(count) {
    return this.puzzle.solution
      .slice(0, count)
      .map(({ move }) => move)
      .join("  ");
  }

  show() {
    const { title, tone, body, buttons } = this.content();
    this.callout.className = `callout panel-part is-${tone}`;
    replaceContent(
      this.callout,
      title && h("h2", {}, title),
      body && h("p", { class: "line" }, h("bdi", {}, body)),
      h("div", { class: "row" }, buttons.map(drawButton)),
    );
    const { solution } = this.puzzle;
    this.dots.hidden = this.puzzle.moves === 1;
    const isOwn = (/** @type {number} */ index) => this.game.players === 1 || index % 2 === 0;
    replaceContent(
      this.dots,
      solution.map((_, index) => isOwn(index) && h("i", { class: index < this.step ? "is-done" : null })),
    );
  }
}

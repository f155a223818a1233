// Lesson at a mistake: find the better move on the board, see the answer, and watch the refutation of the played move.

/** @import { Choice, Game, Scene, TextKey, Verdict } from "../types.js" */
/** @import { Board } from "../board/board.js" */
/** @import { BoardInput } from "../board/board-input.js" */
/** @import { Players } from "../match/players.js" */
/** @import { MatchState } from "../match/state.js" */
/** @import { CalloutButton } from "./learn-layout.js" */
/** @import { ReviewData } from "./review-data.js" */
/** @typedef {{ title: string, tone: "bad" | "warn" | "good" | "plain", body: string[], buttons: CalloutButton[] }} LessonText */
/** @typedef {"seen" | "try" | "wrong" | "right" | "answer" | "why"} Phase */
import { errorMessage, fetchLineScenes } from "../api.js";
import { anchorCell } from "../board/move-selection.js";
import { announce, replaceContent, toast } from "../dom.js";
import { messageText, formatValue } from "../format.js";
import { drawBadge, drawBetterMove } from "./board-marks.js";
import { LinePlayer } from "./line-player.js";
import { analyzePosition } from "./learn-api.js";
import { text } from "../texts.js";

const WHY_SECONDS = 3;
const WHY_MOVES = 8;

/** The words for a verdict. @param {Verdict | null} verdict */
export const verdictText = (verdict) => (verdict ? text(`verdict-${verdict}`) : "");

/** "?" for a mistake, "??" for a blunder. @param {{ kind: string } | null} judgement */
export const judgementSign = (judgement) => (judgement?.kind === "blunder" ? "??" : "?");

export class Lesson {
  /**
   * @param {{ state: MatchState, data: ReviewData, game: Game, board: Board, input: BoardInput, players: Players }} parts
   * @param {number} ply before the bad move
   * @param {{ refresh: () => void, next: (() => void) | null, nextLabel: string }} callbacks
   */
  constructor({ state, data, game, board, input, players }, ply, { refresh, next, nextLabel }) {
    this.state = state;
    this.data = data;
    this.game = game;
    this.board = board;
    this.input = input;
    this.players = players;
    this.ply = ply;
    this.refresh = refresh;
    this.next = next;
    this.nextLabel = nextLabel;
    /** @type {Phase} */
    this.phase = "seen";
    /** The move that the user tried. */
    this.tried = "";
    /** @type {Scene | null} */
    this.triedScene = null;
    this.line = new LinePlayer(board, refresh);
  }

  get played() {
    return this.state.snapshot?.moves[this.ply]?.move ?? "";
  }

  get before() {
    return this.state.scenes.get(this.ply);
  }

  get side() {
    return this.data.positions.get(this.ply)?.turn === "second" ? 1 : 0;
  }

  /** @param {string} move */
  choiceOf(move) {
    return this.before?.choices.find(({ notation }) => notation === move);
  }

  /** The move in the words of the game. @param {string} move */
  moveText(move) {
    const choice = this.choiceOf(move);
    return choice ? messageText(choice.label) : move;
  }

  /** @param {Phase} phase */
  enter(phase) {
    this.line.stop();
    this.phase = phase;
    this.refresh();
  }

  stop() {
    this.line.stop();
  }

  /** Shows the position of this phase on the board. */
  showBoard() {
    const { board, input, phase, before } = this;
    if (!before) return;
    const after = this.state.scenes.get(this.ply + 1);
    if (phase === "why") {
      replaceContent(board.valueLayer);
      return this.line.show();
    }
    const shown = phase === "seen" ? (after ?? before) : phase === "wrong" ? (this.triedScene ?? before) : before;
    board.show(shown);
    input.offer(shown, phase === "try", this.players.piece(this.side));
    replaceContent(board.valueLayer, this.marks());
  }

  marks() {
    const { phase, before } = this;
    const cell = (/** @type {string} */ move) => {
      const choice = this.choiceOf(move);
      return choice && anchorCell(choice);
    };
    const bad = phase === "wrong" ? this.tried : this.played;
    const badCell = cell(bad);
    if (phase === "seen" || phase === "wrong") {
      return badCell && drawBadge(badCell, phase === "wrong" ? "?" : judgementSign(this.data.judgementAt(this.ply)));
    }
    const choice = this.choiceOf(phase === "right" ? this.tried : (this.data.bestAt(this.ply)?.move ?? ""));
    if ((phase === "right" || phase === "answer") && choice && before) {
      return drawBetterMove(this.board, choice, this.players.piece(this.side));
    }
    return [];
  }

  /** @param {Choice} choice */
  async tryMove({ notation }) {
    if (this.phase !== "try") return;
    this.tried = notation;
    if (this.data.isAsGood(this.ply, notation)) return this.enter("right");
    try {
      [this.triedScene] = await fetchLineScenes(this.state.id, this.ply, [notation], 0);
    } catch {
      this.triedScene = null;
    }
    this.enter("wrong");
  }

  async showWhy() {
    const { snapshot } = this.state;
    if (!snapshot) return;
    const moves = snapshot.moves.slice(0, this.ply + 1).map(({ move }) => move);
    try {
      const found = await analyzePosition({ setup: snapshot.setup, moves, seconds: WHY_SECONDS, line: WHY_MOVES });
      this.line.start([
        { move: this.played, scene: found.scene },
        ...found.line.map(({ move, scene }) => ({ move, scene })),
      ]);
      this.phase = "why";
      this.refresh();
    } catch (error) {
      toast(errorMessage(error));
    }
  }

  /** The name of the player who made the bad move, or null for the user. */
  get playerName() {
    const player = this.side === 0 ? "first" : "second";
    const { you } = this.state;
    return you.seats.length === 1 && you.seats.includes(player) ? null : this.players.name(this.side);
  }

  playedText() {
    const name = this.playerName;
    const move = this.moveText(this.played);
    return name === null ? text("review-you-played", { move }) : text("review-played", { name, move });
  }

  /** @param {string} move @param {TextKey} key */
  moveWithValue(move, key) {
    const found = this.data.valueOf(this.ply, move);
    return found ? text(key, { move: this.moveText(move), value: formatValue(found.value) }) : "";
  }

  /** What the panel says. @returns {LessonText} */
  text() {
    const judgement = this.data.judgementAt(this.ply);
    const verdict = verdictText(this.data.verdictAt(this.ply));
    const tone = judgement?.kind === "blunder" ? "bad" : "warn";
    const best = this.data.bestAt(this.ply)?.move ?? "";
    const find = button("review-find", "find", () => this.enter("try"), this.phase === "seen");
    const answer = button("review-answer", "answer", () => this.enter("answer"));
    const retry = button("review-retry", "retry", () => this.enter("try"), this.phase === "wrong");
    const why = button("review-why", "why", () => this.showWhy());
    switch (this.phase) {
      case "seen":
        return { title: verdict, tone, body: [this.playedText()], buttons: [find, answer, ...this.nextButton(false)] };
      case "try": {
        const title =
          this.playerName === null ? text("review-find") : text("review-find-for", { side: this.playerName });
        return { title, tone: "plain", body: [this.playedText()], buttons: [answer, ...this.nextButton(false)] };
      }
      case "wrong":
        return {
          title: text("review-wrong"),
          tone: "warn",
          body: [this.moveWithValue(this.tried, "review-tried")],
          buttons: [retry, answer],
        };
      case "right":
        return {
          title: text("review-right"),
          tone: "good",
          body: [this.moveWithValue(this.tried, "review-better"), this.playedText()],
          buttons: [why, ...this.nextButton(true)],
        };
      case "answer":
        return {
          title: verdict,
          tone,
          body: [this.playedText(), this.moveWithValue(best, "review-better")],
          buttons: [retry, why, ...this.nextButton(true)],
        };
      default:
        return this.whyText();
    }
  }

  /** @returns {LessonText} */
  whyText() {
    const { step, steps } = this.line;
    const back = button("review-back", "back", () => this.enter("answer"));
    return {
      title: text("review-why-title", { move: this.moveText(this.played) }),
      tone: "plain",
      body: [
        text("review-why-step", { step: step + 1, count: steps.length }),
        steps.map(({ move }) => move).join("  "),
      ],
      buttons: [
        { label: "‹", action: text("review-previous-step"), onclick: () => this.line.goTo(step - 1) },
        { label: "›", action: text("review-next-step"), onclick: () => this.line.goTo(step + 1) },
        back,
        ...this.nextButton(true),
      ],
    };
  }

  /** @param {boolean} isPrimary @returns {CalloutButton[]} */
  nextButton(isPrimary) {
    return this.next ? [{ label: this.nextLabel, action: "next", onclick: this.next, isPrimary }] : [];
  }

  announce() {
    const { title, body } = this.text();
    if (this.phase !== "why") announce([title, ...body].filter(Boolean).join(" "));
  }
}

/** @param {TextKey} key @param {string} action @param {() => void} onclick @param {boolean} [isPrimary] @returns {CalloutButton} */
const button = (key, action, onclick, isPrimary = false) => ({ label: text(key), action, onclick, isPrimary });

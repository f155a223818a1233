// Review of a match: every move judged, accuracy, turning points, and a lesson at each mistake.

/** @import { Choice, Game, Player, ServerMessage } from "../types.js" */
import { errorMessage, findGame } from "../api.js";
import { BoardInput } from "../board/board-input.js";
import { Board } from "../board/board.js";
import { h, replaceContent, toast } from "../dom.js";
import { messageText } from "../format.js";
import { icon } from "../icons.js";
import { resultOf } from "../match/caption.js";
import { MoveList } from "../match/move-list.js";
import { Players } from "../match/players.js";
import { MatchState } from "../match/state.js";
import { MatchSocket } from "../socket.js";
import { findMatch } from "../storage.js";
import { drawButton, layOutLearning } from "./learn-layout.js";
import { Lesson, verdictText } from "./lesson.js";
import { playFromPly } from "./play-from-here.js";
import { ReviewData } from "./review-data.js";
import { ReviewFigures } from "./review-figures.js";
import { ReviewGraph } from "./review-graph.js";
import { text } from "../texts.js";

const SECONDS_PER_POSITION = 0.6;

/** @param {HTMLElement} main @param {string} id @param {(path: string) => void} navigate */
export async function showReviewPage(main, id, navigate) {
  const page = new ReviewPage(main, id, navigate);
  await page.ready;
  return () => page.close();
}

class ReviewPage {
  /** @param {HTMLElement} main @param {string} id @param {(path: string) => void} navigate */
  constructor(main, id, navigate) {
    this.main = main;
    this.navigate = navigate;
    this.state = new MatchState(id);
    this.data = new ReviewData();
    this.request = 0;
    this.isBuilt = false;
    /** @type {Lesson | null} */
    this.lesson = null;
    replaceContent(main, h("p", { class: "message-page" }, text("review-loading")));
    this.ready = new Promise((resolve, reject) => {
      const onStatus = (/** @type {string} */ status) => {
        if (status === "not-found") reject(new Error(text("match-not-found")));
      };
      const onMessage = (/** @type {ServerMessage} */ message) => {
        this.handleMessage(message).then(resolve, reject);
      };
      this.socket = new MatchSocket(id, () => findMatch(id)?.token ?? "", onMessage, onStatus);
    });
  }

  close() {
    this.socket?.close();
    this.lesson?.stop();
    this.players?.stop();
    this.stopKeys?.();
  }

  /** Lets the arrow keys step through the moves; returns the function that stops it. */
  listenForSteps() {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const target = event.target instanceof Element ? event.target : null;
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || target?.closest("dialog, .board")) return;
      event.preventDefault();
      this.moveList?.goTo(this.state.ply + step);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }

  /** @param {ServerMessage} message */
  async handleMessage(message) {
    if (message.type === "welcome") {
      const { type: _type, you, ...snapshot } = message;
      this.state.setSnapshot(snapshot, you);
      if (this.isBuilt) return;
      this.isBuilt = true;
      this.build(await findGame(snapshot.setup.game));
      await this.refresh();
      this.startReview();
    }
    if (message.type === "reviewed" && message.request === this.request) {
      this.data.add(message);
      this.showReviewed();
    }
  }

  async startReview() {
    const sent = this.socket?.send({ type: "review", seconds: SECONDS_PER_POSITION, from: 0 });
    if (!sent) return;
    this.request = sent.request;
    try {
      await sent.done;
    } catch (error) {
      this.showProgress(errorMessage(error));
      return;
    }
    this.showProgress("");
    this.refresh();
  }

  /** @param {Game} game */
  build(game) {
    const { state } = this;
    this.game = game;
    this.board = new Board({ look: game.look, label: game.title });
    this.input = new BoardInput(this.board, (/** @type {Choice} */ choice) => this.lesson?.tryMove(choice));
    this.players = new Players(state, game);
    this.moveList = new MoveList(state, (ply) => this.view(ply ?? state.lastPly));
    this.graph = new ReviewGraph(
      (ply) => this.view(ply),
      (ply) => this.turningPointLabel(ply),
    );
    this.figures = new ReviewFigures(game, this.players);
    this.stopKeys = this.listenForSteps();
    this.progress = h("p", { class: "note", role: "status" });
    this.legend = h("div", { class: "graph-legend" });
    this.callout = h("section", { class: "callout panel-part", "aria-live": "polite" });
    const bottom = this.players.bottomSeat;
    const slot = (/** @type {HTMLElement} */ bar, /** @type {number} */ side) =>
      h("div", { class: "review-player" }, bar, this.figures?.accuracies[side]);
    const caption = h("p", { class: "caption" });
    if (state.snapshot?.result) {
      const { title, reason, tone } = resultOf(state.snapshot, state.you, state.snapshot.scene);
      caption.classList.add(`is-${tone}`);
      caption.textContent = reason ? `${title}: ${reason}` : title;
    }
    const toGame = h("a", { class: "button", href: `/match/${state.id}` }, icon("back"), text("review-to-game"));
    const play = { type: "button", class: "with-text", "data-action": "play-from-here" };
    this.playButton = h(
      "button",
      { ...play, onclick: () => this.playFromHere() },
      icon("play"),
      text("play-from-here"),
    );
    this.moveList.navigation.append(this.playButton);
    const { element, updateRatio } = layOutLearning(game, {
      name: "review",
      board: this.board,
      input: this.input,
      top: slot(this.players.top, 1 - bottom),
      side: this.figures.bar,
      bottom: slot(this.players.bottom, bottom),
      title: text("review-title"),
      caption,
      headEnd: toGame,
      panel: [
        h("div", { class: "panel-part" }, this.graph.element, this.legend, this.progress),
        this.callout,
        this.figures.counts,
        this.moveList.element,
        this.moveList.navigation,
      ],
    });
    this.updateRatio = updateRatio;
    document.title = text("review-page-title", { game: game.title });
    replaceContent(this.main, element);
  }

  /** The player whose win is up: the user, or the first player. @returns {Player} */
  get viewer() {
    const { seats } = this.state.you;
    return seats.length === 1 ? seats[0] : "first";
  }

  /** The mistakes to learn from: the user's own, or everybody's. */
  get lessons() {
    const { seats } = this.state.you;
    const own = seats.length === 1 ? this.data.mistakes(seats[0]) : [];
    return own.length > 0 ? own : this.data.mistakes();
  }

  /** @param {number} ply */
  turningPointLabel(ply) {
    const move = this.state.snapshot?.moves[ply]?.move ?? "";
    return text("review-turning-point", { ply: ply + 1, move, verdict: verdictText(this.data.verdictAt(ply)) });
  }

  /** Views a ply; after a mistake its lesson opens. @param {number} ply */
  view(ply) {
    this.state.viewedPly = ply >= this.state.lastPly ? null : ply;
    this.refresh();
  }

  /** The lesson of the move before the viewed position. */
  updateLesson() {
    const ply = this.state.ply - 1;
    if (this.lesson?.ply === ply) return;
    this.lesson?.stop();
    this.lesson = null;
    const { game, board, input, players } = this;
    if (!this.data.isMistake(ply) || !game || !board || !input || !players) return;
    const later = this.lessons.find((other) => other > ply);
    const next = later ?? this.lessons.find((other) => other !== ply);
    const nextLabel = text(later === undefined ? "review-first" : "review-next");
    this.lesson = new Lesson({ state: this.state, data: this.data, game, board, input, players }, ply, {
      refresh: () => this.refresh(),
      next: next === undefined ? null : () => this.view(next + 1),
      nextLabel,
    });
  }

  /** Loads the scenes before a ply: a lesson shows the position before the move, too. @param {number} ply */
  async loadBefore(ply) {
    if (ply > 0) await this.state.fetchScenesAt(ply - 1);
  }

  async refresh() {
    await this.loadBefore(this.state.ply);
    const scene = await this.state.loadScene();
    if (!scene || !this.board || !this.input || !this.players) return;
    this.updateLesson();
    this.players.show(scene);
    this.players.clocks.forEach((clock) => clock.remove());
    this.moveList?.showHeader(this.players);
    if (this.lesson) this.lesson.showBoard();
    else {
      this.board.show(scene);
      this.input.offer(scene, false);
      replaceContent(this.board.valueLayer);
    }
    this.updateRatio?.();
    this.showReviewed();
  }

  /** Shows what is known so far. */
  showReviewed() {
    const { state, data } = this;
    const verdicts = this.moveList?.verdicts;
    for (const ply of data.mistakes()) {
      const verdict = data.verdictAt(ply);
      if (verdict) verdicts?.set(ply, verdict);
    }
    this.moveList?.show();
    this.graph?.show(data, state.lastPly, state.ply, this.viewer);
    if (data.positions.size <= state.lastPly) {
      this.showProgress(text("review-progress", { done: data.positions.size, total: state.lastPly + 1 }));
    }
    this.showLegend();
    this.showCallout();
    this.figures?.show(data, state.ply);
  }

  /** @param {string} message */
  showProgress(message) {
    if (!this.progress) return;
    this.progress.textContent = message;
    this.progress.hidden = message === "";
  }

  showLegend() {
    if (!this.legend) return;
    const { snapshot, you } = this.state;
    const side = messageText(snapshot?.scene.sides[0].name ?? { text: "" });
    const above = you.seats.length === 1 ? text("review-above") : text("review-above-side", { side });
    const place = text("review-move-of", { ply: this.state.ply, last: this.state.lastPly });
    replaceContent(this.legend, h("span", {}, above), h("span", {}, place));
    if (this.playButton) this.playButton.disabled = this.firstPly >= this.state.lastPly;
  }

  showCallout() {
    if (!this.callout) return;
    const isDone = this.data.positions.size > this.state.lastPly;
    this.callout.hidden = !this.lesson && !isDone;
    const content = this.lesson?.text() ?? this.summary();
    this.callout.className = `callout panel-part is-${content.tone}`;
    replaceContent(
      this.callout,
      h("h2", {}, content.title),
      content.body.filter(Boolean).map((line) => h("p", {}, line)),
      h("div", { class: "row" }, content.buttons.map(drawButton)),
    );
  }

  /** @returns {import("./lesson.js").LessonText} */
  summary() {
    const { lessons } = this;
    const [first] = lessons.filter((ply) => ply >= this.state.ply).concat(lessons);
    if (first === undefined) {
      return { title: text("review-no-mistakes"), tone: "good", body: [text("review-no-mistakes-text")], buttons: [] };
    }
    const count = this.data.mistakes().length;
    const title = count === 1 ? text("review-mistakes-one") : text("review-mistakes", { count });
    const start = { label: text("review-next"), action: "next", onclick: () => this.view(first + 1), isPrimary: true };
    return { title, tone: "plain", body: [text("review-mistakes-text")], buttons: [start] };
  }

  /** The ply from which a new match would start: before a bad move, or the viewed one. */
  get firstPly() {
    return this.lesson ? this.lesson.ply : this.state.ply;
  }

  async playFromHere() {
    const { snapshot } = this.state;
    if (!snapshot || !this.game) return;
    try {
      this.navigate(await playFromPly(snapshot, this.game, this.firstPly));
    } catch (error) {
      toast(errorMessage(error));
    }
  }
}

// Parts of the match page that need the game: board, players, moves, actions, analysis and their layout.

/** @import { Choice, ClientMessage, Game, Scene } from "../types.js" */
/** @import { InputKind } from "../board/board-input.js" */
/** @import { MatchSocket } from "../socket.js" */
/** @import { MatchState } from "./state.js" */
import { errorMessage } from "../api.js";
import { BoardInput } from "../board/board-input.js";
import { Board } from "../board/board.js";
import { directionPad, listenForSwipes } from "../board/swipe.js";
import { h, replaceContent, toast } from "../dom.js";
import { findMatch } from "../storage.js";
import { text } from "../texts.js";
import { MatchActions } from "./actions.js";
import { Analysis } from "./analysis.js";
import { FailurePanel } from "./failure-panel.js";
import { InvitationPanel } from "./invitation-panel.js";
import { layOutMatch } from "./match-layout.js";
import { MoveList } from "./move-list.js";
import { PaceControl } from "./pace.js";
import { Players } from "./players.js";
import { ResultPanel } from "./result.js";
import { SideRail } from "./side-rail.js";
import { Solver } from "./solver.js";
import { matchStatus, opponentOf, opponentText } from "./summary.js";

/**
 * What the parts need of the page.
 * @typedef {object} MatchContext
 * @property {MatchState} state
 * @property {MatchSocket} socket
 * @property {HTMLElement} caption
 * @property {(choice: Choice, by: InputKind) => void} play
 * @property {(moves: string[], ply: number) => void} playPlan
 * @property {(message: ClientMessage) => void} send
 * @property {(ply: number | null) => void} viewPly
 * @property {(path: string) => void} navigate
 * @property {(scene: Scene | null) => void} previewScene
 * @property {(swapSides: boolean) => void} rematch
 * @property {(game: Game, board: string) => void} playBoard
 */

export class MatchView {
  /** @param {MatchContext} page @param {Game} game */
  constructor(page, game) {
    const { state, socket } = page;
    this.page = page;
    this.game = game;
    this.board = new Board({ look: game.look, label: text("board-of-game", { game: game.title }) });
    this.input = new BoardInput(this.board, (choice, by) => page.play(choice, by));
    this.notice = h("div", { class: "board-notice", role: "status", hidden: true });
    this.players = new Players(state, game);
    const view = (/** @type {number | null} */ ply) => page.viewPly(ply);
    this.moveList = new MoveList(state, view);
    const callbacks = { view, onVerdict: () => this.moveList.show() };
    this.analysis = new Analysis(state, socket, this.board, this.moveList.verdicts, callbacks);
    const send = (/** @type {ClientMessage} */ message) => page.send(message);
    this.actions = new MatchActions(state, game, {
      send,
      rematch: (swapSides) => page.rematch(swapSides),
      hint: () => this.analysis.hint(),
      analyze: () => this.analysis.setOn(!this.analysis.isOn),
      playFromHere: () => this.playFromHere(),
    });
    this.result = new ResultPanel(state, game, {
      rematch: (swapSides) => page.rematch(swapSides),
      review: () => page.navigate(`/review/${state.id}`),
      undo: () => this.actions.undo(),
      playBoard: (board) => page.playBoard(game, board),
    });
    this.failure = new FailurePanel(state, game, send);
    this.invitation = new InvitationPanel(state);
    this.pace = new PaceControl(state, send);
    this.rail = new SideRail(game);
    this.score = h("div", { class: "score" });
    /** @type {Solver | null} */
    this.solver = null;
    if (game.players === 1 && game.engines.length > 0) {
      this.solver = new Solver(state, socket, game, {
        preview: (scene) => page.previewScene(scene),
        play: (moves, ply) => page.playPlan(moves, ply),
        showPath: (cells) => this.board.showPlan(cells),
      });
    }
    const { element, updateRatio } = this.layOut();
    this.element = element;
    this.updateRatio = updateRatio;
  }

  /** Starts a match from the viewed position against the same opponent. */
  async playFromHere() {
    const { state } = this.page;
    if (!state.snapshot) return;
    const { playFromPly } = await import("../learn/play-from-here.js");
    try {
      this.page.navigate(await playFromPly(state.snapshot, this.game, state.ply));
    } catch (error) {
      toast(errorMessage(error));
    }
  }

  layOut() {
    const { game, page } = this;
    const usesArrows = page.state.snapshot?.scene.choices.some(({ key }) => typeof key === "string") ?? false;
    const go = (/** @type {string} */ direction) => this.input.go(direction);
    if (usesArrows) listenForSwipes(this.board.svg, go);
    const hasAnalysis = game.engines.length > 0 && game.players > 1;
    return layOutMatch(game, {
      board: this.board,
      rail: this.rail.element,
      top: this.players.top,
      bottom: this.players.bottom,
      choices: this.input.panel.element,
      notice: this.notice,
      pad: usesArrows ? directionPad(go) : null,
      caption: page.caption,
      score: this.score,
      panel: [
        this.result.element,
        this.failure.element,
        this.invitation.element,
        this.pace.element,
        hasAnalysis && this.analysis.element,
        this.solver?.element ?? null,
        this.moveList.element,
        this.moveList.navigation,
        this.actions.element,
      ],
    });
  }

  /** Results of this match and those before it. */
  get series() {
    const { state } = this.page;
    const { won = 0, lost = 0, drawn = 0 } = findMatch(state.id)?.series ?? {};
    const status = matchStatus(state);
    return {
      won: won + Number(status === "won"),
      lost: lost + Number(status === "lost"),
      drawn: drawn + Number(status === "draw"),
    };
  }

  /** @param {Scene} scene */
  showPanels(scene) {
    this.players.show(scene);
    this.moveList.showHeader(this.players);
    this.actions.show();
    this.result.show();
    this.failure.show();
    this.invitation.show();
    this.pace.show();
    this.analysis.showAvailability();
    this.showScore();
  }

  /** The series against an opponent, or the steps of a puzzle. */
  showScore() {
    const { state } = this.page;
    if (state.isPuzzle) {
      const optimum = this.result.board?.optimum;
      const line = (/** @type {string} */ name, /** @type {number} */ count) => [
        h("span", {}, name),
        h("b", {}, count),
      ];
      return replaceContent(
        this.score,
        line(text("steps"), state.ply),
        optimum ? line(text("fewest-steps"), optimum) : [],
      );
    }
    const { level: _level, ...withoutLevel } = opponentOf(state, this.game);
    const opponent = opponentText(withoutLevel);
    const { series } = this;
    this.rail.showSeries(series, opponent);
    if (state.you.seats.length !== 1 || series.won + series.lost + series.drawn === 0)
      return replaceContent(this.score);
    replaceContent(
      this.score,
      h("span", {}, text("you")),
      h("b", {}, series.won),
      h("span", {}, opponent),
      h("b", {}, series.lost),
    );
  }
}

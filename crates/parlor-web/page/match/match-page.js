// Match page: the board with its players, moves, actions and analysis. It knows no game: it draws scenes and sends back
// the notation of choices.

/** @import { Game, Scene, ServerMessage } from "../types.js" */
/** @import { ConnectionStatus } from "../socket.js" */
import { createRematch, fetchDemo, findGame } from "../api.js";
import { BoardInput } from "../board/board-input.js";
import { Board } from "../board/board.js";
import { announce, h, replaceContent } from "../dom.js";
import { messageText } from "../format.js";
import { MatchSocket } from "../socket.js";
import { findMatch, saveMatch } from "../storage.js";
import { MatchActions } from "./actions.js";
import { Analysis } from "./analysis.js";
import { captionText } from "./caption.js";
import { acceptInvitation } from "./invitation.js";
import { MoveList } from "./move-list.js";
import { MoveQueue } from "./move-queue.js";
import { Players } from "./players.js";
import { Solver } from "./solver.js";
import { MatchState } from "./state.js";

/** @param {HTMLElement} main @param {string} id @param {(path: string) => void} navigate */
export async function showMatchPage(main, id, navigate) {
  await acceptInvitation(id);
  const page = new MatchPage(main, id, navigate);
  return () => page.close();
}

class MatchPage {
  /** @param {HTMLElement} main @param {string} id @param {(path: string) => void} navigate */
  constructor(main, id, navigate) {
    this.main = main;
    this.navigate = navigate;
    this.state = new MatchState(id);
    const token = () => findMatch(id)?.token ?? "";
    this.socket = new MatchSocket(
      id,
      token,
      (message) => this.handleMessage(message),
      (status) => this.showStatus(status),
    );
    this.moveQueue = new MoveQueue((move) => this.socket.send({ type: "play", ply: this.state.lastPly, move }).done);
    this.board = new Board();
    this.input = new BoardInput(this.board, ({ notation, can_queue: canQueue }) =>
      this.moveQueue.add(notation, canQueue),
    );
    const view = (/** @type {number | null} */ ply) => this.viewPly(ply);
    this.moveList = new MoveList(this.state, view);
    this.actions = new MatchActions(this.state, this.socket, (swapSides) => this.rematch(swapSides));
    const callbacks = { view, onVerdict: () => this.moveList.show() };
    this.analysis = new Analysis(this.state, this.socket, this.board, this.moveList.verdicts, callbacks);
    this.caption = h("p", { class: "caption", role: "status" });
    /** The scene of a solution that is shown instead of the match. @type {Scene | null} */
    this.previewedScene = null;
    /** @type {Players | null} */
    this.players = null;
    /** @type {Solver | null} */
    this.solver = null;
    /** Resolves when the page is built, which needs the first snapshot. @type {Promise<void> | undefined} */
    this.built = undefined;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.handleKey(event);
    document.addEventListener("keydown", this.onKey);
    replaceContent(main, h("p", { class: "hero" }, "Loading game…"));
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    this.socket.close();
    this.players?.stop();
    this.solver?.stop();
  }

  /** @param {ConnectionStatus} status */
  showStatus(status) {
    document.body.classList.toggle("is-offline", status === "lost");
    if (status === "lost" && this.players) this.caption.textContent = "Connection lost. Reconnecting…";
    if (status === "not-found") {
      const link = h("a", { href: "/" }, "All games");
      replaceContent(this.main, h("div", { class: "hero" }, h("h1", {}, "Game not found"), h("p", {}, link)));
    }
  }

  /** @param {ServerMessage} message */
  handleMessage(message) {
    switch (message.type) {
      case "welcome": {
        const { type: _type, you, ...snapshot } = message;
        this.state.setSnapshot(snapshot, you);
        this.refreshWhenBuilt();
        break;
      }
      case "position":
        this.state.applyUpdate(message);
        if (message.ending) this.updateSavedMatch({ over: true });
        if (this.state.isLive) announce(captionText(this.state, message.scene));
        this.refreshWhenBuilt();
        break;
      case "table":
        this.state.setRoom(message);
        this.refreshPanels();
        break;
      case "thinking":
        this.players?.setEvaluation(` ${message.thought.value.text}`);
        break;
      case "closing":
        this.caption.textContent = "The server is restarting. Reconnecting…";
        break;
    }
    this.analysis.handleMessage(message);
    this.solver?.handleMessage(message);
  }

  async refreshWhenBuilt() {
    this.built ??= this.build();
    await this.built;
    await this.refresh();
  }

  async build() {
    const { snapshot } = this.state;
    if (!snapshot) return;
    const game = await findGame(snapshot.setup.game);
    const sampleScenes = await fetchDemo(game.name).catch(() => []);
    document.title = `${game.title} - Parlor`;
    this.updateSavedMatch({ title: game.title, over: Boolean(this.state.snapshot?.ending) });
    this.board.svg.setAttribute("aria-label", `${game.title}: board`);
    this.players = new Players(this.state, sampleScenes.slice(-1));
    if (game.seats === 1 && game.engines.length) {
      this.solver = new Solver(this.state, this.socket, game, {
        preview: (scene) => this.previewScene(scene),
        play: (moves) => this.moveQueue.addAll(moves),
      });
    }
    const boardPanel = h("div", { class: "board-panel card" }, this.board.svg, this.input.buttons);
    replaceContent(this.main, h("div", { class: "match" }, boardPanel, this.sidePanel(game)));
  }

  /** @param {Game} game */
  sidePanel(game) {
    return h(
      "aside",
      { class: "side-panel card" },
      h("h1", { class: "title" }, game.title),
      this.players?.element,
      this.caption,
      this.solver?.element,
      this.actions.element,
      this.moveList.element,
      game.engines.length > 0 && game.seats > 1 && this.analysis.element,
    );
  }

  async refresh() {
    const scene = await this.state.loadScene();
    if (!scene) return;
    this.refreshPanels();
    if (this.previewedScene) return;
    this.board.show(scene);
    this.input.offer(scene, this.state.isMyTurn && this.state.isLive);
    this.moveList.show();
    this.analysis.show(scene);
  }

  /** Refreshes players, actions and caption. */
  refreshPanels() {
    const { snapshot } = this.state;
    const viewedScene = this.state.scenes.get(this.state.ply) ?? snapshot?.scene;
    const scene = this.previewedScene ?? viewedScene;
    if (!snapshot || !scene || !this.players) return;
    this.players.show(scene);
    this.actions.show();
    const caption = this.previewedScene ? `Solution: ${messageText(scene.caption)}` : captionText(this.state, scene);
    this.caption.textContent = caption;
    this.caption.classList.toggle("is-over", Boolean(snapshot.ending && this.state.isLive));
  }

  /** @param {number | null} ply */
  viewPly(ply) {
    if (this.previewedScene) this.solver?.planPlayer.leave();
    this.state.viewedPly = ply;
    this.refresh();
  }

  /** Shows a scene of a solution, or the match again. @param {Scene | null} scene */
  previewScene(scene) {
    const wasPreviewing = this.previewedScene !== null;
    this.previewedScene = scene;
    if (scene) {
      this.board.show(scene);
      this.input.offer(scene, false);
      this.refreshPanels();
    } else if (wasPreviewing) {
      this.refresh();
    }
  }

  /** Handles keys anywhere on the page, except in controls that use keys themselves. @param {KeyboardEvent} event */
  handleKey(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || target?.closest("input, select, textarea, .board")) return;
    if (event.key === ",") this.moveList.goTo(this.state.ply - 1);
    else if (event.key === ".") this.moveList.goTo(this.state.ply + 1);
    else if (event.key !== "Enter" && event.key !== " ") this.input.handleKey(event);
  }

  /** Updates the saved match, if this browser has one. @param {{ title?: string, over: boolean }} changes */
  updateSavedMatch(changes) {
    const saved = findMatch(this.state.id);
    if (saved) saveMatch({ ...saved, ...changes });
  }

  /** @param {boolean} swapSides */
  async rematch(swapSides) {
    const saved = findMatch(this.state.id);
    if (!saved) return;
    const { id } = await createRematch(this.state.id, saved.token, swapSides);
    this.updateSavedMatch({ over: true });
    saveMatch({ id, token: saved.token, title: saved.title });
    this.navigate(`/match/${id}`);
  }
}

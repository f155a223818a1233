// Match page: the board with its players, moves, actions and analysis. It knows no game: it draws scenes and sends back
// the notation of choices.

/** @import { Choice, ClientMessage, Game, RoomView, Scene, ServerMessage } from "../types.js" */
/** @import { InputKind } from "../board/board-input.js" */
/** @import { ConnectionStatus } from "../socket.js" */
/** @typedef {Extract<ServerMessage, { type: "position" }>} PositionUpdate */
import { ApiError, createRematch, errorMessage, fetchMatch, findGame } from "../api.js";
import { announce, h, replaceContent, toast } from "../dom.js";
import { formatValue, messageText } from "../format.js";
import { saveLevel, startMatch } from "../home/quick-start.js";
import { MatchSocket } from "../socket.js";
import { playSound } from "../sound.js";
import { findMatch, saveMatch, updateMatch } from "../storage.js";
import { text } from "../texts.js";
import { captionText, resultOf } from "./caption.js";
import { ConnectionBar } from "./connection-bar.js";
import { acceptInvitation } from "./invitation.js";
import { MatchView } from "./match-view.js";
import { MoveQueue } from "./move-queue.js";
import { handleShortcut } from "./shortcuts.js";
import { MatchState } from "./state.js";
import { summarize } from "./summary.js";

/** Time that a notice of a forced pass is shown before the pass is made, in milliseconds. */
const PASS_DELAY = 1200;
/** Pause between the landing of a piece and the opponent's reply, in milliseconds. */
const REPLY_PAUSE = 120;

/** @param {HTMLElement} main @param {string} id @param {(path: string) => void} navigate */
export async function showMatchPage(main, id, navigate) {
  await acceptInvitation(id);
  const page = new MatchPage(main, id, navigate);
  document.body.classList.add("in-match");
  await page.ready;
  return () => {
    document.body.classList.remove("in-match");
    page.close();
  };
}

class MatchPage {
  /** @param {HTMLElement} main @param {string} id @param {(path: string) => void} navigate */
  constructor(main, id, navigate) {
    this.main = main;
    this.navigate = navigate;
    this.state = new MatchState(id);
    this.caption = h("p", { class: "caption", role: "status" });
    this.connection = new ConnectionBar();
    /** The scene of a solution that is shown instead of the match. @type {Scene | null} */
    this.previewedScene = null;
    /** The parts that need the game, once it is known. @type {MatchView | null} */
    this.view = null;
    /** Position updates wait here until the pieces of the one before have landed. @type {Promise<void>} */
    this.updates = Promise.resolve();
    /** Snapshots received; updates for an earlier one are dropped. */
    this.connections = 0;
    /** Resolves when the parts are built, which needs the first snapshot. @type {Promise<void> | undefined} */
    this.built = undefined;
    /** The ply whose moves are offered on the board. */
    this.offeredPly = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.passTimer = undefined;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.view && handleShortcut(event, this.state, this.view);
    document.addEventListener("keydown", this.onKey);
    // The name is sent when the connection opens.
    this.onNickname = () => this.socket.drop();
    addEventListener("nicknamechange", this.onNickname);
    replaceContent(main, h("p", { class: "message-page" }, text("loading-game")));
    /** Settles when the page is built, or the match was not found. */
    this.ready = new Promise((resolve) => {
      this.setReady = () => resolve(undefined);
    });
    const token = () => findMatch(id)?.token ?? "";
    this.socket = new MatchSocket(
      id,
      token,
      (message) => this.handleMessage(message),
      (status) => this.showStatus(status),
    );
    this.moveQueue = new MoveQueue(
      this.state,
      (move, ply) => this.socket.send({ type: "play", ply, move }).done,
      (kept) => this.showConnection(kept ? "lost" : "open"),
    );
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    removeEventListener("nicknamechange", this.onNickname);
    clearTimeout(this.passTimer);
    this.connection.remove();
    this.socket.close();
    this.view?.players.stop();
    this.view?.solver?.stop();
    this.view?.rail.stop();
  }

  /** @param {ConnectionStatus} status */
  showStatus(status) {
    if (status === "not-found") return this.showNotFound();
    this.showConnection(status);
    // A link that was cut off never connects; the API says why.
    if (status === "lost" && !this.view) {
      fetchMatch(this.state.id).catch((error) => {
        if (error instanceof ApiError && error.code === "no-such-match") this.showNotFound();
      });
    }
  }

  /** @param {"open" | "lost"} status */
  showConnection(status) {
    this.connection.show(status === "lost", this.moveQueue.kept !== null);
  }

  showNotFound() {
    this.socket.close();
    this.connection.show(false, false);
    const title = text("match-not-found");
    document.title = text("page-title", { title });
    const link = h("a", { class: "button primary", href: "/" }, text("all-games"));
    replaceContent(
      this.main,
      h("div", { class: "message-page" }, h("h1", {}, title), h("p", {}, text("match-not-found-text")), link),
    );
    this.setReady?.();
  }

  /** @param {ServerMessage} message */
  handleMessage(message) {
    switch (message.type) {
      case "welcome": {
        const { type: _type, you, ...snapshot } = message;
        this.connections += 1;
        this.state.setSnapshot(snapshot, you);
        this.moveQueue.resume();
        this.refreshWhenBuilt();
        break;
      }
      case "position":
        this.enqueueUpdate(message);
        break;
      case "room":
        this.updateRoom(message);
        break;
      case "thinking":
        this.view?.players.setEvaluation(formatValue(message.info.value));
        break;
      case "closing":
        this.showConnection("lost");
        break;
    }
    this.view?.analysis.handleMessage(message);
    this.view?.solver?.handleMessage(message);
  }

  /** A seat that is taken may let the match begin. @param {RoomView} room */
  updateRoom(room) {
    const wasComplete = this.state.isComplete;
    this.state.setRoom(room);
    if (this.state.isComplete === wasComplete) this.refreshPanels();
    else this.refreshWhenBuilt();
  }

  /** Applies an update after those before it, unless a snapshot has made it obsolete. @param {PositionUpdate} update */
  enqueueUpdate(update) {
    const { connections } = this;
    const apply = async () => {
      await this.waitForLanding(update);
      if (connections === this.connections) await this.applyUpdate(update);
    };
    this.updates = this.updates.then(apply).catch((error) => toast(errorMessage(error)));
  }

  /** A reply waits until the user's piece has landed. @param {PositionUpdate} update */
  async waitForLanding(update) {
    const wait = (this.view?.board.settledAt ?? 0) - performance.now();
    const isReply = update.ply > this.state.lastPly && update.moves.length > 0 && !this.state.isPuzzle;
    if (isReply && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait + REPLY_PAUSE));
  }

  /** Applies a move or a take-back. @param {PositionUpdate} update */
  async applyUpdate(update) {
    const before = this.state.lastPly;
    this.state.applyUpdate(update);
    const { snapshot } = this.state;
    if (!snapshot) return;
    if (update.ply > before) this.playMoveSound();
    if (this.state.isLive) announce(captionText(this.state, update.scene));
    await this.refreshWhenBuilt();
    this.view?.solver?.positionChanged();
    this.saveSummary();
  }

  playMoveSound() {
    const { snapshot, you } = this.state;
    if (!snapshot) return;
    if (snapshot.result) return playSound(resultOf(snapshot, you, snapshot.scene).tone);
    const mover = snapshot.moves.at(-1)?.player;
    const isMine = mover !== undefined && you.seats.includes(mover);
    playSound(isMine ? "move" : "reply");
  }

  saveSummary() {
    if (this.view) updateMatch(this.state.id, summarize(this.state, this.view.game));
  }

  async refreshWhenBuilt() {
    this.built ??= this.build();
    await this.built;
    await this.refresh();
    this.setReady?.();
  }

  async build() {
    const { snapshot } = this.state;
    if (!snapshot) return;
    const game = await findGame(snapshot.setup.game);
    this.view = new MatchView(this, game);
    replaceContent(this.main, this.view.element);
    this.saveSummary();
  }

  async refresh() {
    const { view } = this;
    const scene = await this.state.loadScene();
    if (!scene || !view) return;
    if (!this.previewedScene) {
      view.board.show(scene);
      view.updateRatio();
      const side = this.state.turn === "second" ? 1 : 0;
      const canMove = this.state.isMyTurn && this.state.isLive && !this.moveQueue.kept;
      this.offeredPly = this.state.lastPly;
      this.refreshPanels();
      view.input.offer(scene, canMove, view.players.piece(side));
      this.showForcedPass(scene, canMove);
      view.moveList.show();
      view.analysis.show(scene);
    } else {
      this.refreshPanels();
    }
  }

  /** Makes a move that is the only choice and has no cell, such as a pass, after a notice. @param {Scene} scene @param {boolean} canMove */
  showForcedPass(scene, canMove) {
    clearTimeout(this.passTimer);
    const [only] = scene.choices;
    const isForced = canMove && scene.choices.length === 1 && only.steps.length === 0 && !only.can_queue;
    const notice = this.view?.notice;
    if (!notice) return;
    notice.hidden = !isForced;
    if (!isForced) return;
    notice.textContent = messageText(scene.caption);
    this.view?.input.panel.show([]);
    const ply = this.state.lastPly;
    this.passTimer = setTimeout(() => this.moveQueue.add(only.notation, ply), PASS_DELAY);
  }

  /** Refreshes players, actions, result and caption. */
  refreshPanels() {
    const { snapshot } = this.state;
    const { view } = this;
    const viewedScene = this.state.scenes.get(this.state.ply) ?? snapshot?.scene;
    const scene = this.previewedScene ?? viewedScene;
    if (!snapshot || !scene || !view) return;
    view.showPanels(scene);
    const caption = this.previewedScene ? this.solutionText() : captionText(this.state, scene);
    const { spectators } = snapshot.room;
    this.caption.textContent = spectators > 0 ? text("caption-watching", { caption, count: spectators }) : caption;
    this.caption.classList.toggle("is-over", Boolean(snapshot.result && this.state.isLive));
    const isMine = this.state.isMyTurn && this.state.you.seats.length === 1 && !this.state.isPuzzle;
    document.title = text(isMine ? "page-title-turn" : "page-title", { title: view.game.title });
  }

  solutionText() {
    const { step = 0, plan = [] } = this.view?.solver?.planPlayer ?? {};
    return text("solution-step", { step, count: plan.length });
  }

  /** @param {number | null} ply */
  viewPly(ply) {
    if (this.previewedScene) this.view?.solver?.planPlayer.leave();
    this.state.viewedPly = ply;
    this.refresh();
  }

  /** Shows a scene of a solution, or the match again. @param {Scene | null} scene */
  previewScene(scene) {
    const wasPreviewing = this.previewedScene !== null;
    this.previewedScene = scene;
    if (scene) {
      this.view?.board.show(scene);
      this.view?.input.offer(scene, false);
      this.refreshPanels();
    } else if (wasPreviewing) {
      this.refresh();
    }
  }

  /** Sends a move. Steps may queue; any other move belongs to the ply at which it was offered. @param {Choice} choice @param {InputKind} by */
  play({ notation, can_queue: canQueue }, by) {
    if (canQueue && by === "key") this.moveQueue.addStep(notation);
    else this.moveQueue.add(notation, this.offeredPly);
  }

  /** @param {string[]} moves @param {number} ply */
  playPlan(moves, ply) {
    this.moveQueue.playPlan(moves, ply);
  }

  /** @param {ClientMessage} message */
  send(message) {
    this.socket.send(message).done.catch((error) => toast(error.message));
  }

  /** @param {boolean} swapSides */
  async rematch(swapSides) {
    const saved = findMatch(this.state.id);
    if (!saved || !this.view) return;
    try {
      const { id } = await createRematch(this.state.id, saved.token, swapSides);
      updateMatch(this.state.id, { over: true, replaced: true });
      const { token, title, game } = saved;
      saveMatch({ id, token, title, ...(game ? { game } : {}), series: this.view.series });
      this.navigate(`/match/${id}`);
    } catch (error) {
      toast(errorMessage(error));
    }
  }

  /** Plays another board of a puzzle. @param {Game} game @param {string} board */
  async playBoard(game, board) {
    saveLevel(game, board);
    this.navigate(await startMatch(game, "alone"));
  }
}

// A match: the board, the players, the moves and all that can be done. The page knows no game: it draws scenes and
// sends back the notation of choices.

/** @import { Scene, Told } from "./types.js" */
import { Refused, claim, demo, game as findGame, rematch as askRematch } from "./api.js";
import { Board } from "./board/board.js";
import { Picking } from "./board/picking.js";
import { announce, fill, h, toast } from "./dom.js";
import { find, forget, keep, newToken } from "./keep.js";
import { Socket } from "./socket.js";
import { Analysis } from "./table/analysis.js";
import { Players } from "./table/clocks.js";
import { Moves } from "./table/moves.js";
import { Panel } from "./table/panel.js";
import { Solver } from "./table/solver.js";
import { TableState } from "./table/state.js";

/** Moves that wait while one is under way: a key held down must not pile up. */
const MOST_QUEUED = 2;
/** Refusals of a seat that asking again would not change. */
const FINAL = ["seat-taken", "not-your-seat", "no-such-match"];

/** @param {HTMLElement} main @param {string} id @param {(path: string) => void} go */
export async function showTable(main, id, go) {
  await join(id);
  const table = new Table(main, id, go);
  return () => table.leave();
}

/** Takes the seat that the address invites to. @param {string} id */
async function join(id) {
  const known = find(id);
  const invitation = new URLSearchParams(location.search).get("join") ?? known?.claims;
  if (!invitation) return;
  if (!known || known.claims) {
    // Kept before it is asked for: where the answer is lost, the same token claims the same seat the next time.
    const seat = { id, token: known?.token ?? newToken(), title: "A match with a friend" };
    keep({ ...seat, claims: invitation });
    try {
      keep({ ...seat, ...(await claim(id, invitation, seat.token)) });
    } catch (error) {
      if (!(error instanceof Refused && FINAL.includes(error.code))) throw error;
      forget(id);
      toast(error.message);
    }
  }
  history.replaceState(null, "", location.pathname);
}

class Table {
  /** @param {HTMLElement} main @param {string} id @param {(path: string) => void} go */
  constructor(main, id, go) {
    this.main = main;
    this.go = go;
    this.state = new TableState(id);
    this.socket = new Socket(id, () => find(id)?.token ?? "", (told) => this.hear(told), (connection) => this.connected(connection));
    this.board = new Board({ label: "Board" });
    this.picking = new Picking(this.board, (notation) => this.play(notation));
    this.moves = new Moves(this.state, (ply) => this.look(ply));
    this.panel = new Panel(this.state, this.socket, (swap) => this.rematch(swap));
    this.analysis = new Analysis(this.state, this.socket, this.board, this.moves.verdicts, {
      look: (ply) => this.look(ply), changed: () => this.moves.show(),
    });
    this.caption = h("p", { class: "caption", role: "status" });
    this.queued = 0;
    /** @type {Promise<void>} */
    this.playing = Promise.resolve();
    /** A scene of a plan that is being watched. @type {Scene | null} */
    this.watched = null;
    /** @type {Players | null} */
    this.players = null;
    /** @type {Solver | null} */
    this.solver = null;
    /** @type {Promise<void> | undefined} */
    this.building = undefined;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    fill(main, h("p", { class: "hero" }, "Opening the match…"));
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    this.socket.close();
    this.players?.stop();
    this.solver?.stop();
  }

  /** @param {"open" | "lost" | "gone"} connection */
  connected(connection) {
    document.body.classList.toggle("is-lost", connection === "lost");
    if (connection === "lost" && this.players) this.caption.textContent = "The connection was lost; trying to get it back…";
    if (connection === "gone") {
      fill(this.main, h("div", { class: "hero" }, h("h1", {}, "There is no such match"), h("p", {}, h("a", { href: "/" }, "All games"))));
    }
  }

  /** @param {Told} told */
  hear(told) {
    switch (told.type) {
      case "welcome": {
        const { type: _type, you, ...state } = told;
        this.state.welcome(state, you);
        this.refreshWhenBuilt();
        break;
      }
      case "position":
        this.state.advance(told);
        if (told.ending) this.note({ over: true });
        if (this.state.isLive) announce(told.ending?.sentence ?? told.scene.caption);
        this.refreshWhenBuilt();
        break;
      case "table":
        this.state.setTable(told);
        this.refreshAround();
        break;
      case "thinking":
        this.players?.think(` ${told.thought.value.text}`);
        break;
      case "closing":
        this.caption.textContent = "The server is going down; this page waits for it.";
        break;
    }
    this.analysis.hear(told);
    this.solver?.hear(told);
  }

  async refreshWhenBuilt() {
    this.building ??= this.build();
    await this.building;
    await this.refresh();
  }

  async build() {
    const { now } = this.state;
    if (!now) return;
    const game = await findGame(now.setup.game);
    const samples = await demo(game.name).catch(() => []);
    document.title = `${game.title} - Parlor`;
    this.note({ title: game.title, over: Boolean(this.state.now?.ending) });
    this.board.svg.setAttribute("aria-label", `${game.title}: board`);
    this.players = new Players(this.state, samples.slice(-1));
    const isPuzzle = game.seats === 1;
    if (isPuzzle && game.engines.length) {
      this.solver = new Solver(this.state, this.socket, game, {
        preview: (scene) => this.watch(scene), play: (moves) => this.playAll(moves),
      });
    }
    const left = h("div", { class: "stage card" }, this.board.svg, this.picking.buttons);
    const right = h("aside", { class: "side card" },
      h("h1", { class: "title" }, game.title), this.players.element, this.caption, this.solver?.element ?? null, this.panel.element,
      this.moves.element, game.engines.length > 0 && !isPuzzle && this.analysis.element);
    fill(this.main, h("div", { class: "table" }, left, right));
  }

  async refresh() {
    const scene = await this.state.scene();
    if (!scene) return;
    this.refreshAround();
    if (this.watched) return;
    this.board.show(scene);
    this.picking.offer(scene, this.state.isMyTurn && this.state.isLive);
    this.moves.show();
    this.analysis.show(scene);
  }

  /** All but the board. */
  refreshAround() {
    const { now } = this.state;
    const scene = this.watched ?? this.state.scenes.get(this.state.ply) ?? now?.scene;
    if (!now || !scene || !this.players) return;
    this.players.show(scene);
    this.panel.show();
    if (this.watched) this.caption.textContent = `Watching the plan: ${this.watched.caption}`;
    else if (!this.state.isLive) this.caption.textContent = `After move ${this.state.ply} of ${now.ply}`;
    else this.caption.textContent = now.ending?.sentence ?? scene.caption;
    this.caption.classList.toggle("is-over", Boolean(now.ending && this.state.isLive));
  }

  /** @param {number | null} ply */
  look(ply) {
    if (this.watched) this.solver?.leave();
    this.state.looking = ply;
    this.refresh();
  }

  /** A scene of a plan, or null for the match itself. @param {Scene | null} scene */
  watch(scene) {
    const wasWatching = this.watched !== null;
    this.watched = scene;
    if (scene) {
      this.board.show(scene);
      this.picking.offer(scene, false);
      this.refreshAround();
    } else if (wasWatching) {
      this.refresh();
    }
  }

  /** @param {string} notation */
  play(notation) {
    if (this.queued > MOST_QUEUED) return;
    this.queued += 1;
    this.playing = this.playing.then(() => this.send(notation)).catch((error) => {
      // A move for a position that has gone meanwhile is nobody's fault.
      if (!(error instanceof Refused && error.code === "stale-state")) toast(error.message);
    }).finally(() => {
      this.queued -= 1;
    });
  }

  /** @param {string} notation */
  send(notation) {
    return this.socket.ask({ type: "play", ply: this.state.now?.ply ?? 0, move: notation }).done;
  }

  /** @param {string[]} moves */
  async playAll(moves) {
    try {
      for (const move of moves) {
        await this.send(move);
        await new Promise((done) => setTimeout(done, 120));
      }
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** Keys work wherever the focus is, except in what takes keys itself. @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || target?.closest("input, select, textarea, .board")) return;
    if (event.key === ",") this.moves.step(this.state.ply - 1);
    else if (event.key === ".") this.moves.step(this.state.ply + 1);
    else if (event.key !== "Enter" && event.key !== " ") this.picking.key(event);
  }

  /** Keeps more about this match, where this browser keeps it. @param {{ title?: string, over: boolean }} more */
  note(more) {
    const kept = find(this.state.id);
    if (kept) keep({ ...kept, ...more });
  }

  /** @param {boolean} swap */
  async rematch(swap) {
    const kept = find(this.state.id);
    if (!kept) return;
    const { id } = await askRematch(this.state.id, kept.token, swap);
    this.note({ over: true });
    keep({ id, token: kept.token, title: kept.title });
    this.go(`/match/${id}`);
  }
}

// Solver panel of a puzzle: runs a planner on the server and shows its progress.

/** @import { Cell, Game, Scene, ServerMessage } from "../types.js" */
/** @import { MatchState } from "./state.js" */
/** @import { MatchSocket } from "../socket.js" */
import { errorMessage } from "../api.js";
import { h } from "../dom.js";
import { formatSolverResult } from "../format.js";
import { parseEngineSpec } from "../setup/engine-spec.js";
import { text } from "../texts.js";
import { PlanPlayer } from "./plan-player.js";

export class Solver {
  /**
   * @param {MatchState} state
   * @param {MatchSocket} socket
   * @param {Game} game
   * @param {{ preview: (scene: Scene | null) => void, play: (moves: string[], ply: number) => void, showPath: (cells: Cell[]) => void }} callbacks
   */
  constructor(state, socket, game, callbacks) {
    this.state = state;
    this.socket = socket;
    /** The running request; 0 if none runs. */
    this.request = 0;
    this.startedAt = 0;
    this.result = "";
    this.planPlayer = new PlanPlayer(state, callbacks);
    this.timer = setInterval(() => this.showProgress(), 250);
    const preferred = game.solver === null ? null : parseEngineSpec(game.solver).name;
    const options = game.engines.map(({ name, title, about }) => {
      const selected = name === preferred;
      return h("option", { value: selected ? game.solver : name, title: about, selected }, title);
    });
    this.planner = h("select", { id: "solver", "aria-label": text("solver") }, options);
    const limits = { min: 0.1, max: 60, step: "any", value: 10 };
    this.seconds = h("input", {
      type: "number",
      id: "solver-seconds",
      ...limits,
      "aria-label": text("time-limit-in-seconds"),
    });
    this.start = h(
      "button",
      { type: "button", class: "button", "data-action": "solve", onclick: () => this.toggle() },
      text("solve"),
    );
    this.progress = h("p", { class: "note", "aria-live": "polite" });
    this.element = h(
      "section",
      { class: "solver panel-part", "aria-label": text("solver") },
      h("h2", {}, text("solver")),
      h("div", { class: "row" }, this.planner, this.seconds, this.start),
      this.progress,
      this.planPlayer.element,
    );
  }

  /** Drops a search and a plan for a position that the match has left. */
  positionChanged() {
    if (this.request && this.state.lastPly !== this.planPlayer.startPly) {
      this.finish();
      this.progress.textContent = "";
      this.socket.send({ type: "stop" }).done.catch(() => {});
    }
    this.planPlayer.dropStalePlan();
  }

  stop() {
    this.planPlayer.pause();
    clearInterval(this.timer);
  }

  async toggle() {
    if (this.request) {
      this.finish();
      this.socket.send({ type: "stop" }).done.catch(() => {});
      return;
    }
    const { ply } = this.state;
    this.planPlayer.reset(ply);
    this.startedAt = performance.now();
    this.result = text("searching");
    const seconds = Number(this.seconds.value);
    const { request, done } = this.socket.send({ type: "solve", ply, engine: this.planner.value, seconds });
    this.request = request;
    this.start.textContent = text("stop");
    this.showProgress();
    try {
      await done;
      if (this.request !== request) return;
      this.showProgress();
    } catch (error) {
      // A stopped request fails too, while the next one may already run.
      if (this.request !== request) return;
      this.progress.textContent = errorMessage(error);
    }
    this.finish();
  }

  finish() {
    this.request = 0;
    this.start.textContent = text("solve");
  }

  /** @param {ServerMessage} message */
  handleMessage(message) {
    if (message.type !== "solving" || message.request !== this.request) return;
    this.result = formatSolverResult(message);
    if (message.plan) this.planPlayer.setPlan(message.info.line);
    this.showProgress();
  }

  showProgress() {
    if (!this.request) return;
    const seconds = ((performance.now() - this.startedAt) / 1000).toFixed(1);
    this.progress.textContent = text("solver-progress", { seconds, result: this.result });
  }
}

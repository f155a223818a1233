// Solving a puzzle: a planner, its progress, and its plan to watch or to step through.

/** @import { Game, Scene, Told } from "../types.js" */
/** @import { TableState } from "./state.js" */
/** @import { Socket } from "../socket.js" */
import { line } from "../api.js";
import { fill, h } from "../dom.js";

const BETWEEN_STEPS = 350;
const SCENES_AT_ONCE = 100;

export class Solver {
  /**
   * @param {TableState} state
   * @param {Socket} socket
   * @param {Game} game
   * @param {{ preview: (scene: Scene | null) => void, play: (moves: string[]) => void }} callbacks
   */
  constructor(state, socket, game, { preview, play }) {
    this.state = state;
    this.socket = socket;
    this.preview = preview;
    this.request = 0;
    /** @type {string[]} */
    this.plan = [];
    this.ply = 0;
    this.at = 0;
    this.began = 0;
    /** @type {Map<number, Scene>} */
    this.scenes = new Map();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.ticker = setInterval(() => this.tick(), 250);
    const usual = game.engines.find((engine) => engine.name === "best") ?? game.engines[0];
    this.engine = h("select", { id: "solver", "aria-label": "Method" },
      game.engines.map((one) => h("option", { value: one.name, title: one.about, selected: one === usual }, one.name)));
    this.seconds = h("input", { type: "number", id: "solver-seconds", min: 0.1, max: 60, step: "any", value: 10, "aria-label": "Seconds at most" });
    this.start = h("button", { type: "button", class: "main-action", onclick: () => this.toggle() }, "Solve");
    this.progress = h("p", { class: "note", "aria-live": "polite" });
    this.text = h("p", { class: "plan" });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step of the plan", oninput: () => this.goTo(Number(this.slider.value)) });
    this.watchButton = h("button", { type: "button", onclick: () => this.watch() }, "Watch");
    this.controls = h("div", { class: "plan-controls", hidden: true }, this.text, this.slider, h("div", { class: "row" },
      h("button", { type: "button", "aria-label": "One step back", onclick: () => this.goTo(this.at - 1) }, "‹"),
      this.watchButton,
      h("button", { type: "button", "aria-label": "One step forward", onclick: () => this.goTo(this.at + 1) }, "›"),
      h("button", { type: "button", onclick: () => this.leave() }, "Back to the board"),
      h("button", { type: "button", onclick: () => { const rest = this.plan; this.leave(); play(rest); } }, "Make these moves")));
    this.element = h("section", { class: "part solver" }, h("h3", {}, "Solve"),
      h("div", { class: "row" }, this.engine, this.seconds, this.start), this.progress, this.controls);
  }

  stop() {
    clearInterval(this.timer);
    clearInterval(this.ticker);
  }

  async toggle() {
    if (this.request) {
      this.request = 0;
      this.start.textContent = "Solve";
      this.socket.ask({ type: "stop" }).done.catch(() => {});
      return;
    }
    this.leave();
    this.ply = this.state.ply;
    this.plan = [];
    this.controls.hidden = true;
    this.began = performance.now();
    this.summary = "looking for a plan";
    const { request, done } = this.socket.ask({ type: "solve", ply: this.ply, engine: this.engine.value, seconds: Number(this.seconds.value) });
    this.request = request;
    this.start.textContent = "Stop";
    this.tick();
    try {
      await done;
      if (this.request === request) this.finish();
    } catch (error) {
      // What was stopped is no longer asked for; something else may be.
      if (this.request !== request) return;
      this.progress.textContent = error instanceof Error ? error.message : String(error);
      this.request = 0;
      this.start.textContent = "Solve";
    }
  }

  /** @param {Told} told */
  hear(told) {
    if (told.type !== "solving" || told.request !== this.request) return;
    if (!told.plan) {
      this.summary = told.thought.value.decided === "loss" ? "there is no plan: proved" : "no plan found";
    } else {
      this.plan = told.thought.line;
      this.scenes.clear();
      this.summary = `${this.plan.length} moves${told.proved ? ", no plan is shorter" : ""}, ${told.thought.nodes.toLocaleString()} positions expanded`;
      this.showPlan();
    }
    this.tick();
  }

  tick() {
    if (!this.request) return;
    const seconds = ((performance.now() - this.began) / 1000).toFixed(1);
    this.progress.textContent = `${seconds} s: ${this.summary}`;
  }

  finish() {
    this.tick();
    this.request = 0;
    this.start.textContent = "Solve";
  }

  showPlan() {
    this.controls.hidden = this.plan.length === 0;
    this.slider.max = String(this.plan.length);
    this.drawText();
  }

  drawText() {
    fill(this.text, this.plan.map((move, index) => h("span", { class: index < this.at ? "done" : null }, move)));
  }

  watch() {
    if (this.timer) return this.pause();
    if (this.at >= this.plan.length) this.at = 0;
    this.watchButton.textContent = "Pause";
    this.timer = setInterval(() => {
      if (this.at >= this.plan.length) this.pause();
      else this.goTo(this.at + 1);
    }, BETWEEN_STEPS);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.watchButton.textContent = "Watch";
  }

  /** @param {number} at */
  async goTo(at) {
    this.at = Math.max(0, Math.min(this.plan.length, at));
    this.slider.value = String(this.at);
    this.drawText();
    const { at: wanted, plan } = this;
    if (wanted === 0) return this.preview(this.state.scenes.get(this.ply) ?? null);
    if (!this.scenes.has(wanted)) {
      const skip = wanted - 1;
      const fetched = await line(this.state.id, this.ply, plan.slice(0, skip + SCENES_AT_ONCE), skip);
      // A better plan has other scenes.
      if (this.plan !== plan) return;
      fetched.forEach((scene, index) => this.scenes.set(skip + index + 1, scene));
    }
    if (this.at === wanted) this.preview(this.scenes.get(wanted) ?? null);
  }

  /** The plan is no longer looked at. */
  leave() {
    this.pause();
    this.at = 0;
    this.slider.value = "0";
    this.drawText();
    this.preview(null);
  }
}

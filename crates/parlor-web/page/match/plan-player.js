// Player of a puzzle's solution: shows it step by step, or makes its moves.

/** @import { Cell, Scene, TextKey } from "../types.js" */
/** @import { Child } from "../dom.js" */
/** @import { MatchState } from "./state.js" */
import { fetchLineScenes } from "../api.js";
import { h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";

const MILLISECONDS_PER_STEP = 350;
const SCENES_PER_REQUEST = 100;
/** Steps ahead that are drawn on the board. */
const STEPS_AHEAD = 16;

export class PlanPlayer {
  /**
   * @param {MatchState} state
   * @param {{ preview: (scene: Scene | null) => void, play: (moves: string[], ply: number) => void, showPath: (cells: Cell[]) => void }} callbacks
   */
  constructor(state, { preview, play, showPath }) {
    this.state = state;
    this.preview = preview;
    this.play = play;
    this.showPath = showPath;
    /** @type {string[]} */
    this.plan = [];
    /** The ply of the match where the plan begins. */
    this.startPly = 0;
    /** Steps of the plan shown so far. */
    this.step = 0;
    /** By step. @type {Map<number, Scene>} */
    this.scenes = new Map();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.moves = h("p", { class: "plan", dir: "ltr" });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": text("step-of-solution") });
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    this.watchButton = h("button", { type: "button", class: "button", onclick: () => this.toggle() }, text("watch"));
    this.element = h("div", { class: "plan-controls", hidden: true }, this.moves, this.slider, this.buttons());
  }

  buttons() {
    const button = (
      /** @type {TextKey} */ key,
      /** @type {() => void} */ onclick,
      sign = /** @type {Child} */ (text(key)),
    ) => h("button", { type: "button", class: "button", "aria-label": text(key), "data-action": key, onclick }, sign);
    return h(
      "div",
      { class: "row" },
      button("previous-step", () => this.goTo(this.step - 1), icon("back")),
      this.watchButton,
      button("next-step", () => this.goTo(this.step + 1), icon("next")),
      button("back-to-game", () => this.leave()),
      button("play-these-moves", () => this.makeMoves()),
    );
  }

  /** Removes the plan; the next one begins at this ply. @param {number} startPly */
  reset(startPly) {
    this.leave();
    this.startPly = startPly;
    this.plan = [];
    this.element.hidden = true;
  }

  /** @param {string[]} plan */
  setPlan(plan) {
    this.plan = plan;
    this.scenes.clear();
    this.element.hidden = plan.length === 0;
    this.slider.max = String(plan.length);
    this.drawMoves();
  }

  drawMoves() {
    const span = (/** @type {string} */ move, /** @type {number} */ index) =>
      h("span", { class: index < this.step ? "done" : null }, move);
    replaceContent(this.moves, this.plan.map(span));
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.step >= this.plan.length) this.step = 0;
    this.watchButton.textContent = text("pause");
    this.timer = setInterval(() => {
      if (this.step >= this.plan.length) this.pause();
      else this.goTo(this.step + 1);
    }, MILLISECONDS_PER_STEP);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.watchButton.textContent = text("watch");
  }

  /** @param {number} step */
  async goTo(step) {
    this.step = Math.max(0, Math.min(this.plan.length, step));
    this.slider.value = String(this.step);
    this.drawMoves();
    const { step: target, plan } = this;
    if (target === 0) {
      this.showPath([]);
      return this.preview(this.state.scenes.get(this.startPly) ?? null);
    }
    if (!this.scenes.has(target)) {
      const skip = target - 1;
      const fetched = await fetchLineScenes(
        this.state.id,
        this.startPly,
        plan.slice(0, skip + SCENES_PER_REQUEST),
        skip,
      );
      // A better plan arrived meanwhile; it has other scenes.
      if (this.plan !== plan) return;
      fetched.forEach((scene, index) => this.scenes.set(skip + index + 1, scene));
    }
    if (this.step !== target) return;
    this.preview(this.scenes.get(target) ?? null);
    this.showPath(this.pathFrom(target));
  }

  /** The cells that the moving piece goes to next. @param {number} step */
  pathFrom(step) {
    const steps = Array.from({ length: STEPS_AHEAD + 1 }, (_, ahead) => this.scenes.get(step + ahead));
    return steps.flatMap((scene) => scene?.pieces.find(({ facing }) => facing)?.cell ?? []);
  }

  makeMoves() {
    const { plan, startPly } = this;
    this.reset(startPly);
    this.play(plan, startPly);
  }

  /** Removes the plan if the match has left the position where it begins: from another cell it leads elsewhere. */
  dropStalePlan() {
    if (this.plan.length > 0 && this.state.lastPly !== this.startPly) this.reset(this.state.lastPly);
  }

  /** Returns the board to the match. */
  leave() {
    this.pause();
    this.step = 0;
    this.slider.value = "0";
    this.drawMoves();
    this.showPath([]);
    this.preview(null);
  }
}

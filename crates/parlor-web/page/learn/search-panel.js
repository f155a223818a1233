// Panel of one algorithm: its drawing, the board of the current node, node counts, and a sentence about the step.

/** @import { Game, LessonAlgorithm, Scene, SearchTrace } from "../types.js" */
import { Board } from "../board/board.js";
import { demoScenes } from "../api.js";
import { h, replaceContent, s } from "../dom.js";
import { icon } from "../icons.js";
import { depthFirstModel } from "./depth-first-model.js";
import { FrontierModel } from "./frontier-model.js";
import { FrontierView } from "./frontier-view.js";
import { monteCarloModel } from "./monte-carlo-model.js";
import { text } from "../texts.js";
import { TreeView } from "./tree-view.js";

export class SearchPanel {
  /**
   * @param {Game} game
   * @param {LessonAlgorithm} algorithm
   * @param {SearchTrace} trace
   * @param {(step: number) => void} goTo
   */
  constructor(game, algorithm, trace, goTo) {
    this.title = algorithm.title;
    this.trace = trace;
    this.nodes = new Map(trace.nodes.map((node) => [node.node, node]));
    this.counter = h("p", { class: "trace-count" });
    this.caption = h("p", { class: "trace-caption" });
    /** @type {HTMLElement | null} */
    this.tools = null;
    const sceneOf = (/** @type {number} */ node) => this.sceneOf(node);
    const isGraph = trace.events.some(({ kind }) => kind === "push");
    const isMonteCarlo = trace.events.some(({ kind }) => kind === "expand");
    if (isGraph) {
      const model = new FrontierModel(trace);
      const view = new FrontierView(game, trace, model, this.title, sceneOf);
      this.model = model;
      this.showStep = (/** @type {number} */ step) => view.show(step);
      this.body = [this.caption, view.element];
    } else {
      const model = isMonteCarlo ? monteCarloModel(trace) : depthFirstModel(trace);
      const view = new TreeView(model, this.title, goTo);
      const board = new Board({ look: game.look, label: text("search-board-label"), isSmall: true });
      this.model = model;
      this.showStep = (/** @type {number} */ step) => {
        view.show(step);
        board.show(sceneOf(model.currentAt(step).id), { animate: false });
        return model.describe(step);
      };
      const now = h("div", { class: "trace-now" }, h("div", { class: "trace-board" }, board.svg), this.caption);
      this.tools = view.fitButton;
      this.body = [now, view.element];
    }
    this.element = this.layOut(isGraph, isMonteCarlo);
  }

  /** Last step. */
  get last() {
    return this.model.last;
  }

  /** @param {boolean} isGraph @param {boolean} isMonteCarlo */
  layOut(isGraph, isMonteCarlo) {
    const { counted, report, truncated } = this.trace;
    const agrees = report.nodes === counted;
    const note = h(
      "p",
      { class: `trace-report${agrees ? " is-equal" : ""}` },
      agrees &&
        s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: "M4 12l5 5L20 6" })),
      text(agrees ? "search-agrees" : "search-differs", { nodes: report.nodes }),
    );
    const cutOff = text("search-truncated", { steps: this.last + 1, nodes: counted });
    return h(
      "section",
      { class: "card trace-panel", "aria-label": this.title },
      h("div", { class: "trace-head" }, h("h2", {}, this.title), h("div", {}, this.counter, note, this.tools)),
      truncated && h("p", { class: "trace-truncated" }, icon("rules"), cutOff),
      this.body,
      legend(isGraph, isMonteCarlo),
    );
  }

  /** The scene of a node; the start for the root. @param {number} node @returns {Scene} */
  sceneOf(node) {
    const changes = this.nodes.get(node)?.changes;
    const { start } = this.trace;
    return changes ? demoScenes({ start, steps: [changes] })[1] : start;
  }

  /** Shows a step, or the last one before it. Returns its sentence. @param {number} step */
  show(step) {
    const at = Math.min(step, this.last);
    const sentence = this.showStep(at);
    this.caption.textContent = sentence;
    replaceContent(this.counter, text("search-nodes", { nodes: this.model.countAt(at), all: this.trace.counted }));
    return sentence;
  }
}

/** @param {boolean} isGraph @param {boolean} isMonteCarlo */
function legend(isGraph, isMonteCarlo) {
  const item = (
    /** @type {string} */ swatch,
    /** @type {"expanded" | "frontier" | "max" | "min" | "good" | "bad" | "cut"} */ key,
  ) =>
    h("li", {}, h("span", { class: `swatch swatch-${swatch}`, "aria-hidden": "true" }), text(`search-legend-${key}`));
  const items = isGraph
    ? [item("expanded", "expanded"), item("waiting", "frontier")]
    : [
        item("max", "max"),
        item("min", "min"),
        item("good", "good"),
        item("bad", "bad"),
        ...(isMonteCarlo
          ? [h("li", {}, text("search-legend-visits"))]
          : [item("cut", "cut"), h("li", {}, text("search-legend-values"))]),
      ];
  return h("ul", { class: "trace-legend", "aria-label": text("search-legend") }, items);
}

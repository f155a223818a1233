// Graph of a review: who was winning after each move, with a button at every turning point.

/** @import { Player } from "../types.js" */
/** @import { ReviewData } from "./review-data.js" */
import { h, replaceContent, s } from "../dom.js";
import { evaluationHeight } from "../match/evaluation-graph.js";
import { text } from "../texts.js";

const WIDTH = 360;
const HEIGHT = 96;
const MARGIN = 8;

export class ReviewGraph {
  /** @param {(ply: number) => void} view @param {(ply: number) => string} label of a turning point */
  constructor(view, label) {
    this.view = view;
    this.label = label;
    const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
    const attributes = { viewBox, preserveAspectRatio: "none", role: "img", "aria-label": text("review-graph") };
    this.svg = s("svg", { class: "review-graph", ...attributes });
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      view(Math.round(((event.clientX - box.left) / box.width) * this.lastPly));
    });
    this.marks = h("div", { class: "graph-marks" });
    this.element = h("div", { class: "graph-box", dir: "ltr" }, this.svg, this.marks);
    this.lastPly = 1;
  }

  /**
   * @param {ReviewData} data
   * @param {number} lastPly
   * @param {number} viewedPly
   * @param {Player} viewer whose win is up
   */
  show(data, lastPly, viewedPly, viewer) {
    this.lastPly = Math.max(1, lastPly);
    const sign = viewer === "first" ? 1 : -1;
    const x = (/** @type {number} */ ply) => (ply / this.lastPly) * WIDTH;
    const y = (/** @type {number} */ height) => HEIGHT / 2 - sign * height * (HEIGHT / 2 - MARGIN);
    const known = [...data.positions.values()]
      .sort((a, b) => a.ply - b.ply)
      .map(({ ply, value, turn }) => ({ ply, x: x(ply), y: y(evaluationHeight(value, turn)) }));
    const line = known.map((point) => `${point.x} ${point.y}`).join("L");
    const middle = HEIGHT / 2;
    const area = `M${known[0]?.x ?? 0} ${middle}L${line}L${known.at(-1)?.x ?? 0} ${middle}Z`;
    const half = (/** @type {string} */ className, /** @type {number} */ top) =>
      s("svg", { y: top, width: WIDTH, height: middle, viewBox: `0 ${top} ${WIDTH} ${middle}` }, [
        s("path", { class: `graph-area ${className}`, d: area }),
      ]);
    const [upper, lower] = viewer === "first" ? ["of-first", "of-second"] : ["of-second", "of-first"];
    replaceContent(
      this.svg,
      known.length > 1 && [half(upper, 0), half(lower, middle)],
      s("path", { class: "graph-even", d: `M0 ${middle}H${WIDTH}` }),
      known.length > 1 && s("path", { class: "review-line", d: `M${line}` }),
      s("path", { class: "graph-viewed", d: `M${x(viewedPly)} 0V${HEIGHT}` }),
    );
    this.drawMarks(data, known);
  }

  /** @param {ReviewData} data @param {{ ply: number, x: number, y: number }[]} known */
  drawMarks(data, known) {
    const marks = data.mistakes().flatMap((ply) => {
      const point = known.find((point) => point.ply === ply + 1);
      if (!point) return [];
      const label = this.label(ply);
      const kind = data.judgementAt(ply)?.kind ?? "mistake";
      const attributes = { type: "button", class: `graph-mark is-${kind}`, "data-action": `mark ${ply}` };
      const onclick = () => this.view(ply + 1);
      const mark = h("button", { ...attributes, "aria-label": label, title: label, onclick });
      mark.style.left = `${(100 * point.x) / WIDTH}%`;
      mark.style.top = `${(100 * point.y) / HEIGHT}%`;
      return [mark];
    });
    replaceContent(this.marks, marks);
  }
}

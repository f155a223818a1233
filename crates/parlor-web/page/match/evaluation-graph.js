// Graph of the evaluation after every move. Up is good for the first player.

/** @import { Player, Value } from "../types.js" */
import { replaceContent, s } from "../dom.js";
import { text } from "../texts.js";

const WIDTH = 320;
const HEIGHT = 90;

/** A point of the graph. @typedef {{ height: number, text: string }} Evaluation */

/**
 * The height of a value in the graph: -1 is lost for the first player, 1 is won.
 * @param {Value} value
 * @param {Player} turn
 */
export function evaluationHeight(value, turn) {
  const sign = turn === "first" ? 1 : -1;
  if (value.kind === "win") return sign;
  if (value.kind === "loss") return -sign;
  if (value.estimate === null) return 0;
  // A sigmoid: differences near zero are the most visible.
  return (sign * 0.95 * value.estimate) / (Math.abs(value.estimate) + 2);
}

export class EvaluationGraph {
  /** @param {(ply: number) => void} view */
  constructor(view) {
    const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
    this.element = s("svg", { class: "graph", viewBox, role: "img", preserveAspectRatio: "none" });
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      view(Math.round(((event.clientX - box.left) / box.width) * this.lastPly));
    });
    this.lastPly = 1;
  }

  /**
   * @param {Map<number, Evaluation>} evaluations by ply
   * @param {number} lastPly
   * @param {number} viewedPly
   * @param {Map<number, unknown>} verdicts by the ply before the move
   */
  show(evaluations, lastPly, viewedPly, verdicts) {
    this.lastPly = Math.max(1, lastPly);
    const x = (/** @type {number} */ ply) => (ply / this.lastPly) * WIDTH;
    const y = (/** @type {number} */ height) => HEIGHT / 2 - height * (HEIGHT / 2 - 6);
    const known = [...evaluations].filter(([ply]) => ply <= lastPly).sort(([a], [b]) => a - b);
    const points = known.map(([ply, { height }]) => `${x(ply)},${y(height)}`);
    const mistakes = known
      .filter(([ply]) => verdicts.has(ply - 1))
      .map(([ply, { height }]) => s("circle", { class: "graph-mistake", cx: x(ply), cy: y(height), r: 4 }));
    const latest = known.at(-1)?.[1].text ?? text("no-evaluation");
    this.element.setAttribute("aria-label", text("evaluation", { value: latest }));
    replaceContent(
      this.element,
      s("line", { class: "graph-even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      points.length > 1 && s("polyline", { class: "graph-line", points: points.join(" ") }),
      mistakes,
      s("line", { class: "graph-viewed", x1: x(viewedPly), x2: x(viewedPly), y1: 0, y2: HEIGHT }),
    );
  }
}

// How the match stood after every move, as a line: up is good for the side that opens.

/** @import { Player, Value } from "../types.js" */
import { fill, s } from "../dom.js";

const WIDTH = 320;
const HEIGHT = 90;

/** From -1, lost for First, to 1, won. @param {Value} value @param {Player} turn */
export function standing(value, turn) {
  const sign = turn === "first" ? 1 : -1;
  if (value.decided === "win") return sign;
  if (value.decided === "loss") return -sign;
  if (value.decided === "draw") return 0;
  // Any soft bend will do: small differences count near the middle.
  return (sign * 0.95 * value.estimate) / (Math.abs(value.estimate) + 200);
}

export class Graph {
  /** @param {(ply: number) => void} look */
  constructor(look) {
    this.element = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "none" });
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      look(Math.round(((event.clientX - box.left) / box.width) * this.last));
    });
    this.last = 1;
  }

  /** @param {Map<number, { at: number, text: string }>} values @param {number} last @param {number} here @param {Map<number, string>} verdicts */
  show(values, last, here, verdicts) {
    this.last = Math.max(1, last);
    const x = (/** @type {number} */ ply) => (ply / this.last) * WIDTH;
    const y = (/** @type {number} */ at) => HEIGHT / 2 - at * (HEIGHT / 2 - 6);
    const known = [...values].filter(([ply]) => ply <= last).sort(([a], [b]) => a - b);
    const points = known.map(([ply, { at }]) => `${x(ply)},${y(at)}`);
    const dots = known.filter(([ply]) => verdicts.has(ply - 1)).map(([ply, { at }]) => s("circle", { class: "graph-bad", cx: x(ply), cy: y(at), r: 4 }));
    this.element.setAttribute("aria-label", `Evaluation: ${known.at(-1)?.[1].text ?? "not known yet"}`);
    fill(this.element,
      s("line", { class: "graph-even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      points.length > 1 && s("polyline", { class: "graph-line", points: points.join(" ") }),
      dots, s("line", { class: "graph-here", x1: x(here), x2: x(here), y1: 0, y2: HEIGHT }));
  }
}

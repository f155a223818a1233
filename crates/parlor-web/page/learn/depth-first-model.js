// Model of a depth-first search (minimax, alpha-beta): one tree for each pass over the root.

/** @import { SearchTrace, TraceEvent, TraceScore } from "../types.js" */
/** @import { DrawnNode, NodeLook, TreeModel } from "./tree-model.js" */
import { text } from "../texts.js";
import { scoreForParent, scoreRank, scoreText, scoreTone, shortScore } from "./trace-score.js";
import { drawnNode, layOutTree, lineTo } from "./tree-model.js";

/** What the model knows of a step. @typedef {{ tree: number, node: DrawnNode, count: number, best: TraceScore | null }} Step */

/** @param {SearchTrace} trace @returns {TreeModel} */
export function depthFirstModel(trace) {
  /** @type {DrawnNode[]} */
  const roots = [];
  /** @type {Step[]} */
  const steps = [];
  let node = drawnNode(0, null, "", 0);
  let [entered, count] = [0, 0];
  trace.events.forEach((event, index) => {
    let shown = node;
    if (event.kind === "pass") {
      node = shown = drawnNode(0, null, "", index);
      node.window = event.window;
      roots.push(node);
    } else if (event.kind === "enter") {
      entered += 1;
      count += 1;
      node = shown = drawnNode(entered, node, event.move, index);
      node.window = event.window;
    } else if (event.kind === "leave") {
      Object.assign(node, { value: event.value, leftAt: index });
      node = node.parent ?? node;
    } else if (event.kind === "cut") {
      const stub = drawnNode(-1, node, "", index);
      const cutWindow = windowAt(node, index) ?? undefined;
      Object.assign(stub, { isStub: true, skipped: event.skipped, reason: event.reason, cutWindow });
    } else if (event.kind === "report") {
      const root = roots.at(-1);
      if (root && node === root) Object.assign(root, { value: event.value, leftAt: index });
    }
    steps.push({ tree: Math.max(0, roots.length - 1), node: shown, count, best: bestAt(shown, index) });
  });
  const trees = (roots.length > 0 ? roots : [node]).map(layOutTree);
  const at = (/** @type {number} */ step) => steps[Math.max(0, Math.min(step, steps.length - 1))];
  return {
    last: steps.length - 1,
    treeAt: (step) => trees[at(step)?.tree ?? 0],
    look: lookOf,
    pathAt: (step) => new Set(lineTo(at(step)?.node ?? node)),
    currentAt: (step) => at(step)?.node ?? node,
    countAt: (step) => at(step)?.count ?? 0,
    describe: (step) => (trace.events[step] ? describe(trace.events[step], at(step), step) : ""),
  };
}

/** The value that the children searched so far give a node. @param {DrawnNode} node @param {number} step */
function bestAt(node, step) {
  const isRootPlayer = node.ply % 2 === 0;
  /** @type {TraceScore | null} */
  let best = null;
  for (const child of node.children) {
    if (!child.value || child.leftAt === undefined || child.leftAt > step) continue;
    const value = scoreForParent(child.value);
    const difference = best ? scoreRank(value) - scoreRank(best) : 0;
    if (!best || (isRootPlayer ? difference > 0 : difference < 0)) best = value;
  }
  return best;
}

/**
 * The window at a node, narrowed by the children searched so far: the player to move at the root raises alpha, the
 * opponent lowers beta.
 * @param {DrawnNode} node
 * @param {number} step
 * @returns {[TraceScore, TraceScore] | null}
 */
export function windowAt(node, step) {
  if (!node.window) return null;
  let [alpha, beta] = node.window;
  const best = bestAt(node, step);
  if (best && node.ply % 2 === 0 && scoreRank(best) > scoreRank(alpha)) alpha = best;
  if (best && node.ply % 2 === 1 && scoreRank(best) < scoreRank(beta)) beta = best;
  return [alpha, beta];
}

/** @param {DrawnNode} node @param {number} step @returns {NodeLook | null} */
function lookOf(node, step) {
  if (step < node.bornAt) return null;
  if (node.isStub) {
    const window = node.reason === "window" ? node.cutWindow : undefined;
    const bounds = window && `α ${shortScore(window[0])}\nβ ${shortScore(window[1])}`;
    const note = bounds ?? "TT";
    return { label: String(node.skipped?.length || ""), note, tone: "stub", weight: 1 };
  }
  if (node.value && node.leftAt !== undefined && node.leftAt <= step) {
    return { label: shortScore(node.value), note: "", tone: scoreTone(node.value), weight: 1 };
  }
  const best = bestAt(node, step);
  return { label: best ? shortScore(best) : "", note: "", tone: "open", weight: 1 };
}

/** @param {TraceEvent} event @param {Step} at @param {number} step */
function describe(event, { node, best }, step) {
  const bounds = (/** @type {[TraceScore, TraceScore]} */ [alpha, beta]) => ({
    alpha: shortScore(alpha),
    beta: shortScore(beta),
  });
  if (event.kind === "pass") {
    const values = { plies: event.depth, ...(event.window ? bounds(event.window) : {}) };
    return text(event.window ? "search-event-pass-window" : "search-event-pass", values);
  }
  if (event.kind === "enter") {
    if (!event.window) return text("search-event-enter", { move: event.move });
    const key = isNullWindow(event.window) ? "search-event-enter-null" : "search-event-enter-window";
    return text(key, { move: event.move, ...bounds(event.window) });
  }
  if (event.kind === "leave") return text("search-event-leave", { move: node.move, value: scoreText(event.value) });
  if (event.kind === "cut") {
    if (event.reason === "table") return text("search-event-cut-table");
    if (event.reason === "child-in-table") return text("search-event-cut-child");
    const window = windowAt(node, step) ?? /** @type {const} */ ([lowest, highest]);
    const values = { value: best ? scoreText(best) : "", skipped: event.skipped.join(", ") };
    // The search also ends a node with a win in one move, whatever its window.
    const cause = scoreRank(window[0]) >= scoreRank(window[1]) ? "window" : "limit";
    const end = event.skipped.length > 0 ? "" : "-last";
    return text(`search-event-cut-${cause}${end}`, { ...values, ...bounds([window[0], window[1]]) });
  }
  if (event.kind === "report") {
    return text("search-event-report", { value: scoreText(event.value), nodes: event.nodes });
  }
  return event.kind === "stop" ? text("search-event-stop") : "";
}

/** @type {TraceScore} */
const lowest = { kind: "lowest", amount: 0 };
/** @type {TraceScore} */
const highest = { kind: "highest", amount: 0 };

/** Whether a window holds no score between its ends. @param {[TraceScore, TraceScore]} window */
function isNullWindow([alpha, beta]) {
  return Math.abs(scoreRank(beta) - scoreRank(alpha)) <= 1;
}

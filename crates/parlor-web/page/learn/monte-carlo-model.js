// Model of a Monte Carlo tree search: one tree that grows, with visits and results.

/** @import { SearchTrace, TraceEvent } from "../types.js" */
/** @import { DrawnNode, NodeLook, TreeModel } from "./tree-model.js" */
import { text } from "../texts.js";
import { scoreText, scoreTone } from "./trace-score.js";
import { drawnNode, lastBefore, layOutTree, lineTo } from "./tree-model.js";

/** @param {SearchTrace} trace @returns {TreeModel} */
export function monteCarloModel(trace) {
  const root = { ...drawnNode(0, null, "", 0), visits: [] };
  /** @type {Map<number, DrawnNode>} */
  const nodes = new Map([[0, root]]);
  /** @type {{ node: DrawnNode, count: number }[]} */
  const steps = [];
  let [current, count] = [/** @type {DrawnNode} */ (root), 0];
  trace.events.forEach((event, step) => {
    if (event.kind === "select") {
      current = nodes.get(event.path.at(-1) ?? 0) ?? root;
    } else if (event.kind === "expand") {
      const parent = nodes.get(event.node) ?? root;
      for (const { node, move, proved } of event.children) {
        const child = drawnNode(node, parent, move, step);
        child.visits = proved ? [{ step, visits: 0, halfPoints: 0, proved }] : [];
        nodes.set(node, child);
      }
    } else if (event.kind === "playout") {
      count += 1;
    } else if (event.kind === "backup") {
      for (const { node, visits, half_points: halfPoints, proved } of event.path) {
        nodes.get(node)?.visits?.push({ step, visits, halfPoints, proved });
      }
    } else if (event.kind === "report") {
      current = root;
    }
    steps.push({ node: current, count });
  });
  const tree = layOutTree(root);
  const at = (/** @type {number} */ step) => steps[Math.max(0, Math.min(step, steps.length - 1))];
  return {
    last: steps.length - 1,
    treeAt: () => tree,
    look: lookOf,
    pathAt: (step) => new Set(lineTo(at(step)?.node ?? root)),
    currentAt: (step) => at(step)?.node ?? root,
    countAt: (step) => at(step)?.count ?? 0,
    describe: (step) => (trace.events[step] ? describe(trace.events[step], at(step).node) : ""),
  };
}

/** @param {DrawnNode} node @param {number} step @returns {NodeLook | null} */
function lookOf(node, step) {
  if (step < node.bornAt) return null;
  const visit = lastBefore(node.visits ?? [], step);
  if (!visit) return { label: "", note: "", tone: "unvisited", weight: 0 };
  const { visits, halfPoints, proved } = visit;
  const percent = visits > 0 ? Math.round((50 * halfPoints) / visits) : null;
  const tone = proved ? scoreTone(proved) : percent === null ? "unvisited" : meanTone(percent);
  return { label: visits ? String(visits) : "", note: percent === null ? "" : `${percent} %`, tone, weight: visits };
}

/** @param {number} percent */
const meanTone = (percent) => (percent > 55 ? "better" : percent < 45 ? "worse" : "even");

/** @param {TraceEvent} event @param {DrawnNode} node */
function describe(event, node) {
  if (event.kind === "select") {
    const line = lineTo(node).slice(1);
    if (line.length === 0) return text("search-event-select-root");
    return text("search-event-select", { line: line.map(({ move }) => move).join(" → ") });
  }
  if (event.kind === "expand") return text("search-event-expand", { count: event.children.length });
  if (event.kind === "playout") {
    return text(event.is_proved ? "search-event-proved" : "search-event-playout", { value: scoreText(event.value) });
  }
  if (event.kind === "backup") return text("search-event-backup", { count: event.path.length });
  if (event.kind === "report") {
    return text("search-event-report", { value: scoreText(event.value), nodes: event.nodes });
  }
  return event.kind === "stop" ? text("search-event-stop") : "";
}

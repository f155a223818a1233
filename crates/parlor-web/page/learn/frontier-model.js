// Model of a graph search (breadth-first, best-first): the frontier and the expanded states after every step. A step is
// one state that is taken out of the frontier, with all its successors.

/** @import { SearchTrace, TraceEvent } from "../types.js" */
import { text } from "../texts.js";

/** @typedef {Extract<TraceEvent, { kind: "push" }>} Push */

/** Entry of the frontier. @typedef {{ node: number, cost: number, estimate: number | null, rank: number[], order: number, path: string }} FrontierEntry */

/**
 * State of the search after a step.
 * @typedef {object} FrontierState
 * @property {FrontierEntry[]} frontier next first
 * @property {number[]} expanded nodes in the order of their expansion
 * @property {number} current
 * @property {string} text
 */

export class FrontierModel {
  /** @param {SearchTrace} trace */
  constructor(trace) {
    this.events = trace.events;
    /** Index of the first event after each step. @type {number[]} */
    this.ends = [];
    trace.events.forEach(({ kind }, index) => {
      if (index > 0 && (kind === "pop" || kind === "report" || kind === "stop")) this.ends.push(index);
    });
    this.ends.push(trace.events.length);
    this.last = this.ends.length - 1;
  }

  /** @param {number} step */
  countAt(step) {
    return this.stateAt(step).expanded.length;
  }

  /** @param {number} step @returns {FrontierState} */
  stateAt(step) {
    const end = this.ends[Math.max(0, Math.min(step, this.last))];
    /** @type {Map<number, FrontierEntry[]>} */
    const waiting = new Map();
    /** @type {Map<number, string>} */
    const paths = new Map();
    /** @type {number[]} */
    const expanded = [];
    let current = 0;
    this.events.slice(0, end).forEach((event, order) => {
      if (event.kind === "push") {
        const path = event.from ? (paths.get(event.from.node) ?? "") + event.from.move : "";
        paths.set(event.node, path);
        const { node, cost, estimate, rank } = event;
        waiting.set(node, [...(waiting.get(node) ?? []), { node, cost, estimate, rank, order, path }]);
      } else if (event.kind === "pop") {
        current = event.node;
        if (event.result === "expanded") expanded.push(event.node);
        removeFirst(waiting, event.node);
      }
    });
    const frontier = [...waiting.values()].flat().sort(compareEntries);
    return { frontier, expanded, current, text: this.describe(step, end, paths) };
  }

  /** @param {number} step @param {number} end @param {Map<number, string>} paths */
  describe(step, end, paths) {
    const begin = step > 0 ? this.ends[Math.min(step, this.last) - 1] : 0;
    const events = this.events.slice(begin, end);
    const [first] = events;
    if (!first) return "";
    if (first.kind === "report") return text("search-event-plan", { length: first.depth, nodes: first.nodes });
    if (first.kind === "stop") return text("search-event-stop");
    if (first.kind !== "pop") return text("search-event-start");
    const path = paths.get(first.node) || text("search-path-start");
    if (first.result === "stale") return text("search-event-stale", { path });
    if (first.result === "goal") return text("search-event-goal", { path, length: paths.get(first.node)?.length ?? 0 });
    const count = (/** @type {(event: TraceEvent) => boolean} */ test) => events.filter(test).length;
    const known = count((event) => event.kind === "skip" && event.reason === "known");
    const dead = count((event) => event.kind === "skip" && event.reason === "dead-end");
    return text("search-event-expanded", { path, pushed: count(({ kind }) => kind === "push"), known, dead });
  }
}

/** The lowest rank first, and among equals the entry that was put in first. @param {FrontierEntry} a @param {FrontierEntry} b */
const compareEntries = (a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.order - b.order;

/** Removes the entry of a node that leaves the frontier first. @param {Map<number, FrontierEntry[]>} waiting @param {number} node */
function removeFirst(waiting, node) {
  const [, ...left] = [...(waiting.get(node) ?? [])].sort(compareEntries);
  if (left.length > 0) waiting.set(node, left);
  else waiting.delete(node);
}

// Drawn search tree: nodes with the steps at which they appear and change. What is visible at a step follows from the
// step alone, so a viewer can go back as easily as forward.

/** @import { TraceScore } from "../types.js" */

/**
 * Node of a drawn tree. A stub stands for moves that were not searched.
 * @typedef {object} DrawnNode
 * @property {number} id number of the node in the trace; -1 for a stub
 * @property {DrawnNode | null} parent
 * @property {DrawnNode[]} children
 * @property {string} move
 * @property {number} ply
 * @property {number} bornAt step at which it appears
 * @property {boolean} isStub
 * @property {number} x in leaves
 * @property {number} [leftAt]
 * @property {TraceScore} [value] from `leftAt` on
 * @property {[TraceScore, TraceScore] | null} [window]
 * @property {string[]} [skipped] moves of a stub
 * @property {[TraceScore, TraceScore]} [cutWindow] of a stub
 * @property {string} [reason] of a stub
 * @property {Visit[]} [visits] by step, of a Monte Carlo search
 */

/** Statistics of a node from a step on. @typedef {{ step: number, visits: number, halfPoints: number, proved: TraceScore | null }} Visit */

/** Tree of one pass, its number of leaves and levels. @typedef {{ root: DrawnNode, leaves: number, levels: number, nodes: DrawnNode[] }} DrawnTree */

/** How a node looks at a step. @typedef {{ label: string, note: string, tone: string, weight: number }} NodeLook */

/**
 * Model of a search that is drawn as a tree.
 * @typedef {object} TreeModel
 * @property {number} last last step
 * @property {(step: number) => DrawnTree} treeAt
 * @property {(node: DrawnNode, step: number) => NodeLook | null} look null before the node appears
 * @property {(step: number) => Set<DrawnNode>} pathAt nodes from the root to the current one
 * @property {(step: number) => DrawnNode} currentAt
 * @property {(step: number) => number} countAt nodes counted so far
 * @property {(step: number) => string} describe
 */

/**
 * @param {number} id
 * @param {DrawnNode | null} parent
 * @param {string} move
 * @param {number} bornAt
 * @returns {DrawnNode}
 */
export function drawnNode(id, parent, move, bornAt) {
  const ply = parent ? parent.ply + 1 : 0;
  /** @type {DrawnNode} */
  const node = { id, parent, children: [], move, ply, bornAt, isStub: false, x: 0 };
  parent?.children.push(node);
  return node;
}

/**
 * Places the nodes: every leaf has a column of its own, and a node stands over the middle of its children.
 * @param {DrawnNode} root
 * @returns {DrawnTree}
 */
export function layOutTree(root) {
  let leaves = 0;
  let levels = 0;
  /** @type {DrawnNode[]} */
  const nodes = [];
  const place = (/** @type {DrawnNode} */ node) => {
    nodes.push(node);
    levels = Math.max(levels, node.ply);
    node.children.forEach(place);
    const [first, last] = [node.children[0], node.children.at(-1)];
    node.x = first && last ? (first.x + last.x) / 2 : leaves++;
  };
  place(root);
  return { root, leaves, levels: levels + 1, nodes };
}

/** The nodes from the root to a node. @param {DrawnNode} node @returns {DrawnNode[]} */
export function lineTo(node) {
  return node.parent ? [...lineTo(node.parent), node] : [node];
}

/**
 * The last item at or before a step, in a list that is ordered by step.
 * @template {{ step: number }} T
 * @param {T[]} items
 * @param {number} step
 * @returns {T | undefined}
 */
export function lastBefore(items, step) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle].step <= step) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}

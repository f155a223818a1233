// SVG drawing of a search tree that grows step by step. The player to move at the root has round nodes, the opponent
// square ones.

/** @import { DrawnNode, DrawnTree, NodeLook, TreeModel } from "./tree-model.js" */
import { h, replaceContent, s } from "../dom.js";
import { text } from "../texts.js";

/** Height of a level, and the least and the most width of a leaf. */
const LEVEL = 74;
const LEAF = [30, 64];
/** Room around the tree. */
const MARGIN = 26;
const RADIUS = 13;

/** Elements of a node. @typedef {{ group: SVGGElement, edge: SVGPathElement | null, label: SVGTextElement, note: SVGTextElement, key: string }} Shown */

export class TreeView {
  /** @param {TreeModel} model @param {string} title @param {(step: number) => void} goTo */
  constructor(model, title, goTo) {
    this.model = model;
    this.title = title;
    this.goTo = goTo;
    this.svg = s("svg", { class: "trace-tree", role: "img" });
    this.element = h(
      "div",
      { class: "trace-scroll", tabindex: 0, role: "group", "aria-label": title, dir: "ltr" },
      this.svg,
    );
    /** @type {DrawnTree | null} */
    this.tree = null;
    /** @type {Map<DrawnNode, Shown>} */
    this.shown = new Map();
    this.leafWidth = LEAF[1];
    this.fitButton = h(
      "button",
      { type: "button", class: "quiet trace-fit", "aria-pressed": "false", onclick: () => this.toggleFit() },
      text("search-fit"),
    );
  }

  /** Shows the whole tree in the width there is, or in full size. */
  toggleFit() {
    const isFit = this.element.classList.toggle("is-fit");
    this.fitButton.setAttribute("aria-pressed", String(isFit));
  }

  /** @param {number} step */
  show(step) {
    const tree = this.model.treeAt(step);
    if (tree !== this.tree) this.draw(tree);
    const path = this.model.pathAt(step);
    const current = this.model.currentAt(step);
    let drawn = 0;
    for (const [node, shown] of this.shown) {
      const look = this.model.look(node, step);
      if (look && !node.isStub && node.parent) drawn += 1;
      this.update(node, shown, look, path.has(node), node === current);
    }
    this.svg.setAttribute("aria-label", text("search-tree-label", { title: this.title, nodes: drawn }));
    this.scrollTo(current);
  }

  /** Draws every node of a pass, hidden until its step. @param {DrawnTree} tree */
  draw(tree) {
    this.tree = tree;
    const room = Math.max(280, this.element.clientWidth) - 2 * MARGIN;
    this.leafWidth = Math.min(LEAF[1], Math.max(LEAF[0], room / Math.max(1, tree.leaves)));
    const width = Math.max(room, tree.leaves * this.leafWidth) + 2 * MARGIN;
    const height = tree.levels * LEVEL + MARGIN;
    this.offset = (width - tree.leaves * this.leafWidth) / 2;
    for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
      this.svg.setAttribute(name, String(value));
    }
    this.shown.clear();
    for (const node of tree.nodes) this.shown.set(node, this.drawNode(node));
    const all = [...this.shown.values()];
    replaceContent(
      this.svg,
      all.map(({ edge }) => edge),
      all.map(({ group }) => group),
    );
  }

  /** @param {DrawnNode} node @returns {[number, number]} */
  place(node) {
    return [(this.offset ?? 0) + (node.x + 0.5) * this.leafWidth, MARGIN + node.ply * LEVEL + RADIUS];
  }

  /** @param {DrawnNode} node @returns {Shown} */
  drawNode(node) {
    const [x, y] = this.place(node);
    const edge = node.parent ? this.drawEdge(node, this.place(node.parent), [x, y]) : null;
    const label = s("text", { class: "trace-label", y: node.isStub ? 10 : 0.5 });
    const note = s("text", { class: "trace-note", y: RADIUS + (node.isStub ? 11 : 10) });
    const shape = node.isStub
      ? s("path", { class: "trace-bar", d: "M-7 -3H7M-7 1H7" })
      : node.ply % 2 === 0
        ? s("circle", { class: "trace-shape", r: RADIUS })
        : s("rect", { class: "trace-shape", x: -12, y: -12, width: 24, height: 24, rx: 5 });
    const move = this.hasName(node) && s("text", { class: "trace-move", y: -RADIUS - 6 }, node.move);
    const group = s("g", { class: "trace-node", transform: `translate(${x} ${y})` }, shape, label, note, move);
    if (!node.isStub) group.addEventListener("click", () => this.goTo(node.bornAt));
    return { group, edge, label, note, key: "new" };
  }

  /** Whether there is room for the name of a node's move. @param {DrawnNode} node */
  hasName(node) {
    return (
      !node.isStub && node.move !== "" && (this.leafWidth >= 6 * node.move.length + 12 || node.children.length > 1)
    );
  }

  /** @param {DrawnNode} node @param {[number, number]} from @param {[number, number]} to */
  drawEdge(node, [x1, y1], [x2, y2]) {
    const bend = (y1 + y2) / 2;
    // Below the share of wins that a Monte Carlo node has under it.
    const start = y1 + RADIUS + (node.visits ? 13 : 0);
    // An edge ends above the name of its move.
    const end = y2 - (node.isStub ? 6 : this.hasName(node) ? RADIUS + 15 : RADIUS);
    return s("path", {
      class: node.isStub ? "trace-edge is-stub" : "trace-edge",
      d: `M${x1} ${start}C${x1} ${bend} ${x2} ${bend - 8} ${x2} ${end}`,
    });
  }

  /**
   * @param {DrawnNode} node
   * @param {Shown} shown
   * @param {NodeLook | null} look
   * @param {boolean} isOnPath
   * @param {boolean} isCurrent
   */
  update(node, shown, look, isOnPath, isCurrent) {
    const key = look ? [look.label, look.note, look.tone, look.weight, isOnPath, isCurrent].join("|") : "";
    if (key === shown.key) return;
    shown.key = key;
    const { group, edge, label, note } = shown;
    group.toggleAttribute("hidden", !look);
    edge?.toggleAttribute("hidden", !look);
    if (!look) return;
    const classes = `trace-node tone-${look.tone}${isOnPath ? " is-on-path" : ""}${isCurrent ? " is-current" : ""}`;
    group.setAttribute("class", classes);
    edge?.classList.toggle("is-on-path", isOnPath);
    edge?.style.setProperty(
      "stroke-width",
      String(look.weight > 1 ? Math.min(6, 1.5 + Math.log2(look.weight) / 2) : 1.5),
    );
    label.textContent = look.label;
    label.classList.toggle("is-long", look.label.length > 3);
    const lines = look.note.split("\n");
    replaceContent(
      note,
      lines.map((line, index) => s("tspan", { x: 0, dy: index === 0 ? (node.isStub ? 8 : 2) : 11 }, line)),
    );
  }

  /** Keeps a node in view. @param {DrawnNode} node */
  scrollTo(node) {
    const { element } = this;
    const [x, y] = this.place(node);
    const [left, right] = [element.scrollLeft + 60, element.scrollLeft + element.clientWidth - 60];
    if (x < left || x > right) element.scrollLeft = x - element.clientWidth / 2;
    if (y < element.scrollTop + 40 || y > element.scrollTop + element.clientHeight - 40) {
      element.scrollTop = y - element.clientHeight / 2;
    }
  }
}

// The analysis switch: what every legal move is worth, the graph over the game, and what was thrown away.

/** @import { MoveValue, Scene, Told } from "../types.js" */
/** @import { TableState } from "./state.js" */
/** @import { Socket } from "../socket.js" */
/** @import { Board } from "../board/board.js" */
import { Refused } from "../api.js";
import { anchor } from "../board/picking.js";
import { fill, h } from "../dom.js";
import { Graph, standing } from "./graph.js";

const SECONDS_A_POSITION = 2;
const SECONDS_A_REVIEW = 0.3;

export class Analysis {
  /**
   * @param {TableState} state
   * @param {Socket} socket
   * @param {Board} board
   * @param {Map<number, string>} verdicts
   * @param {{ look: (ply: number | null) => void, changed: () => void }} callbacks
   */
  constructor(state, socket, board, verdicts, { look, changed }) {
    this.state = state;
    this.socket = socket;
    this.board = board;
    this.verdicts = verdicts;
    this.changed = changed;
    this.isOn = false;
    this.request = 0;
    this.graph = new Graph((ply) => look(ply >= (state.now?.ply ?? 0) ? null : ply));
    /** By ply, for the moves in `of`. @type {Map<number, { at: number, text: string }>} */
    this.values = new Map();
    /** @type {string[]} */
    this.of = [];
    /** @type {Scene | null} */
    this.scene = null;
    this.note = h("p", { class: "note", "aria-live": "polite" });
    this.best = h("ul", { class: "values" });
    this.switch = h("input", { type: "checkbox", id: "analysis", role: "switch", onchange: () => this.turn() });
    this.body = h("div", { class: "analysis-body", hidden: true }, this.graph.element, this.note, this.best);
    this.element = h("section", { class: "part" },
      h("label", { class: "check", for: "analysis" }, this.switch, h("strong", {}, "Analysis")), this.body);
  }

  turn() {
    this.isOn = this.switch.checked;
    this.body.hidden = !this.isOn;
    if (!this.isOn) {
      this.board.showValues([]);
      this.socket.ask({ type: "stop" }).done.catch(() => {});
      this.request = 0;
    } else if (this.scene) {
      this.start(this.scene);
    }
  }

  /** A scene is looked at. @param {Scene} scene */
  show(scene) {
    const isNew = this.scene !== scene;
    this.scene = scene;
    this.forgetOtherMoves();
    this.drawGraph();
    if (this.isOn && isNew) this.start(scene);
  }

  /** After a move was taken back, what was known of it is of no use. */
  forgetOtherMoves() {
    const moves = this.state.now?.moves ?? [];
    const shared = this.of.findIndex((move, ply) => moves[ply] !== move);
    if (shared >= 0) {
      for (const ply of [...this.values.keys()]) if (ply > shared) this.values.delete(ply);
      for (const ply of [...this.verdicts.keys()]) if (ply >= shared) this.verdicts.delete(ply);
    }
    this.of = [...moves];
  }

  /** @param {Scene} scene */
  async start(scene) {
    this.board.showValues([]);
    fill(this.best);
    const isOver = scene.choices.length === 0;
    this.note.textContent = isOver ? "" : "Thinking about every move…";
    try {
      if (!isOver) await this.ask({ type: "analyze", ply: this.state.ply, seconds: SECONDS_A_POSITION });
      const known = this.firstUnknown();
      if (this.scene === scene && this.isOn && known !== null) {
        await this.ask({ type: "review", seconds: SECONDS_A_REVIEW, from: known });
      }
    } catch (error) {
      // What was stopped has given way to another study, or nobody looks at it any more.
      const isStopped = error instanceof Refused && error.code === "stopped";
      if (this.scene === scene && !isStopped) this.note.textContent = error instanceof Error ? error.message : "";
    }
  }

  /** The ply before the first whose value is not known. @returns {number | null} */
  firstUnknown() {
    const last = this.state.now?.ply ?? 0;
    for (let ply = 0; ply <= last; ply++) if (!this.values.has(ply)) return Math.max(0, ply - 1);
    return null;
  }

  /** @param {Record<string, unknown>} wish */
  ask(wish) {
    const { request, done } = this.socket.ask(wish);
    this.request = request;
    return done;
  }

  /** @param {Told} told */
  hear(told) {
    if (told.type === "values" && told.request === this.request && this.isOn) this.showValues(told.values);
    if (told.type === "reviewed" && told.request === this.request) {
      this.values.set(told.ply, { at: standing(told.value, told.turn), text: told.value.text });
      if (told.verdict) this.verdicts.set(told.ply, told.verdict);
      this.drawGraph();
      this.changed();
    }
  }

  /** @param {MoveValue[]} values */
  showValues(values) {
    const choices = this.scene?.choices ?? [];
    /** The best of those that share a cell. @type {Map<string, { cell: import("../types.js").Cell, value: MoveValue }>} */
    const shown = new Map();
    for (const value of [...values].sort((a, b) => Number(a.best) - Number(b.best))) {
      const choice = choices.find((one) => one.notation === value.move);
      const cell = choice && anchor(choice);
      if (cell) shown.set(`${cell.column} ${cell.row}`, { cell, value });
    }
    this.board.showValues([...shown.values()]);
    const best = values.filter((value) => value.best);
    this.note.textContent = best.length
      ? `${best.length === 1 ? "Best" : "Equally good"}: ${best.slice(0, 6).map((one) => one.move).join(", ")} (${best[0].value.text})`
      : "";
    fill(this.best, values.map((value) => h("li", { class: value.best ? "best" : null }, `${value.move}: ${value.value.text}`)));
  }

  drawGraph() {
    this.graph.show(this.values, this.state.now?.ply ?? 0, this.state.ply, this.verdicts);
  }
}

// Analysis panel: the value of every legal move, the evaluation graph and verdicts on mistakes.

/** @import { Cell, ClientMessage, MoveValue, PlayedMove, Scene, ServerMessage, Verdict } from "../types.js" */
/** @import { Evaluation } from "./evaluation-graph.js" */
/** @import { MatchState } from "./state.js" */
/** @import { MatchSocket } from "../socket.js" */
/** @import { Board } from "../board/board.js" */
import { ApiError, errorMessage } from "../api.js";
import { cellKey, centerX, centerY } from "../board/geometry.js";
import { anchorCell } from "../board/move-selection.js";
import { announce, h, replaceContent, s, toast } from "../dom.js";
import { formatShortValue, formatValue, messageText } from "../format.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";
import { EvaluationGraph, evaluationHeight } from "./evaluation-graph.js";

const ANALYSIS_SECONDS = 2;
const REVIEW_SECONDS_PER_POSITION = 0.3;
const MAX_BEST_MOVES = 6;
const HINT_SECONDS = 0.7;

export class Analysis {
  /**
   * @param {MatchState} state
   * @param {MatchSocket} socket
   * @param {Board} board
   * @param {Map<number, Verdict>} verdicts
   * @param {{ view: (ply: number | null) => void, onVerdict: () => void }} callbacks
   */
  constructor(state, socket, board, verdicts, { view, onVerdict }) {
    this.state = state;
    this.socket = socket;
    this.board = board;
    this.verdicts = verdicts;
    this.onVerdict = onVerdict;
    this.isOn = false;
    this.request = 0;
    this.graph = new EvaluationGraph((ply) => view(ply >= state.lastPly ? null : ply));
    /** By ply, for the moves in `reviewedMoves`. @type {Map<number, Evaluation>} */
    this.evaluations = new Map();
    /** @type {PlayedMove[]} */
    this.reviewedMoves = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** The request for a hint; 0 if none runs. */
    this.hintRequest = 0;
    /** @type {MoveValue[]} */
    this.hintValues = [];
    this.note = h("p", { class: "note", "aria-live": "polite" });
    this.valueList = h("ul", { class: "values" });
    this.switch = h("input", { type: "checkbox", id: "analysis", role: "switch", onchange: () => this.toggle() });
    this.body = h("div", { class: "analysis-body", hidden: true }, this.graph.element, this.note, this.valueList);
    this.agreement = h("span", { class: "note" });
    const label = h(
      "label",
      { class: "switch-row", for: "analysis" },
      icon("analysis"),
      text("analysis"),
      this.agreement,
      this.switch,
    );
    this.element = h("section", { class: "analysis panel-part", "aria-label": text("analysis") }, label, this.body);
  }

  /** Switches the analysis on or off. @param {boolean} isOn */
  setOn(isOn) {
    if (!this.state.isAnalysisOpen) return;
    this.switch.checked = isOn;
    this.toggle();
  }

  toggle() {
    this.isOn = this.switch.checked;
    this.body.hidden = !this.isOn;
    if (!this.isOn) {
      this.drawValues([]);
      this.socket.send({ type: "stop" }).done.catch(() => {});
      this.request = 0;
    } else if (this.scene) {
      this.analyze(this.scene);
    }
  }

  /** Searches briefly and shows the best move on the board. */
  async hint() {
    const { request, done } = this.socket.send({ type: "analyze", ply: this.state.lastPly, seconds: HINT_SECONDS });
    this.hintRequest = request;
    this.hintValues = [];
    try {
      await done;
    } catch (error) {
      if (this.hintRequest === request) toast(errorMessage(error));
      return;
    }
    const best = this.hintValues.find((value) => value.best);
    const choice = this.scene?.choices.find(({ notation }) => notation === best?.move);
    const cell = choice && anchorCell(choice);
    if (this.hintRequest !== request || !choice) return;
    announce(text("hint-is", { move: messageText(choice.label) }));
    const ring = cell && s("circle", { class: "best-cell", cx: centerX(cell), cy: centerY(cell), r: 44 });
    replaceContent(this.board.valueLayer, ring);
  }

  /** Shows whether analysis is open: not while two people play. */
  showAvailability() {
    const isOpen = this.state.isAnalysisOpen;
    this.switch.disabled = !isOpen;
    this.agreement.textContent = text(isOpen ? "analysis-allowed-in-match" : "analysis-closed");
    this.agreement.hidden = isOpen && (!this.state.allowsAnalysis || Boolean(this.state.snapshot?.result));
    if (!isOpen && this.isOn) {
      this.switch.checked = false;
      this.toggle();
    }
  }

  /** Shows the analysis of the viewed scene. @param {Scene} scene */
  show(scene) {
    this.showAvailability();
    if (this.scene !== scene && !this.isOn) {
      this.hintRequest = 0;
      this.drawValues([]);
    }
    const isNew = this.scene !== scene;
    this.scene = scene;
    this.dropTakenBackMoves();
    this.drawGraph();
    if (this.isOn && isNew) this.analyze(scene);
  }

  /** Drops the evaluations and verdicts of moves that were taken back. */
  dropTakenBackMoves() {
    const moves = this.state.snapshot?.moves ?? [];
    const firstChange = this.reviewedMoves.findIndex(({ move }, ply) => moves[ply]?.move !== move);
    if (firstChange >= 0) {
      for (const ply of [...this.evaluations.keys()]) if (ply > firstChange) this.evaluations.delete(ply);
      for (const ply of [...this.verdicts.keys()]) if (ply >= firstChange) this.verdicts.delete(ply);
    }
    this.reviewedMoves = [...moves];
  }

  /** Analyzes the position, then reviews the plies without an evaluation. @param {Scene} scene */
  async analyze(scene) {
    this.drawValues([]);
    replaceContent(this.valueList);
    const isOver = scene.choices.length === 0;
    this.note.textContent = isOver ? "" : text("analyzing");
    try {
      if (!isOver) await this.send({ type: "analyze", ply: this.state.ply, seconds: ANALYSIS_SECONDS });
      const from = this.firstPlyToReview();
      if (this.scene === scene && this.isOn && from !== null) {
        await this.send({ type: "review", seconds: REVIEW_SECONDS_PER_POSITION, from });
      }
    } catch (error) {
      // A stopped analysis was replaced by another one or switched off.
      const isStopped = error instanceof ApiError && error.code === "stopped";
      if (this.scene === scene && !isStopped) this.note.textContent = error instanceof Error ? error.message : "";
    }
  }

  /** The ply before the first one without an evaluation; null if there is none. @returns {number | null} */
  firstPlyToReview() {
    for (let ply = 0; ply <= this.state.lastPly; ply++) if (!this.evaluations.has(ply)) return Math.max(0, ply - 1);
    return null;
  }

  /** @param {ClientMessage} message */
  send(message) {
    const { request, done } = this.socket.send(message);
    this.request = request;
    return done;
  }

  /** @param {ServerMessage} message */
  handleMessage(message) {
    if (message.type === "values" && message.request === this.hintRequest) this.hintValues = message.values;
    if (message.type === "values" && message.request === this.request && this.isOn) this.showValues(message.values);
    if (message.type === "reviewed" && message.request === this.request) {
      const { ply, turn, value, verdict } = message;
      this.evaluations.set(ply, { height: evaluationHeight(value, turn), text: formatValue(value) });
      if (verdict) this.verdicts.set(ply, verdict);
      this.drawGraph();
      this.onVerdict();
    }
  }

  /** @param {MoveValue[]} values */
  showValues(values) {
    this.drawValues(valuesByCell(values, this.scene));
    this.note.textContent = bestMovesText(values);
    const item = (/** @type {MoveValue} */ { move, value, best }) =>
      h("li", { class: best ? "is-best" : null }, text("move-value", { move, value: formatValue(value) }));
    replaceContent(this.valueList, values.map(item));
  }

  /** Shows the values of moves on their cells. @param {{ cell: Cell, value: MoveValue }[]} values */
  drawValues(values) {
    replaceContent(
      this.board.valueLayer,
      values.map(({ cell, value }) => drawValue(cell, value)),
    );
  }

  drawGraph() {
    this.graph.show(this.evaluations, this.state.lastPly, this.state.ply, this.verdicts);
  }
}

/**
 * The values with their cells. If moves share a cell, the best one is shown.
 * @param {MoveValue[]} values
 * @param {Scene | null} scene
 */
export function valuesByCell(values, scene) {
  /** @type {Map<string, { cell: Cell, value: MoveValue }>} */
  const byCell = new Map();
  for (const value of [...values].sort((a, b) => Number(a.best) - Number(b.best))) {
    const choice = scene?.choices.find(({ notation }) => notation === value.move);
    const cell = choice && anchorCell(choice);
    if (cell) byCell.set(cellKey(cell), { cell, value });
  }
  return [...byCell.values()];
}

/** @param {MoveValue[]} values */
export function bestMovesText(values) {
  const best = values.filter((value) => value.best);
  if (best.length === 0) return "";
  const moves = best.slice(0, MAX_BEST_MOVES).map(({ move }) => move);
  return text("best-moves", { count: best.length, moves: moves.join(", "), value: formatValue(best[0].value) });
}

/** @param {Cell} cell @param {MoveValue} move */
export function drawValue(cell, { value, best }) {
  const short = formatShortValue(value);
  const width = Math.max(54, short.length * 15 + 22);
  const [x, y] = [centerX(cell), centerY(cell)];
  return s(
    "g",
    { class: `value ${value.kind === "estimate" ? "open" : value.kind}${best ? " best" : ""}` },
    s("title", {}, formatValue(value)),
    s("rect", { x: x - width / 2, y: y - 21, width, height: 42, rx: 21 }),
    s("text", { x, y: y + 1 }, short),
  );
}

// Player cards: name, piece, count, presence and clock of each seat.

/** @import { Player, Scene, Seat } from "../types.js" */
/** @import { MatchState } from "./state.js" */
import { drawPiece } from "../board/shapes.js";
import { h, replaceContent, s } from "../dom.js";
import { formatClock, messageText } from "../format.js";

/** Piece tints of the two sides. */
const SIDE_TINTS = [
  ["first", "dark"],
  ["second", "light"],
];
const LOW_TIME = 10_000;

/** @type {Player[]} */
const PLAYERS = ["first", "second"];

/** An icon with a piece of a side, if any scene shows one. @param {Scene[]} scenes @param {number} side */
function sideIcon(scenes, side) {
  const pieces = scenes.flatMap((scene) => scene.pieces);
  const ownPiece = pieces.find((piece) => SIDE_TINTS[side].includes(piece.tint));
  // The only player of a puzzle has no tint of a side, but is the piece that looks where it goes.
  const piece = ownPiece ?? (side === 0 ? pieces.find(({ facing }) => facing) : undefined);
  return s("svg", { class: "side-icon", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, piece && drawPiece(piece));
}

/** The line under a player's name. @param {Seat} seat @param {boolean} isYou */
export function seatDescription(seat, isYou) {
  if (seat.who === "engine") return `${seat.engine}, ${seat.seconds} s per move`;
  if (isYou) return "You";
  if (!seat.taken) return "Waiting for your friend";
  return seat.here ? "Online" : "Offline";
}

export class Players {
  /** @param {MatchState} state @param {Scene[]} sampleScenes scenes that show the pieces of both sides */
  constructor(state, sampleScenes) {
    this.state = state;
    this.sampleScenes = sampleScenes;
    this.element = h("div", { class: "players" });
    /** @type {HTMLElement[]} */
    this.clocks = [];
    this.evaluation = "";
    /** @type {Scene | null} */
    this.scene = null;
    this.timer = setInterval(() => this.updateClocks(), 100);
  }

  stop() {
    clearInterval(this.timer);
  }

  /** @param {Scene} scene the viewed scene */
  show(scene) {
    this.scene = scene;
    const { snapshot } = this.state;
    if (!snapshot) return;
    this.clocks = snapshot.table.seats.map(() => h("span", { class: "clock" }));
    replaceContent(
      this.element,
      snapshot.table.seats.map((seat, index) => this.card(seat, index, scene)),
    );
    this.updateClocks();
  }

  /** @param {Seat} seat @param {number} index @param {Scene} scene */
  card(seat, index, scene) {
    const { ending, turn } = this.state.snapshot ?? {};
    const { name, count } = scene.sides[index];
    const player = PLAYERS[index];
    const isToMove = !ending && player === turn;
    const hasWon = ending?.winner === player;
    const showsEvaluation = isToMove && seat.who === "engine" && this.state.isLive;
    const description = seatDescription(seat, this.state.you.seats.includes(player));
    return h(
      "div",
      { class: `player${isToMove ? " to-move" : ""}${hasWon ? " won" : ""}`, "data-seat": index },
      sideIcon([scene, ...this.sampleScenes], index),
      h(
        "div",
        { class: "player-name" },
        h("strong", {}, messageText(name) || "Player", hasWon ? " ★" : ""),
        h("small", {}, description, showsEvaluation && h("span", { class: "evaluation" }, this.evaluation)),
      ),
      count !== null && h("span", { class: "count", "aria-label": `count ${count}` }, count),
      this.clocks[index],
    );
  }

  /**
   * Shows the evaluation of the engine to move. It arrives many times a second, so only the cards are redrawn: a
   * button that is being clicked must not be replaced.
   * @param {string} evaluation
   */
  setEvaluation(evaluation) {
    this.evaluation = evaluation;
    if (this.scene) this.show(this.scene);
  }

  updateClocks() {
    this.clocks.forEach((clock, index) => {
      const left = this.state.timeLeft(index);
      clock.hidden = left === null;
      if (left === null) return;
      clock.textContent = formatClock(left);
      clock.classList.toggle("is-low", left < LOW_TIME);
    });
  }
}

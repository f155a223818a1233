// The two players: who they are, what they have, how much time is left.

/** @import { Scene, Seat } from "../types.js" */
/** @import { TableState } from "./state.js" */
import { draw } from "../board/shapes.js";
import { fill, h, s } from "../dom.js";

const TINTS = [["first", "dark"], ["second", "light"]];

/** The piece that stands for a side, if any scene shows one. @param {Scene[]} scenes @param {number} side */
function swatch(scenes, side) {
  const pieces = scenes.flatMap((scene) => scene.pieces);
  const piece = pieces.find((one) => TINTS[side].includes(one.tint)) ?? (side === 0 ? pieces.find((one) => one.shape === "eater") : undefined);
  return s("svg", { class: "swatch", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, piece && draw(piece));
}

/** @param {number} milliseconds */
export function written(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Players {
  /** @param {TableState} state @param {Scene[]} samples scenes that show the pieces of both sides */
  constructor(state, samples) {
    this.state = state;
    this.samples = samples;
    this.element = h("div", { class: "players" });
    /** @type {HTMLElement[]} */
    this.clocks = [];
    this.thought = "";
    /** @type {Scene | null} */
    this.scene = null;
    this.timer = setInterval(() => this.tick(), 100);
  }

  stop() {
    clearInterval(this.timer);
  }

  /** @param {Scene} scene the one looked at */
  show(scene) {
    this.scene = scene;
    const now = this.state.now;
    if (!now) return;
    this.clocks = now.table.seats.map(() => h("span", { class: "clock" }));
    const turn = now.turn === "first" ? 0 : 1;
    fill(this.element, now.table.seats.map((seat, index) => {
      const side = scene.sides[index];
      const isToMove = !now.ending && index === turn;
      const hasWon = now.ending?.winner === (index === 0 ? "first" : "second");
      return h("div", { class: `player${isToMove ? " to-move" : ""}${hasWon ? " won" : ""}`, "data-seat": index },
        swatch([scene, ...this.samples], index),
        h("div", { class: "who" },
          h("strong", {}, side.name || "Player", hasWon ? " ★" : ""),
          h("small", {}, this.describe(seat, index), isToMove && seat.who === "engine" && this.state.isLive ? h("span", { class: "thought" }, this.thought) : null)),
        side.count !== null && h("span", { class: "count", "aria-label": `count ${side.count}` }, side.count),
        this.clocks[index]);
    }));
    this.tick();
  }

  /** What an engine thinks, many times a move: nothing else is drawn anew, so that no button is lost under the hand. @param {string} thought */
  think(thought) {
    this.thought = thought;
    if (this.scene) this.show(this.scene);
  }

  /** @param {Seat} seat @param {number} index */
  describe(seat, index) {
    if (seat.who === "engine") return `${seat.engine}, ${seat.seconds} s a move`;
    if (this.state.you.seats.includes(index === 0 ? "first" : "second")) return "you";
    if (!seat.taken) return "waiting for a friend";
    return seat.here ? "here" : "away";
  }

  tick() {
    this.clocks.forEach((clock, index) => {
      const left = this.state.clock(index);
      clock.hidden = left === null;
      if (left === null) return;
      clock.textContent = written(left);
      clock.classList.toggle("short", left < 10000);
    });
  }
}

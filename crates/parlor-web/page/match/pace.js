// Pace of a match between engines, for its host: a slider and a pause button.

/** @import { ClientMessage } from "../types.js" */
/** @import { MatchState } from "./state.js" */
import { h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";

export class PaceControl {
  /** @param {MatchState} state @param {(message: ClientMessage) => void} send */
  constructor(state, send) {
    this.state = state;
    this.send = send;
    this.label = h("span");
    this.slider = h("input", { type: "range", min: 0, max: 5, step: 0.25, value: 1 });
    // The label follows the slider while it moves, by pointer or by key; the server is told at the end.
    this.slider.addEventListener("input", () => this.showLabel());
    this.slider.addEventListener("change", () => this.set(this.state.snapshot?.room.paused ?? false));
    this.pause = h("button", { type: "button", class: "button", "data-action": "pause" });
    this.pause.addEventListener("click", () => this.set(!this.state.snapshot?.room.paused));
    const field = h("label", { class: "field" }, this.label, this.slider);
    this.element = h("div", { class: "pace panel-part", hidden: true }, this.pause, field);
  }

  /** @param {boolean} paused */
  set(paused) {
    this.send({ type: "pace", seconds: Number(this.slider.value), paused });
  }

  showLabel() {
    const seconds = Number(this.slider.value);
    this.label.textContent = seconds === 0 ? text("as-fast-as-possible") : text("one-move-every", { seconds });
  }

  show() {
    const { snapshot, you, isEngineMatch } = this.state;
    this.element.hidden = !snapshot || !isEngineMatch || !you.host || Boolean(snapshot.result);
    if (!snapshot || this.element.hidden) return;
    const { pace, paused } = snapshot.room;
    // The slider keeps its value while the user moves it.
    if (document.activeElement !== this.slider) this.slider.value = String(pace);
    this.showLabel();
    replaceContent(this.pause, icon(paused ? "play" : "pause"), text(paused ? "resume" : "pause"));
  }
}

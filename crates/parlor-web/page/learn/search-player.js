// Controls of a stepwise display: back, play, step, ends, speed, a slider, and the keys that do the same.

import { h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { isRightToLeft, text } from "../texts.js";

/** @import { IconName } from "../icons.js" */

/** Steps per second, by position of the speed slider. */
const SPEEDS = [1, 2, 4, 8, 16, 32, 64];

export class SearchPlayer {
  /** @param {(step: number, isManual: boolean) => void} show */
  constructor(show) {
    this.show = show;
    this.step = 0;
    this.last = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const button = (
      /** @type {IconName} */ name,
      /** @type {"first" | "back" | "play" | "next" | "last"} */ action,
      /** @type {() => void} */ onclick,
    ) =>
      h(
        "button",
        {
          type: "button",
          "data-action": action,
          "aria-label": text(`search-${action}`),
          title: text(`search-${action}`),
          onclick,
        },
        icon(name),
      );
    this.playButton = button("play", "play", () => this.toggle());
    this.buttons = h(
      "div",
      { class: "trace-buttons" },
      button("first", "first", () => this.goTo(0)),
      button("back", "back", () => this.goTo(this.step - 1)),
      this.playButton,
      button("next", "next", () => this.goTo(this.step + 1)),
      button("last", "last", () => this.goTo(this.last)),
    );
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, id: "trace-step" });
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    this.label = h("label", { for: "trace-step" }, text("search-step"));
    this.speed = h("input", { type: "range", min: 0, max: SPEEDS.length - 1, value: 2, id: "trace-speed" });
    this.element = h(
      "section",
      { class: "card trace-player", "aria-label": text("search-controls") },
      this.buttons,
      h("div", { class: "trace-slider" }, this.label, this.slider),
      h(
        "div",
        { class: "trace-slider trace-speed" },
        h("label", { for: "trace-speed" }, text("search-speed")),
        this.speed,
      ),
      h("p", { class: "note" }, text("search-keys")),
    );
  }

  /** Starts with this many steps, at one of them. @param {number} last @param {number} step */
  reset(last, step) {
    this.pause();
    this.last = last;
    this.slider.max = String(last);
    this.goTo(step);
  }

  /** @param {number} step @param {boolean} [isManual] */
  goTo(step, isManual = true) {
    if (isManual) this.pause();
    this.step = Math.max(0, Math.min(this.last, step));
    this.slider.value = String(this.step);
    this.label.textContent = text("search-step-of", { step: this.step, last: this.last });
    this.slider.setAttribute("aria-valuetext", this.label.textContent);
    this.show(this.step, isManual);
  }

  toggle() {
    if (this.timer !== undefined) return this.pause();
    if (this.step >= this.last) this.goTo(0);
    this.showButton(true);
    const tick = () => {
      this.goTo(this.step + 1, false);
      if (this.step >= this.last) this.pause();
      else this.timer = setTimeout(tick, 1000 / SPEEDS[Number(this.speed.value)]);
    };
    this.timer = setTimeout(tick, 0);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.showButton(false);
  }

  /** @param {boolean} isPlaying */
  showButton(isPlaying) {
    const label = text(isPlaying ? "search-pause" : "search-play");
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
    replaceContent(this.playButton, icon(isPlaying ? "pause" : "play"));
  }

  /** Whether a key was one of the player's. @param {KeyboardEvent} event */
  handleKey(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, select, textarea, dialog")) return;
    const isOnButton = target?.closest("button, a, summary");
    const [back, forward] = isRightToLeft() ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    if (event.key === forward) this.goTo(this.step + 1);
    else if (event.key === back) this.goTo(this.step - 1);
    else if (event.key === "Home") this.goTo(0);
    else if (event.key === "End") this.goTo(this.last);
    else if (event.key === " " && !isOnButton) this.toggle();
    else return;
    event.preventDefault();
  }
}

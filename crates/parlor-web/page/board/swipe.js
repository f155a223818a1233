// Steps by touch, for games that are played with arrow keys: swipes over the board and an on-screen pad.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";

/** Distance of a swipe in pixels. A finger that goes on makes more steps. */
const SWIPE_DISTANCE = 28;

/** @typedef {"left" | "right" | "up" | "down"} Direction */

/** @param {number} x @param {number} y @returns {Direction} */
const directionOf = (x, y) => (Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up");

/** Reports swipes over an element. @param {SVGElement} element @param {(direction: Direction) => void} go */
export function listenForSwipes(element, go) {
  /** @type {{ id: number, x: number, y: number } | null} */
  let start = null;
  // Otherwise the browser would scroll, and the swipe would end.
  element.style.touchAction = "none";
  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse") start = { id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  element.addEventListener("pointermove", (event) => {
    if (!start || event.pointerId !== start.id) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.hypot(x, y) < SWIPE_DISTANCE) return;
    start = { id: event.pointerId, x: event.clientX, y: event.clientY };
    go(directionOf(x, y));
  });
  for (const type of ["pointerup", "pointercancel"]) {
    element.addEventListener(type, () => {
      start = null;
    });
  }
}

/** The on-screen pad; styles show it on touch screens. @param {(direction: Direction) => void} go */
export function directionPad(go) {
  const button = (/** @type {Direction} */ direction, /** @type {"up" | "back" | "next" | "down"} */ name) =>
    h(
      "button",
      {
        type: "button",
        class: `pad-${direction}`,
        "aria-label": text(`step-${direction}`),
        onclick: () => go(direction),
      },
      icon(name),
    );
  const buttons = [button("up", "up"), button("left", "back"), button("right", "next"), button("down", "down")];
  return h("div", { class: "pad", role: "group", "aria-label": text("step-pad") }, buttons);
}

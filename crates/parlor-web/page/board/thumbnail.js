// Small board that plays a few scenes in a loop while it is visible.

/** @import { Look, Scene } from "../types.js" */
import { prefersReducedMotion } from "../dom.js";
import { Board } from "./board.js";

const MILLISECONDS_PER_MOVE = 1100;
/** Moves for which the last scene stays. */
const MOVES_AT_THE_END = 4;

/**
 * @param {Element} container
 * @param {Look} look
 * @param {Scene[]} scenes
 * @param {string} label
 * @param {{ start?: number, isPaused?: () => boolean }} [options] the scene to start with; whether to stand still
 * @returns {() => void} stops the animation
 */
export function playThumbnail(container, look, scenes, label, { start = 0, isPaused = () => false } = {}) {
  if (scenes.length === 0) return () => {};
  const board = new Board({ look, label, isSmall: true });
  container.replaceChildren(board.svg);
  const last = scenes.length - 1;
  // Without motion, the end of an example says more than its beginning.
  let index = prefersReducedMotion() && start === 0 ? last : Math.min(last, start);
  board.show(scenes[index]);
  if (prefersReducedMotion() || last === 0) return () => {};
  let isVisible = false;
  const observer = new IntersectionObserver(([entry]) => {
    isVisible = entry.isIntersecting;
  });
  observer.observe(container);
  const timer = setInterval(() => {
    if (!isVisible || document.hidden || isPaused()) return;
    index = (index + 1) % (scenes.length + MOVES_AT_THE_END);
    if (index < scenes.length) board.show(scenes[index], { animate: index > 0 });
  }, MILLISECONDS_PER_MOVE);
  return () => {
    clearInterval(timer);
    observer.disconnect();
  };
}

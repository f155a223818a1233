// Small board that plays a few scenes in a loop while it is visible.

/** @import { Scene } from "../types.js" */
import { prefersReducedMotion } from "../dom.js";
import { Board } from "./board.js";

const MILLISECONDS_PER_MOVE = 900;

/**
 * @param {Element} container
 * @param {Scene[]} scenes
 * @param {string} label
 * @returns {() => void} stops the animation
 */
export function playThumbnail(container, scenes, label) {
  if (scenes.length === 0) return () => {};
  const board = new Board({ label, isSmall: true });
  container.replaceChildren(board.svg);
  // Starts a third into the game, where there are pieces to see.
  let index = Math.min(scenes.length - 1, Math.floor(scenes.length / 3));
  board.show(scenes[index]);
  if (prefersReducedMotion()) return () => {};
  let isVisible = false;
  const observer = new IntersectionObserver(([entry]) => {
    isVisible = entry.isIntersecting;
  });
  observer.observe(container);
  const timer = setInterval(() => {
    if (!isVisible || document.hidden) return;
    index = (index + 1) % scenes.length;
    board.show(scenes[index]);
  }, MILLISECONDS_PER_MOVE);
  return () => {
    clearInterval(timer);
    observer.disconnect();
  };
}

// A small board that plays through a few scenes by itself while it is in sight.

/** @import { Scene } from "../types.js" */
import { isStill } from "../dom.js";
import { Board } from "./board.js";

const BETWEEN_MOVES = 900;

/**
 * @param {Element} host
 * @param {Scene[]} scenes
 * @param {string} label
 * @returns {() => void} to stop it
 */
export function playThrough(host, scenes, label) {
  if (scenes.length === 0) return () => {};
  const board = new Board({ label, isSmall: true });
  host.replaceChildren(board.svg);
  // In the middle of a game there is something to see.
  let at = Math.min(scenes.length - 1, Math.floor(scenes.length / 3));
  board.show(scenes[at]);
  if (isStill()) return () => {};
  let isSeen = false;
  const watcher = new IntersectionObserver(([entry]) => {
    isSeen = entry.isIntersecting;
  });
  watcher.observe(host);
  const timer = setInterval(() => {
    if (!isSeen || document.hidden) return;
    at = (at + 1) % scenes.length;
    board.show(scenes[at]);
  }, BETWEEN_MOVES);
  return () => {
    clearInterval(timer);
    watcher.disconnect();
  };
}

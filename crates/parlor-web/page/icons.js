// Icons: 24 by 24 units, strokes of 2, drawn in the color of the text.

import { s } from "./dom.js";

const PATHS = {
  analysis: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  back: "M15 6l-6 6 6 6",
  custom: "M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6",
  down: "M6 9l6 6 6-6",
  draw: "M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  flag: "M5 21V4M5 4h12l-2.5 4L17 12H5",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z",
  last: "M6 6l6 6-6 6M13 6l6 6-6 6",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  moves: "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  next: "M9 6l6 6-6 6",
  offline:
    "M3 3l18 18M5 12a10 10 0 0 1 4-2.4M2 8.5A15 15 0 0 1 7 5.6M12 5c4 0 7.4 1.4 10 3.5M19 12a10 10 0 0 0-4-2.4M9 15.5a5 5 0 0 1 6 0M12 19h.01",
  pause: "M8 5v14M16 5v14",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.3.8 3.5 2.8 3.5 5.5",
  play: "M7 4.5v15l12-7.5z",
  rematch: "M20 8a8.5 8.5 0 1 0 .5 6M20.5 3v5h-5",
  rules: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  sound: "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  muted: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
  swap: "M7 4v14M7 4L4 7M7 4l3 3M17 20V6M17 20l-3-3M17 20l3-3",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  up: "M6 15l6-6 6 6",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return s(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
}

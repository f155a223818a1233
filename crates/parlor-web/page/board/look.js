// Look of a game as CSS variables: the board, its marks and its pieces take their colors from them.

/** @import { Look, Themed } from "../types.js" */

/** @param {Themed} color */
const themed = ({ light, dark }) => (light === dark ? light : `light-dark(${light}, ${dark})`);

/**
 * The CSS variables of a look, such as `--board-ground` and `--first-fill`.
 * @param {Look} look
 * @returns {[string, string][]}
 */
function lookVariables(look) {
  const board = Object.entries(look.board).map(([name, color]) => [`--board-${name.replaceAll("_", "-")}`, color]);
  const pieces = look.pieces.flatMap(({ tint, fill, rim, detail }) => [
    [`--${tint}-fill`, fill],
    [`--${tint}-rim`, rim],
    [`--${tint}-detail`, detail],
  ]);
  return [...board, ...pieces].map(([name, color]) => [
    /** @type {string} */ (name),
    themed(/** @type {Themed} */ (color)),
  ]);
}

/** Gives an element and everything in it the colors of a look. @param {HTMLElement | SVGElement} element @param {Look} look */
export function applyLook(element, look) {
  for (const [name, value] of lookVariables(look)) element.style.setProperty(name, value);
  element.classList.add("look", `ground-${look.ground}`);
}

/** The emblem that tells the pieces of a tint apart without color. @param {Look} look @param {string} tint */
export const emblemOf = (look, tint) => look.pieces.find((piece) => piece.tint === tint)?.emblem ?? "none";

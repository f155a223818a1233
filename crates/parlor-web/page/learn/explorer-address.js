// Addresses of the explorer: a setup as the query of a page. Needs no DOM.

/** @import { Game, Setup } from "../types.js" */

/** The setup that an address describes. @param {Game} game @param {string} search @returns {Setup} */
export function setupOfAddress(game, search) {
  const parameters = new URLSearchParams(search);
  const named = game.options.flatMap(({ name }) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { game: game.name, options: Object.fromEntries(named), position: parameters.get("position") };
}

/** The address of a setup. @param {Setup} setup */
export function addressOf({ game, options, position }) {
  const parameters = new URLSearchParams(/** @type {Record<string, string>} */ ({ ...options }));
  if (position) parameters.set("position", position);
  const query = parameters.toString();
  return `/explore/${game}${query ? `?${query}` : ""}`;
}

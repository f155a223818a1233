// Engine specifications as text, such as "alphabeta:depth=6", and the default engine of a game.

/** @import { Game } from "../types.js" */

/** Engines offered first: strong, and quick enough to play against. */
const PREFERRED_ENGINES = ["alphabeta", "best", "mcts"];

/** @param {Pick<Game, "engines">} game */
export function defaultEngine({ engines }) {
  const preferred = PREFERRED_ENGINES.map((name) => engines.find((engine) => engine.name === name)).find(Boolean);
  return preferred ?? engines.at(-1);
}

/** @param {string} name @param {Record<string, string>} options */
export function engineSpec(name, options) {
  const settings = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  return settings.length ? `${name}:${settings.join(",")}` : name;
}

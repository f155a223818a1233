// Engine specifications as text: the name of an engine, then a colon and options, such as "name:depth=6".

/** @import { Game } from "../types.js" */

/** @param {string} name @param {Record<string, string>} options */
export function engineSpec(name, options) {
  const settings = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  return settings.length ? `${name}:${settings.join(",")}` : name;
}

/**
 * Splits a specification. An option without a value is switched on.
 * @param {string} spec
 * @returns {{ name: string, options: Record<string, string> }}
 */
export function parseEngineSpec(spec) {
  const [name, ...rest] = spec.split(":");
  const settings = rest
    .join(":")
    .split(",")
    .filter(Boolean)
    .map((setting) => {
      const [option, ...value] = setting.split("=");
      return [option, value.length ? value.join("=") : "yes"];
    });
  return { name, options: Object.fromEntries(settings) };
}

/** The engine that plays if the user chose none; null if the game has no engine. @param {Game} game */
export function defaultOpponent({ default_opponent: spec, engines }) {
  return engines.length > 0 ? spec : null;
}

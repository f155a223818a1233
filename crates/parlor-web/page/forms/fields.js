// Form fields for declared options: a number, a word out of a few, or a switch.

/** @import { Option } from "../types.js" */
import { h } from "../dom.js";

/**
 * @param {Option} option
 * @param {string} prefix
 * @param {() => void} changed
 */
export function field(option, prefix, changed) {
  const id = `${prefix}-${option.name}`;
  const about = h("small", { id: `${id}-about` }, option.about);
  const name = option.name.replaceAll("-", " ");
  const shared = { id, "data-option": option.name, "aria-describedby": `${id}-about`, onchange: changed };
  if (option.kind === "switch") {
    return h("div", { class: "field" },
      h("label", { class: "check" }, h("input", { type: "checkbox", ...shared }), name), about);
  }
  const control = option.kind === "one-of"
    ? h("select", shared, (option.words ?? []).map((word) => h("option", { value: word, selected: word === option.default }, word)))
    : h("input", { type: "number", inputmode: "numeric", min: option.min, max: option.max, step: 1, value: option.default, ...shared });
  return h("div", { class: "field" }, h("label", { for: id }, name), control, about);
}

/** The options in a part of a form that differ from their defaults. @param {Element} part @param {Option[]} options */
export function chosen(part, options) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const option of options) {
    const control = part.querySelector(`[data-option="${option.name}"]`);
    let value = option.default;
    if (control instanceof HTMLInputElement && control.type === "checkbox") value = control.checked ? "yes" : "no";
    else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) value = control.value.trim();
    if (value !== option.default && value !== "") values[option.name] = value;
  }
  return values;
}

// Form fields for options that the server declares: a number, a selection or a switch.

/** @import { OptionSpec } from "../types.js" */
import { h } from "../dom.js";
import { formatSentence } from "../format.js";

/** The default as text; a switch is off. @param {OptionSpec} option */
const defaultText = (option) => (option.kind === "switch" ? "no" : String(option.default));

/**
 * @param {OptionSpec} option
 * @param {string} idPrefix
 * @param {() => void} onChange
 * @param {string} [value] the first value, if it is not the default
 */
export function optionField(option, idPrefix, onChange, value = defaultText(option)) {
  const id = `${idPrefix}-${option.name}`;
  const about = h("small", { id: `${id}-about` }, formatSentence(option.about));
  const shared = { id, "data-option": option.name, "aria-describedby": `${id}-about`, onchange: onChange };
  if (option.kind === "switch") {
    const check = h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", checked: value === "yes", ...shared }),
      option.title,
    );
    return h("div", { class: "field" }, check, about);
  }
  const control =
    option.kind === "one-of" ? selectControl(option, value, shared) : numberControl(option, value, shared);
  return h("div", { class: "field" }, h("label", { for: id }, option.title), control, about);
}

/** @param {Extract<OptionSpec, { kind: "one-of" }>} option @param {string} value @param {Record<string, unknown>} shared */
function selectControl(option, value, shared) {
  const entry = (/** @type {string} */ word, /** @type {number} */ index) =>
    h("option", { value: word, selected: word === value }, option.titles[index] ?? word);
  return h("select", shared, option.words.map(entry));
}

/** @param {Extract<OptionSpec, { kind: "integer" }>} option @param {string} value @param {Record<string, unknown>} shared */
function numberControl({ min, max }, value, shared) {
  return h("input", { type: "number", inputmode: "numeric", min, max, step: 1, value, ...shared });
}

/** The options in a form that differ from their defaults. @param {Element} form @param {OptionSpec[]} options */
export function changedOptions(form, options) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const option of options) {
    const control = form.querySelector(`[data-option="${option.name}"]`);
    const byDefault = defaultText(option);
    let value = byDefault;
    if (control instanceof HTMLInputElement && control.type === "checkbox") value = control.checked ? "yes" : "no";
    else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) value = control.value.trim();
    if (value !== byDefault && value !== "") values[option.name] = value;
  }
  return values;
}

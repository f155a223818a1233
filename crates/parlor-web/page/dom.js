// Small words for making elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} One */
/** @typedef {One | (One | (One | One[])[])[]} Child */

/**
 * An HTML element. Properties that begin with `on` are listeners, `class` and `data-`/`aria-` are attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  dress(element, properties);
  append(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, properties = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  dress(element, properties);
  append(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} properties */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
}

/** @param {Element} element @param {Child[]} children */
export function append(element, children) {
  for (const child of children.flat(9)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/** @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** The same for buttons that come again: the focus stays on the one with the same action. @param {Element} element @param {...Child} children */
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement?.getAttribute("data-action");
  fill(element, ...children);
  const again = focused && element.querySelector(`[data-action="${focused}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  if (announcer && announcer.textContent !== text) announcer.textContent = text;
}

/** A sentence that goes away by itself. @param {string} text */
export function toast(text) {
  const toasts = document.getElementById("toasts");
  if (!toasts) return;
  const one = h("div", { class: "toast" }, text);
  toasts.append(one);
  setTimeout(() => one.remove(), 4500);
}

/** Whether the person prefers that nothing moves. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

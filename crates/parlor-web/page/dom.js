// Element construction and small page-wide helpers. Text is always set as text, never as markup.

import { text as translate } from "./texts.js";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} ChildItem */
/** @typedef {ChildItem | (ChildItem | (ChildItem | ChildItem[])[])[]} Child */

/**
 * Creates an HTML element. Attributes that begin with `on` are event listeners.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/**
 * Creates an SVG element. Attributes that begin with `on` are event listeners.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG_NAMESPACE, name);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children.flat(9)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * Replaces the children of an element. The focus stays on the control with the same `data-action`.
 * @param {Element} element
 * @param {...Child} children
 */
export function replaceContent(element, ...children) {
  const action = element.contains(document.activeElement) && document.activeElement?.getAttribute("data-action");
  element.replaceChildren();
  append(element, children);
  const control = action && element.querySelector(`[data-action="${action}"]`);
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  if (announcer && announcer.textContent !== text) announcer.textContent = text;
}

/** Shows a message that disappears after a few seconds. @param {string} text */
export function toast(text) {
  const toasts = document.getElementById("toasts");
  if (!toasts) return;
  const message = h("div", { class: "toast" }, text);
  toasts.append(message);
  setTimeout(() => message.remove(), 4500);
}

/** @param {string} text @param {string} confirmation */
export async function copyToClipboard(text, confirmation) {
  try {
    await navigator.clipboard.writeText(text);
    toast(confirmation);
  } catch {
    prompt(translate("copy-this-link"), text);
  }
}

/** Whether the user asked the system for reduced motion. */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

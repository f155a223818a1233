// Texts of the page in the user's language. They come with the document, so nothing is shown in another language first.
//
// A text may have `{name}` placeholders. One that depends on a number has an entry for each plural category of its
// language, `key.one` and `key.other`, chosen by the argument `count`. This is all that the page needs; Fluent's
// library alone would weigh as much as the rest of the home page's modules. Digits are Latin in every language, as on
// boards, in notation and on clocks.

/** @import { Argument, Message, TextKey } from "./types.js" */

/** @typedef {Record<string, string>} Table */

/** Direction isolates (Unicode): their content does not change the order of the text around it. */
const [ISOLATE, END_ISOLATE] = ["\u2068", "\u2069"];
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** Languages of the site, each by its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", he: "עברית", fa: "فارسی" };
const COOKIE = "parlor-language";

const current = {
  language: "en",
  isRightToLeft: false,
  /** @type {Table} */
  texts: {},
  /** Messages of games by key. A message that is not here is shown in English. @type {Table} */
  messages: {},
  plurals: new Intl.PluralRules("en"),
  numbers: new Intl.NumberFormat("en"),
};

/** Sets the language and its texts. @param {string} language @param {Table} texts */
export function setTexts(language, texts) {
  const isRightToLeft = language === "he" || language === "fa";
  const [plurals, numbers] = [new Intl.PluralRules(language), new Intl.NumberFormat(`${language}-u-nu-latn`)];
  Object.assign(current, { language, isRightToLeft, texts, messages: {}, plurals, numbers });
}

const embedded = globalThis.document?.getElementById("texts")?.textContent;
if (embedded) setTexts(document.documentElement.lang, JSON.parse(embedded));

/** Adds the messages of a game. @param {Table} messages */
export function addMessages(messages) {
  Object.assign(current.messages, messages);
}

/** The tag of the user's language. */
export const currentLanguage = () => current.language;

/** Whether the page is read from right to left. */
export const isRightToLeft = () => current.isRightToLeft;

/** Stores the user's choice of a language in this browser and shows the page in it. @param {string} language */
export function chooseLanguage(language) {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}

/** Keeps a text that may run in the other direction from reordering the text around it. @param {string} value */
export function isolate(value) {
  const isNeeded = current.isRightToLeft || RIGHT_TO_LEFT.test(value);
  return isNeeded ? `${ISOLATE}${value}${END_ISOLATE}` : value;
}

/** @param {Table} table @param {string} key @param {unknown} count @returns {string | undefined} */
function findText(table, key, count) {
  return table[key] ?? table[`${key}.${current.plurals.select(Number(count))}`] ?? table[`${key}.other`];
}

/** @param {string} template @param {Record<string, string | number>} values */
function fillIn(template, values) {
  const show = (/** @type {string | number} */ value) =>
    isolate(typeof value === "number" ? current.numbers.format(value) : value);
  return template.replaceAll(/\{([\w-]+)\}/g, (all, name) => (name in values ? show(values[name]) : all));
}

/**
 * A text of the page. The argument `count` also selects its plural form.
 * @param {TextKey} key
 * @param {Record<string, string | number>} [values] for its placeholders
 */
export function text(key, values = {}) {
  return fillIn(findText(current.texts, key, values.count) ?? key, values);
}

/**
 * A text of the page whose placeholders are elements.
 * @param {TextKey} key
 * @param {Record<string, Node>} values
 * @returns {(Node | string)[]}
 */
export function textWithElements(key, values) {
  const parts = (findText(current.texts, key, undefined) ?? key).split(/\{([\w-]+)\}/);
  return parts.map((part, index) => (index % 2 === 1 ? (values[part] ?? part) : part));
}

/**
 * A text whose key is made from a name that the page may not know, such as that of a new error.
 * @param {string} key
 * @param {string} fallback
 * @param {Record<string, string | number>} [values]
 */
export function textOr(key, fallback, values = {}) {
  const found = findText(current.texts, key, values.count);
  return found === undefined ? fallback : fillIn(found, values);
}

/** A message of a game in the user's language, or else in English. @param {Message} message @returns {string} */
export function messageText(message) {
  const { key = "", arguments: pairs = [], text: english } = message;
  const value = (/** @type {Argument} */ argument) => (typeof argument === "object" ? messageText(argument) : argument);
  const values = Object.fromEntries(pairs.map(([name, argument]) => [name, value(argument)]));
  const template = findText(current.messages, key, values.count);
  return template === undefined ? english : fillIn(template, values);
}

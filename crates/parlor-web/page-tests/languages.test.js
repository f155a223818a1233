import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { LANGUAGES } from "../page/texts.js";
import { readTexts } from "./english.js";

const PAGE = new URL("../page/", import.meta.url);
const CATEGORY = /\.(zero|one|two|few|many|other)$/;
const ENGLISH = readTexts("en");
const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== "en");

const stem = (key) => key.replace(CATEGORY, "");
const stems = (texts) => [...new Set(Object.keys(texts).map(stem))].sort();
const placeholders = (text) => [...text.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name).sort();
/** Forms of the texts that depend on a number, by key. */
function plurals(texts) {
  const forms = new Map();
  for (const key of Object.keys(texts).filter((key) => CATEGORY.test(key))) {
    forms.set(stem(key), [...(forms.get(stem(key)) ?? []), key.replace(`${stem(key)}.`, "")]);
  }
  return forms;
}

/** Modules of the page with their source, without comments. */
function modules() {
  const files = readdirSync(PAGE, { recursive: true }).filter((file) => file.endsWith(".js"));
  return files.map((file) => {
    const source = readFileSync(new URL(file, PAGE), "utf8");
    return [file, source.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "")];
  });
}

describe("languages", () => {
  test("all have the same texts", () => {
    for (const language of OTHERS) assert.deepEqual(stems(readTexts(language)), stems(ENGLISH), language);
  });

  test("all have the same placeholders", () => {
    for (const language of OTHERS) {
      for (const [key, text] of Object.entries(readTexts(language))) {
        const original = placeholders(ENGLISH[key] ?? ENGLISH[`${stem(key)}.other`]);
        // A form for one number may spell it out.
        const isSpelledOut = CATEGORY.test(key) && !key.endsWith(".other") && !text.includes("{count}");
        const expected = isSpelledOut ? original.filter((name) => name !== "count") : original;
        assert.deepEqual(placeholders(text), expected, `${language}: ${key}`);
      }
    }
  });

  test("all have the plural forms of their grammar", () => {
    for (const language of Object.keys(LANGUAGES)) {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      for (const [key, forms] of plurals(readTexts(language))) {
        assert.deepEqual(forms.sort(), pluralCategories.sort(), `${language}: ${key}`);
      }
    }
  });

  test("no text is empty or left in English", () => {
    // Texts that consist of placeholders are the same everywhere.
    const isPlain = (text) => /[a-z]/i.test(text.replaceAll(/\{[\w-]+\}|Parlor/g, ""));
    for (const language of OTHERS) {
      for (const [key, text] of Object.entries(readTexts(language))) {
        assert.ok(text.trim(), `${language}: ${key}`);
        assert.ok(text !== ENGLISH[key] || !isPlain(text), `${language}: ${key} is English`);
      }
    }
  });

  test("every text is used", () => {
    const sources = [...modules().map(([, source]) => source), readFileSync(new URL("index.html", PAGE), "utf8")];
    const all = sources.join("\n");
    // Keys that are made from a name, such as `level-${strength}`.
    const prefixes = [...all.matchAll(/`([a-z-]+-)\$\{[\w.]+\}/g)].map(([, prefix]) => prefix);
    for (const key of stems(ENGLISH)) {
      const isUsed = all.includes(`"${key}"`) || all.includes(`{{${key}}}`);
      assert.ok(isUsed || prefixes.some((prefix) => key.startsWith(prefix)), `${key} is not used`);
    }
  });
});

/** Words with a capital letter that nobody reads: keys of the keyboard, events, names of languages. */
const NAMES = /^(Arrow(Left|Right|Up|Down)|Enter|Escape|Esc|Home|End|Tab|DOMContentLoaded|Unable|English|Parlor)$/;
/** Attributes and properties that people read. */
const READ =
  /(?:"aria-label"|\btitle|\blabel|placeholder|textContent|document\.title)\s*[:=]\s*(["`])((?:(?!\1).)*)\1/g;

test("no module has a text of its own", () => {
  for (const [file, source] of modules()) {
    const literals = [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, a, b]) => a ?? b);
    const texts = literals.filter((text) => /^[A-Z][a-z]{2,}/.test(text) && !NAMES.test(text));
    assert.deepEqual(texts, [], file);
    const read = [...source.matchAll(READ)]
      .map(([, , text]) => text)
      .filter((text) => /[a-z]{2}/i.test(text) && text !== "Parlor");
    assert.deepEqual(read, [], file);
    // Words after an element's attributes, as in `h("b", {}, "to move")`; commands are no texts.
    const children = [...source.matchAll(/\}, "([^"]*[a-z]{2} [^"]*)"\)/g)].map(([, text]) => text);
    assert.deepEqual(
      children.filter((text) => !text.startsWith("parlor ")),
      [],
      file,
    );
  }
});

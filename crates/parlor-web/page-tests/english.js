// Gives the page its English texts, as the document does in a browser.

import { readFileSync } from "node:fs";
import { setTexts } from "../page/texts.js";

/** The texts of a language by key. */
export function readTexts(language) {
  return JSON.parse(readFileSync(new URL(`../page/languages/${language}.json`, import.meta.url), "utf8"));
}

setTexts("en", readTexts("en"));

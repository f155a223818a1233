// Types of the page, for the type checker only. Those of the server's API are generated; see api-types.d.ts.

import type english from "./languages/en.json";

export * from "./api-types.js";
export type { Facing as Direction } from "./api-types.js";

type PluralCategory = "zero" | "one" | "two" | "few" | "many" | "other";
type WithoutCategory<Key> = Key extends `${infer Stem}.${PluralCategory}` ? Stem : Key;

/** Key of a text of the page. */
export type TextKey = WithoutCategory<keyof typeof english>;

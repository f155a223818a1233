// Types of the page, for the type checker only. Those of the server's API are generated; see api-types.d.ts.

export * from "./api-types.js";
export type { Facing as Direction } from "./api-types.js";

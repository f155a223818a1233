import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { addMessages, isolate, messageText, setTexts, text, textOr, textWithElements } from "../page/texts.js";
import { ApiError } from "../page/api.js";
import { readTexts } from "./english.js";

afterEach(() => setTexts("en", readTexts("en")));

test("a plural is chosen by the count, in the grammar of the language", () => {
  assert.equal(text("draws", { count: 1 }), "1 draw");
  assert.equal(text("draws", { count: 0 }), "0 draws");
  setTexts("he", { "draws.one": "a", "draws.two": "b", "draws.other": "c" });
  assert.deepEqual(
    [1, 2, 3].map((count) => text("draws", { count })),
    ["a", "b", "c"],
  );
  setTexts("fa", { "draws.one": "a", "draws.other": "c" });
  assert.deepEqual(
    [0, 1, 2].map((count) => text("draws", { count })),
    ["a", "a", "c"],
  );
});

test("arguments are isolated where directions can mix", () => {
  assert.equal(text("your-name-is", { name: "Ada" }), "Your name is Ada.");
  assert.equal(text("your-name-is", { name: "עדה" }), "Your name is \u2068עדה\u2069.");
  assert.equal(isolate("+6"), "+6");
  setTexts("he", { "your-name-is": "השם שלך הוא {name}." });
  assert.equal(text("your-name-is", { name: "Ada" }), "השם שלך הוא \u2068Ada\u2069.");
  assert.equal(isolate("+6"), "\u2068+6\u2069");
});

test("a message of a game is translated with its arguments, or stays English", () => {
  const side = { key: "x-black", text: "Black" };
  const message = { key: "x-turn", arguments: [["side", side]], text: "Black to move." };
  assert.equal(messageText(message), "Black to move.");
  setTexts("he", {});
  assert.equal(messageText(message), "Black to move.");
  addMessages({ "x-turn": "התור של {side}.", "x-black": "שחור" });
  assert.equal(messageText(message), "התור של \u2068שחור\u2069.");
  assert.equal(messageText({ text: "C4" }), "C4");
});

test("placeholders can be elements", () => {
  const command = /** @type {any} */ ({ name: "code" });
  const parts = textWithElements("link-works-here-only", { command });
  assert.equal(parts.length, 3);
  assert.equal(parts[1], command);
});

test("errors are told by their code, with details where it does not suffice", () => {
  assert.equal(new ApiError("bad-setup", "The size must be 3.").message, "The size must be 3.");
  assert.equal(new ApiError("busy").message, "The server is busy; try again in a moment.");
  assert.equal(new ApiError("never-heard-of").message, "Something went wrong.");
  setTexts("fa", { "error-busy": "شلوغ", "error-bad-setup": "نه: {details}", "error-unknown": "؟" });
  assert.equal(new ApiError("busy", "The server is restarting.").message, "شلوغ");
  assert.equal(new ApiError("bad-setup", "The size must be 3.").message, "نه: \u2068The size must be 3.\u2069");
  assert.equal(new ApiError("never-heard-of").message, "؟");
});

test("numbers keep Latin digits, and unknown names their own text", () => {
  setTexts("fa", { "one-move-every": "{seconds}" });
  assert.equal(text("one-move-every", { seconds: 4.75 }), "\u20684.75\u2069");
  assert.match(text("one-move-every", { seconds: 1234 }), /^\u20681\D?234\u2069$/);
  assert.equal(textOr("shape-pawn", "pawn"), "pawn");
});

// Time control: the form fields, and the text that the API reads.

import { h } from "../dom.js";
import { formatSeconds } from "../format.js";
import { text } from "../texts.js";

/** @typedef {"unlimited" | "move" | "clock"} TimeControlKind */

/**
 * The API's text for a time control: "unlimited", "move=5" or "clock=300+3".
 * @param {string} kind a `TimeControlKind`
 * @param {number} amount seconds per move, or minutes per player
 * @param {number} increment seconds added after each move
 */
export function timeControlText(kind, amount, increment) {
  if (kind === "move") return `move=${formatSeconds(amount)}`;
  if (kind === "clock") return `clock=${formatSeconds(amount * 60)}+${formatSeconds(increment)}`;
  return "unlimited";
}

export class TimeControlFields {
  /** @param {number | null} usualSecondsPerMove the time limit that the game is usually played with */
  constructor(usualSecondsPerMove) {
    this.kind = h(
      "select",
      { id: "clock", onchange: () => this.refresh() },
      h("option", { value: "unlimited" }, text("time-unlimited")),
      h("option", { value: "move" }, text("time-per-move")),
      h("option", { value: "clock" }, text("time-per-player")),
    );
    this.amount = h("input", { type: "number", id: "clock-amount", min: 1, step: "any", value: 5 });
    this.increment = h("input", { type: "number", id: "clock-increment", min: 0, step: "any", value: 3 });
    this.amountLabel = h("label", { for: "clock-amount" }, "");
    this.amountField = h("div", { class: "field", hidden: true }, this.amountLabel, this.amount);
    const incrementLabel = h("label", { for: "clock-increment" }, text("increment-in-seconds"));
    this.incrementField = h("div", { class: "field", hidden: true }, incrementLabel, this.increment);
    const kindField = h("div", { class: "field" }, this.kind);
    if (usualSecondsPerMove !== null) {
      this.kind.value = "move";
      this.amount.value = formatSeconds(usualSecondsPerMove);
    }
    this.element = h(
      "fieldset",
      {},
      h("legend", {}, h("label", { for: "clock" }, text("time-control"))),
      h("div", { class: "fields" }, kindField, this.amountField, this.incrementField),
    );
    this.refresh();
  }

  refresh() {
    const { value } = this.kind;
    this.amountField.hidden = value === "unlimited";
    this.incrementField.hidden = value !== "clock";
    this.amountLabel.textContent = text(value === "clock" ? "minutes-per-player" : "seconds-per-move");
  }

  text() {
    return timeControlText(this.kind.value, Number(this.amount.value), Number(this.increment.value));
  }
}

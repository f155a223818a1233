// Notice that the computer's engine failed, with a button that lets it try again.

/** @import { MatchState } from "./state.js" */
import { h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";

export class FailurePanel {
  /** @param {MatchState} state @param {(message: Record<string, unknown>) => void} send */
  constructor(state, send) {
    this.state = state;
    this.retry = () => send({ type: "retry" });
    this.element = h("section", { class: "panel-part", "aria-label": text("engine-failure"), hidden: true });
  }

  show() {
    const { snapshot, you } = this.state;
    const failure = snapshot?.failure;
    this.element.hidden = !failure;
    if (!failure) return;
    const canRetry = you.seats.length > 0 || you.host;
    const attributes = { type: "button", class: "button primary", "data-action": "retry", onclick: this.retry };
    const button = canRetry && h("button", attributes, icon("rematch"), text("retry"));
    replaceContent(
      this.element,
      h("p", { class: "notice is-warning" }, text("engine-failure-reason", { reason: failure })),
      button,
    );
  }
}

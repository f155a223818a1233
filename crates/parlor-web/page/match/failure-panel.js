// Notice that the computer's engine failed: it can try again, or another one can play on.

/** @import { ClientMessage, Game } from "../types.js" */
/** @import { MatchState } from "./state.js" */
import { h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";

export class FailurePanel {
  /** @param {MatchState} state @param {Game} game @param {(message: ClientMessage) => void} send */
  constructor(state, game, send) {
    this.state = state;
    this.send = send;
    /** The failure that is shown, so that the panel is not replaced while the user chooses. */
    this.shown = "";
    const option = (/** @type {string} */ engine, /** @type {string} */ label) => h("option", { value: engine }, label);
    this.engine = h(
      "select",
      { "aria-label": text("another-opponent") },
      game.levels.map(({ strength, engine }) =>
        option(engine, text("computer-level", { level: text(`level-${strength}`) })),
      ),
      game.engines.map(({ name }) => option(name, text("engine-name", { engine: name }))),
    );
    this.element = h("section", { class: "panel-part", "aria-label": text("engine-failure"), hidden: true });
  }

  show() {
    const { snapshot, you } = this.state;
    const failure = snapshot?.failure ?? "";
    this.element.hidden = !failure;
    if (failure === this.shown) return;
    this.shown = failure;
    const canRetry = you.seats.length > 0 || you.host;
    const notice = h("p", { class: "notice is-warning" }, text("engine-failure-reason", { reason: failure }));
    replaceContent(this.element, notice, canRetry && this.choices());
  }

  choices() {
    const retry = () => this.send({ type: "retry" });
    const replace = () => this.send({ type: "retry", engine: this.engine.value });
    const button = { type: "button", class: "button" };
    return [
      h(
        "button",
        { ...button, class: "button primary", "data-action": "retry", onclick: retry },
        icon("rematch"),
        text("retry"),
      ),
      h(
        "div",
        { class: "link-box" },
        this.engine,
        h("button", { ...button, "data-action": "replace-engine", onclick: replace }, text("play-on")),
      ),
    ];
  }
}

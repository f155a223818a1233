// Row of labelled icons: undo, hint, resign, sound and more.

/** @import { ClientMessage, Game } from "../types.js" */
/** @import { IconName } from "../icons.js" */
/** @import { MatchState } from "./state.js" */
import { copyToClipboard, h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { isSoundOn, setSound } from "../sound.js";
import { text } from "../texts.js";

/**
 * @typedef {object} ActionHandlers
 * @property {(message: ClientMessage) => void} send
 * @property {(swapSides: boolean) => void} rematch
 * @property {() => void} hint
 * @property {() => void} analyze
 * @property {() => void} playFromHere
 */

export class MatchActions {
  /** @param {MatchState} state @param {Game} game @param {ActionHandlers} handlers */
  constructor(state, game, handlers) {
    this.state = state;
    this.game = game;
    this.handlers = handlers;
    this.element = h("div", { class: "actions", role: "group", "aria-label": text("actions") });
  }

  undo() {
    if (this.state.canTakeBack) this.handlers.send({ type: "take-back", ply: this.state.lastPly });
  }

  toggleSound() {
    setSound(!isSoundOn());
    this.show();
  }

  resign() {
    if (confirm(text("resign-this-game"))) this.handlers.send({ type: "resign" });
  }

  show() {
    const { snapshot, you, isPuzzle } = this.state;
    if (!snapshot) return;
    const isPlaying = you.seats.length > 0 && !snapshot.result;
    const hasHints = this.game.engines.length > 0 && !isPuzzle && isPlaying && this.state.isAnalysisOpen;
    const canRestart = isPuzzle && you.seats.length > 0;
    const canAnalyze = this.game.engines.length > 0 && !isPuzzle;
    const isOn = isSoundOn();
    replaceContent(
      this.element,
      you.seats.length > 0 &&
        snapshot.terms.take_backs &&
        action("undo", "undo", () => this.undo(), { disabled: !this.state.canTakeBack }),
      hasHints && action("hint", "hint", this.handlers.hint, { disabled: !this.state.isMyTurn || !this.state.isLive }),
      !this.state.isLive && action("play", "play-from-here", this.handlers.playFromHere),
      canAnalyze && action("analysis", "analysis", this.handlers.analyze, { class: "phone-only" }),
      canRestart && action("rematch", "restart", () => this.handlers.rematch(false), { "data-action": "restart" }),
      isPlaying && !isPuzzle && action("flag", "resign", () => this.resign()),
      action(isOn ? "sound" : "muted", "sound", () => this.toggleSound(), { "aria-pressed": String(isOn) }),
      action("more", "more", () => this.showMore()),
    );
  }

  async showMore() {
    const { showMenu, showRules, showKeyboardHelp } = await import("../dialogs.js");
    const link = `${location.origin}/match/${this.state.id}`;
    const { snapshot, you } = this.state;
    showMenu(text("more"), [
      { name: "rules", label: text("how-to-play"), act: () => showRules(this.game) },
      { name: "link", label: text("copy-link-for-spectators"), act: () => copyToClipboard(link, text("link-copied")) },
      { name: "save", label: text("download-game"), href: `/api/matches/${this.state.id}/record` },
      ...(this.state.isEngineMatch && you.host && !snapshot?.result
        ? [
            {
              name: /** @type {IconName} */ ("rematch"),
              label: text("start-over"),
              act: () => this.handlers.rematch(false),
            },
          ]
        : []),
      { name: "custom", label: text("new-game-with-options"), href: `/new/${this.game.name}` },
      { name: "more", label: text("keyboard-help"), act: showKeyboardHelp },
    ]);
  }
}

/**
 * @param {IconName} name
 * @param {"undo" | "hint" | "play-from-here" | "analysis" | "restart" | "resign" | "sound" | "more"} key of its label
 * @param {() => void} onclick
 * @param {Record<string, unknown>} [attributes]
 */
function action(name, key, onclick, { class: className = "", ...attributes } = {}) {
  const shared = { type: "button", class: `action ${className}`, "data-action": key, onclick };
  return h("button", { ...shared, ...attributes }, icon(name), h("span", {}, text(key)));
}

// Match actions besides moving: undo, resign, rematch, pace, invitation and share links.

/** @import { MatchState } from "./state.js" */
/** @import { MatchSocket } from "../socket.js" */
import { h, replaceContent, toast } from "../dom.js";
import { findMatch } from "../storage.js";

export class MatchActions {
  /**
   * @param {MatchState} state
   * @param {MatchSocket} socket
   * @param {(swapSides: boolean) => void} rematch
   */
  constructor(state, socket, rematch) {
    this.state = state;
    this.socket = socket;
    this.rematch = rematch;
    this.buttons = h("div", { class: "row actions" });
    this.invitations = h("div", {});
    this.pace = h("div", {});
    const copyLink = () => copyToClipboard(this.matchLink(), "Link copied.");
    this.share = h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: copyLink }, "Copy link"),
      h("a", { class: "button", href: `/api/matches/${state.id}/record`, download: "" }, "Download game"),
    );
    this.spectators = h("p", { class: "note" });
    const parts = [this.invitations, this.buttons, this.pace, this.share, this.spectators];
    this.element = h("section", { class: "panel-section" }, parts);
  }

  matchLink() {
    return `${location.origin}/match/${this.state.id}`;
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    this.socket.send(message).done.catch((error) => toast(error.message));
  }

  show() {
    const { snapshot } = this.state;
    if (!snapshot) return;
    replaceContent(this.buttons, this.retryButtons(), this.playButtons(), this.rematchButtons());
    this.showInvitations();
    this.showPace();
    const { watching } = snapshot.table;
    this.spectators.textContent = watching > 0 ? `${watching} watching` : "";
  }

  /** Lets an engine that failed try again. */
  retryButtons() {
    const { snapshot, you } = this.state;
    if (!snapshot?.failure || (you.seats.length === 0 && !you.host)) return [];
    return [actionButton("Retry", () => this.send({ type: "retry" }), { class: "primary" })];
  }

  playButtons() {
    const { snapshot, you, isPuzzle } = this.state;
    if (!snapshot || you.seats.length === 0 || snapshot.ending) return [];
    const { ply } = snapshot;
    const resign = () => {
      if (confirm("Resign this game?")) this.send({ type: "resign" });
    };
    const undo = () => this.send({ type: "take-back", ply });
    return [
      snapshot.take_backs && actionButton("Undo", undo, { disabled: ply === 0 }),
      !isPuzzle && actionButton("Resign", resign),
    ];
  }

  rematchButtons() {
    const { snapshot, you, isPuzzle, isEngineMatch } = this.state;
    if (!snapshot) return [];
    const { ending } = snapshot;
    const next = snapshot.table.rematch;
    const isPlayer = you.host || you.seats.length > 0;
    const rematch = () => this.rematch(false);
    if (next && !isPlayer) return [h("a", { class: "button primary", href: `/match/${next}` }, "Watch rematch")];
    // A request for a rematch that exists takes the user's seat in it.
    if (next) return [actionButton("Join rematch", rematch, { class: "primary" })];
    if (!isPlayer) return [];
    const label = isPuzzle ? "Restart" : "Rematch";
    return [
      (ending || isEngineMatch || isPuzzle) && actionButton(label, rematch, { "data-action": "rematch" }),
      ending && !isPuzzle && actionButton("Swap sides", () => this.rematch(true)),
    ];
  }

  showInvitations() {
    const seats = this.state.snapshot?.table.seats ?? [];
    const invitations = findMatch(this.state.id)?.invitations ?? [];
    const open = invitations.filter((_, index) => {
      const seat = seats[index];
      return seat?.who === "person" && !seat.taken;
    });
    const links = open.filter(Boolean).map((invitation) => `${this.matchLink()}?join=${invitation}`);
    replaceContent(this.invitations, links.map(invitationBox));
  }

  /** Shows the pace controls to the host of a match between engines. */
  showPace() {
    const { snapshot, you, isEngineMatch } = this.state;
    if (!snapshot || !isEngineMatch || !you.host || snapshot.ending) return replaceContent(this.pace);
    // The slider is not replaced while the user drags it.
    if (this.pace.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) return;
    const { pace, paused } = snapshot.table;
    const slider = h("input", { type: "range", min: 0, max: 5, step: 0.25, value: pace });
    slider.addEventListener("change", () => this.send({ type: "pace", seconds: Number(slider.value), paused }));
    const toggle = () => this.send({ type: "pace", seconds: pace, paused: !paused });
    const button = h(
      "button",
      { type: "button", "data-action": "pause", onclick: toggle },
      paused ? "Resume" : "Pause",
    );
    const field = h("label", { class: "field" }, `One move every ${pace} s`, slider);
    replaceContent(this.pace, h("div", { class: "row pace" }, button, field));
  }
}

/** @param {string} label @param {() => void} onclick @param {Record<string, unknown>} [attributes] */
function actionButton(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, "data-action": label.toLowerCase(), ...attributes }, label);
}

/** @param {string} link */
function invitationBox(link) {
  const input = h("input", { type: "text", readonly: true, value: link, "aria-label": "Invitation link" });
  input.addEventListener("click", () => input.select());
  const copy = () => copyToClipboard(link, "Invitation link copied.");
  return h(
    "div",
    { class: "invitation" },
    h("strong", {}, "Send this link to your friend"),
    input,
    h("button", { type: "button", class: "primary", onclick: copy }, "Copy invitation link"),
  );
}

/** @param {string} text @param {string} confirmation */
async function copyToClipboard(text, confirmation) {
  try {
    await navigator.clipboard.writeText(text);
    toast(confirmation);
  } catch {
    prompt("Copy this link:", text);
  }
}

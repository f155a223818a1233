// What can be done at a table besides moving: undo, resign, rematch, pace, and the links to share.

/** @import { TableState } from "./state.js" */
/** @import { Socket } from "../socket.js" */
import { fill, h, refill, toast } from "../dom.js";
import { find } from "../keep.js";

export class Panel {
  /**
   * @param {TableState} state
   * @param {Socket} socket
   * @param {(swap: boolean) => void} rematch
   */
  constructor(state, socket, rematch) {
    this.state = state;
    this.socket = socket;
    this.rematch = rematch;
    this.actions = h("div", { class: "row actions" });
    this.invite = h("div", {});
    this.pace = h("div", {});
    this.share = h("div", { class: "row" },
      h("button", { type: "button", onclick: () => copy(this.watchLink(), "The link to watch is copied.") }, "Copy link"),
      h("a", { class: "button", href: `/api/matches/${state.id}/record`, download: "" }, "Download record"));
    this.watching = h("p", { class: "note" });
    this.element = h("section", { class: "part" }, this.invite, this.actions, this.pace, this.share, this.watching);
  }

  watchLink() {
    return `${location.origin}/match/${this.state.id}`;
  }

  show() {
    const { now, you } = this.state;
    if (!now) return;
    const isPlaying = you.seats.length > 0 && !now.ending;
    const canUndo = isPlaying && now.take_backs && now.ply > 0;
    const send = (/** @type {Record<string, unknown>} */ wish) => this.socket.ask(wish).done.catch((error) => toast(error.message));
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, more = {}) =>
      h("button", { type: "button", onclick: act, "data-action": text.toLowerCase(), ...more }, text);
    const next = now.table.rematch;
    const isOurs = you.host || you.seats.length > 0;
    refill(this.actions,
      isPlaying && now.take_backs && button("Undo", () => send({ type: "take-back", ply: now.ply }), { disabled: !canUndo }),
      isPlaying && !this.state.isPuzzle && button("Resign", () => { if (confirm("Resign this game?")) send({ type: "resign" }); }),
      isOurs && !next && (now.ending || this.state.isExhibition || this.state.isPuzzle)
        && button(this.state.isPuzzle ? "Start again" : "Rematch", () => this.rematch(false), { "data-action": "rematch" }),
      isOurs && !next && now.ending && !this.state.isPuzzle && button("Swap sides", () => this.rematch(true)),
      // Who sits here has a seat there too, and takes it by asking for the same match; others come to watch.
      next && (isOurs
        ? button("To the next match", () => this.rematch(false), { class: "main-action" })
        : h("a", { class: "button main-action", href: `/match/${next}` }, "To the next match")));
    this.showInvitation();
    this.showPace();
    this.watching.textContent = now.table.watching > 0 ? `${now.table.watching} watching` : "";
  }

  showInvitation() {
    const seats = this.state.now?.table.seats ?? [];
    const invitations = find(this.state.id)?.invitations ?? [];
    const links = seats.map((seat, index) => seat.who === "person" && !seat.taken ? invitations[index] : null).filter(Boolean);
    fill(this.invite, links.map((invitation) => {
      const link = `${this.watchLink()}?join=${invitation}`;
      return h("div", { class: "invitation" }, h("strong", {}, "Send this link to your friend"),
        h("input", { type: "text", readonly: true, value: link, "aria-label": "Invitation link", onclick: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
        h("button", { type: "button", class: "main-action", onclick: () => copy(link, "The invitation is copied.") }, "Copy the invitation"));
    }));
  }

  showPace() {
    const { now, you } = this.state;
    if (!now || !this.state.isExhibition || !you.host || now.ending) return fill(this.pace);
    const { pace, paused } = now.table;
    const set = (/** @type {number} */ seconds, /** @type {boolean} */ stop) =>
      this.socket.ask({ type: "pace", seconds, paused: stop }).done.catch((error) => toast(error.message));
    if (this.pace.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) return;
    refill(this.pace, h("div", { class: "row pace" },
      h("button", { type: "button", "data-action": "pause", onclick: () => set(pace, !paused) }, paused ? "Go on" : "Pause"),
      h("label", { class: "field" }, `A move every ${pace} s`,
        h("input", { type: "range", min: 0, max: 5, step: 0.25, value: pace, onchange: (/** @type {Event} */ event) => set(Number(/** @type {HTMLInputElement} */ (event.target).value), paused) }))));
  }
}

/** @param {string} text @param {string} said */
async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    prompt("Copy this link:", text);
  }
}

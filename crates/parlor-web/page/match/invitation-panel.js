// Invitation of a friend: the link, a QR code, and how to reach this server from another machine.

/** @import { MatchState } from "./state.js" */
import { fetchServerInfo } from "../api.js";
import { copyToClipboard, h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { findMatch } from "../storage.js";
import { text, textWithElements } from "../texts.js";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The links of the seats that are still free. @param {MatchState} state @param {string} origin */
function openLinks(state, origin) {
  const seats = state.snapshot?.room.seats ?? [];
  const invitations = findMatch(state.id)?.invitations ?? [];
  return invitations.flatMap((invitation, index) => {
    const seat = seats[index];
    const isOpen = invitation && seat?.kind === "person" && !seat.taken;
    return isOpen ? [`${origin}/match/${state.id}?join=${invitation}`] : [];
  });
}

export class InvitationPanel {
  /** @param {MatchState} state */
  constructor(state) {
    this.state = state;
    this.element = h("section", { class: "invitation panel-part", "aria-label": text("invitation"), hidden: true });
    /** The links that are shown, so that the panel is not replaced while the user copies. */
    this.shown = "";
  }

  async show() {
    const isLocal = LOOPBACK.test(location.hostname);
    const links = openLinks(this.state, location.origin);
    if (links.join() === this.shown) return;
    this.shown = links.join();
    this.element.hidden = links.length === 0;
    if (links.length === 0) return replaceContent(this.element);
    const server = isLocal ? await fetchServerInfo().catch(() => ({ lan: null })) : { lan: null };
    const { drawQrCode } = await import("./qr-code.js");
    const reachable = server.lan ? openLinks(this.state, server.lan) : links;
    replaceContent(
      this.element,
      h("h2", {}, text("invite-a-friend")),
      this.state.allowsAnalysis && h("p", { class: "note" }, text("analysis-allowed-note")),
      isLocal && !server.lan && localWarning(),
      reachable.map((link) => [
        linkBox(link),
        (!isLocal || server.lan) && drawQrCode(link, text("invitation-as-qr-code")),
      ]),
    );
  }
}

/** @param {string} link */
function linkBox(link) {
  const input = h("input", {
    type: "text",
    readonly: true,
    dir: "ltr",
    value: link,
    "aria-label": text("invitation-link"),
  });
  input.addEventListener("click", () => input.select());
  const copy = () => copyToClipboard(link, text("invitation-link-copied"));
  const button = h(
    "button",
    { type: "button", class: "button primary", onclick: copy },
    icon("link"),
    text("copy-link"),
  );
  return h("div", { class: "link-box" }, input, button);
}

function localWarning() {
  const command = h("code", { dir: "ltr" }, "parlor serve --bind 0.0.0.0");
  return h("p", { class: "notice is-warning" }, textWithElements("link-works-here-only", { command }));
}

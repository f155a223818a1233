// Bar under the header while the connection is lost.

import { h, replaceContent } from "../dom.js";
import { icon } from "../icons.js";
import { text } from "../texts.js";

export class ConnectionBar {
  constructor() {
    this.element = h("div", { class: "site-notice", role: "status", hidden: true });
    document.querySelector(".site-header")?.after(this.element);
  }

  /** @param {boolean} isLost @param {boolean} isMoveKept */
  show(isLost, isMoveKept) {
    this.element.hidden = !isLost;
    if (!isLost) return;
    const note = h("span", {}, isMoveKept ? text("move-is-kept") : "");
    replaceContent(this.element, icon("offline"), text("reconnecting"), note);
  }

  remove() {
    this.element.remove();
  }
}

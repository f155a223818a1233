// The live connection to a match: says hello with the seat's token, comes back by itself, answers requests.

/** @import { Told } from "./types.js" */
import { Refused } from "./api.js";

const LONGEST_PAUSE = 8000;

export class Socket {
  /**
   * @param {string} id
   * @param {() => string} token
   * @param {(told: Told) => void} hear
   * @param {(state: "open" | "lost" | "gone") => void} changed
   */
  constructor(id, token, hear, changed) {
    this.address = `${location.origin.replace(/^http/, "ws")}/api/matches/${id}/socket`;
    this.token = token;
    this.hear = hear;
    this.changed = changed;
    this.pause = 300;
    this.next = 1;
    this.isClosed = false;
    /** @type {Map<number, { done: () => void, fail: (error: Refused) => void }>} */
    this.waiting = new Map();
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token() }));
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(event);
  }

  /** @param {Told} told */
  take(told) {
    if (told.type === "welcome") {
      this.pause = 300;
      this.changed("open");
    }
    if (told.type === "refused" && told.request === 0 && told.error === "no-such-match") {
      this.isClosed = true;
      this.changed("gone");
    }
    if (told.type === "done" || told.type === "refused") {
      const waiting = this.waiting.get(told.request);
      this.waiting.delete(told.request);
      if (told.type === "done") waiting?.done();
      else if (waiting) waiting.fail(new Refused(told.error, told.message));
    }
    this.hear(told);
  }

  /** @param {CloseEvent} _event */
  lost(_event) {
    for (const waiting of this.waiting.values()) waiting.fail(new Refused("lost", "The connection was lost."));
    this.waiting.clear();
    if (this.isClosed) return;
    this.changed("lost");
    setTimeout(() => this.isClosed || this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /**
   * Sends a wish; the promise is kept when the server says done. Findings on the way carry `request`.
   * @param {Record<string, unknown>} wish
   * @returns {{ request: number, done: Promise<void> }}
   */
  ask(wish) {
    const request = this.next++;
    /** @type {Promise<void>} */
    const done = new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Refused("lost", "The connection is lost; it will be back soon."));
        return;
      }
      this.waiting.set(request, { done: resolve, fail: reject });
      this.socket.send(JSON.stringify({ request, ...wish }));
    });
    return { request, done };
  }

  close() {
    this.isClosed = true;
    this.socket?.close();
  }
}

// WebSocket connection to a match, with reconnection and request/response pairing.

/** @import { ServerMessage } from "./types.js" */
import { ApiError } from "./api.js";

const FIRST_RETRY_DELAY = 300;
const MAX_RETRY_DELAY = 8000;

/** @typedef {"open" | "lost" | "not-found"} ConnectionStatus */

export class MatchSocket {
  /**
   * @param {string} id
   * @param {() => string} token the seat's token, read at every connection
   * @param {(message: ServerMessage) => void} onMessage
   * @param {(status: ConnectionStatus) => void} onStatus
   */
  constructor(id, token, onMessage, onStatus) {
    this.address = `${location.origin.replace(/^http/, "ws")}/api/matches/${id}/socket`;
    this.token = token;
    this.onMessage = onMessage;
    this.onStatus = onStatus;
    this.retryDelay = FIRST_RETRY_DELAY;
    this.nextRequest = 1;
    this.isClosed = false;
    /** @type {Map<number, { resolve: () => void, reject: (error: ApiError) => void }>} */
    this.pending = new Map();
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token() }));
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.handleClose();
  }

  /** @param {ServerMessage} message */
  receive(message) {
    if (message.type === "welcome") {
      this.retryDelay = FIRST_RETRY_DELAY;
      this.onStatus("open");
    }
    if (message.type === "refused" && message.request === 0 && message.error === "no-such-match") {
      this.isClosed = true;
      this.onStatus("not-found");
    }
    if (message.type === "done" || message.type === "refused") {
      const pending = this.pending.get(message.request);
      this.pending.delete(message.request);
      if (message.type === "done") pending?.resolve();
      else pending?.reject(new ApiError(message.error, message.message));
    }
    this.onMessage(message);
  }

  /** Rejects the pending requests and reconnects, with exponential backoff and jitter. */
  handleClose() {
    for (const pending of this.pending.values()) pending.reject(new ApiError("lost", "Connection lost."));
    this.pending.clear();
    if (this.isClosed) return;
    this.onStatus("lost");
    setTimeout(() => this.isClosed || this.connect(), this.retryDelay * (0.75 + Math.random() / 2));
    this.retryDelay = Math.min(this.retryDelay * 2, MAX_RETRY_DELAY);
  }

  /**
   * Sends a request. `done` settles with the server's answer; messages in between carry the number `request`.
   * @param {Record<string, unknown>} message
   * @returns {{ request: number, done: Promise<void> }}
   */
  send(message) {
    const request = this.nextRequest++;
    /** @type {Promise<void>} */
    const done = new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new ApiError("lost", "Connection lost. Reconnecting…"));
        return;
      }
      this.pending.set(request, { resolve, reject });
      this.socket.send(JSON.stringify({ request, ...message }));
    });
    return { request, done };
  }

  close() {
    this.isClosed = true;
    this.socket?.close();
  }
}

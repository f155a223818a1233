// WebSocket connection to a match, with heartbeat, reconnection and request/response pairing.

/** @import { ClientMessage, ServerMessage } from "./types.js" */
import { ApiError } from "./api.js";
import { readNickname } from "./storage.js";

const FIRST_RETRY_DELAY = 300;
const MAX_RETRY_DELAY = 8000;
/** Silence after which a ping is sent, and time for its answer, in milliseconds. */
const PING_AFTER = 8000;
const PONG_TIMEOUT = 5000;
/** A page that becomes visible again, or is online again, expects an answer sooner. */
const WAKE_TIMEOUT = 2500;

/** @typedef {"open" | "lost" | "not-found"} ConnectionStatus */

export class MatchSocket {
  /**
   * @param {string} id
   * @param {() => string} token the seat's token, read at every connection
   * @param {(message: ServerMessage) => void} onMessage
   * @param {(status: ConnectionStatus) => void} onStatus
   */
  constructor(id, token, onMessage, onStatus) {
    this.address = `${location.origin.replace(/^http/, "ws")}/api/matches/${encodeURIComponent(id)}/socket`;
    this.token = token;
    this.onMessage = onMessage;
    this.onStatus = onStatus;
    this.retryDelay = FIRST_RETRY_DELAY;
    this.nextRequest = 1;
    this.isClosed = false;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.heartbeat = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {Map<number, { resolve: () => void, reject: (error: ApiError) => void }>} */
    this.pending = new Map();
    this.onOnline = () => this.wake();
    this.onOffline = () => this.drop();
    this.onVisible = () => document.visibilityState === "visible" && this.wake();
    globalThis.addEventListener?.("online", this.onOnline);
    globalThis.addEventListener?.("offline", this.onOffline);
    globalThis.document?.addEventListener?.("visibilitychange", this.onVisible);
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      /** @type {ClientMessage} */
      const hello = { type: "hello", token: this.token(), name: readNickname() };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.handleClose();
    };
    // A connection that never opens is noticed as well.
    this.expectMessage(PING_AFTER);
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.schedulePing();
    if (message.type === "welcome") {
      this.retryDelay = FIRST_RETRY_DELAY;
      this.onStatus("open");
    }
    if (message.type === "error" && message.request === 0 && message.error === "no-such-match") {
      this.isClosed = true;
      this.onStatus("not-found");
    }
    if (message.type === "done" || message.type === "error") {
      const pending = this.pending.get(message.request);
      this.pending.delete(message.request);
      if (message.type === "done") pending?.resolve();
      else pending?.reject(new ApiError(message.error, message.message));
    }
    this.onMessage(message);
  }

  schedulePing() {
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => this.ping(PONG_TIMEOUT), PING_AFTER);
  }

  /** @param {number} timeout */
  ping(timeout) {
    this.send({ type: "ping" }).done.catch(() => {});
    this.expectMessage(timeout);
  }

  /** Gives the connection up if no message arrives in time. @param {number} timeout */
  expectMessage(timeout) {
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => this.drop(), timeout);
  }

  /** Gives up a connection that is dead. Its `close` event may take minutes, so nobody waits for it. */
  drop() {
    const { socket } = this;
    if (this.isClosed || !socket) return;
    this.socket = undefined;
    socket.close();
    this.handleClose();
  }

  /** Checks the connection now, or reconnects now. */
  wake() {
    if (this.isClosed) return;
    if (this.socket?.readyState === WebSocket.OPEN) return this.ping(WAKE_TIMEOUT);
    if (this.socket) return;
    clearTimeout(this.retry);
    this.connect();
  }

  /** Rejects the pending requests and reconnects, with exponential backoff and jitter. */
  handleClose() {
    clearTimeout(this.heartbeat);
    this.socket = undefined;
    for (const pending of this.pending.values()) pending.reject(new ApiError("lost"));
    this.pending.clear();
    if (this.isClosed) return;
    this.onStatus("lost");
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.isClosed || this.connect(), this.retryDelay * (0.75 + Math.random() / 2));
    this.retryDelay = Math.min(this.retryDelay * 2, MAX_RETRY_DELAY);
  }

  /**
   * Sends a request. `done` settles with the server's answer; messages in between carry the number `request`.
   * @param {ClientMessage} message
   * @returns {{ request: number, done: Promise<void> }}
   */
  send(message) {
    const request = this.nextRequest++;
    /** @type {Promise<void>} */
    const done = new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new ApiError("lost"));
        return;
      }
      this.pending.set(request, { resolve, reject });
      this.socket.send(JSON.stringify({ request, ...message }));
    });
    return { request, done };
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.heartbeat);
    clearTimeout(this.retry);
    globalThis.removeEventListener?.("online", this.onOnline);
    globalThis.removeEventListener?.("offline", this.onOffline);
    globalThis.document?.removeEventListener?.("visibilitychange", this.onVisible);
    this.socket?.close();
  }
}

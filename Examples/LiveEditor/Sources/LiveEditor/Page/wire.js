// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The socket: sends what was done, at most once a frame, and connects again when the server is back.

import { Reader, Writer } from "./bytes.js";

/** How long the page waits before it tries again, in milliseconds. */
const pauses = [200, 400, 800, 1600, 3000];
/** How long after a message the server is asked whether it was handled, and how long until it counts as busy, in milliseconds. */
const patience = { ask: 100, busy: 50 };
/** The tag of the server's answer, which is sent by itself. */
const answer = 29;

export class Wire {
  /**
   * @param {{ hello: (writer: Writer) => void, message: (reader: Reader, size: number) => void,
   *   state: (isConnected: boolean, reason: string) => void, busy: (isBusy: boolean) => void }} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.queue = new Writer();
    this.isEmpty = true;
    this.isPosted = false;
    this.attempt = 0;
    this.reason = "";
    this.isRefused = false;
    this.sent = 0;
    // The last question and the last answer, and whether something was sent since the question.
    [this.asked, this.answered, this.isUnasked] = [0, 0, false];
    [this.askTimer, this.busyTimer, this.isBusy] = [0, 0, false];
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    socket.binaryType = "arraybuffer";
    const lost = () => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      this.rest();
      this.handlers.state(false, this.reason);
      if (this.isRefused) return;
      const pause = pauses[Math.min(this.attempt, pauses.length - 1)];
      this.attempt += 1;
      setTimeout(() => this.connect(), pause);
    };
    socket.onopen = () => {
      // What was done meanwhile was done to what is no longer there.
      this.queue = new Writer();
      this.isEmpty = false;
      this.handlers.hello(this.queue);
      this.flush();
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.attempt = 0;
      const bytes = new Uint8Array(event.data);
      const reader = new Reader(bytes);
      if (reader.byte() !== 1) {
        this.end("The server is of another version: load the page again.");
        return;
      }
      if (bytes[1] === answer) {
        reader.byte();
        this.note(reader.count());
      } else this.handlers.message(reader, bytes.length);
    };
    socket.onclose = lost;
    this.socket = socket;
  }

  /** The server won't talk to this page: trying again is of no use. @param {string} reason */
  end(reason) {
    this.reason = reason;
    this.isRefused = true;
    this.socket?.close();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Writes a message, which is sent with the others of this frame.
   *
   * @param {(writer: Writer) => void} write
   * @param {boolean} [isUrgent] whether it is sent at once
   */
  send(write, isUrgent = false) {
    if (!this.isOpen) return;
    write(this.queue);
    this.isEmpty = false;
    if (isUrgent) {
      this.flush();
    } else if (!this.isPosted) {
      this.isPosted = true;
      requestAnimationFrame(() => this.flush());
    }
  }

  flush() {
    this.isPosted = false;
    if (this.isEmpty || !this.isOpen) return;
    this.post();
    this.watch();
  }

  post() {
    const bytes = new Uint8Array(this.queue.bytes);
    this.queue = new Writer();
    this.isEmpty = true;
    this.sent += bytes.length;
    this.socket?.send(bytes);
  }

  /** Asks soon whether all was handled that has been sent, so that the page knows when the server computes for long. */
  watch() {
    this.isUnasked = true;
    if (this.askTimer !== 0 || this.asked !== this.answered) return;
    this.askTimer = setTimeout(() => {
      [this.askTimer, this.isUnasked] = [0, false];
      if (!this.isOpen) return;
      this.asked += 1;
      this.queue.byte(9).count(this.asked);
      this.post();
      this.busyTimer = setTimeout(() => this.showBusy(true), patience.busy);
    }, patience.ask);
  }

  /** The server has handled all that was sent before a question. @param {number} number */
  note(number) {
    if (number !== this.asked) return;
    this.rest();
    if (this.isUnasked) this.watch();
  }

  /** Nothing is waited for. */
  rest() {
    clearTimeout(this.askTimer);
    clearTimeout(this.busyTimer);
    [this.askTimer, this.answered] = [0, this.asked];
    this.showBusy(false);
  }

  /** @param {boolean} isBusy */
  showBusy(isBusy) {
    if (isBusy === this.isBusy) return;
    this.isBusy = isBusy;
    this.handlers.busy(isBusy);
  }

  /** Stops what the server computes. It recognizes that by itself, before it has handled what was sent earlier. */
  stop() {
    if (!this.isOpen) return;
    this.flush();
    this.queue.byte(10);
    this.post();
    this.watch();
  }

  /** @param {string} name @param {string[]} values */
  command(name, ...values) {
    this.send((writer) => {
      writer.byte(5).text(name).count(values.length);
      for (const value of values) writer.text(value);
    }, true);
  }
}

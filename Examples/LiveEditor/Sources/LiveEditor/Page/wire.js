// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The socket: sends what was done, at most once a frame, and connects again when the server is back.

import { Reader, Writer } from "./bytes.js";

/** How long the page waits before it tries again, in milliseconds. */
const pauses = [200, 400, 800, 1600, 3000];

export class Wire {
  /**
   * @param {{ hello: (writer: Writer) => void, message: (reader: Reader, size: number) => void,
   *   state: (isConnected: boolean, reason: string) => void }} handlers
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
      this.handlers.message(reader, bytes.length);
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
    const bytes = new Uint8Array(this.queue.bytes);
    this.queue = new Writer();
    this.isEmpty = true;
    this.sent += bytes.length;
    this.socket?.send(bytes);
  }

  /** @param {string} name @param {string[]} values */
  command(name, ...values) {
    this.send((writer) => {
      writer.byte(5).text(name).count(values.length);
      for (const value of values) writer.text(value);
    }, true);
  }
}

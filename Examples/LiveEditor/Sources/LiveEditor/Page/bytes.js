// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Bytes, as EditorProtocol writes and reads them.

export const version = 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Writes messages for the server. */
export class Writer {
  constructor() {
    /** @type {number[]} */
    this.bytes = [version];
  }

  /** @param {number} value */
  byte(value) {
    this.bytes.push(value & 0xff);
    return this;
  }

  /** @param {number} value a whole number from 0 to 2^53 */
  count(value) {
    let rest = Math.max(0, Math.round(value));
    while (rest >= 0x80) {
      this.bytes.push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.bytes.push(rest);
    return this;
  }

  /** @param {number} value a coordinate */
  points(value) {
    const steps = Math.round(Math.max(-1e9, Math.min(1e9, value)) * 64);
    return this.count(steps >= 0 ? steps * 2 : -steps * 2 - 1);
  }

  /** @param {string} value */
  text(value) {
    const bytes = encoder.encode(value);
    this.count(bytes.length);
    for (const byte of bytes) this.bytes.push(byte);
    return this;
  }

  /** @param {number} value */
  fixed32(value) {
    for (const shift of [0, 8, 16, 24]) this.byte(value >>> shift);
    return this;
  }
}

/** Reads messages of the server. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.position = 0;
  }

  get isAtEnd() {
    return this.position >= this.bytes.length;
  }

  byte() {
    if (this.isAtEnd) throw new RangeError("the message has ended");
    return this.bytes[this.position++];
  }

  count() {
    let value = 0;
    let factor = 1;
    for (;;) {
      const next = this.byte();
      value += (next & 0x7f) * factor;
      if (next < 0x80) return value;
      factor *= 0x80;
    }
  }

  whole() {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  points() {
    return this.whole() / 64;
  }

  take() {
    const length = this.count();
    if (length > this.bytes.length - this.position) throw new RangeError("the message has ended");
    const part = this.bytes.subarray(this.position, this.position + length);
    this.position += length;
    return part;
  }

  text() {
    return decoder.decode(this.take());
  }

  fixed32() {
    let value = 0;
    for (const shift of [0, 8, 16, 24]) value |= this.byte() << shift;
    return value >>> 0;
  }

  paint() {
    const [red, green, blue, opacity] = [this.byte(), this.byte(), this.byte(), this.byte()];
    return opacity === 255 ? `rgb(${red} ${green} ${blue})` : `rgb(${red} ${green} ${blue} / ${opacity / 255})`;
  }
}

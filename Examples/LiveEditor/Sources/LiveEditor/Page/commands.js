// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The commands with their titles and keys. The server has the only table of them, and sends it once.

/** @typedef {{ section: string, title: string, command: string, keys: string }} Line */

export class Commands {
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    /** The commands by the keys that they have anywhere on the canvas. @type {Map<string, string>} */
    this.bound = new Map();
    /** @type {Map<string, Line>} */
    this.named = new Map();
  }

  /** @param {import("./bytes.js").Reader} reader */
  read(reader) {
    this.lines = Array.from({ length: reader.count() }, () => ({
      section: reader.text(), title: reader.text(), command: reader.text(), keys: reader.text(),
    }));
    for (const line of this.lines.filter(({ command }) => command !== "")) {
      this.named.set(line.command, line);
      for (const key of line.keys.split(", ")) this.bound.set(key, line.command);
    }
  }

  /** @param {string} command */
  title(command) {
    return this.named.get(command)?.title ?? "";
  }

  /** The first of the keys of a command; may be empty. @param {string} command */
  key(command) {
    return this.named.get(command)?.keys.split(", ")[0] ?? "";
  }

  /** A title with the key of a command. @param {string} command @param {string} [title] */
  hint(command, title = this.title(command)) {
    const key = this.key(command);
    return key === "" ? title : `${title} (${key})`;
  }

  /** The command of a key; undefined for other keys. @param {KeyboardEvent} event */
  of(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey && !isCommand) return undefined;
    // Signs may need Shift, which keyboards decide.
    const shift = isCommand && event.shiftKey ? "Shift " : "";
    const key = event.key === "-" ? "−" : event.key.toUpperCase();
    return this.bound.get(`${isCommand ? "Ctrl " : ""}${shift}${key}`);
  }
}

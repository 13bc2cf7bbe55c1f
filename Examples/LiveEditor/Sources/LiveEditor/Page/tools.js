// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The tools at the top, the foot, and what they show.

import { hasIcon, icon } from "./icons.js";

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/**
 * All tools, in their order in the bar, with lines between them. Those without an icon, and those that don't fit into the bar, are
 * in the menu behind `more`, with those that are listed in both; the last ones leave the bar first, except those that stay.
 *
 * @type {{ command: string, stays?: boolean, startsPart?: boolean, isListed?: boolean }[]}
 */
const tools = [
  { command: "palette", stays: true },
  { command: "undo", stays: true, startsPart: true },
  { command: "redo", stays: true },
  { command: "layout", startsPart: true },
  { command: "fit" },
  { command: "open", startsPart: true },
  { command: "save" },
  { command: "svg", isListed: true },
  { command: "more", stays: true },
  { command: "theme" },
  { command: "png" },
  { command: "page" },
  { command: "dot" },
  { command: "share" },
  { command: "values" },
  { command: "runs" },
  { command: "find" },
  { command: "keys" },
  { command: "history" },
  { command: "inspect" },
  { command: "scenarios" },
];

/** The title of the menu, which is no command. */
const more = "Export, share, show values and runs";

export class Tools {
  /**
   * @param {import("./commands.js").Commands} commands
   * @param {(command: string) => void} run
   * @param {(depth: number) => void} leave shows the part of the path that has so many groups
   */
  constructor(commands, run, leave) {
    [this.commands, this.leave] = [commands, leave];
    this.title = "NodeGraph";
    /** The groups that were entered. @type {string[]} */
    this.path = [];
    this.shownPath = "";
    /** Which part of the path takes the nodes that are dragged; -1 for none. */
    this.receiver = -1;
    const bar = element("tools");
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    for (const tool of tools) {
      const name = tool.command;
      if (!hasIcon(name)) continue;
      if (tool.startsPart) bar.append(document.createElement("i"));
      const button = document.createElement("button");
      button.type = "button";
      button.id = `tool-${name}`;
      button.append(icon(name));
      button.addEventListener("click", () => run(name));
      bar.append(button);
      this.buttons.set(name, button);
    }
    this.slidePath();
    element("percent").addEventListener("click", () => run("fit"));
    addEventListener("resize", () => this.arrange());
    this.arrange();
  }

  /** Gives the tools the titles of their commands. */
  name() {
    for (const [name, button] of this.buttons) {
      const title = name === "more" ? more : this.commands.hint(name);
      button.title = title;
      button.setAttribute("aria-label", title);
    }
  }

  /** Shows the tools that fit into the bar. */
  arrange() {
    const bar = element("tools");
    for (const button of this.buttons.values()) button.hidden = false;
    const loose = tools.filter((tool) => !tool.stays && this.buttons.has(tool.command));
    while (bar.scrollWidth > bar.clientWidth && loose.length > 0) {
      /** @type {HTMLButtonElement} */ (this.buttons.get(loose.pop()?.command ?? "")).hidden = true;
    }
  }

  /** The tools that are not in the bar, for a menu. */
  get others() {
    return tools.filter((tool) => tool.isListed || (this.buttons.get(tool.command)?.hidden ?? true))
      .map(({ command }) => ({ command, title: this.commands.title(command), key: this.commands.key(command) }));
  }

  /** @param {{ title: string, undo: string, redo: string, summary: string, isChanged: boolean, windows: number }} status */
  show(status) {
    this.title = status.title + (status.isChanged ? " •" : "");
    this.drawPath();
    document.title = `${status.title} – NodeGraph`;
    const others = status.windows > 1 ? ` · ${status.windows} windows` : "";
    element("foot").textContent = status.summary + others;
    this.offer("undo", status.undo);
    this.offer("redo", status.redo);
  }

  /** @param {string[]} path */
  showPath(path) {
    this.path = path;
    this.drawPath();
  }

  /** Lets a long path be dragged sideways; a drag is no click. */
  slidePath() {
    const box = element("title");
    /** @type {{ x: number, left: number, isMeant: boolean } | null} */
    let grip = null;
    box.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "mouse") grip = { x: event.clientX, left: box.scrollLeft, isMeant: false };
    });
    addEventListener("pointermove", (event) => {
      if (!grip) return;
      if (event.buttons === 0) grip = null;
      else if (grip.isMeant || Math.abs(event.clientX - grip.x) > 4) {
        grip.isMeant = true;
        box.scrollLeft = grip.left + grip.x - event.clientX;
      }
    });
    box.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (grip?.isMeant) event.stopPropagation();
      grip = null;
    }, true);
    box.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      box.scrollLeft += event.deltaY;
    }, { passive: true });
  }

  /** The document and the groups that were entered; each but the last leads back. */
  drawPath() {
    const titles = [this.title, ...this.path];
    const list = element("path");
    const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
    list.replaceChildren(...titles.map((title, depth) => {
      const isLast = depth === titles.length - 1;
      const part = document.createElement(isLast ? "b" : "button");
      part.textContent = title;
      if (depth === 0) part.id = "name";
      if (isLast) part.setAttribute("aria-current", "location");
      else {
        part.setAttribute("type", "button");
        part.setAttribute("aria-label", `Leave to ${title}`);
        part.addEventListener("click", () => this.leave(depth));
      }
      const item = document.createElement("li");
      item.append(part);
      return item;
    }));
    if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
    // The end of a long path is where the user is.
    const box = element("title");
    if (this.shownPath !== titles.join("\n")) box.scrollLeft = box.scrollWidth;
    this.shownPath = titles.join("\n");
    this.showReceiver(this.receiver);
  }

  /** @param {number} depth the part of the path that takes the nodes that are dragged; -1 for none */
  showReceiver(depth) {
    this.receiver = depth;
    [...element("path").children].forEach((part, place) => part.classList.toggle("receiver", place === depth));
  }

  /** Which part of the path that leads back is at a place of the page; -1 for none. @param {number} x @param {number} y */
  part(x, y) {
    if (this.path.length === 0) return -1;
    const part = document.elementFromPoint(x, y)?.closest("#path button")?.parentElement;
    return part ? [...element("path").children].indexOf(part) : -1;
  }

  /** Shows which step a command would undo or redo. @param {string} name @param {string} step */
  offer(name, step) {
    const button = this.buttons.get(name);
    if (!button) return;
    button.disabled = step === "";
    button.title = this.commands.hint(name, `${this.commands.title(name)} ${step}`.trim());
    button.setAttribute("aria-label", button.title);
  }

  /** @param {number} zoom */
  showZoom(zoom) {
    const text = `${Math.round(zoom * 100)}%`;
    const button = element("percent");
    if (button.textContent !== text) {
      button.textContent = text;
      button.setAttribute("aria-label", `Zoom: ${text}, fit`);
    }
  }
}

/** Hands a file to the user. @param {string} name @param {string} type @param {string | Blob} content */
export function download(name, type, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name.replace(/[/\\]/g, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

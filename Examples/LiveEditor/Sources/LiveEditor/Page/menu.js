// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A menu over the canvas: lines, and rows of buttons.

import { icon } from "./icons.js";

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** What a row of buttons is about, by their face. */
const rows = /** @type {Record<string, string>} */ ({ swatch: "Colour", icon: "Align and distribute" });

/** @typedef {{ title: string, command: string, key: string, face?: string, argument?: string, isChosen?: boolean }} Item */

/** @param {import("./bytes.js").Reader} reader @returns {Item[]} */
export function readItems(reader) {
  return Array.from({ length: reader.count() }, () => ({
    title: reader.text(), command: reader.text(), key: reader.text(), argument: reader.text(),
    face: ["line", "swatch", "icon"][reader.byte()], isChosen: reader.byte() === 1,
  }));
}

export class Menu {
  /** @param {(command: string, argument: string | null) => void} run @param {() => void} leave */
  constructor(run, leave) {
    [this.run, this.leave] = [run, leave];
    // A finger that is still down from before the menu opened chooses nothing when it comes up.
    this.isPressed = false;
    this.box = element("menu");
    this.box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.press(event));
    this.box.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
      if (!this.box.hidden && !this.box.contains(event.relatedTarget)) this.box.hidden = true;
    });
  }

  /**
   * @param {{ x: number, y: number }} place
   * @param {Item[]} items
   * @param {number} [top] where it ends if there is no room for it below the place
   */
  open(place, items, top) {
    this.box.replaceChildren();
    for (const item of items) {
      const button = this.button(item);
      if (item.face === undefined || item.face === "line") {
        this.box.append(button);
        continue;
      }
      const last = this.box.lastElementChild;
      if (last?.dataset.face === item.face) {
        last.append(button);
        continue;
      }
      const row = document.createElement("div");
      row.setAttribute("role", "group");
      row.setAttribute("aria-label", rows[item.face] ?? "");
      row.dataset.face = item.face;
      row.append(button);
      this.box.append(row);
    }
    this.box.hidden = false;
    this.isPressed = false;
    const { width, height } = this.box.getBoundingClientRect();
    this.box.style.left = `${Math.max(8, Math.min(place.x, innerWidth - width - 8))}px`;
    const lowest = innerHeight - height - 8;
    const y = top !== undefined && place.y > lowest ? top - height : Math.min(place.y, lowest);
    this.box.style.top = `${Math.max(8, y)}px`;
    this.enter(0);
  }

  /** @param {Item} item */
  button(item) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.command = item.command;
    button.setAttribute("role", item.face === "swatch" ? "menuitemradio" : "menuitem");
    if (item.face === undefined || item.face === "line") {
      const [title, key] = [document.createElement("span"), document.createElement("kbd")];
      title.textContent = item.title;
      key.textContent = item.key;
      button.append(title, key);
    } else {
      button.title = item.title;
      button.setAttribute("aria-label", item.title);
      if (item.face === "icon") button.append(icon(item.command));
      else {
        const mark = document.createElement("i");
        mark.style.background = item.argument ?? "";
        mark.classList.toggle("none", item.argument === "");
        button.append(mark);
        button.setAttribute("aria-checked", String(item.isChosen));
      }
    }
    button.addEventListener("pointerdown", () => { this.isPressed = true; });
    button.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      // Keys click without a press.
      if (this.isPressed || event.detail === 0) this.choose(item.command, item.face === "swatch" || item.argument ? item.argument ?? "" : null);
    });
    return button;
  }

  /** Focuses a line: of a row, the button that is chosen, else the first one. @param {number} line */
  enter(line) {
    const child = this.box.children[(line + this.box.childElementCount) % this.box.childElementCount];
    const button = child?.matches("button") ? child : child?.querySelector("[aria-checked=true]") ?? child?.firstElementChild;
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const lines = /** @type {HTMLElement[]} */ ([...this.box.children]);
    const at = lines.findIndex((line) => line.contains(document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.enter(to);
    } else if (step !== undefined && lines[at]?.matches("div")) {
      event.preventDefault();
      const buttons = /** @type {HTMLElement[]} */ ([...(lines[at]?.children ?? [])]);
      const place = buttons.findIndex((button) => button === document.activeElement);
      buttons[(place + step + buttons.length) % buttons.length]?.focus();
    } else if (event.key === "Tab") {
      event.preventDefault();
      this.close();
    }
  }

  /** @param {string} command @param {string | null} argument */
  choose(command, argument) {
    this.close();
    this.run(command, argument);
  }

  close() {
    this.box.hidden = true;
    this.leave();
  }

  get isOpen() {
    return !this.box.hidden;
  }

  escape() {
    this.close();
  }
}

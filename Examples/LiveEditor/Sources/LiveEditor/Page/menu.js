// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A menu over the canvas.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

export class Menu {
  /** @param {(command: string) => void} run @param {() => void} leave */
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
   * @param {{ title: string, command: string, key: string }[]} items
   * @param {number} [top] where it ends if there is no room for it below the place
   */
  open(place, items, top) {
    this.box.replaceChildren(...items.map((item) => {
      const row = document.createElement("button");
      row.type = "button";
      row.setAttribute("role", "menuitem");
      row.dataset.command = item.command;
      const [title, key] = [document.createElement("span"), document.createElement("kbd")];
      title.textContent = item.title;
      key.textContent = item.key;
      row.append(title, key);
      row.addEventListener("pointerdown", () => { this.isPressed = true; });
      row.addEventListener("click", (/** @type {MouseEvent} */ event) => {
        // Keys click without a press.
        if (this.isPressed || event.detail === 0) this.choose(item.command);
      });
      return row;
    }));
    this.box.hidden = false;
    this.isPressed = false;
    const { width, height } = this.box.getBoundingClientRect();
    this.box.style.left = `${Math.max(8, Math.min(place.x, innerWidth - width - 8))}px`;
    const lowest = innerHeight - height - 8;
    const y = top !== undefined && place.y > lowest ? top - height : Math.min(place.y, lowest);
    this.box.style.top = `${Math.max(8, y)}px`;
    this.box.firstElementChild?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const rows = /** @type {HTMLElement[]} */ ([...this.box.children]);
    const at = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      rows[(to + rows.length) % rows.length]?.focus();
    } else if (event.key === "Tab") {
      event.preventDefault();
      this.close();
    }
  }

  /** @param {string} command */
  choose(command) {
    this.close();
    this.run(command);
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

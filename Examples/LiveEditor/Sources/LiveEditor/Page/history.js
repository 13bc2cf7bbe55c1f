// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The list of the steps that can be undone and redone: one click goes to the state after a step.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @param {number} count @param {string} word */
const steps = (count, word) => `${count} ${word} ${count === 1 ? "step" : "steps"}`;

export class History {
  /**
   * @param {(number: number, count: number) => void} travel goes on by some steps, or back, from the state that a list shows
   * @param {() => void} leave tells the server that the list is closed
   */
  constructor(travel, leave) {
    [this.travel, this.leave] = [travel, leave];
    [this.box, this.list] = [element("history"), element("history-list")];
    element("history-close").addEventListener("click", () => this.escape());
    this.box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.press(event));
    /** Whether the list was asked for, so that it gets the focus. */
    this.isAsked = false;
  }

  /** @param {number} number @param {string[]} titles @param {number} done @param {number} older @param {number} later */
  show(number, titles, done, older, later) {
    const focused = this.buttons.findIndex((button) => button === document.activeElement);
    const first = older === 0 ? "The beginning" : `… ${steps(older, "earlier")}`;
    this.list.replaceChildren(...[first, ...titles].map((title, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = title;
      button.title = title;
      if (place === done) button.setAttribute("aria-current", "step");
      button.classList.toggle("undone", place > done);
      button.addEventListener("click", () => this.travel(number, place - done));
      const line = document.createElement("li");
      line.append(button);
      return line;
    }));
    if (later > 0) {
      const line = document.createElement("li");
      line.textContent = `… ${steps(later, "later")}`;
      this.list.append(line);
    }
    this.box.hidden = false;
    // What is chosen stays under the pointer; a new list begins at the present state.
    const present = this.buttons[done];
    if (this.isAsked || focused < 0) present?.scrollIntoView({ block: "nearest" });
    if (this.isAsked) present?.focus({ preventScroll: true });
    else if (focused >= 0) this.buttons[Math.min(focused, this.buttons.length - 1)]?.focus({ preventScroll: true });
    this.isAsked = false;
  }

  /** @returns {HTMLButtonElement[]} */
  get buttons() {
    return [...this.list.querySelectorAll("button")];
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const at = this.buttons.findIndex((button) => button === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.buttons[Math.max(0, Math.min(to, this.buttons.length - 1))]?.focus();
  }

  get isOpen() {
    return !this.box.hidden;
  }

  /** Closes it without telling the server. */
  close() {
    this.box.hidden = true;
  }

  escape() {
    this.close();
    this.leave();
  }
}

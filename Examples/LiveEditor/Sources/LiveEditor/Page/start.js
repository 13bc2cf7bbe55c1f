// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// What an empty page says, and the keys.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @param {string} name @param {string} [text] */
function make(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Says how to begin, as long as there is nothing. */
export class Start {
  /** @param {(command: string, argument: string) => void} run */
  constructor(run) {
    [this.box, this.list, this.run] = [element("start"), element("start-examples"), run];
    element("start-add").addEventListener("click", () => run("palette", ""));
    element("start-open").addEventListener("click", () => run("open", ""));
    element("start-tour").addEventListener("click", () => run("tour", ""));
  }

  /** @param {boolean} isEmpty @param {{ name: string, detail: string }[]} examples */
  show(isEmpty, examples) {
    this.box.hidden = !isEmpty;
    this.list.replaceChildren(...examples.map((example) => {
      const button = /** @type {HTMLButtonElement} */ (make("button"));
      button.type = "button";
      button.append(make("b", example.name.replace(/\.nc$/, "")), make("span", example.detail));
      button.addEventListener("click", () => this.run("example", example.name));
      const item = make("li");
      item.append(button);
      return item;
    }));
  }
}

/** Shows the keys. */
export class Keys {
  /** @param {() => void} tour */
  constructor(tour) {
    this.dialog = element("keys");
    element("keys-tour").addEventListener("click", () => {
      this.dialog.close();
      tour();
    });
    element("keys-close").addEventListener("click", () => this.dialog.close());
    // A click beside the dialog is one on the dialog itself.
    this.dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  /** @param {import("./commands.js").Line[]} all */
  open(all) {
    const lines = all.filter((line) => line.keys !== "");
    const sections = [...new Set(lines.map((line) => line.section))];
    element("keys-list").replaceChildren(...sections.map((title) => {
      const section = make("section");
      const list = make("dl");
      for (const line of lines.filter((one) => one.section === title)) {
        const keys = make("dd");
        line.keys.split(", ").forEach((key, index) => {
          if (index > 0) keys.append(" or ");
          keys.append(...key.split(" ").flatMap((part, place) => (place > 0 ? [" ", make("kbd", part)] : [make("kbd", part)])));
        });
        const pair = make("div");
        pair.append(make("dt", line.title), keys);
        list.append(pair);
      }
      section.append(make("h3", title), list);
      return section;
    }));
    // A dialog keeps the focus, and gives it back.
    if (!this.dialog.open) this.dialog.showModal();
  }

  get isOpen() {
    return this.dialog.open;
  }

  escape() {
    this.dialog.close();
  }
}

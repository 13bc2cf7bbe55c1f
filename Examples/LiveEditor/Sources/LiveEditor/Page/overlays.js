// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// What lies over the canvas: a text field, the palette, a hint, a message.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/**
 * Shows why a text was refused, with the part that is meant marked in it.
 *
 * @param {any} box @param {string} reason @param {any} input @param {number} start @param {number} end
 */
function explain(box, reason, input, start, end) {
  const text = input.value;
  const line = document.createElement("div");
  const mark = document.createElement("mark");
  mark.textContent = text.slice(start, end);
  line.append(text.slice(0, start), mark, text.slice(end));
  box.replaceChildren(reason, ...(start < end && end <= text.length ? [line] : []));
  if (start < end && document.activeElement === input) input.setSelectionRange(end, end);
}

/** A text field over a value. */
export class Field {
  /**
   * @param {import("./camera.js").Camera} camera
   * @param {(field: number, text: string | null) => void} done
   * @param {() => void} leave
   */
  constructor(camera, done, leave) {
    [this.camera, this.leave] = [camera, leave];
    this.number = 0;
    this.rect = { x: 0, y: 0, width: 0, height: 0 };
    [this.form, this.input, this.problem] = [element("field"), element("field-text"), element("field-problem")];
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      done(this.number, this.input.value);
    });
    this.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      done(this.number, null);
      this.close(this.number);
    });
    this.input.addEventListener("blur", () => {
      // A text that was refused goes when the field is left; the value was never touched.
      if (this.form.hidden) return;
      if (this.problem.textContent === "" && this.input.value !== this.input.defaultValue) {
        done(this.number, this.input.value);
      } else {
        done(this.number, null);
        this.close(this.number);
      }
    });
  }

  /** @param {number} number @param {{ x: number, y: number, width: number, height: number }} rect @param {string} text @param {string} label */
  open(number, rect, text, label) {
    [this.number, this.rect] = [number, rect];
    this.input.value = text;
    this.input.defaultValue = text;
    this.input.setAttribute("aria-label", label);
    this.problem.textContent = "";
    this.form.hidden = false;
    this.follow();
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  /** @param {number} number @param {string} reason @param {number} start @param {number} end */
  refuse(number, reason, start, end) {
    if (number === this.number) explain(this.problem, reason, this.input, start, end);
  }

  /** @param {number} number */
  close(number) {
    if (number !== this.number || this.form.hidden) return;
    const hadFocus = document.activeElement === this.input;
    this.form.hidden = true;
    if (hadFocus) this.leave();
  }

  /** Stays over its value. */
  follow() {
    if (this.form.hidden) return;
    const zoom = this.camera.zoom;
    const corner = this.camera.page(this.rect.x, this.rect.y);
    const height = Math.max(26, this.rect.height * Math.min(zoom, 1.4));
    Object.assign(this.form.style, {
      left: `${corner.x}px`, top: `${corner.y + (this.rect.height * zoom - height) / 2}px`,
      width: `${Math.max(96, this.rect.width * zoom)}px`, height: `${height}px`,
    });
  }
}

/** Chooses what to add. */
export class Palette {
  /** @param {(text: string) => void} add @param {() => void} leave */
  constructor(add, leave) {
    [this.add, this.leave] = [add, leave];
    [this.box, this.input, this.title, this.list] = [element("palette"), element("palette-text"), element("palette-title"), element("palette-list")];
    this.problem = element("palette-problem");
    /** @type {{ name: string, detail: string, type: string }[]} */
    this.choices = [];
    /** @type {{ name: string, detail: string, type: string }[]} */
    this.shown = [];
    this.index = 0;
    this.input.addEventListener("input", () => this.filter());
    this.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        this.select(this.index + (event.key === "ArrowDown" ? 1 : -1));
      } else if (event.key === "Enter") {
        event.preventDefault();
        this.choose();
      } else if (event.key === "Escape") {
        this.close();
      }
    });
    this.box.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
      if (!this.box.hidden && !this.box.contains(event.relatedTarget)) this.close(false);
    });
    this.box.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.target !== this.input) event.preventDefault();
    });
  }

  /** @param {{ x: number, y: number }} place @param {string} title @param {string} text @param {{ name: string, detail: string, type: string }[]} choices */
  open(place, title, text, choices) {
    this.choices = choices;
    this.title.textContent = title;
    element("palette-foot").textContent = title.startsWith("Add") ? "Enter adds · Esc closes" : "Enter adds and connects · Esc closes";
    this.prefix = text;
    this.input.value = "";
    this.box.hidden = false;
    this.filter();
    const { width, height } = this.box.getBoundingClientRect();
    this.box.style.left = `${Math.max(10, Math.min(place.x, innerWidth - width - 10))}px`;
    this.box.style.top = `${Math.max(70, Math.min(place.y, innerHeight - height - 10))}px`;
    this.input.focus({ preventScroll: true });
  }

  filter() {
    this.problem.textContent = "";
    const text = this.input.value.trim();
    const words = text.toLowerCase();
    this.shown = this.choices.filter((choice) => choice.name.toLowerCase().includes(words));
    // What begins so comes first.
    this.shown.sort((one, other) => Number(other.name.toLowerCase().startsWith(words)) - Number(one.name.toLowerCase().startsWith(words)));
    const isFormula = text !== "" && (/[=+*/^().<>#-]/.test(text) || this.shown.length === 0 || /^\d/.test(text));
    if (isFormula) this.shown.unshift({ name: text, detail: "formula", type: "Number" });
    if (text === "" && this.prefix) this.shown.push({ name: this.prefix + "…", detail: "formula", type: "Number" });
    this.list.replaceChildren(...this.shown.map((choice, index) => this.row(choice, index)));
    this.select(0);
  }

  /** @param {{ name: string, detail: string, type: string }} choice @param {number} index */
  row(choice, index) {
    const row = document.createElement("div");
    row.id = `choice-${index}`;
    row.setAttribute("role", "option");
    const [mark, name, detail] = [document.createElement("i"), document.createElement("b"), document.createElement("span")];
    mark.className = ["Number", "Boolean", "Color"].includes(choice.type) ? choice.type : "";
    name.textContent = choice.name;
    detail.textContent = choice.detail;
    row.append(mark, name, detail);
    row.addEventListener("click", () => {
      this.index = index;
      this.choose();
    });
    return row;
  }

  /** @param {number} index */
  select(index) {
    this.index = Math.max(0, Math.min(index, this.shown.length - 1));
    [...this.list.children].forEach((row, place) => row.setAttribute("aria-selected", String(place === this.index)));
    this.input.setAttribute("aria-activedescendant", this.shown.length > 0 ? `choice-${this.index}` : "");
    this.list.children[this.index]?.scrollIntoView({ block: "nearest" });
  }

  choose() {
    const choice = this.shown[this.index];
    if (!choice) return;
    if (this.prefix && choice.name === this.prefix + "…") {
      // Goes on with the formula.
      this.input.value = this.prefix;
      this.filter();
      return;
    }
    // The palette closes when the node is there.
    this.add(choice.name);
  }

  /** @param {string} reason @param {number} start @param {number} end */
  refuse(reason, start, end) {
    explain(this.problem, reason, this.input, start, end);
  }

  close(takesFocus = true) {
    if (this.box.hidden) return;
    this.box.hidden = true;
    if (takesFocus) this.leave();
  }
}

/** A hint at a place of the canvas. */
export class Tip {
  /** @param {import("./camera.js").Camera} camera */
  constructor(camera) {
    [this.camera, this.box] = [camera, element("tip")];
    this.timer = 0;
  }

  /** @param {number} x @param {number} y @param {string} text @param {number} tone 0, 1 for a problem, 2 for those who wait */
  show(x, y, text, tone) {
    clearTimeout(this.timer);
    const wasShown = !this.box.hidden && this.box.classList.contains("patient");
    this.box.hidden = text === "" || (tone === 2 && !wasShown);
    if (text === "") return;
    if (tone === 2 && !wasShown) this.timer = setTimeout(() => this.put(x, y, text, tone), 400);
    else this.put(x, y, text, tone);
  }

  /** @param {number} x @param {number} y @param {string} text @param {number} tone */
  put(x, y, text, tone) {
    this.box.hidden = false;
    this.box.textContent = text;
    this.box.classList.toggle("problem", tone === 1);
    this.box.classList.toggle("patient", tone === 2);
    this.box.classList.toggle("plain", tone === 0);
    const place = this.camera.page(x, y);
    const { width, height } = this.box.getBoundingClientRect();
    // Inputs are at the left of nodes: what is beside them there is free.
    const left = tone !== 2 && place.x - width - 14 > 8 ? place.x - width - 14 : place.x + 14;
    this.box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    // What explains a row stands above it: the rows below are looked at next.
    const top = tone === 2 && place.y - height - 14 > 8 ? place.y - height - 14 : place.y + 18;
    this.box.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  }
}

/** A message at the foot of the page. */
export class Toast {
  /** @param {(command: string) => void} run */
  constructor(run) {
    [this.box, this.text, this.button] = [element("toast"), element("toast-text"), element("toast-action")];
    this.timer = 0;
    this.command = "";
    this.button.addEventListener("click", () => {
      run(this.command);
      this.box.hidden = true;
    });
    this.box.addEventListener("focusin", () => clearTimeout(this.timer));
    this.box.addEventListener("focusout", () => this.wait());
  }

  /** @param {string} text @param {boolean} isProblem @param {string} command */
  show(text, isProblem, command) {
    this.text.textContent = text;
    this.box.classList.toggle("problem", isProblem);
    this.command = command;
    this.button.hidden = command === "";
    this.button.textContent = command.charAt(0).toUpperCase() + command.slice(1);
    this.box.hidden = false;
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.box.hidden = true; }, 5000);
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The inspector beside the canvas. The server says which lines it has; lines that stay keep their elements, and so the focus.

import { explain } from "./overlays.js";
import { nextQuestion } from "./palette.js";

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @param {string} name @param {string} [text] @param {string} [style] @returns {any} */
function make(name, text = "", style = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (style !== "") made.className = style;
  return made;
}

/** The kinds of lines, by their numbers in messages. */
const kinds = ["heading", "text", "problem", "note", "field", "link", "choice", "action", "make", "bar", "recent"];
/** How many recent values are kept, and how far apart they are at least, in milliseconds. */
const [recentLimit, recentGap] = [20, 400];
/** The number of the field for a value that a node is to have. */
const targetField = 2 ** 32;

/** @typedef {{ kind: string, texts: string[] }} Row */
/** @typedef {{ signature: string, texts: string, box: any, update: (texts: string[]) => void }} Line */
/** @typedef {import("./palette.js").Choice} Choice */

/** A text field with the completions of formulas. */
class TextField {
  /** @param {Inspector} inspector @param {string} key @param {string} label */
  constructor(inspector, key, label) {
    [this.inspector, this.key, this.number, this.query, this.index] = [inspector, key, 0, 0, -1];
    this.box = make("div", "", "field");
    this.input = make("input");
    this.input.spellcheck = false;
    this.input.autocomplete = "off";
    this.input.id = `inspector-${key}`;
    const title = make("label", label);
    title.htmlFor = this.input.id;
    this.problem = make("output");
    this.problem.setAttribute("role", "alert");
    this.list = make("div", "", "completions");
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "Completions");
    this.list.id = `inspector-${key}-list`;
    this.list.hidden = true;
    this.box.append(title, this.input, this.list, this.problem);
    if (key === "definition") {
      this.input.setAttribute("role", "combobox");
      this.input.setAttribute("aria-controls", this.list.id);
      this.input.setAttribute("aria-expanded", "false");
    }
    /** @type {Choice[]} */
    this.choices = [];
    this.input.addEventListener("input", () => {
      this.problem.textContent = "";
      this.ask();
    });
    this.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.press(event));
    this.input.addEventListener("blur", () => {
      this.fold();
      // A text that was refused goes when the field is left, as on cards.
      if (this.problem.textContent !== "") this.revert();
      else this.commit();
    });
  }

  get isDirty() {
    return this.input.value !== this.input.defaultValue;
  }

  /** @param {string} number @param {string} text @param {string} hint */
  update(number, text, hint) {
    const wasDirty = this.isDirty;
    this.number = Number(number);
    this.input.defaultValue = text;
    this.input.placeholder = hint;
    if (!wasDirty) this.input.value = text;
  }

  commit() {
    if (this.isDirty) this.inspector.page.commit(this.number, this.input.value);
  }

  /** The text was accepted; what the field then contains comes with the next lines. */
  accept() {
    this.problem.textContent = "";
    this.input.defaultValue = this.input.value;
  }

  revert() {
    this.input.value = this.input.defaultValue;
    this.problem.textContent = "";
  }

  ask() {
    if (this.key !== "definition") return;
    this.query = nextQuestion();
    this.inspector.page.command("complete", `${this.query}`, this.input.value, `${this.input.selectionEnd ?? 0}`);
  }

  /** @param {number} query @param {Choice[]} choices */
  answer(query, choices) {
    if (query !== this.query || document.activeElement !== this.input) return;
    [this.choices, this.index] = [choices, -1];
    this.list.replaceChildren(...choices.map((choice, place) => {
      const row = make("div");
      row.id = `${this.list.id}-${place}`;
      row.setAttribute("role", "option");
      row.append(make("b", choice.name), make("span", choice.detail));
      row.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
        event.preventDefault();
        this.take(place);
      });
      return row;
    }));
    this.list.hidden = choices.length === 0;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((row, place) => row.setAttribute("aria-selected", String(place === this.index)));
    this.input.setAttribute("aria-activedescendant", this.index < 0 ? "" : `${this.list.id}-${this.index}`);
    this.list.children[this.index]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} place */
  take(place) {
    const choice = this.choices[place];
    if (!choice) return;
    this.input.value = choice.argument;
    this.input.setSelectionRange(choice.caret, choice.caret);
    this.fold();
  }

  fold() {
    this.query = 0;
    this.list.hidden = true;
    if (this.key === "definition") this.input.setAttribute("aria-expanded", "false");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && !this.list.hidden) {
      event.preventDefault();
      this.index = Math.max(-1, Math.min(this.index + move, this.choices.length - 1));
      this.mark();
    } else if (event.key === "Tab" && !event.shiftKey && !this.list.hidden) {
      event.preventDefault();
      this.take(Math.max(0, this.index));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.index >= 0 && !this.list.hidden) return this.take(this.index);
      this.fold();
      this.commit();
    }
  }

  /** Ends the innermost of what is going on in it. @returns {boolean} whether there was something */
  escape() {
    if (!this.list.hidden) {
      this.fold();
      return true;
    }
    if (!this.isDirty && this.problem.textContent === "") return false;
    this.revert();
    return true;
  }
}

export class Inspector {
  /**
   * @param {{ command: (name: string, ...values: string[]) => void, run: (command: string) => void,
   *   commit: (field: number, text: string) => void, leave: () => void }} page
   */
  constructor(page) {
    this.page = page;
    [this.box, this.title, this.list] = [element("inspector"), element("inspector-title"), element("inspector-rows")];
    this.subject = -1;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Map<string, TextField>} */
    this.fields = new Map();
    /** The form for another value, if there is one. */
    this.target = { input: make("input"), problem: make("output") };
    /** The values of the node while it is shown, the last one first. @type {{ time: Date, text: string }[]} */
    this.recent = [];
    /** Whether it was asked for, so that it gets the focus. */
    this.isAsked = false;
    element("inspector-close").addEventListener("click", () => this.end());
  }

  /** @param {number} subject @param {string} title @param {Row[]} rows */
  show(subject, title, rows) {
    if (subject !== this.subject) this.clear();
    this.subject = subject;
    this.title.textContent = title;
    this.box.hidden = false;
    document.documentElement.toggleAttribute("data-inspecting", true);
    rows.forEach((row, place) => {
      const texts = row.texts.join("\0");
      const signature = `${row.kind} ${this.keyOf(row)}`;
      const line = this.lines[place];
      if (line?.signature === signature) {
        if (line.texts !== texts) line.update(row.texts);
        line.texts = texts;
        return;
      }
      const made = this.make(row);
      made.update(row.texts);
      const next = { signature, texts, ...made };
      if (line) line.box.replaceWith(next.box);
      else this.list.append(next.box);
      this.lines[place] = next;
    });
    for (const line of this.lines.splice(rows.length)) line.box.remove();
    if (this.isAsked) this.title.focus({ preventScroll: true });
    this.isAsked = false;
  }

  /** What distinguishes a line from others of its kind: while it is the same, the line keeps its element. @param {Row} row */
  keyOf({ kind, texts }) {
    if (kind === "make") return texts.join("\0");
    return ["field", "text", "choice"].includes(kind) ? texts[0] : "";
  }

  /** @param {Row} row @returns {{ box: any, update: (texts: string[]) => void }} */
  make(row) {
    switch (row.kind) {
      case "heading": return this.plain("h3");
      case "problem": return this.plain("p", "problem");
      case "note": return this.plain("p", "note");
      case "field": {
        const field = new TextField(this, row.texts[0], row.texts[2]);
        this.fields.set(row.texts[0], field);
        return { box: field.box, update: ([, number, , text, hint]) => field.update(number, text, hint) };
      }
      case "link": {
        const box = this.link("link");
        return { box, update: ([number, title, text, detail, depth]) => {
          box.value = number;
          box.replaceChildren(make("b", title), make("span", text), ...(detail === "" ? [] : [make("small", detail)]));
          box.style.paddingLeft = `${8 + 14 * Number(depth)}px`;
          box.title = `${title}: ${text}${detail === "" ? "" : `, ${detail}`}`;
        } };
      }
      case "choice": return this.choice();
      case "action": {
        const box = make("button", "", "action");
        box.type = "button";
        /** @type {string[]} */
        let command = [];
        box.addEventListener("click", () => this.page.command(command[0], ...command.slice(1)));
        return { box, update: ([title, ...rest]) => {
          box.textContent = title;
          command = rest;
        } };
      }
      case "make": return this.makeForm();
      case "bar": return this.bar();
      case "recent": return this.recentValues();
      default: {
        const box = make("div", "", "pair");
        return { box, update: ([label, text]) => box.replaceChildren(make("span", label), make("b", text)) };
      }
    }
  }

  /** @param {string} name @param {string} [style] */
  plain(name, style) {
    const box = make(name, "", style);
    return { box, update: (/** @type {string[]} */ [text]) => { box.textContent = text; } };
  }

  choice() {
    const box = make("div", "", "pair");
    const group = make("div", "", "choice");
    group.setAttribute("role", "group");
    const label = make("span");
    box.append(label, group);
    return { box, update: (/** @type {string[]} */ [title, command, subject, ...rest]) => {
      label.textContent = title;
      group.setAttribute("aria-label", title);
      const focused = [...group.children].indexOf(document.activeElement);
      const options = rest.filter((_, place) => place % 2 === 0);
      group.replaceChildren(...options.map((option, place) => {
        const button = make("button", option);
        button.type = "button";
        button.setAttribute("aria-pressed", String(rest[place * 2 + 1] === "1"));
        button.addEventListener("click", () => this.page.command(command, subject, option));
        return button;
      }));
      if (focused >= 0) group.children[focused]?.focus();
    } };
  }

  makeForm() {
    const box = make("form", "", "make");
    box.autocomplete = "off";
    const { input, problem } = this.target = { input: make("input"), problem: make("output") };
    input.spellcheck = false;
    input.setAttribute("aria-label", "The value that it is to have");
    problem.setAttribute("role", "alert");
    const select = make("select");
    select.setAttribute("aria-label", "The input to change");
    const button = make("button", "Make it so");
    button.type = "submit";
    box.append(make("span", "Make it"), input, make("span", "by changing"), select, button, problem);
    let node = "";
    input.addEventListener("input", () => { problem.textContent = ""; });
    box.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      problem.textContent = "";
      this.page.command("make", node, input.value, select.value);
    });
    return { box, update: (/** @type {string[]} */ [number, ...names]) => {
      node = number;
      select.replaceChildren(...names.map((name) => make("option", name)));
    } };
  }

  /** A button that goes to the node whose number is its value. @param {string} style */
  link(style) {
    const box = make("button", "", style);
    box.type = "button";
    box.addEventListener("click", () => {
      this.page.command("go", box.value);
      this.page.leave();
    });
    return box;
  }

  bar() {
    const box = this.link("bar");
    return { box, update: (/** @type {string[]} */ [number, title, range, low, high, left, right]) => {
      box.value = number;
      const track = make("i");
      const fill = make("i");
      const [from, to] = [Math.min(Number(left), Number(right), 0), Math.max(Number(left), Number(right), 0)];
      fill.style.left = `${50 + from / 2}%`;
      fill.style.width = `${(to - from) / 2}%`;
      track.append(fill);
      track.setAttribute("aria-hidden", "true");
      box.replaceChildren(make("b", title), make("small", range), track, make("span", `${low} … ${high}`));
    } };
  }

  recentValues() {
    const box = make("section");
    const list = make("ol");
    box.append(make("h3", "Recent values"), list);
    return { box, update: (/** @type {string[]} */ [text]) => {
      const [last, time] = [this.recent[0], new Date()];
      if (last?.text === text) return;
      // While a slider is dragged, the values of a moment are one.
      if (this.recent.length > 1 && last && time.getTime() - last.time.getTime() < recentGap) this.recent.shift();
      this.recent.unshift({ time, text });
      this.recent.splice(recentLimit);
      box.hidden = this.recent.length < 2;
      list.replaceChildren(...this.recent.map((value) => {
        const line = make("li", "", "pair");
        line.append(make("span", value.time.toLocaleTimeString()), make("b", value.text));
        return line;
      }));
    } };
  }

  /** @param {number} number */
  fieldOf(number) {
    return [...this.fields.values()].find((field) => field.number === number);
  }

  /** @param {number} number @param {string} reason @param {number} start @param {number} end @returns {boolean} whether it is a field of the inspector */
  refuse(number, reason, start, end) {
    const field = number === targetField ? this.target : this.fieldOf(number);
    if (!field) return false;
    explain(field.problem, reason, field.input, start, end);
    return true;
  }

  /** @param {number} number @returns {boolean} whether it is a field of the inspector */
  accept(number) {
    const field = this.fieldOf(number);
    field?.accept();
    return field !== undefined;
  }

  /** @param {number} query @param {Choice[]} choices */
  answer(query, choices) {
    for (const field of this.fields.values()) field.answer(query, choices);
  }

  clear() {
    [this.subject, this.lines, this.recent] = [-1, [], []];
    this.fields.clear();
    this.list.replaceChildren();
  }

  /** It is closed, also for the server. */
  close() {
    this.box.hidden = true;
    document.documentElement.toggleAttribute("data-inspecting", false);
    this.clear();
  }

  end() {
    this.close();
    this.page.command("inspect", "close");
    this.page.leave();
  }

  get isShown() {
    return !this.box.hidden;
  }

  /** Whether it is what Escape is for: it stays open while the canvas has the focus. */
  get isOpen() {
    return this.isShown && this.box.contains(document.activeElement);
  }

  escape() {
    const field = [...this.fields.values()].find((one) => one.input === document.activeElement);
    if (field?.escape()) return;
    if (document.activeElement === this.target.input && this.target.problem.textContent !== "") {
      this.target.problem.textContent = "";
      return;
    }
    this.end();
  }

  /** Moves the focus into it, or back to the canvas. */
  cross() {
    if (this.isOpen) this.page.leave();
    else if (this.isShown) this.title.focus({ preventScroll: true });
  }
}

/** @param {import("./bytes.js").Reader} reader @returns {Row[]} */
export function readRows(reader) {
  return Array.from({ length: reader.count() }, () => ({
    kind: kinds[reader.byte()] ?? "", texts: Array.from({ length: reader.count() }, () => reader.text()),
  }));
}

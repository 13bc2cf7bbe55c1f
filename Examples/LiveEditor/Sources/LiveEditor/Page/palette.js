// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The palette: what can be added, and what can be found. The server knows what there is; the page asks it for each text.

import { explain } from "./overlays.js";

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** @typedef {{ category: string, name: string, detail: string, help: string, type: string, run: string, argument: string, caret: number }} Choice */

/** The categories, by their numbers in messages. */
const categories = ["formula", "kind", "function", "group", "node", "command", "completion"];

/** @param {import("./bytes.js").Reader} reader @returns {Choice[]} */
export function readChoices(reader) {
  return Array.from({ length: reader.count() }, () => ({
    category: categories[reader.byte()] ?? "", name: reader.text(), detail: reader.text(), help: reader.text(),
    type: reader.text(), run: reader.text(), argument: reader.text(), caret: reader.count(),
  }));
}

let questions = 0;
/** The number of a question to the server, for the palette and for other fields. */
export const nextQuestion = () => {
  questions += 1;
  return questions;
};

export class Palette {
  /**
   * @param {(query: number, text: string, caret: number) => void} ask asks the server what there is for a text
   * @param {(choice: Choice) => void} run
   * @param {() => void} leave
   */
  constructor(ask, run, leave) {
    [this.ask, this.run, this.leave] = [ask, run, leave];
    [this.box, this.input, this.title, this.list] = [element("palette"), element("palette-text"), element("palette-title"), element("palette-list")];
    [this.problem, this.help] = [element("palette-problem"), element("palette-help")];
    /** @type {Choice[]} */
    this.shown = [];
    this.index = 0;
    /** The number of the last question, and of the last one that was answered. */
    [this.query, this.answered] = [0, 0];
    /** A key that was pressed before the answer came. */
    this.eager = "";
    /** What Enter does where it adds. */
    this.foot = "";
    this.input.addEventListener("input", () => this.search());
    this.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.press(event));
    this.box.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
      if (!this.box.hidden && !this.box.contains(/** @type {Node | null} */ (event.relatedTarget))) this.close(false);
    });
    this.box.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.target !== this.input) event.preventDefault();
    });
  }

  /** @param {{ x: number, y: number }} place @param {string} title @param {string} foot @param {Choice[]} choices */
  open(place, title, foot, choices) {
    this.title.textContent = title;
    this.box.setAttribute("aria-label", title);
    this.foot = foot;
    this.input.value = "";
    this.problem.textContent = "";
    [this.answered, this.eager] = [this.query, ""];
    this.box.hidden = false;
    this.show(choices);
    // There is room for the longest list, so that the box stays where it is while it is typed in.
    const { width } = this.box.getBoundingClientRect();
    const height = Math.min(400, innerHeight - 80);
    this.box.style.left = `${Math.max(10, Math.min(place.x, innerWidth - width - 10))}px`;
    this.box.style.top = `${Math.max(70, Math.min(place.y, innerHeight - height - 10))}px`;
    this.input.focus({ preventScroll: true });
  }

  search() {
    this.problem.textContent = "";
    this.eager = "";
    this.query = nextQuestion();
    this.ask(this.query, this.input.value, this.input.selectionEnd ?? this.input.value.length);
  }

  /** @param {number} query @param {Choice[]} choices */
  answer(query, choices) {
    if (query !== this.query || this.box.hidden) return;
    this.answered = query;
    this.show(choices);
    const key = this.eager;
    this.eager = "";
    if (key === "Enter") this.choose();
    else if (key === "Tab") this.complete();
  }

  /** @param {Choice[]} choices */
  show(choices) {
    this.shown = choices;
    this.list.replaceChildren(...choices.map((choice, index) => this.row(choice, index)));
    this.select(0);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.isComposing) return;
    const moves = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 });
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      this.select(this.index + move);
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      if (event.shiftKey && event.key === "Tab") return;
      if (this.answered !== this.query) this.eager = event.key;
      else if (event.key === "Enter") this.choose();
      else this.complete();
    }
  }

  /** @param {Choice} choice @param {number} index */
  row(choice, index) {
    const row = document.createElement("div");
    row.id = `choice-${index}`;
    row.setAttribute("role", "option");
    row.className = choice.category;
    const [mark, name, detail] = [document.createElement("i"), document.createElement("b"), document.createElement("span")];
    mark.setAttribute("aria-hidden", "true");
    if (["Number", "Boolean", "Color"].includes(choice.type)) mark.classList.add(choice.type);
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
    const choice = this.shown[this.index];
    this.help.textContent = choice ? choice.help : "Nothing has this name";
    const completes = this.shown.some((one) => one.category === "completion") ? " · Tab completes" : "";
    element("palette-foot").textContent = `${this.effect(choice)}${completes} · Esc closes`;
  }

  /** What Enter does. @param {Choice | undefined} choice */
  effect(choice) {
    if (choice?.run === "write") return "Enter writes it here";
    if (choice?.run === "go") return "Enter goes there";
    return choice?.category === "command" ? "Enter does it" : this.foot;
  }

  choose() {
    const choice = this.shown[this.index];
    if (!choice) return;
    if (choice.run === "write") this.write(choice);
    else this.run(choice);
  }

  /** Takes the completion that is selected, else the first one. */
  complete() {
    const selected = this.shown[this.index];
    const choice = selected?.run === "write" ? selected : this.shown.find((one) => one.run === "write");
    if (choice) this.write(choice);
  }

  /** @param {Choice} choice */
  write(choice) {
    this.input.value = choice.argument;
    this.input.setSelectionRange(choice.caret, choice.caret);
    this.search();
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

  get isOpen() {
    return !this.box.hidden;
  }

  escape() {
    this.close();
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Named scenarios side by side, below the canvas: a row for each input and output, a column for the present values and for each
// scenario. The server has the values: it sends those of the visible part, and later those that change.

import { cellAfter, markCell } from "./grid.js";

/** The numbers of the fields for a value or a new name, and for the name of a new scenario. */
export const [scenarioField, newScenarioField] = [2 ** 32 + 1, 2 ** 32 + 2];

const coarse = matchMedia("(pointer: coarse)");
/** The height of a row in points, and how many rows and columns around the visible ones are kept. */
const [height, spareRows, spareColumns] = [40, 8, 4];
/** The part that the server sends to begin with: the first row and column, and how many. */
const first = { row: 0, rows: 32, column: 0, columns: 16 };

/**
 * @typedef {{ id: number, title: string, isInput: boolean }} Row
 * @typedef {{ remark: string, isChosen: boolean, scenarios: string[], rows: Row[], others: Row[] }} Content
 * @typedef {{ row: number, column: number, text: string, difference: string, source: string, isOwn: boolean, isFailure: boolean }} Cell
 */

/** @param {string} name @param {Record<string, string>} [attributes] @param {(string | Node)[]} children @returns {any} */
function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {import("./bytes.js").Reader} reader @returns {Row[]} */
const readRows = (reader) => Array.from({ length: reader.count() }, () => ({ id: reader.count(), title: reader.text(), isInput: reader.byte() === 1 }));

/** @param {import("./bytes.js").Reader} reader @returns {Content} */
function readTable(reader) {
  const [remark, isChosen] = [reader.text(), reader.byte() === 1];
  const scenarios = Array.from({ length: reader.count() }, () => reader.text());
  return { remark, isChosen, scenarios, rows: readRows(reader), others: readRows(reader) };
}

/** @param {import("./bytes.js").Reader} reader @returns {Cell[]} */
export function readCells(reader) {
  return Array.from({ length: reader.count() }, () => {
    const [row, column, text, difference, source, bits] = [reader.count(), reader.count(), reader.text(), reader.text(), reader.text(), reader.byte()];
    return { row, column, text, difference, source, isOwn: (bits & 1) !== 0, isFailure: (bits & 2) !== 0 };
  });
}

export class Scenarios {
  /** @param {(command: string, ...values: string[]) => void} run @param {() => void} leave */
  constructor(run, leave) {
    [this.run, this.leave] = [run, leave];
    /** @type {Content | null} */
    this.content = null;
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    // The cell that keys move; row -1 is the header, column 0 has the present values.
    [this.row, this.column] = [0, 1];
    this.asked = { ...first };
    /** The part that is drawn. */
    this.drawn = "";
    /** What gets the focus when the table arrives. @type {"" | "grid" | "name"} */
    this.wanted = "";
    /** What is edited: a value, or the name of a scenario. @type {{ id: number, scenario: string, isName: boolean, text: string } | null} */
    this.edited = null;
    /** The name that the edited or saved scenario will have. */
    this.named = "";
    /** How many cells were received, for tests. */
    this.count = 0;
    this.build();
  }

  build() {
    /** @type {any} */
    this.box = document.getElementById("scenarios");
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ press) => {
      const made = make("button", { type: "button", id: `scenarios-${id}` }, text);
      made.addEventListener("click", press);
      return made;
    };
    this.summary = make("span", { id: "scenarios-summary" });
    this.actions = make("div", { id: "scenarios-actions", role: "group" }, make("b"),
      button("apply", "Apply", () => this.run("scenario-apply", this.scenario)),
      button("rename", "Rename", () => this.rename()),
      button("delete", "Delete", () => this.remove()));
    const close = button("close", "✕", () => this.escape());
    close.title = "Close (Escape)";
    close.setAttribute("aria-label", "Close the scenarios");
    this.none = make("p", { id: "scenarios-none" },
      "A scenario is a set of values of some inputs, under a name. Change inputs, or select them, and save their values below: ",
      "then the scenario is a column here, with what would come out. Nothing else changes.");
    this.head = make("div", { id: "scenarios-head", role: "row", "aria-rowindex": "1" });
    this.body = make("div", { id: "scenarios-body", role: "rowgroup" });
    this.grid = make("div", { id: "scenarios-grid", role: "grid", tabindex: "0", "aria-label": "Scenarios" }, this.head, this.body);
    this.remark = make("p", { id: "scenarios-remark", role: "status" });
    this.name = make("input", { id: "scenarios-name", spellcheck: "false", autocomplete: "off", "aria-label": "Name of a new scenario",
      placeholder: "Name", "aria-describedby": "scenarios-offer scenarios-problem", maxlength: "200" });
    this.offer = make("span", { id: "scenarios-offer" });
    this.problem = make("output", { id: "scenarios-problem", role: "alert" });
    this.others = make("select", { id: "scenarios-others", "aria-label": "Compare another node" });
    this.form = make("form", { id: "scenarios-new", autocomplete: "off" }, this.name, make("button", { type: "submit" }, "Save as a scenario"), this.offer, this.others, this.problem);
    this.input = make("input", { spellcheck: "false", autocomplete: "off", "aria-describedby": "scenario-problem" });
    this.reason = make("output", { id: "scenario-problem", role: "alert" });
    this.field = make("form", { id: "scenario-field", autocomplete: "off" }, this.input, this.reason);
    this.field.hidden = true;
    this.box.append(make("header", {}, make("h2", {}, "Scenarios"), this.summary, this.actions, close), this.none, this.grid, this.remark, this.form, this.field);

    this.grid.addEventListener("scroll", () => this.scroll());
    addEventListener("resize", () => this.scroll());
    this.grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.press(event));
    this.grid.addEventListener("click", (/** @type {MouseEvent} */ event) => this.click(event));
    this.grid.addEventListener("dblclick", () => this.edit());
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.problem.textContent = "";
      this.named = this.name.value.trim();
      this.run("scenario-save", this.named);
    });
    this.others.addEventListener("change", () => {
      const chosen = this.others.value;
      if (chosen === "ends") this.run("scenario-ends");
      else if (chosen !== "") this.run("scenario-add", chosen);
      this.others.value = "";
    });
    this.field.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.commit();
    });
    this.input.addEventListener("blur", () => {
      // What was typed is kept where that is possible.
      if (this.edited && document.hasFocus() && this.reason.textContent === "") {
        if (this.input.value === this.edited.text) this.close();
        else this.commit();
      }
    });
  }

  /** Whether Escape closes it. With the focus on the canvas, the server decides what ends first. */
  get isOpen() {
    return !this.box.hidden && this.box.contains(document.activeElement);
  }

  escape() {
    if (this.edited) {
      this.close();
      this.grid.focus();
      return;
    }
    this.run("scenarios-close");
    this.show(null);
  }

  /** The name of the scenario that keys move in; empty for the present values. */
  get scenario() {
    return this.content?.scenarios[this.column - 1] ?? "";
  }

  // What the server says.

  /** @param {import("./bytes.js").Reader} reader */
  receive(reader) {
    switch (reader.byte()) {
      case 0: return this.show(null);
      case 1: return this.show(readTable(reader));
      case 2:
        this.offer.textContent = reader.text();
        return;
      case 3: return this.focus("grid");
      default: return this.focus("name");
    }
  }

  /** @param {"grid" | "name"} part */
  focus(part) {
    this.wanted = part;
    if (!this.box.hidden) this.enter();
  }

  enter() {
    const part = this.wanted;
    this.wanted = "";
    if (part === "") return;
    if (part === "name" || this.content?.scenarios.length === 0) this.name.focus();
    else this.grid.focus({ preventScroll: true });
  }

  /** @param {Content | null} content null closes it */
  show(content) {
    const [old, hadFocus] = [this.content, this.box.contains(document.activeElement)];
    this.content = content;
    document.documentElement.toggleAttribute("data-scenarios", content !== null);
    this.box.hidden = content === null;
    if (content === null) {
      this.close();
      this.cells.clear();
      [this.asked, this.row, this.column] = [{ ...first }, 0, 1];
      for (const text of [this.offer, this.problem]) text.textContent = "";
      if (hadFocus) this.leave();
      return;
    }
    if (JSON.stringify([old?.rows, old?.scenarios]) !== JSON.stringify([content.rows, content.scenarios])) {
      this.cells.clear();
      this.follow(old, content);
    }
    const counts = [[content.scenarios.length, "scenario"], [content.rows.filter((row) => row.isInput).length, "input"], [content.rows.filter((row) => !row.isInput).length, "output"]];
    this.summary.textContent = counts.map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`).join(", ");
    this.none.hidden = content.scenarios.length > 0;
    this.grid.hidden = !this.none.hidden;
    this.explain();
    this.others.hidden = content.scenarios.length === 0 || (content.others.length === 0 && !content.isChosen);
    this.others.replaceChildren(make("option", { value: "" }, "Compare also …"), ...content.others.map((row) => make("option", { value: `${row.id}` }, row.title)),
      ...(content.isChosen ? [make("option", { value: "ends" }, "The ends of the graph only")] : []));
    this.drawn = "";
    this.scroll();
    this.enter();
    if (hadFocus && !this.box.contains(document.activeElement)) (this.grid.hidden ? this.name : this.grid).focus();
  }

  /** Stays in the same cell, and in the field of it, when rows or columns come and go. @param {Content | null} old @param {Content} content */
  follow(old, content) {
    const [id, name] = [old?.rows[this.row]?.id, old?.scenarios[this.column - 1]];
    const row = content.rows.findIndex((one) => one.id === id);
    const column = content.scenarios.indexOf(this.named) + 1 || (name === undefined ? 0 : content.scenarios.indexOf(name) + 1);
    if (content.scenarios.includes(this.named)) this.named = "";
    if (row >= 0) this.row = row;
    if (column > 0) this.column = column;
    if (!this.edited) return;
    const { scenario, isName } = this.edited;
    const isGone = scenario !== "" && !content.scenarios.includes(scenario);
    if (!isGone && (isName || content.rows.some((one) => one.id === this.edited?.id))) return;
    // It was accepted, or deleted in another window.
    const [text, was] = [this.input.value, this.edited.text];
    this.close();
    this.grid.focus();
    if (text !== was && text !== this.scenario) this.problem.textContent = `${isGone ? `The scenario ${scenario}` : "The input"} is gone: “${text}” was not kept`;
  }

  /** @param {Cell[]} cells */
  fill(cells) {
    this.count += cells.length;
    for (const cell of cells) {
      this.cells.set(`${cell.row}-${cell.column}`, cell);
      const shown = document.getElementById(`scenario-cell-${cell.row}-${cell.column}`);
      if (shown) this.write(shown, cell);
    }
    this.explain();
  }

  /** The text of a field was refused. @param {number} number @param {string} reason */
  refuse(number, reason) {
    if (number === newScenarioField) {
      this.problem.textContent = reason;
      this.name.focus();
    } else if (this.edited) {
      this.reason.textContent = reason;
      this.input.focus();
    }
  }

  /** The text of a field was accepted. @param {number} number */
  accept(number) {
    if (number === newScenarioField) {
      [this.name.value, this.problem.textContent] = ["", ""];
      this.wanted = "grid";
      if (!this.grid.hidden) this.enter();
    } else if (this.edited) {
      this.close();
      this.grid.focus();
    }
  }

  // Drawing.

  /** The widths of the first column and of the others. */
  get widths() {
    return innerWidth > 720 ? { name: 150, cell: 136 } : { name: 104, cell: 112 };
  }

  /** The rows and columns that are visible, and how many fit. */
  get visible() {
    const { name, cell } = this.widths;
    return {
      row: Math.floor(this.grid.scrollTop / height), rows: Math.max(1, Math.floor((this.grid.clientHeight - this.head.offsetHeight) / height)),
      column: Math.floor(this.grid.scrollLeft / cell), columns: Math.max(1, Math.floor((this.grid.clientWidth - name) / cell)),
    };
  }

  /** Draws what is visible now, and asks for it, unless it is here or on its way. */
  scroll() {
    const content = this.content;
    if (!content || this.grid.hidden) return this.actions.toggleAttribute("hidden", true);
    const { row, rows, column, columns } = this.visible;
    const part = { row: Math.max(0, row - spareRows), column: Math.max(0, column - spareColumns), rows: 0, columns: 0 };
    part.rows = Math.min(row + rows + 1 + spareRows, content.rows.length) - part.row;
    part.columns = Math.min(column + columns + 1 + spareColumns, content.scenarios.length + 1) - part.column;
    const asked = this.asked;
    const isHere = (/** @type {number} */ from, /** @type {number} */ count, /** @type {number} */ all, /** @type {number} */ start, /** @type {number} */ size) =>
      from >= start && Math.min(from + count + 1, all) <= start + size;
    if (!isHere(row, rows, content.rows.length, asked.row, asked.rows) || !isHere(column, columns, content.scenarios.length + 1, asked.column, asked.columns)) {
      this.asked = part;
      this.run("scenarios-view", `${part.row}`, `${part.rows}`, `${part.column}`, `${part.columns}`);
      // The server forgets what is outside.
      for (const [key, cell] of this.cells) {
        if (!isHere(cell.row, 0, cell.row, part.row, part.rows) || !isHere(cell.column, 0, cell.column, part.column, part.columns)) this.cells.delete(key);
      }
    }
    const key = JSON.stringify([part, innerWidth > 720]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.draw(part);
    }
    this.place();
  }

  /** @param {{ row: number, rows: number, column: number, columns: number }} part */
  draw(part) {
    const content = this.content;
    if (!content) return;
    this.row = Math.max(-1, Math.min(this.row, content.rows.length - 1));
    this.column = Math.max(0, Math.min(this.column, content.scenarios.length));
    const { name, cell: wide } = this.widths;
    const places = Array.from({ length: Math.max(0, part.columns) }, (_, index) => part.column + index);
    this.grid.setAttribute("aria-rowcount", `${content.rows.length + 1}`);
    this.grid.setAttribute("aria-colcount", `${content.scenarios.length + 2}`);
    const across = `${name + (content.scenarios.length + 1) * wide}px`;
    const cell = (/** @type {string} */ role, /** @type {number} */ row, /** @type {number} */ column) => {
      const made = make("div", { role, id: `scenario-cell-${row}-${column}`, "aria-colindex": `${column + 2}` });
      Object.assign(made.style, { left: `${name + column * wide}px`, width: `${wide}px` });
      return made;
    };
    const side = (/** @type {string} */ role, /** @type {(string | Node)[]} */ ...children) => {
      const made = make("div", { role, "aria-colindex": "1", class: "side" }, ...children);
      made.style.width = `${name}px`;
      return made;
    };
    this.head.style.width = across;
    this.head.replaceChildren(side("columnheader", make("span", {}, "Node")), ...places.map((column) => {
      const made = cell("columnheader", -1, column);
      made.textContent = column === 0 ? "now" : content.scenarios[column - 1] ?? "";
      made.title = column === 0 ? "The present values" : `${made.textContent}: double click renames`;
      made.classList.toggle("present", column === 0);
      return made;
    }));
    Object.assign(this.body.style, { height: `${content.rows.length * height}px`, width: across });
    this.body.replaceChildren(...content.rows.slice(part.row, part.row + part.rows).map((row, index) => {
      const at = part.row + index;
      const made = make("div", { role: "row", "aria-rowindex": `${at + 2}`, class: row.isInput ? "input" : "output" });
      made.classList.toggle("first", !row.isInput && content.rows[at - 1]?.isInput === true);
      made.style.top = `${at * height}px`;
      const header = side("rowheader", make("span", {}, row.title), make("i", {}, row.isInput ? "input" : ""));
      header.title = row.title;
      if (!row.isInput) {
        const remove = make("button", { type: "button", tabindex: "-1", title: `Don’t compare ${row.title} (Delete)`, "aria-label": `Don’t compare ${row.title}` }, "✕");
        remove.addEventListener("click", () => this.run("scenario-remove", `${row.id}`));
        header.append(remove);
      }
      made.append(header, ...places.map((column) => {
        const one = cell("gridcell", at, column);
        one.classList.toggle("present", column === 0);
        one.setAttribute("aria-readonly", `${!row.isInput}`);
        const known = this.cells.get(`${at}-${column}`);
        if (known) this.write(one, known);
        return one;
      }));
      return made;
    }));
    this.mark();
  }

  /** @param {HTMLElement} shown @param {Cell} cell */
  write(shown, cell) {
    const isInherited = this.content?.rows[cell.row]?.isInput === true && !cell.isOwn;
    const [value, difference] = [make("b", {}, cell.text), make("small", {}, isInherited ? "as now" : cell.difference)];
    shown.replaceChildren(value, " ", difference);
    shown.title = [cell.text, isInherited ? "as now" : cell.difference].filter((text) => text !== "").join("\n");
    shown.classList.toggle("failed", cell.isFailure);
    shown.classList.toggle("inherited", isInherited);
  }

  /** Shows which cell keys move, and what can be done with its scenario. */
  mark() {
    markCell(this.grid, `scenario-cell-${this.row}-${this.column}`);
    const name = this.scenario;
    this.explain();
    this.actions.hidden = name === "";
    this.actions.setAttribute("aria-label", `The scenario ${name}`);
    this.actions.querySelector("b").textContent = name;
    for (const button of this.actions.querySelectorAll("button")) button.setAttribute("aria-label", `${button.textContent} ${name}`);
  }

  /** Says why the cell has no value, or what is missing at all. */
  explain() {
    const cell = this.cells.get(`${this.row}-${this.column}`);
    const text = cell?.isFailure ? `${this.content?.rows[cell.row]?.title} ${this.scenario === "" ? "now" : `in ${this.scenario}`}: ${cell.text}` : this.content?.remark ?? "";
    if (this.remark.textContent !== text) this.remark.textContent = text;
  }

  // What the user does.

  /** @param {MouseEvent} event */
  click(event) {
    const target = /** @type {HTMLElement} */ (event.target).closest("[id^=scenario-cell-]");
    const parts = target?.id.match(/^scenario-cell-(-?\d+)-(\d+)$/);
    if (!parts) return;
    const isAgain = this.row === Number(parts[1]) && this.column === Number(parts[2]);
    [this.row, this.column] = [Number(parts[1]), Number(parts[2])];
    this.mark();
    // Fingers have no double click.
    if (isAgain && this.row >= 0 && coarse.matches) this.edit();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const content = this.content;
    if (!content || event.altKey || event.target !== this.grid) return;
    const last = { row: content.rows.length - 1, column: content.scenarios.length };
    const next = cellAfter(event, this, last, this.visible.rows);
    if (event.key === "Enter" || event.key === "F2") this.edit();
    else if (event.key === "Delete" || event.key === "Backspace") this.remove();
    else if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    if (!next || next.row === this.row && next.column === this.column) return;
    ({ row: this.row, column: this.column } = next);
    const { row: top, rows } = this.visible;
    if (this.row >= 0 && this.row < top + 1) this.grid.scrollTop = this.row * height;
    else if (this.row >= top + rows) this.grid.scrollTop = (this.row - rows + 1) * height;
    const { name, cell } = this.widths;
    const [left, room] = [this.column * cell, this.grid.clientWidth - name - cell];
    this.grid.scrollLeft = Math.max(Math.min(this.grid.scrollLeft, left), left - room);
    this.scroll();
    this.mark();
  }

  /** Removes what the cell is about: the scenario of a header, the value of an input in a scenario, or an output from the table. */
  remove() {
    const row = this.content?.rows[this.row];
    const isButton = document.activeElement !== this.grid;
    if (this.row < 0 || isButton) {
      if (this.scenario !== "") this.run("scenario-delete", this.scenario);
      this.grid.focus();
    } else if (row && !row.isInput) this.run("scenario-remove", `${row.id}`);
    else if (row && this.scenario !== "") this.run("scenario-set", `${row.id}`, this.scenario, "");
  }

  rename() {
    this.row = -1;
    this.mark();
    this.edit();
  }

  /** Opens the field over the cell, if that can be edited. */
  edit() {
    const [row, scenario] = [this.content?.rows[this.row], this.scenario];
    if (this.row < 0) {
      if (scenario !== "") this.open({ id: 0, scenario, isName: true, text: scenario }, `name of the scenario ${scenario}`);
      return;
    }
    const cell = this.cells.get(`${this.row}-${this.column}`);
    if (!row?.isInput || !cell || cell.source === "") return;
    this.open({ id: row.id, scenario, isName: false, text: cell.source }, `${row.title} ${scenario === "" ? "now" : `in ${scenario}`}`);
  }

  /** @param {{ id: number, scenario: string, isName: boolean, text: string }} edited @param {string} label */
  open(edited, label) {
    this.close();
    this.edited = edited;
    this.input.value = edited.text;
    this.input.setAttribute("aria-label", label);
    this.field.hidden = false;
    this.place();
    this.input.focus();
    this.input.select();
  }

  /** Keeps the field over its cell. */
  place() {
    if (!this.edited || !this.content) return;
    const { id, scenario, isName } = this.edited;
    const [row, column] = [isName ? -1 : this.content.rows.findIndex((one) => one.id === id), scenario === "" ? 0 : this.content.scenarios.indexOf(scenario) + 1];
    const { name, cell } = this.widths;
    const [grid, box] = [this.grid.getBoundingClientRect(), this.box.getBoundingClientRect()];
    const top = row < 0 ? 0 : Math.max(0, this.head.offsetHeight + row * height - this.grid.scrollTop);
    const left = Math.min(Math.max(name + column * cell - this.grid.scrollLeft, name), this.grid.clientWidth - cell);
    Object.assign(this.field.style, {
      left: `${grid.left - box.left + left}px`, top: `${grid.top - box.top + Math.min(top, this.grid.clientHeight - height)}px`,
      width: `${cell}px`, height: `${row < 0 ? this.head.offsetHeight : height}px`,
    });
  }

  commit() {
    if (!this.edited) return;
    const { id, scenario, isName, text } = this.edited;
    this.reason.textContent = "";
    if (this.input.value === text) {
      this.close();
      this.grid.focus();
      return;
    }
    if (isName) {
      this.named = this.input.value.trim();
      this.run("scenario-rename", scenario, this.named);
    } else this.run("scenario-set", `${id}`, scenario, this.input.value);
  }

  /** Closes the field. */
  close() {
    this.edited = null;
    this.field.hidden = true;
    this.reason.textContent = "";
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Lists of one length as a table below the canvas. The server has the rows: the page asks for those that are visible.

import { cellAfter, markCell } from "./grid.js";

/** The number of the field for the formula of a new column. */
export const columnField = 2 ** 30;

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/** The height of a row in points, and how many rows above and below those that are visible are kept. */
const [height, spare] = [28, 12];
const orders = ["none", "ascending", "descending"];

/**
 * @typedef {{ title: string, isNumeric: boolean, order: number }} Column
 * @typedef {{ number: number, cells: string[] }} Row
 * @typedef {{ title: string, note: string, isNew: boolean, columns: Column[], rowCount: number, first: number, rows: Row[] }} Content
 */

/** @param {import("./bytes.js").Reader} reader @returns {Content | null} */
export function readTable(reader) {
  if (reader.byte() === 0) return null;
  const [title, note, isNew] = [reader.text(), reader.text(), reader.byte() === 1];
  const columns = Array.from({ length: reader.count() }, () => ({
    title: reader.text(), isNumeric: reader.byte() === 1, order: reader.byte(),
  }));
  const [rowCount, first] = [reader.count(), reader.count()];
  const rows = Array.from({ length: reader.count() }, () => ({
    number: reader.count(), cells: columns.map(() => reader.text()),
  }));
  return { title, note, isNew, columns, rowCount, first, rows };
}

export class Table {
  /** @param {(command: string, ...values: string[]) => void} send @param {() => void} leave */
  constructor(send, leave) {
    [this.send, this.leave] = [send, leave];
    [this.box, this.grid, this.body, this.head] = [element("table"), element("table-grid"), element("table-body"), element("table-head")];
    [this.form, this.input, this.problem] = [element("table-add"), element("table-text"), element("table-problem")];
    /** @type {Content | null} */
    this.content = null;
    // The cell that keys move; row -1 is the header.
    [this.row, this.column] = [0, 0];
    this.asked = "";
    element("table-close").addEventListener("click", () => this.escape());
    this.grid.addEventListener("scroll", () => this.ask());
    addEventListener("resize", () => this.ask());
    this.grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.press(event));
    this.grid.addEventListener("click", (/** @type {MouseEvent} */ event) => this.click(event));
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.problem.textContent = "";
      if (this.input.value.trim() !== "") send("table-column", this.input.value);
    });
  }

  /** Whether Escape closes it. With the focus on the canvas, the server decides what ends first. */
  get isOpen() {
    return !this.box.hidden && this.box.contains(document.activeElement);
  }

  escape() {
    this.send("table-close");
    this.show(null);
  }

  /** @param {Content | null} content */
  show(content) {
    this.content = content;
    document.documentElement.toggleAttribute("data-docked", content !== null);
    const hadFocus = this.box.contains(document.activeElement);
    this.box.hidden = content === null;
    if (content === null) {
      if (hadFocus) this.leave();
      return;
    }
    element("table-title").textContent = content.title;
    const [rows, lists] = [content.rowCount, content.columns.length];
    element("table-count").textContent = `${rows.toLocaleString("en")} row${rows === 1 ? "" : "s"}, ${lists} column${lists === 1 ? "" : "s"}${content.note === "" ? "" : ` · ${content.note}`}`;
    if (content.isNew) {
      [this.row, this.column] = [0, 0];
      [this.grid.scrollTop, this.grid.scrollLeft, this.asked, this.input.value] = [0, 0, "", ""];
      this.problem.textContent = "";
      this.grid.focus({ preventScroll: true });
    }
    this.input.placeholder = `A formula for a new column: ${example(content.columns)}`;
    this.draw();
    this.ask();
  }

  draw() {
    const content = this.content;
    if (!content) return;
    this.row = Math.min(this.row, content.rowCount - 1);
    this.column = Math.max(0, Math.min(this.column, content.columns.length - 1));
    this.grid.setAttribute("aria-rowcount", `${content.rowCount + 1}`);
    this.grid.setAttribute("aria-colcount", `${content.columns.length + 1}`);
    this.grid.setAttribute("aria-label", `Table ${content.title}`);
    this.grid.style.setProperty("--columns", `${content.columns.length}`);
    this.grid.style.setProperty("--first", `${`${content.rowCount}`.length * 8 + 24}px`);
    const corner = cell("columnheader", "#", 0);
    corner.title = "The place in the lists";
    this.head.replaceChildren(corner, ...content.columns.map((column, place) => {
      const made = cell("columnheader", column.title, place + 1);
      made.id = `table-cell--1-${place}`;
      made.title = `Sort by ${column.title}: the view only, not the lists`;
      made.setAttribute("aria-sort", orders[column.order] ?? "none");
      made.classList.toggle("number", column.isNumeric);
      return made;
    }));
    this.body.style.height = `${content.rowCount * height}px`;
    this.body.replaceChildren(...content.rows.map((row, index) => {
      const at = content.first + index;
      const made = document.createElement("div");
      made.setAttribute("role", "row");
      made.setAttribute("aria-rowindex", `${at + 2}`);
      made.style.top = `${at * height}px`;
      made.append(cell("rowheader", `${row.number}`, 0), ...row.cells.map((text, place) => {
        const one = cell("gridcell", text, place + 1);
        one.id = `table-cell-${at}-${place}`;
        one.classList.toggle("number", content.columns[place]?.isNumeric ?? false);
        return one;
      }));
      return made;
    }));
    this.mark();
  }

  /** Shows which cell keys move. */
  mark() {
    markCell(this.grid, `table-cell-${this.row}-${this.column}`);
  }

  /** The rows that are visible, and how many fit. */
  get visible() {
    const room = Math.max(1, Math.floor((this.grid.clientHeight - this.head.offsetHeight) / height));
    return { first: Math.floor(this.grid.scrollTop / height), count: room };
  }

  /** Asks for the rows around the visible ones, unless they are here or on their way. */
  ask() {
    const content = this.content;
    if (!content) return;
    const { first, count } = this.visible;
    const end = Math.min(first + count + 1, content.rowCount);
    if (first >= content.first && end <= content.first + content.rows.length) return;
    const [from, many] = [Math.max(0, first - spare), Math.min(256, count + 2 * spare + 1)];
    if (this.asked === `${from} ${many}`) return;
    this.asked = `${from} ${many}`;
    this.send("table-rows", `${from}`, `${many}`);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = /** @type {HTMLElement} */ (event.target).closest("[id^=table-cell-]");
    const parts = target?.id.match(/^table-cell-(-?\d+)-(\d+)$/);
    if (!parts) return;
    [this.row, this.column] = [Number(parts[1]), Number(parts[2])];
    this.mark();
    if (this.row < 0) this.sort();
  }

  /** Sorts by the column of the cell: upwards, then downwards, then as the lists are. */
  sort() {
    const order = this.content?.columns[this.column]?.order ?? 0;
    this.send("table-sort", `${this.column}`, orders[(order + 1) % 3] ?? "none");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const content = this.content;
    if (!content || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.row < 0) this.sort();
      return;
    }
    const last = { row: content.rowCount - 1, column: content.columns.length - 1 };
    const next = cellAfter(event, this, last, this.visible.count);
    if (!next) return;
    event.preventDefault();
    ({ row: this.row, column: this.column } = next);
    const { first, count } = this.visible;
    if (this.row >= 0 && this.row < first) this.grid.scrollTop = this.row * height;
    else if (this.row >= first + count) this.grid.scrollTop = (this.row - count + 1) * height;
    this.reach();
    this.mark();
    this.ask();
  }

  /** Scrolls sideways to the cell. */
  reach() {
    const head = this.head.children[this.column + 1];
    const [left, covered] = [head?.offsetLeft ?? 0, this.head.firstElementChild?.offsetWidth ?? 0];
    if (left - covered < this.grid.scrollLeft) this.grid.scrollLeft = left - covered;
    else if (left + head.offsetWidth > this.grid.scrollLeft + this.grid.clientWidth) this.grid.scrollLeft = left + head.offsetWidth - this.grid.clientWidth;
  }

  /** The formula was refused. @param {string} reason */
  refuse(reason) {
    this.problem.textContent = reason;
    this.input.focus();
  }

  /** The column was added. */
  accept() {
    [this.input.value, this.problem.textContent] = ["", ""];
  }
}

/** @param {string} role @param {string} text @param {number} place */
function cell(role, text, place) {
  const made = document.createElement("div");
  made.setAttribute("role", role);
  made.setAttribute("aria-colindex", `${place + 1}`);
  made.textContent = text;
  return made;
}

/** A formula with columns of numbers. @param {Column[]} columns */
function example(columns) {
  const names = columns.filter((one) => one.isNumeric).map((one) => (/^[A-Za-z_]\w*$/.test(one.title) ? one.title : `\`${one.title}\``));
  return names.length > 1 ? `${names[0]} * ${names[1]}` : names.length === 1 ? `${names[0]} * 2` : "upper(name)";
}

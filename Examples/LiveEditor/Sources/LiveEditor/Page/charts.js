// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The chart at the bottom: what can be chosen about it, its drawing, and its numbers as a table.

import { picture, stepsOf } from "./drawings.js";
import { icon } from "./icons.js";
import { download } from "./tools.js";

/**
 * @typedef {{ id: number, name: string }} Item
 * @typedef {{ items: Item[], chosen: number }} Selection
 * @typedef {{ title: string, isCurve: boolean, form: string, from: string, to: string, lists: Item[], others: Item[],
 *   across: Selection, labels: Selection, inputs: Selection }} ChartTools
 * @typedef {{ summary: string, remark: string, width: number, height: number, bytes: Uint8Array, rows: string[][] }} ChartDrawing
 */

/** The forms of charts of lists. */
const forms = [
  { name: "line", title: "Line" },
  { name: "bars", title: "Bars" },
  { name: "scatter", title: "Scatter" },
  { name: "histogram", title: "Histogram" },
];

/** @param {string} name @param {Record<string, string>} [attributes] @param {(string | Node)[]} children @returns {any} */
function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {import("./bytes.js").Reader} reader @returns {Item[]} */
const readItems = (reader) => Array.from({ length: reader.count() }, () => ({ id: reader.count(), name: reader.text() }));

/** @param {import("./bytes.js").Reader} reader @returns {ChartTools | null} */
export function readTools(reader) {
  if (reader.byte() === 0) return null;
  const [title, isCurve] = [reader.text(), reader.byte() === 1];
  const [form, from, to] = [reader.text(), reader.text(), reader.text()];
  const [lists, others] = [readItems(reader), readItems(reader)];
  const selection = () => ({ items: readItems(reader), chosen: reader.count() });
  return { title, isCurve, form, from, to, lists, others, across: selection(), labels: selection(), inputs: selection() };
}

/** @param {import("./bytes.js").Reader} reader @returns {ChartDrawing} */
export function readDrawing(reader) {
  const [summary, remark, width, height] = [reader.text(), reader.text(), reader.points(), reader.points()];
  const [bytes, count, columns] = [reader.take().slice(), reader.count(), reader.count()];
  const rows = Array.from({ length: count }, () => Array.from({ length: columns }, () => reader.text()));
  return { summary, remark, width, height, bytes, rows };
}

export class Chart {
  /** @param {(command: string, ...values: string[]) => void} run @param {() => void} leave */
  constructor(run, leave) {
    [this.run, this.leave] = [run, leave];
    /** @type {ChartTools | null} */
    this.tools = null;
    /** @type {ChartDrawing | null} */
    this.drawing = null;
    this.takesFocus = false;
    this.size = "";
    /** How many drawings were received, for tests. */
    this.count = 0;
    /** @type {any} */
    this.box = document.getElementById("chart");
    this.bar = make("div", { id: "chart-tools" });
    this.canvas = make("canvas", { id: "chart-canvas", role: "img" });
    this.remark = make("p", { id: "chart-remark", role: "status" });
    this.table = make("div", { id: "chart-table", tabindex: "0", role: "group", "aria-label": "The numbers of the chart" });
    this.table.hidden = true;
    this.body = make("div", { id: "chart-body" }, make("div", { id: "chart-picture" }, this.canvas), this.table);
    this.box.append(this.bar, this.remark, this.body);
    new ResizeObserver(() => this.measure()).observe(this.canvas.parentElement);
  }

  /** Says how large the drawing is to be, and how much of the page is covered. */
  measure() {
    if (this.box.hidden) return;
    const { width, height } = this.canvas.parentElement.getBoundingClientRect();
    const cover = innerHeight - this.box.getBoundingClientRect().top;
    const size = [width, height, cover].map((one) => `${Math.floor(one)}`);
    if (size.join() === this.size || width < 1 || height < 1) return;
    this.size = size.join();
    this.run("chart-size", ...size);
  }

  /** @param {ChartTools | null} tools null closes it */
  show(tools) {
    const had = this.box.contains(document.activeElement);
    this.tools = tools;
    this.box.hidden = tools === null;
    document.documentElement.toggleAttribute("data-chart", tools !== null);
    if (tools) {
      this.fill(tools);
      this.measure();
      if (this.takesFocus) this.box.querySelector("[aria-pressed=true], select, button")?.focus();
      this.takesFocus = false;
      return;
    }
    [this.drawing, this.size] = [null, ""];
    this.table.hidden = true;
    if (had) this.leave();
  }

  /** Puts the controls into the bar. That which had the focus keeps it. @param {ChartTools} tools */
  fill(tools) {
    const key = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
    const had = this.box.contains(document.activeElement);
    const button = (/** @type {string} */ name, /** @type {string} */ title, /** @type {() => void} */ press, /** @type {(string | Node)[]} */ ...content) => {
      const made = make("button", { type: "button", "data-key": name, title, "aria-label": title }, ...content);
      made.addEventListener("click", press);
      return made;
    };
    const choice = (/** @type {string} */ command, /** @type {string} */ label, /** @type {Selection} */ { items, chosen }, /** @type {string | null} */ none) => {
      const made = make("select", { "data-key": command, "aria-label": label });
      if (none !== null) made.append(make("option", { value: "" }, none));
      for (const item of items) made.append(make("option", { value: `${item.id}` }, item.name));
      made.value = chosen === 0 ? "" : `${chosen}`;
      made.addEventListener("change", () => this.run(command, made.value));
      return made;
    };
    const group = (/** @type {string} */ label) => make("div", { role: "group", "aria-label": label, class: "part" });
    const parts = [make("h2", { id: "chart-title" }, tools.isCurve ? tools.title : "Chart")];
    if (tools.isCurve) {
      const range = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ text) => {
        const made = make("input", { "data-key": name, "aria-label": label, size: "7", spellcheck: "false", autocomplete: "off" });
        made.value = text;
        made.addEventListener("change", () => {
          const [from, to] = ["from", "to"].map((one) => this.bar.querySelector(`[data-key=${one}]`)?.value ?? "");
          this.run("chart-range", from, to);
        });
        return made;
      };
      const part = group("What it is drawn over");
      part.append("over ", choice("chart-input", "Input", tools.inputs, null), " from ", range("from", "From", tools.from), " to ", range("to", "To", tools.to));
      parts.push(part);
    } else {
      const part = group("Form");
      part.classList.add("forms");
      for (const form of forms) {
        const made = button(form.name, form.title, () => this.run("chart-form", form.name), icon(`chart-${form.name}`));
        made.setAttribute("aria-pressed", `${form.name === tools.form}`);
        part.append(made);
      }
      const lists = group("Lists");
      for (const list of tools.lists) {
        const chip = make("span", { class: "chip" }, make("span", {}, list.name));
        if (tools.lists.length > 1) chip.append(button(`remove-${list.id}`, `Remove ${list.name}`, () => this.run("chart-remove", `${list.id}`), "✕"));
        lists.append(chip);
      }
      if (tools.others.length > 0) lists.append(choice("chart-add", "Add a list", { items: tools.others, chosen: 0 }, "Add a list …"));
      parts.push(part, lists);
      if (tools.form === "scatter") parts.push(make("label", { class: "part" }, "over ", choice("chart-across", "Over", tools.across, "places")));
      if (tools.form === "bars" && tools.labels.items.length > 0) parts.push(make("label", { class: "part" }, "labels ", choice("chart-labels", "Labels", tools.labels, "places")));
    }
    const numbers = button("numbers", "Show the numbers as a table", () => this.showTable(this.table.hidden), "Numbers");
    numbers.setAttribute("aria-expanded", `${!this.table.hidden}`);
    numbers.setAttribute("aria-controls", "chart-table");
    parts.push(make("div", { class: "part end" }, numbers,
      button("svg", "Save as SVG", () => this.run("chart-svg"), "SVG"), button("png", "Save as a picture (PNG)", () => this.save(), "PNG"),
      button("close", "Close the chart (Escape)", () => this.escape(), "✕")));
    this.bar.replaceChildren(...parts);
    if (had && key) (this.bar.querySelector(`[data-key="${key}"]`) ?? this.bar.querySelector("select, button"))?.focus();
  }

  /** @param {boolean} isShown */
  showTable(isShown) {
    this.table.hidden = !isShown;
    this.bar.querySelector("[data-key=numbers]")?.setAttribute("aria-expanded", `${isShown}`);
    this.run("chart-table", isShown ? "1" : "0");
  }

  /** @param {ChartDrawing} drawing */
  draw(drawing) {
    this.drawing = drawing;
    this.count += 1;
    this.canvas.setAttribute("aria-label", drawing.summary || drawing.remark);
    if (this.remark.textContent !== drawing.remark) this.remark.textContent = drawing.remark;
    const density = devicePixelRatio;
    const [width, height] = [Math.round(drawing.width * density), Math.round(drawing.height * density)];
    // Without a drawing, the reason takes its place.
    this.body.hidden = drawing.bytes.length === 0;
    this.remark.classList.toggle("alone", this.body.hidden);
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    Object.assign(this.canvas.style, { width: `${drawing.width}px`, height: `${drawing.height}px` });
    const context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(density, 0, 0, density, 0, 0);
    for (const step of stepsOf(drawing.bytes)) step(context);
    this.fillTable(drawing.rows);
  }

  /** @param {string[][]} rows */
  fillTable(rows) {
    const [head, ...others] = rows;
    if (!head) return this.table.replaceChildren();
    const line = (/** @type {string[]} */ texts, /** @type {string} */ scope) => make("tr", {}, ...texts.map((text, place) =>
      scope === "col" || place === 0 ? make("th", { scope: scope === "col" ? "col" : "row" }, text) : make("td", {}, text)));
    this.table.replaceChildren(make("table", {}, make("thead", {}, line(head, "col")), make("tbody", {}, ...others.map((texts) => line(texts, "row")))));
  }

  /** Hands the drawing to the user as a picture. */
  save() {
    const { drawing, tools } = this;
    if (!drawing || !tools || drawing.bytes.length === 0) return;
    const ground = getComputedStyle(this.box).backgroundColor;
    picture(drawing.width, drawing.height, ground, drawing.bytes).then((blob) => download(`${tools.title}.png`, "image/png", blob), () => undefined);
  }

  /** Whether Escape closes it. With the focus on the canvas, the server decides what ends first. */
  get isOpen() {
    return !this.box.hidden && this.box.contains(document.activeElement);
  }

  escape() {
    this.run("chart-close");
    this.show(null);
  }
}

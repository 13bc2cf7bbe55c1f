// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The page: draws what the server sends, and sends what is done.

import { Reader } from "./bytes.js";
import { Camera } from "./camera.js";
import { Chart, readDrawing, readTools } from "./charts.js";
import { Commands } from "./commands.js";
import { Drawings, picture } from "./drawings.js";
import { History } from "./history.js";
import { listen } from "./input.js";
import { Inspector, readRows } from "./inspector.js";
import { Minimap } from "./minimap.js";
import { Busy, Field, Tip, Toast } from "./overlays.js";
import { Menu, readItems } from "./menu.js";
import { NoteField } from "./notes.js";
import { Palette, readChoices } from "./palette.js";
import { newScenarioField, readCells, scenarioField, Scenarios } from "./scenarios.js";
import { link, shared, wordOf } from "./share.js";
import { Sheet } from "./sheet.js";
import { Keys, Start } from "./start.js";
import { columnField, readTable, Table } from "./table.js";
import { Tools, download } from "./tools.js";
import { Tour } from "./tour.js";
import { Tree } from "./tree.js";
import { upload } from "./upload.js";
import { Waiting } from "./waiting.js";
import { Wire } from "./wire.js";

const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
const darkness = matchMedia("(prefers-color-scheme: dark)");
const reduction = matchMedia("(prefers-reduced-motion: reduce)");
// The secret is behind the # of the link, which no server sees; a window that is loaded without it remembers it.
// Behind a full stop there may be a document.
const [secret, given] = location.hash.slice(1).split(".");
const token = secret || sessionStorage.getItem("token") || "";
sessionStorage.setItem("token", token);

/** How many bytes of text the server takes at once, so that there is room for what else a message says. */
const limit = 900_000;
const ground = { canvas: "#f4f6f9", dot: "#ccd3dd", isWiring: false };
/** Figures for tests and for the curious, in the console. */
const figures = { frames: 0, bytes: 0, lastBytes: 0, lastDrawing: 0, lastCount: 0, frame: 0, connections: 0, firstPicture: 0, link: "", files: 0 };
let isDark = darkness.matches;
let isCameraNew = false;
let isDrawingAsked = false;
/** A frame that was received and not drawn yet. @type {{ number: number, hash: number } | null} */
let received = null;

const camera = new Camera(() => {
  isCameraNew = true;
  ask();
});
const drawings = new Drawings();
const sheet = new Sheet(context, drawings);
const minimap = new Minimap(camera, drawings);
const tree = new Tree(canvas);
const focusCanvas = () => canvas.focus({ preventScroll: true });
/** Sends the text of a field; `null` leaves what it is about as it was. @param {number} number @param {string | null} text */
const answer = (number, text) => wire.send((writer) => {
  writer.byte(4).count(number).byte(text === null ? 0 : 1);
  if (text !== null) writer.text(text);
}, true);
const field = new Field(camera, answer, focusCanvas);
const note = new NoteField(camera, answer, focusCanvas);
const palette = new Palette((query, text, caret) => wire.command("search", `${query}`, text, `${caret}`), (choice) => {
  // The palette stays until the node is there.
  if (choice.run === "add" || choice.run === "place") return wire.command(choice.run, choice.argument);
  palette.close();
  if (choice.argument !== "") wire.command(choice.run, choice.argument);
  else run(choice.run);
}, focusCanvas);
const keys = new Keys(() => run("tour"));
const tour = new Tour(camera, drawings, focusCanvas);
const table = new Table((command, ...values) => wire.command(command, ...values), focusCanvas);
const start = new Start((command, argument) => {
  if (command === "example") wire.command(command, argument);
  else run(command);
});
const tip = new Tip(camera);
const toast = new Toast((command) => run(command), focusCanvas);
const waiting = new Waiting(camera, drawings);
const busy = new Busy(() => wire.stop(), focusCanvas);
const commands = new Commands();
const chart = new Chart((command, ...values) => wire.command(command, ...values), focusCanvas);
const scenarios = new Scenarios((command, ...values) => wire.command(command, ...values), focusCanvas);
const tools = new Tools(commands, (command) => run(command), (depth) => {
  wire.command("leave", `${depth}`);
  focusCanvas();
});
const file = /** @type {HTMLInputElement} */ (document.getElementById("file"));

const menu = new Menu((command, argument) => {
  if (argument === null) return run(command);
  wire.command(command, argument);
  focusCanvas();
}, focusCanvas);
const inspector = new Inspector({
  command: (name, ...values) => wire.command(name, ...values),
  commit: answer,
  leave: focusCanvas,
});
const steps = new History((number, count) => wire.command("travel", `${number}`, `${count}`), () => {
  wire.command("history", "close");
  focusCanvas();
});
for (const id of ["tool-undo", "tool-redo"]) {
  document.getElementById(id)?.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    run("history");
  });
}

/** @param {string} command */
function run(command) {
  if (command === "more") {
    const box = /** @type {HTMLElement} */ (document.getElementById("tool-more")).getBoundingClientRect();
    menu.open({ x: box.left, y: box.bottom + 6 }, tools.others, box.top - 6);
    toast.dodge();
    return;
  }
  if (command === "ask-paste") {
    clipboard.paste();
  } else if (command === "theme") {
    isDark = !isDark;
    dress();
  } else if (command === "zoom-in" || command === "zoom-out") {
    camera.zoomBy(command === "zoom-in" ? 1.25 : 0.8, innerWidth / 2, innerHeight / 2);
  } else if (command === "open") {
    file.click();
  } else if (command === "keys") {
    keys.open(commands.lines);
  } else if (command === "tour") {
    tour.begin();
  } else {
    if (command === "history") steps.isAsked = true;
    if (command === "inspect") inspector.isAsked = true;
    wire.command(command);
  }
  // These open something that takes the focus.
  if (!["palette", "find", "keys", "history", "inspect", "add-here", "insert", "edit", "rename", "format", "group", "frame", "title", "label", "chart", "chart-this", "note", "note-node", "note-text", "table", "table-selected", "scenarios", "scenario-this"].includes(command)) focusCanvas();
}

/** Has the server open a file of the user's, or add the table in it at a place of the page. @param {File} chosen @param {number[]} place */
async function open(chosen, ...place) {
  figures.files += 1;
  const refusal = await upload(chosen, wire, place);
  figures.files -= 1;
  if (refusal !== "") toast.show(refusal, true, "");
}

/** Whether the server takes a text. @param {string} text */
function fits(text) {
  if (new Blob([text]).size <= limit) return true;
  toast.show("That is too much text for this page", true, "");
  return false;
}

/** Opens the first document of some files, or adds the tables in all of them. @param {File[]} files @param {number[]} place */
async function openAll(files, ...place) {
  const first = files.find((one) => /\.(json|nodegraph|nc)$/i.test(one.name));
  for (const one of first ? [first] : files) await open(one, ...place);
  const others = files.filter((one) => one !== first).map((one) => one.name);
  // A document replaces all, so only one can be opened.
  if (first && others.length > 0) wire.command("left-out", others.join(", "));
}

file.addEventListener("change", () => {
  openAll([...(file.files ?? [])]);
  file.value = "";
});

// What is copied is text, in the clipboard where the browser allows it, and here.
let copied = "";
const clipboard = {
  paste: async () => {
    let text = copied;
    try {
      text = (await navigator.clipboard.readText()) || copied;
    } catch {
      // Not allowed: what was copied here is pasted.
    }
    const inside = await shared(wordOf(text));
    // An address is pasted into a document as easily by mistake as on purpose.
    if (inside !== null) offer("offer", inside);
    else if (text !== "" && fits(text)) wire.command("paste", text);
  },
};

/** @param {import("./bytes.js").Writer} writer */
function surface(writer) {
  writer.count(innerWidth).count(innerHeight).byte((isDark ? 1 : 0) | (reduction.matches ? 2 : 0));
}

/** @param {import("./bytes.js").Writer} writer */
function writeCamera(writer) {
  writer.points(camera.x).points(camera.y).count(camera.zoom * 65536);
}

function dress() {
  document.documentElement.toggleAttribute("data-dark", isDark);
  wire.send((writer) => surface(writer.byte(8)));
}

function resize() {
  canvas.width = Math.round(innerWidth * devicePixelRatio);
  canvas.height = Math.round(innerHeight * devicePixelRatio);
  wire.send((writer) => surface(writer.byte(8)));
  ask();
}

const wire = new Wire({
  hello: (writer) => {
    surface(writer.byte(1).text(token));
    // The server begins with the graph around all groups: a camera within one is not for that.
    const isKnown = camera.isSet && document.querySelectorAll("#path li").length < 2;
    writer.byte(isKnown ? 1 : 0);
    if (isKnown) writeCamera(writer);
    isCameraNew = false;
    figures.connections += 1;
    // What was open belongs to a server that is gone.
    field.close(field.number);
    note.close(note.number);
    if (!palette.box.hidden) palette.close();
    if (!menu.box.hidden) menu.close();
    steps.close();
    inspector.close();
    chart.show(null);
    table.show(null);
    scenarios.show(null);
    tip.show(0, 0, "", 0);
    canvas.style.cursor = "";
  },
  message: (reader, size) => {
    Object.assign(figures, { frames: figures.frames + 1, bytes: figures.bytes + size, lastBytes: size });
    while (!reader.isAtEnd) receive(reader);
    tour.update();
    ask();
  },
  state: (isConnected, reason) => {
    const gone = /** @type {HTMLElement} */ (document.getElementById("gone"));
    gone.hidden = isConnected;
    if (!isConnected) waiting.show([]);
    if (reason !== "") gone.textContent = reason;
  },
  busy: (isBusy) => busy.show(isBusy),
});

// Keys of commands also work in the parts beside the canvas, where no text is typed.
for (const part of [steps.box, inspector.box, chart.box, scenarios.box]) {
  part.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (/** @type {HTMLElement} */ (event.target).matches("input, select")) return;
    const command = commands.of(event);
    if (!command) return;
    event.preventDefault();
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    run(command);
    // Several steps are undone in the table, where their effect is seen.
    if (part === scenarios.box && (command === "undo" || command === "redo")) focused.focus();
  });
}

// Escape stops or closes the topmost of these, wherever the focus is; then the server ends the gesture, the selection, or leaves the group.
const layers = [busy, keys, menu, palette, field, note, toast, steps, inspector, chart, table, scenarios, tour];
addEventListener("keydown", (event) => {
  if (event.key === "F6" && inspector.isShown) {
    event.preventDefault();
    return inspector.cross();
  }
  if (event.key !== "Escape" || event.isComposing) return;
  const layer = layers.find((one) => one.isOpen);
  if (!layer && document.activeElement === canvas) return;
  event.preventDefault();
  event.stopPropagation();
  if (layer) {
    layer.escape();
  } else {
    focusCanvas();
    wire.send((writer) => writer.byte(3).text("Escape").byte(0), true);
  }
}, true);

/** @param {Reader} reader */
function receive(reader) {
  const tag = reader.byte();
  const point = () => ({ x: reader.points(), y: reader.points() });
  switch (tag) {
    case 1: {
      const [id, depth, { x, y }] = [reader.count(), reader.count(), point()];
      return drawings.set(id, depth, x, y, reader.take());
    }
    case 2: {
      const [id, { x, y }] = [reader.count(), point()];
      return drawings.place(id, x, y);
    }
    case 3: return drawings.reorder(reader.count(), reader.count());
    case 4: return drawings.drop(reader.count());
    case 5:
      drawings.reset();
      tree.reset();
      waiting.show([]);
      tools.showPath([]);
      tools.showReceiver(-1);
      start.show(false, []);
      document.getElementById("gone")?.toggleAttribute("hidden", true);
      return;
    case 6: {
      const color = () => `rgb(${reader.byte()} ${reader.byte()} ${reader.byte()})`;
      [ground.canvas, ground.dot, ground.isWiring] = [color(), color(), reader.byte() === 1];
      return;
    }
    case 7: {
      const { x, y } = point();
      return camera.go(x, y, reader.count() / 65536, reduction.matches);
    }
    case 8: {
      const number = reader.count();
      const [{ x, y }, size] = [point(), point()];
      return field.open(number, { x, y, width: size.x, height: size.y }, reader.text(), reader.text());
    }
    case 9: {
      const [number, reason, start, end] = [reader.count(), reader.text(), reader.count(), reader.count()];
      if (number === columnField) return table.refuse(reason);
      if (number === scenarioField || number === newScenarioField) return scenarios.refuse(number, reason);
      if (number === 0) return palette.refuse(reason, start, end);
      note.refuse(number, reason, 0, 0);
      return inspector.refuse(number, reason, start, end) || field.refuse(number, reason, start, end);
    }
    case 10: {
      const number = reader.count();
      if (number === columnField) return table.accept();
      if (number === scenarioField || number === newScenarioField) return scenarios.accept(number);
      if (number === 0) return palette.close(palette.box.contains(document.activeElement));
      note.close(number);
      return inspector.accept(number) || field.close(number);
    }
    case 11: {
      const place = point();
      const [title, foot] = [reader.text(), reader.text()];
      palette.open(camera.page(place.x, place.y), title, foot, readChoices(reader));
      return toast.dodge();
    }
    case 12: {
      const nodes = Array.from({ length: reader.count() }, () => ({
        id: reader.count(), label: reader.text(), ports: Array.from({ length: reader.count() }, () => reader.text()),
      }));
      return tree.update(nodes, Array.from({ length: reader.count() }, () => reader.count()));
    }
    default: return receiveWords(tag, reader);
  }
}

/** @param {number} tag @param {Reader} reader */
function receiveWords(tag, reader) {
  switch (tag) {
    case 13: return tree.focus(reader.count(), reader.count());
    case 14: return tree.say(reader.text());
    case 15: {
      const [text, isProblem] = [reader.text(), reader.byte() === 1];
      return toast.show(text, isProblem, reader.text());
    }
    case 16: {
      const [x, y, text] = [reader.points(), reader.points(), reader.text()];
      return tip.show(x, y, text, reader.byte());
    }
    case 17: {
      const [title, undo, redo, summary] = [reader.text(), reader.text(), reader.text(), reader.text()];
      return tools.show({ title, undo, redo, summary, isChanged: reader.byte() === 1, windows: reader.count() });
    }
    case 18: return download(reader.text(), reader.text(), reader.text());
    case 19:
      copied = reader.text();
      navigator.clipboard?.writeText(copied).catch(() => undefined);
      return;
    case 20:
      received = { number: reader.count(), hash: reader.fixed32() };
      drawings.isAnimated = false;
      openGiven();
      return;
    case 21: return wire.end(reader.text());
    case 22:
      canvas.style.cursor = ["", "ew-resize", "nwse-resize"][reader.byte()] ?? "";
      return;
    case 23: {
      const [x, y] = [reader.points(), reader.points()];
      menu.open(camera.page(x, y), readItems(reader));
      return toast.dodge();
    }
    case 24:
      // What is not seen, or must not move, is at its place at once.
      drawings.isAnimated = !reduction.matches && !document.hidden;
      return;
    case 25: {
      const [name, width, height] = [reader.text(), reader.points(), reader.points()];
      const ground = `rgb(${reader.byte()} ${reader.byte()} ${reader.byte()})`;
      picture(width, height, ground, reader.take()).then((blob) => download(name, "image/png", blob), () => toast.show("The picture is too large for this browser", true, ""));
      return;
    }
    case 26:
      share(reader.text());
      return;
    case 27: return tools.showPath(Array.from({ length: reader.count() }, () => reader.text()));
    case 28: return tools.showReceiver(reader.count() - 1);
    case 30: {
      const [query, choices] = [reader.count(), readChoices(reader)];
      palette.answer(query, choices);
      return inspector.answer(query, choices);
    }
    case 42: {
      if (reader.byte() === 0) return inspector.close();
      const [subject, title] = [reader.count(), reader.text()];
      return inspector.show(subject, title, readRows(reader));
    }
    case 43: {
      const [number, done, older, later] = [reader.count(), reader.count(), reader.count(), reader.count()];
      return steps.show(number, Array.from({ length: reader.count() }, () => reader.text()), done, older, later);
    }
    case 31:
      commands.read(reader);
      return tools.name();
    case 40: return chart.show(readTools(reader));
    case 50: return chart.draw(readDrawing(reader));
    case 60:
      chart.takesFocus = true;
      return;
    case 32: {
      const isEmpty = reader.byte() === 1;
      return start.show(isEmpty, Array.from({ length: reader.count() }, () => ({ name: reader.text(), detail: reader.text() })));
    }
    case 33: {
      const number = reader.count();
      const [x, y, width, height] = [reader.points(), reader.points(), reader.points(), reader.points()];
      return note.open(number, { x, y, width, height }, reader.text(), reader.text(), reader.count());
    }
    case 41: return table.show(readTable(reader));
    case 34: return scenarios.receive(reader);
    case 35: return waiting.show(Array.from({ length: reader.count() }, () => reader.count()));
    case 44: return scenarios.fill(readCells(reader));
    default: throw new RangeError(`there is no message ${tag}`);
  }
}

/** Opens the document that the link holds, once. */
async function openGiven() {
  if (!given || location.hash === "") return;
  // Another load of the page shows what has become of it.
  history.replaceState(null, "", location.pathname);
  const text = await shared(given);
  if (text === null) toast.show("The document in this link can't be read", true, "");
  else offer("open", text);
}

/** Has the server open a document of a link. @param {"open" | "offer"} command @param {string} text */
function offer(command, text) {
  if (text.trim() === "") toast.show("The document in this link is empty", true, "");
  else wire.command(command, "shared.nc", text);
}

/** @param {string} text */
async function share(text) {
  const found = await link(text);
  if (found === null) {
    toast.show("The document is too large for a link: save it and send the file", true, "");
    return;
  }
  copied = found;
  await navigator.clipboard?.writeText(found).catch(() => undefined);
  figures.link = found;
  toast.show("The link is copied. It opens here by pasting it, and holds the document, not the right to edit yours", false, "");
}

function ask() {
  if (isDrawingAsked) return;
  isDrawingAsked = true;
  requestAnimationFrame(draw);
}

function draw() {
  isDrawingAsked = false;
  const begin = performance.now();
  const count = drawings.count;
  sheet.draw(camera, ground, begin);
  figures.lastCount = drawings.count - count;
  if (drawings.isMoving) ask();
  minimap.draw();
  tools.showZoom(camera.zoom);
  field.follow();
  note.follow();
  tour.follow();
  waiting.follow();
  if (isCameraNew && camera.isSet) {
    isCameraNew = false;
    wire.send((writer) => writeCamera(writer.byte(7)), true);
  }
  if (received) {
    const { number } = received;
    received = null;
    figures.frame = number;
    if (figures.firstPicture === 0) figures.firstPicture = performance.now();
    wire.send((writer) => writer.byte(6).count(number).fixed32(drawings.hash), true);
  }
  figures.lastDrawing = performance.now() - begin;
}

listen(canvas, camera, wire, { command: (event) => commands.of(event), run, open: openAll, fits, wiring: () => ground.isWiring, part: (x, y) => tools.part(x, y) });
for (const id of ["zoom-out", "zoom-in"]) document.getElementById(id)?.addEventListener("click", () => run(id));
addEventListener("resize", resize);
// A browser that needs the memory of the canvas empties it.
canvas.addEventListener("contextrestored", () => {
  drawings.isAllDamaged = true;
  ask();
});
darkness.addEventListener("change", () => {
  isDark = darkness.matches;
  dress();
});
document.documentElement.toggleAttribute("data-dark", isDark);
resize();
canvas.focus({ preventScroll: true });
Object.assign(globalThis, { editor: { figures, camera, chart, drawings, scenarios, wire } });

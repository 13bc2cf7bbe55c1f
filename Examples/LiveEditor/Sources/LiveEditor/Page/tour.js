// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A tour of five steps. Each points at something, and ends when the user has done what it says.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/**
 * What the page shows: the nodes by name, as a screen reader reads them, how many wires there are, and what is inspected.
 *
 * @typedef {{ nodes: Map<string, string>, wires: number, inspected: string }} Situation
 */

/**
 * A step. Words in back-ticks are keys or texts to type. `{number}` and `{result}` are names of nodes.
 *
 * @typedef {{ text: string, tool?: string, node?: "number" | "result", isDone: (before: Situation, now: Situation) => boolean }} Step
 */

/** The nodes that are new, or read differently. @param {Situation} before @param {Situation} now @param {(label: string) => boolean} fits */
const changed = (before, now, fits) => [...now.nodes].filter(([name, label]) => before.nodes.get(name) !== label && fits(label));

/** Whether a label is that of a number that is written out: `price, 20`. @param {string} label */
const isNumber = (label) => /^[^,]+, [−-]?[\d.]+$/.test(label);

/** Whether a label is that of a formula with a name in it: `total, price * 3, 60`. @param {string} label */
const isFormula = (label) => /^[^,]+, [^,]*\p{Letter}.*, /u.test(label) && !label.startsWith("group ");

/** @type {Step[]} */
const steps = [
  {
    text: "Make a number: press `N` or this button, type `price = 20`, then press `Enter`.",
    tool: "tool-palette",
    isDone: (before, now) => changed(before, now, isNumber).some(([name]) => !before.nodes.has(name)),
  },
  {
    text: "Make a formula that reads it: press `N` or the button again, and type `= {number} * 3`. The name becomes a wire.",
    tool: "tool-palette",
    isDone: (before, now) => changed(before, now, isFormula).length > 0,
  },
  {
    text: "Drag a wire: from the dot at the right edge of {result} to an empty place, then type what reads it, such as `= {result} + 5`.",
    node: "result",
    isDone: (before, now) => now.wires > before.wires,
  },
  {
    text: "Slide a number: drag the value of {number} sideways, or press `]` at it, and watch what depends on it.",
    node: "number",
    isDone: (before, now) => changed(before, now, isNumber).some(([name]) => before.nodes.has(name)),
  },
  {
    text: "Ask why: click on {result}, and press `I`. The inspector lists what its value depends on.",
    node: "result",
    isDone: (before, now) => now.inspected !== before.inspected && now.nodes.has(now.inspected),
  },
];

const end = "That is enough to begin with. `?` shows the keys, and `/` finds everything else.";

/** Draws nothing, and keeps the texts. @param {string[]} words @returns {any} */
const listener = (words) => new Proxy({}, {
  get: (_, key) => (key === "fillText" ? (/** @type {string} */ text) => words.push(text) : () => undefined),
  set: () => true,
});

export class Tour {
  /**
   * @param {import("./camera.js").Camera} camera
   * @param {import("./drawings.js").Drawings} drawings
   * @param {() => void} leave
   */
  constructor(camera, drawings, leave) {
    [this.camera, this.drawings, this.leave] = [camera, drawings, leave];
    [this.box, this.ring, this.text, this.next] = [element("tour"), element("tour-ring"), element("tour-text"), element("tour-next")];
    this.place = 0;
    /** @type {Situation} */
    this.before = { nodes: new Map(), wires: 0, inspected: "" };
    /** The names that the steps speak of. */
    this.names = { number: "", result: "" };
    this.next.addEventListener("click", () => {
      if (this.place < steps.length) this.go(this.place + 1);
      else this.escape();
    });
    element("tour-leave").addEventListener("click", () => this.escape());
  }

  get isOpen() {
    return !this.box.hidden;
  }

  begin() {
    this.box.hidden = false;
    document.documentElement.toggleAttribute("data-tour", true);
    this.names = { number: "", result: "" };
    this.go(0);
  }

  escape() {
    const hadFocus = this.box.contains(document.activeElement);
    this.box.hidden = true;
    this.ring.hidden = true;
    document.documentElement.toggleAttribute("data-tour", false);
    if (hadFocus) this.leave();
  }

  /** @returns {Situation} */
  get situation() {
    const labels = [...document.querySelectorAll("#tree > [role=treeitem]")].map((item) => item.getAttribute("aria-label") ?? "");
    return {
      nodes: new Map(labels.map((label) => [label.split(",")[0] ?? "", label])),
      wires: Number(/(\d+) wires?/.exec(element("foot").textContent)?.[1] ?? 0),
      inspected: element("inspector").hidden ? "" : element("inspector-title").textContent,
    };
  }

  /** Goes on if what the step says is done. */
  update() {
    if (!this.isOpen || this.place >= steps.length) return;
    const now = this.situation;
    if (!steps[this.place]?.isDone(this.before, now)) return;
    const made = changed(this.before, now, () => true);
    this.names.number = made.find(([, label]) => isNumber(label))?.[0] ?? this.names.number;
    this.names.result = made.find(([, label]) => isFormula(label))?.[0] ?? this.names.result;
    this.go(this.place + 1);
  }

  /** @param {number} place */
  go(place) {
    this.place = place;
    this.before = this.situation;
    // A step that was skipped, or a document that was there before, has its names as well.
    for (const [kind, fits] of /** @type {const} */ ([["number", isNumber], ["result", isFormula]])) {
      if (!this.before.nodes.has(this.names[kind])) {
        this.names[kind] = [...this.before.nodes].find(([, label]) => fits(label))?.[0] ?? "";
      }
    }
    element("tour-count").textContent = place < steps.length ? `${place + 1} of ${steps.length}` : "";
    this.next.textContent = place < steps.length ? "Next" : "Done";
    element("tour-leave").hidden = place >= steps.length;
    this.write(steps[place]?.text ?? end);
    this.follow();
  }

  /** @param {string} text */
  write(text) {
    const known = text.replaceAll("{number}", this.names.number || "price").replaceAll("{result}", this.names.result || "a result");
    this.text.replaceChildren(...known.split("`").map((part, index) => {
      if (index % 2 === 0) return part;
      const made = document.createElement(part.length < 6 ? "kbd" : "code");
      made.textContent = part;
      return made;
    }));
  }

  /** What the step points at, on the page; `null` if it can't be seen. @returns {{ left: number, top: number, width: number, height: number } | null} */
  get target() {
    const step = steps[this.place];
    if (step?.tool) return element(step.tool).getBoundingClientRect();
    const name = step?.node ? this.names[step.node] : "";
    if (name === "") return null;
    for (const { x, y, box, steps: drawn } of this.drawings.nodes) {
      /** @type {string[]} */
      const words = [];
      for (const one of drawn) one(listener(words));
      if (words[0] !== name || !box) continue;
      const corner = this.camera.page(x, y);
      const rect = { left: corner.x, top: corner.y, width: box[2] * this.camera.zoom, height: box[3] * this.camera.zoom };
      const isSeen = rect.left < innerWidth && rect.top < innerHeight && rect.left + rect.width > 0 && rect.top + rect.height > 0;
      return isSeen ? rect : null;
    }
    return null;
  }

  /** Stays at what it points at: below it, above it, or at the foot. */
  follow() {
    if (!this.isOpen) return;
    const target = this.target;
    this.ring.hidden = target === null;
    const { width, height } = this.box.getBoundingClientRect();
    let [left, top] = [(innerWidth - width) / 2, innerHeight - height - 84];
    if (target) {
      const around = { left: target.left - 5, top: target.top - 5, width: target.width + 10, height: target.height + 10 };
      Object.assign(this.ring.style, Object.fromEntries(Object.entries(around).map(([key, value]) => [key, `${value}px`])));
      left = target.left + target.width / 2 - width / 2;
      const below = target.top + target.height + 16;
      top = below + height < innerHeight - 60 ? below : target.top - height - 16;
    }
    this.box.style.left = `${Math.max(12, Math.min(left, innerWidth - width - 12))}px`;
    this.box.style.top = `${Math.max(12, Math.min(top, innerHeight - height - 12))}px`;
  }
}

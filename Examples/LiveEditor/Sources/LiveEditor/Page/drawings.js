// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The drawings that the server has sent, and how they are drawn.

import { Areas } from "./areas.js";
import { Reader } from "./bytes.js";
import { Motion } from "./motion.js";

const fonts = 'system-ui, "Noto Sans", "DejaVu Sans", sans-serif';
const monospaced = 'ui-monospace, "DejaVu Sans Mono", monospace';
const measuring = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * @typedef {(context: CanvasRenderingContext2D) => void} Step
 * @typedef {{ id: number, slot: number, depth: number, x: number, y: number, bytes: Uint8Array, steps: Step[], hash: number,
 *   box: [number, number, number, number] | null, areas: Areas, opacity: number, motion?: Motion,
 *   drawn?: { x: number, y: number } }} Group
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Rect
 */

/** Where a drawing that lets what is below show through is drawn first, so that its own parts don't show through each other. */
const layer = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** How far a node is drawn beyond its card: shadow, halo and ports. */
const reach = 28;

/** The drawings by number, drawn from the rearmost to the foremost. */
export class Drawings {
  constructor() {
    /** @type {Map<number, Group>} */
    this.groups = new Map();
    /** @type {Group[]} */
    this.order = [];
    this.isSorted = true;
    /**
     * The rectangles around the drawings, four numbers each, so that those that don't show are passed over quickly. Each
     * drawing has a slot; `slots` are those of the drawings in their order.
     */
    this.extents = new Float64Array(256);
    this.slots = new Int32Array(0);
    this.slotCount = 0;
    /** @type {number[]} */
    this.freeSlots = [];
    /** The sum of what FrameHash says of each. */
    this.hash = 0;
    /** Whether what changes now is drawn as a movement. What is where it is drawn to be is not changed by that. */
    this.isAnimated = false;
    /** When it is drawn, in milliseconds. */
    this.now = 0;
    /** Drawings that are gone and fade. @type {Group[]} */
    this.fading = [];
    /** Drawings that are on their way. @type {Set<Group>} */
    this.moving = new Set();
    /** Drawings that are gone and still in the order. @type {Set<Group>} */
    this.gone = new Set();
    /** What has to be drawn again, on the canvas. @type {Rect[]} */
    this.damages = [];
    this.isAllDamaged = true;
    /** How many drawings were drawn since the page was opened. */
    this.count = 0;
  }

  reset() {
    this.groups.clear();
    this.order = [];
    this.fading = [];
    this.moving.clear();
    this.gone.clear();
    [this.slots, this.slotCount, this.freeSlots] = [new Int32Array(0), 0, []];
    this.hash = 0;
    this.isAllDamaged = true;
  }

  /** Notes the rectangle around a drawing, where it is now. @param {Group} group */
  extend(group) {
    const first = 4 * group.slot;
    if (first >= this.extents.length) {
      const old = this.extents;
      this.extents = new Float64Array(2 * old.length);
      this.extents.set(old);
    }
    const { x, y, areas: { whole } } = group;
    this.extents[first] = x + whole[0];
    this.extents[first + 1] = y + whole[1];
    this.extents[first + 2] = x + whole[2];
    this.extents[first + 3] = y + whole[3];
  }

  /** Whether anything is still on its way. */
  get isMoving() {
    return this.moving.size > 0 || this.fading.length > 0;
  }

  /** @param {Group} group @param {{ x: number, y: number }} place */
  damage(group, place = group) {
    if (!this.isAllDamaged) group.areas.at(place.x, place.y, this.damages);
  }

  /** What has to be drawn again since the last call; `null` for everything. */
  takeDamages() {
    const taken = this.isAllDamaged ? null : this.damages;
    [this.damages, this.isAllDamaged] = [[], false];
    return taken;
  }

  /** @param {number} id @param {number} depth @param {number} x @param {number} y @param {Uint8Array} bytes */
  set(id, depth, x, y, bytes) {
    const old = this.groups.get(id);
    // The message is one buffer, which would be kept for each of its parts.
    const own = bytes.slice();
    const { steps, box, areas, opacity } = decode(own);
    const group = old ?? { id, slot: this.freeSlots.pop() ?? this.slotCount++, depth, x, y, bytes: own, steps, hash: 0, box, areas, opacity };
    if (old) this.damage(old);
    if (this.isAnimated) group.motion = Motion.of(old, performance.now(), Drawings.isNode({ ...group, depth }));
    else if (!Drawings.isNode(group) || group.x !== x || group.y !== y) group.motion = undefined;
    Object.assign(group, { x, y, bytes: own, steps, box, areas, opacity });
    this.extend(group);
    this.damage(group);
    if (group.motion) this.moving.add(group);
    if (!old) {
      this.groups.set(id, group);
      this.order.push(group);
      this.isSorted = false;
    } else if (group.depth !== depth) {
      this.isSorted = false;
    }
    group.depth = depth;
    this.rehash(group);
  }

  /** @param {number} id @param {number} x @param {number} y */
  place(id, x, y) {
    const group = this.groups.get(id);
    if (!group) return;
    this.damage(group);
    group.motion = this.isAnimated ? Motion.of(group, performance.now(), true) : undefined;
    if (group.motion) this.moving.add(group);
    group.x = x;
    group.y = y;
    this.extend(group);
    this.damage(group);
    this.rehash(group);
  }

  /** @param {number} id @param {number} depth */
  reorder(id, depth) {
    const group = this.groups.get(id);
    if (!group) return;
    group.depth = depth;
    this.isSorted = false;
    this.damage(group);
  }

  /** @param {number} id */
  drop(id) {
    const group = this.groups.get(id);
    if (!group) return;
    this.groups.delete(id);
    this.damage(group);
    this.gone.add(group);
    if (this.isAnimated) this.fading.push({ ...group, motion: Motion.away(performance.now()) });
    this.hash = (this.hash - group.hash) >>> 0;
  }

  /** @param {Group} group */
  rehash(group) {
    let hash = 0x811c9dc5;
    for (const value of [group.x, group.y]) {
      const steps = Math.round(value * 64);
      for (const shift of [0, 8, 16, 24]) hash = Math.imul(hash ^ ((steps >>> shift) & 0xff), 0x01000193);
    }
    for (const byte of group.bytes) hash = Math.imul(hash ^ byte, 0x01000193);
    this.hash = (this.hash - group.hash + (hash >>> 0)) >>> 0;
    group.hash = hash >>> 0;
  }

  /** Nodes lie in the fifth layer of depths, above frames and wires. @param {Group} group */
  static isNode(group) {
    return Math.floor(group.depth / 2 ** 48) === 4;
  }

  get nodes() {
    this.tidy();
    return this.order.filter(Drawings.isNode);
  }

  /** Brings the order up to date. Drawings leave and come by hundreds while the page is panned. */
  tidy() {
    if (this.gone.size === 0 && this.isSorted) return;
    if (this.gone.size > 0) this.order = this.order.filter((group) => !this.gone.has(group));
    for (const { slot } of this.gone) this.freeSlots.push(slot);
    this.gone.clear();
    if (!this.isSorted) this.order.sort((one, other) => one.depth - other.depth);
    this.isSorted = true;
    this.slots = Int32Array.from(this.order, (group) => group.slot);
  }

  /** Moves what is on its way to where it is now. @param {number} now */
  animate(now) {
    this.now = now;
    const wasMoving = this.isMoving;
    for (const group of [...this.moving, ...this.fading]) {
      if (group.drawn) this.damage(group, group.drawn);
      if (group.motion?.before) this.damage({ ...group, areas: group.motion.before.areas }, group.motion.before);
      const isOver = !group.motion || group.motion.isOver(now);
      group.drawn = !isOver && group.motion ? group.motion.at(group, now) : undefined;
      this.damage(group, group.drawn ?? group);
      if (!isOver) continue;
      group.motion = undefined;
      this.moving.delete(group);
    }
    this.fading = this.fading.filter((group) => group.motion);
    // Edges that were cut while they moved are smoothed as they would be at rest.
    if (wasMoving && !this.isMoving) this.isAllDamaged = true;
  }

  /**
   * @param {CanvasRenderingContext2D} context in points of the canvas
   * @param {Rect} part what is drawn
   */
  draw(context, part) {
    this.tidy();
    for (const group of this.fading) this.drawGroup(context, group, part);
    const { order, slots, extents } = this;
    const isMoving = this.moving.size > 0;
    for (let index = 0; index < order.length; index += 1) {
      const first = 4 * slots[index];
      const isSeen = extents[first] <= part.right && extents[first + 2] >= part.left && extents[first + 1] <= part.bottom && extents[first + 3] >= part.top;
      // What is on its way is drawn elsewhere.
      if (isSeen || (isMoving && order[index].motion)) this.drawGroup(context, order[index], part);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Group} group @param {Rect} part */
  drawGroup(context, group, part) {
    if (!group.motion && !group.areas.meets(group.x, group.y, part)) return;
    const { x, y, share, before } = group.motion?.at(group, this.now) ?? { x: group.x, y: group.y, share: 1, before: undefined };
    if (before?.areas.meets(before.x, before.y, part)) drawSteps(context, before.x, before.y, before.steps, before.opacity * (1 - share));
    if (!group.areas.meets(x, y, part)) return;
    this.count += 1;
    const box = group.box;
    if (group.opacity * share < 1 && box && group.steps.length > 8) {
      drawLayer(context, { ...group, x, y, opacity: group.opacity * share }, box);
      return;
    }
    drawSteps(context, x, y, group.steps, group.opacity * share);
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {Step[]} steps @param {number} opacity */
function drawSteps(context, x, y, steps, opacity) {
  context.save();
  context.translate(x, y);
  context.globalAlpha = opacity;
  for (const step of steps) step(context);
  context.restore();
}

/**
 * Makes a picture of a drawing.
 *
 * @param {number} width @param {number} height in points @param {string} ground @param {Uint8Array} bytes
 * @returns {Promise<Blob>}
 */
export function picture(width, height, ground, bytes) {
  const canvas = document.createElement("canvas");
  // Browsers have no larger ones, and two pixels a point are enough for all screens.
  const scale = Math.min(2, 16_000 / Math.max(width, height, 1), Math.sqrt(120e6 / Math.max(width * height, 1)));
  [canvas.width, canvas.height] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  for (const step of decode(bytes.slice()).steps) step(context);
  return new Promise((done, fail) => canvas.toBlob((blob) => { if (blob) done(blob); else fail(new RangeError("no picture")); }));
}

/** The steps of a drawing that is not a part of the graph. @param {Uint8Array} bytes */
export const stepsOf = (bytes) => decode(bytes).steps;

/** @param {CanvasRenderingContext2D} context @param {Group} group @param {[number, number, number, number]} box */
function drawLayer(context, group, box) {
  const matrix = context.getTransform();
  const scale = matrix.a;
  const [left, top] = [Math.floor((group.x + box[0] - reach) * scale + matrix.e), Math.floor((group.y + box[1] - reach) * scale + matrix.f)];
  const [width, height] = [Math.ceil((box[2] + 2 * reach) * scale) + 1, Math.ceil((box[3] + 2 * reach) * scale) + 1];
  if (layer.canvas.width < width) layer.canvas.width = width;
  if (layer.canvas.height < height) layer.canvas.height = height;
  layer.setTransform(1, 0, 0, 1, 0, 0);
  layer.clearRect(0, 0, width, height);
  layer.setTransform(scale, 0, 0, scale, matrix.e - left + group.x * scale, matrix.f - top + group.y * scale);
  for (const step of group.steps) step(layer);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = group.opacity;
  context.drawImage(layer.canvas, 0, 0, width, height, left, top, width, height);
  context.restore();
}

/**
 * Makes steps of bytes, once.
 *
 * @param {Uint8Array} bytes
 */
function decode(bytes) {
  const reader = new Reader(bytes);
  /** @type {Step[]} */
  const steps = [];
  /** @type {Path2D[]} */
  let paths = [];
  let path = new Path2D();
  /** @type {[number, number, number, number] | null} */
  let box = null;
  let opacity = 1;
  let groups = 0;
  const areas = new Areas();
  while (!reader.isAtEnd) {
    const tag = reader.byte();
    if (tag === 1) {
      const made = readPath(reader);
      path = made.path;
      // A node's card is the largest rectangle at its place; shadows and halos begin elsewhere.
      const rect = made.rect;
      if (rect && groups < 2 && Math.abs(rect[0]) < 0.02 && Math.abs(rect[1]) < 0.02
        && (!box || rect[2] * rect[3] > box[2] * box[3])) box = rect;
      paths.push(path);
      areas.add(made.boxes);
    } else if (tag === 2) {
      const back = reader.count();
      path = paths[paths.length - 1 - back];
      areas.again(back);
    } else if (tag === 3) {
      const [paint, shape] = [reader.paint(), path];
      areas.widen(1);
      steps.push((context) => {
        context.fillStyle = paint;
        context.fill(shape);
      });
    } else if (tag === 4) {
      const [paint, shape, width, flags] = [reader.paint(), path, reader.points(), reader.byte()];
      const dash = Array.from({ length: reader.count() }, () => reader.points());
      const isRound = (flags & 1) !== 0;
      areas.widen(width + 1);
      steps.push((context) => {
        context.strokeStyle = paint;
        context.lineWidth = width;
        context.lineCap = isRound ? "round" : "butt";
        context.lineJoin = isRound ? "round" : "miter";
        context.setLineDash(dash);
        context.stroke(shape);
      });
    } else if (tag === 5) {
      const text = readText(reader);
      steps.push(text.step);
      areas.addText(text.box);
    } else if (tag === 6) {
      const isWhole = groups === 0 && steps.length === 0;
      groups += 1;
      const group = readGroup(reader);
      // The opacity of all of it is that of the drawing.
      if (isWhole) opacity = group.opacity;
      steps.push(isWhole ? group.begin(1) : group.begin(group.opacity));
      areas.begin(group);
      paths = [];
    } else if (tag === 7) {
      groups -= 1;
      steps.push((context) => context.restore());
      areas.end();
      paths = [];
    } else {
      throw new RangeError(`there is no drawing ${tag}`);
    }
  }
  return { steps, box, areas: areas.finished(), opacity };
}

/** @param {Reader} reader */
function readPath(reader) {
  const path = new Path2D();
  const count = reader.count();
  if (count === 0) {
    const [x, y, width, height, radius] = [reader.points(), reader.points(), reader.points(), reader.points(), reader.points()];
    if (radius > 0) path.roundRect(x, y, width, height, radius); else path.rect(x, y, width, height);
    return { path, rect: /** @type {[number, number, number, number]} */ ([x, y, width, height]), boxes: [x, y, x + width, y + height] };
  }
  let [x, y] = [0, 0];
  // The boxes around the elements of the path.
  /** @type {number[]} */
  const boxes = [];
  let box = [0, 0, 0, 0];
  const next = () => {
    x += reader.whole();
    y += reader.whole();
    const [left, top] = [x / 64, y / 64];
    box = [Math.min(box[0], left), Math.min(box[1], top), Math.max(box[2], left), Math.max(box[3], top)];
    return [left, top];
  };
  for (let index = 0; index < count; index += 1) {
    const kind = reader.byte();
    box = [x / 64, y / 64, x / 64, y / 64];
    if (kind === 0) {
      const [left, top] = next();
      path.moveTo(left, top);
    } else if (kind === 1) {
      const [left, top] = next();
      path.lineTo(left, top);
    } else if (kind === 2) {
      const [one, two, end] = [next(), next(), next()];
      path.bezierCurveTo(one[0], one[1], two[0], two[1], end[0], end[1]);
    } else {
      path.closePath();
    }
    if (kind === 1 || kind === 2) boxes.push(...box);
  }
  return { path, rect: null, boxes };
}

/** @param {Reader} reader @returns {{ step: Step, box: number[] }} */
function readText(reader) {
  const text = visible(reader.text());
  const [x, y, width, height, size] = [reader.points(), reader.points(), reader.points(), reader.points(), reader.points()];
  const paint = reader.paint();
  const flags = reader.byte();
  const slant = (flags & 16) !== 0 ? "italic " : "";
  const font = `${slant}${(flags & 4) !== 0 ? "bold " : ""}${size}px ${(flags & 32) !== 0 ? monospaced : fonts}`;
  measuring.font = font;
  const { shown, most } = fitted(text, width, (flags & 8) !== 0);
  const align = flags & 3;
  const left = align === 0 ? x : align === 1 ? x + width / 2 : x + width;
  const middle = y + height / 2 + size * 0.04;
  const step = (/** @type {CanvasRenderingContext2D} */ context) => {
    context.font = font;
    context.fillStyle = paint;
    context.textAlign = align === 0 ? "left" : align === 1 ? "center" : "right";
    context.textBaseline = "middle";
    context.fillText(shown, left, middle, most);
  };
  // Letters may reach beyond their lines.
  return { step, box: [x - size / 2, middle - size, x + width + size / 2, middle + size] };
}

/** Control characters are shown, not obeyed. @param {string} text */
function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "\u00b7");
}

/**
 * What of a text fits; widths are those of the server's tables, which this machine's font may exceed a little: then it is
 * set narrower.
 *
 * @param {string} text @param {number} width @param {boolean} inTheMiddle
 */
function fitted(text, width, inTheMiddle) {
  const whole = measuring.measureText(text).width;
  if (whole <= width) return { shown: text, most: undefined };
  if (whole <= width * 1.15) return { shown: text, most: width };
  const letters = [...text];
  let [low, high] = [0, letters.length];
  const cut = (/** @type {number} */ count) => {
    if (!inTheMiddle) return letters.slice(0, count).join("") + "…";
    const head = Math.ceil(count / 2);
    return letters.slice(0, head).join("") + "…" + letters.slice(letters.length - (count - head)).join("");
  };
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measuring.measureText(cut(middle)).width <= width) low = middle; else high = middle - 1;
  }
  return { shown: cut(low), most: width };
}

/** @param {Reader} reader */
function readGroup(reader) {
  const flags = reader.byte();
  const [x, y, scale] = (flags & 1) !== 0 ? [reader.points(), reader.points(), reader.count() / 65536] : [0, 0, 1];
  /** @type {Path2D | null} */
  let clip = null;
  /** @type {number[] | null} */
  let bounds = null;
  if ((flags & 2) !== 0) {
    clip = new Path2D();
    const [left, top, width, height] = [reader.points(), reader.points(), reader.points(), reader.points()];
    clip.roundRect(left, top, width, height, reader.points());
    bounds = [left, top, left + width, top + height];
  }
  const opacity = (flags & 4) !== 0 ? reader.byte() / 255 : 1;
  /** @param {number} share @returns {Step} */
  const begin = (share) => (context) => {
    context.save();
    if ((flags & 1) !== 0) {
      context.translate(x, y);
      context.scale(scale, scale);
    }
    if (clip) context.clip(clip);
    context.globalAlpha *= share;
  };
  return { opacity, begin, x, y, scale, clip: bounds };
}

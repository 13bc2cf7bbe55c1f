// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Where a drawing draws: rectangles around its parts, so that what is elsewhere needn't be drawn again with it.

/** @typedef {import("./drawings.js").Rect} Rect */

/** More rectangles than this are joined. */
const most = 48;
/** How much larger than its parts a rectangle around two may be, in square points. */
const slack = 4096;

/** @type {any[]} */
const none = [];
const nothing = { boxes: none, reach: 0 };

export class Areas {
  constructor() {
    /** The rectangles, four numbers each. @type {number[]} */
    this.boxes = [];
    /** The smallest rectangle around all. */
    this.whole = [Infinity, Infinity, -Infinity, -Infinity];
    /** The paths of the innermost group. @type {{ boxes: number[], reach: number }[]} */
    this.paths = [];
    /** The path that is drawn next. @type {{ boxes: number[], reach: number }} */
    this.path = { boxes: [], reach: 0 };
    /** The groups around what is read. @type {{ x: number, y: number, scale: number, clip: number[] | null }[]} */
    this.groups = [];
  }

  /** A path that is drawn next. @param {number[]} boxes around its elements */
  add(boxes) {
    this.path = { boxes, reach: 0 };
    this.paths.push(this.path);
  }

  /** An earlier path is drawn again. @param {number} back how many paths were after it */
  again(back) {
    this.path = this.paths[this.paths.length - 1 - back];
  }

  /** @param {number} reach how far the path is drawn beyond its points */
  widen(reach) {
    this.path.reach = Math.max(this.path.reach, reach);
  }

  /** @param {number[]} box */
  addText(box) {
    this.note({ boxes: box, reach: 0 });
  }

  /** @param {{ x: number, y: number, scale: number, clip: number[] | null }} group */
  begin(group) {
    this.note(...this.paths);
    this.paths = [];
    this.groups.push(group);
  }

  end() {
    this.note(...this.paths);
    this.paths = [];
    this.groups.pop();
  }

  /** @param {{ boxes: number[], reach: number }[]} paths */
  note(...paths) {
    for (const { boxes, reach } of paths) {
      for (let index = 0; index < boxes.length; index += 4) {
        let [left, top, right, bottom] = [boxes[index] - reach, boxes[index + 1] - reach, boxes[index + 2] + reach, boxes[index + 3] + reach];
        for (let depth = this.groups.length - 1; depth >= 0; depth -= 1) {
          const { x, y, scale, clip } = this.groups[depth];
          if (clip) [left, top, right, bottom] = [Math.max(left, clip[0]), Math.max(top, clip[1]), Math.min(right, clip[2]), Math.min(bottom, clip[3])];
          [left, top, right, bottom] = [left * scale + x, top * scale + y, right * scale + x, bottom * scale + y];
        }
        if (left < right && top < bottom) this.join(left, top, right, bottom);
      }
    }
  }

  /** Adds a rectangle, to the last one if that is about as good. @param {number} left @param {number} top @param {number} right @param {number} bottom */
  join(left, top, right, bottom) {
    const { boxes, whole } = this;
    this.whole = [Math.min(whole[0], left), Math.min(whole[1], top), Math.max(whole[2], right), Math.max(whole[3], bottom)];
    const last = boxes.length - 4;
    if (last >= 0) {
      const both = [Math.min(boxes[last], left), Math.min(boxes[last + 1], top), Math.max(boxes[last + 2], right), Math.max(boxes[last + 3], bottom)];
      const parts = (boxes[last + 2] - boxes[last]) * (boxes[last + 3] - boxes[last + 1]) + (right - left) * (bottom - top);
      if ((both[2] - both[0]) * (both[3] - both[1]) <= parts + slack) {
        boxes.splice(last, 4, ...both);
        return;
      }
    }
    boxes.push(left, top, right, bottom);
  }

  finished() {
    this.note(...this.paths);
    // There are thousands of these.
    [this.paths, this.path, this.groups] = [none, nothing, none];
    while (this.boxes.length > 4 * most) {
      const old = this.boxes;
      this.boxes = [];
      for (let index = 0; index < old.length; index += 8) {
        if (index + 4 >= old.length) this.boxes.push(...old.slice(index));
        else this.boxes.push(Math.min(old[index], old[index + 4]), Math.min(old[index + 1], old[index + 5]), Math.max(old[index + 2], old[index + 6]), Math.max(old[index + 3], old[index + 7]));
      }
    }
    return this;
  }

  /** Adds the rectangles, as they are at a place. @param {number} x @param {number} y @param {Rect[]} rects */
  at(x, y, rects) {
    const { boxes } = this;
    for (let index = 0; index < boxes.length; index += 4) {
      rects.push({ left: x + boxes[index], top: y + boxes[index + 1], right: x + boxes[index + 2], bottom: y + boxes[index + 3] });
    }
  }

  /** Whether anything is drawn in a part of the canvas. @param {number} x @param {number} y @param {Rect} part */
  meets(x, y, part) {
    const { boxes, whole } = this;
    const left = part.left - x;
    const top = part.top - y;
    const right = part.right - x;
    const bottom = part.bottom - y;
    if (whole[0] > right || whole[2] < left || whole[1] > bottom || whole[3] < top) return false;
    for (let index = 0; index < boxes.length; index += 4) {
      if (boxes[index] <= right && boxes[index + 2] >= left && boxes[index + 1] <= bottom && boxes[index + 3] >= top) return true;
    }
    return false;
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// How a drawing gets to where it is. What is where changes at once; only what is drawn follows.

/** @typedef {import("./drawings.js").Group} Group */

/** How long places change, in milliseconds, and how long what is new or gone fades. */
const [travel, appear, vanish] = [240, 160, 120];

/** cubic-bezier(0.2, 0, 0, 1): fast away, and slow to the end. @param {number} time from 0 to 1 */
export function eased(time) {
  // The time is the curve's x; its parameter is found by halving.
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    const rest = 1 - middle;
    if (3 * rest * rest * middle * 0.2 + middle ** 3 < time) low = middle; else high = middle;
  }
  const place = (low + high) / 2;
  return 3 * (1 - place) * place * place + place ** 3;
}

export class Motion {
  /**
   * @param {number} begin @param {number} length
   * @param {{ x: number, y: number } | null} from where it was drawn
   * @param {{ x: number, y: number, steps: Group["steps"], areas: Group["areas"], opacity: number } | undefined} before what it looked like
   * @param {boolean} isLeaving
   */
  constructor(begin, length, from, before, isLeaving) {
    [this.begin, this.length, this.from, this.before, this.isLeaving] = [begin, length, from, before, isLeaving];
  }

  /**
   * What a drawing does that is about to change. One that is on its way already begins where it is drawn.
   *
   * @param {Group | undefined} old @param {number} now @param {boolean} travels whether it keeps its looks; else one fades into the other
   */
  static of(old, now, travels) {
    if (!old) return new Motion(now, appear, null, undefined, false);
    const { x, y } = old.motion?.at(old, now) ?? old;
    if (travels) return new Motion(now, travel, { x, y }, undefined, false);
    return new Motion(now, travel, null, { x: old.x, y: old.y, steps: old.steps, areas: old.areas, opacity: old.opacity }, false);
  }

  /** @param {number} now */
  static away(now) {
    return new Motion(now, vanish, null, undefined, true);
  }

  /** @param {number} now */
  isOver(now) {
    return now - this.begin >= this.length;
  }

  /** Where a drawing is drawn, and how much of it shows. @param {{ x: number, y: number }} group @param {number} now */
  at(group, now) {
    const share = eased(Math.max(0, Math.min(1, (now - this.begin) / this.length)));
    if (this.isLeaving) return { x: group.x, y: group.y, share: 1 - share, before: undefined };
    if (!this.from) return { x: group.x, y: group.y, share, before: this.before };
    return { x: this.from.x + (group.x - this.from.x) * share, y: this.from.y + (group.y - this.from.y) * share, share: 1, before: undefined };
  }
}

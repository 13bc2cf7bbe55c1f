// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Which part of the canvas shows. Panning and zooming are drawn at once; the server is told.

export class Camera {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    [this.x, this.y, this.zoom] = [0, 0, 1];
    /** Whether the server has said where to begin. */
    this.isSet = false;
    this.motion = 0;
  }

  /** The point of the canvas below one of the page. @param {number} x @param {number} y */
  canvas(x, y) {
    return { x: this.x + x / this.zoom, y: this.y + y / this.zoom };
  }

  /** @param {number} x @param {number} y */
  page(x, y) {
    return { x: (x - this.x) * this.zoom, y: (y - this.y) * this.zoom };
  }

  /** @param {number} x @param {number} y in points of the page */
  pan(x, y) {
    cancelAnimationFrame(this.motion);
    this.x -= x / this.zoom;
    this.y -= y / this.zoom;
    this.changed();
  }

  /** @param {number} factor @param {number} x @param {number} y what stays where it is */
  zoomBy(factor, x, y) {
    cancelAnimationFrame(this.motion);
    const fixed = this.canvas(x, y);
    // As the server has it, in whole parts.
    this.zoom = Math.round(Math.max(0.01, Math.min(3, this.zoom * factor)) * 65536) / 65536;
    this.x = fixed.x - x / this.zoom;
    this.y = fixed.y - y / this.zoom;
    this.changed();
  }

  /** Goes where the server says, in a moment unless nothing may move. @param {number} x @param {number} y @param {number} zoom @param {boolean} isReduced */
  go(x, y, zoom, isReduced) {
    cancelAnimationFrame(this.motion);
    const from = [this.x, this.y, this.zoom];
    const isFirst = !this.isSet;
    this.isSet = true;
    if (isFirst || isReduced || document.hidden) {
      [this.x, this.y, this.zoom] = [x, y, zoom];
      this.changed();
      return;
    }
    const begin = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = Math.min(1, Math.max(0, (now - begin) / 280));
      const eased = 1 - (1 - share) ** 3;
      [this.x, this.y, this.zoom] = [x, y, zoom].map((value, index) => from[index] + (value - from[index]) * eased);
      if (share < 1) this.motion = requestAnimationFrame(step); else [this.x, this.y, this.zoom] = [x, y, zoom];
      this.changed();
    };
    this.motion = requestAnimationFrame(step);
  }
}

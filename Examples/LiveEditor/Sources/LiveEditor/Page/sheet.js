// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// What the canvas shows. It stays there from frame to frame: what is panned is copied, and only what has changed is
// drawn again.

/** @typedef {import("./drawings.js").Rect} Rect in whole pixels of the canvas, or in points of the graph */

/** More rectangles than this are drawn as fewer. */
const most = 12;
/** How much larger than its parts a rectangle around two may be, in pixels. */
const slack = 6000;

export class Sheet {
  /** @param {CanvasRenderingContext2D} context @param {import("./drawings.js").Drawings} drawings */
  constructor(context, drawings) {
    [this.context, this.drawings] = [context, drawings];
    /** What the canvas shows: the pixels from the origin of the graph to its corner, and how. */
    this.shown = { x: 0, y: 0, key: "" };
    /** How many pixels were drawn last. */
    this.lastArea = 0;
  }

  /**
   * @param {import("./camera.js").Camera} camera
   * @param {{ canvas: string, dot: string }} ground
   * @param {number} now in milliseconds
   */
  draw(camera, ground, now) {
    const { context, drawings } = this;
    const { width, height } = context.canvas;
    const scale = camera.zoom * devicePixelRatio;
    // In whole pixels, so that a copy is as good as a drawing.
    const [x, y] = [Math.round(camera.x * scale), Math.round(camera.y * scale)];
    const key = [scale, width, height, ground.canvas, ground.dot].join();
    drawings.animate(now);
    const damages = drawings.takeDamages();
    const page = { left: 0, top: 0, right: width, bottom: height };
    const { x: right, y: down } = { x: x - this.shown.x, y: y - this.shown.y };
    let parts = [page];
    if (damages && key === this.shown.key && Math.abs(right) < width && Math.abs(down) < height) {
      parts = [];
      if (right !== 0 || down !== 0) {
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.drawImage(context.canvas, -right, -down);
        if (right !== 0) parts.push({ ...page, left: right > 0 ? width - right : 0, right: right > 0 ? width : -right });
        if (down !== 0) parts.push({ ...page, top: down > 0 ? height - down : 0, bottom: down > 0 ? height : -down });
      }
      for (const { left, top, right, bottom } of damages) {
        const part = {
          left: Math.max(0, Math.floor(left * scale - x) - 1), top: Math.max(0, Math.floor(top * scale - y) - 1),
          right: Math.min(width, Math.ceil(right * scale - x) + 1), bottom: Math.min(height, Math.ceil(bottom * scale - y) + 1) };
        if (part.left < part.right && part.top < part.bottom) add(part, parts);
      }
      if (parts.reduce((sum, part) => sum + area(part), 0) > 0.7 * width * height) parts = [page];
    }
    this.shown = { x, y, key };
    this.lastArea = 0;
    for (const part of parts) {
      this.lastArea += area(part);
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.beginPath();
      context.rect(part.left, part.top, part.right - part.left, part.bottom - part.top);
      context.clip();
      context.fillStyle = ground.canvas;
      context.fillRect(part.left, part.top, part.right - part.left, part.bottom - part.top);
      context.setTransform(scale, 0, 0, scale, -x, -y);
      const shown = { left: (part.left + x) / scale, top: (part.top + y) / scale, right: (part.right + x) / scale, bottom: (part.bottom + y) / scale };
      this.drawDots(shown, camera.zoom, ground.dot);
      drawings.draw(context, shown);
      context.restore();
    }
  }

  /** Dots 24 points apart, from a zoom of 0.6 down every second, and so on; each fourth is larger. @param {Rect} part @param {number} zoom @param {string} paint */
  drawDots(part, zoom, paint) {
    let gap = 24;
    while (gap * zoom <= 14.4) gap *= 2;
    this.context.fillStyle = paint;
    const radius = Math.max(1, Math.min(zoom, 1.6)) / zoom;
    for (let row = Math.floor(part.top / gap); row * gap <= part.bottom + radius * 1.5; row += 1) {
      for (let column = Math.floor(part.left / gap); column * gap <= part.right + radius * 1.5; column += 1) {
        const size = radius * (row % 4 === 0 && column % 4 === 0 ? 1.5 : 1);
        this.context.fillRect(column * gap - size, row * gap - size, size * 2, size * 2);
      }
    }
  }
}

/** @param {Rect} part */
const area = (part) => (part.right - part.left) * (part.bottom - part.top);

/** @param {Rect} one @param {Rect} other */
const around = (one, other) => ({
  left: Math.min(one.left, other.left), top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right), bottom: Math.max(one.bottom, other.bottom) });

/** Adds a part that is drawn again. It is joined to one where both together are about as large. @param {Rect} part @param {Rect[]} parts */
function add(part, parts) {
  for (let joined = part; ;) {
    const costs = parts.map((other) => area(around(joined, other)) - area(joined) - area(other));
    const best = costs.indexOf(Math.min(...costs));
    if (best < 0 || (costs[best] > slack && parts.length < most)) {
      parts.push(joined);
      return;
    }
    joined = around(joined, parts[best]);
    parts.splice(best, 1);
  }
}

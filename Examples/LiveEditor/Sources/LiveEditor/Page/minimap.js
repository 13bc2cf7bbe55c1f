// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// All nodes in small, and what shows of them. It knows what the page has been sent: nodes near what shows.

import { Drawings } from "./drawings.js";

export class Minimap {
  /**
   * @param {import("./camera.js").Camera} camera
   * @param {Drawings} drawings
   */
  constructor(camera, drawings) {
    [this.camera, this.drawings] = [camera, drawings];
    this.canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("minimap"));
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.scale = 1;
    this.corner = { x: 0, y: 0 };
    [this.rest, this.timer] = [0, 0];
    this.canvas.addEventListener("pointerdown", (event) => this.go(event));
    this.canvas.addEventListener("pointermove", (event) => { if (event.buttons === 1) this.go(event); });
  }

  /** @param {PointerEvent} event */
  go(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = this.corner.x + (event.clientX - box.left) / this.scale;
    const y = this.corner.y + (event.clientY - box.top) / this.scale;
    const middle = this.camera.canvas(innerWidth / 2, innerHeight / 2);
    this.camera.pan((middle.x - x) * this.camera.zoom, (middle.y - y) * this.camera.zoom);
  }

  draw() {
    const begin = performance.now();
    clearTimeout(this.timer);
    if (begin < this.rest) {
      this.timer = setTimeout(() => this.draw(), this.rest - begin);
      return;
    }
    this.show();
    // Of thousands of nodes it takes a small part of the time, whatever moves.
    this.rest = performance.now() + 20 * (performance.now() - begin);
  }

  show() {
    const nodes = this.drawings.nodes.filter((group) => group.box);
    const { camera, context } = this;
    const seen = { left: camera.x, top: camera.y, right: camera.x + innerWidth / camera.zoom, bottom: camera.y + innerHeight / camera.zoom };
    const isAllSeen = nodes.every(({ x, y, box }) => box && x >= seen.left && y >= seen.top && x + box[2] <= seen.right && y + box[3] <= seen.bottom);
    // Where everything shows there is nothing to find.
    this.canvas.hidden = isAllSeen;
    if (isAllSeen) return;
    const all = { ...seen };
    for (const { x, y, box } of nodes) {
      if (!box) continue;
      all.left = Math.min(all.left, x);
      all.top = Math.min(all.top, y);
      all.right = Math.max(all.right, x + box[2]);
      all.bottom = Math.max(all.bottom, y + box[3]);
    }
    // A narrow page has a smaller one.
    const [width, height, density] = [this.canvas.clientWidth, this.canvas.clientHeight, devicePixelRatio];
    this.canvas.width = width * density;
    this.canvas.height = height * density;
    this.scale = Math.min((width - 16) / (all.right - all.left), (height - 16) / (all.bottom - all.top));
    this.corner = {
      x: (all.left + all.right) / 2 - width / 2 / this.scale, y: (all.top + all.bottom) / 2 - height / 2 / this.scale,
    };
    const style = getComputedStyle(document.documentElement);
    context.setTransform(density, 0, 0, density, 0, 0);
    context.fillStyle = style.getPropertyValue("--canvas");
    context.fillRect(0, 0, width, height);
    context.setTransform(this.scale * density, 0, 0, this.scale * density, -this.corner.x * this.scale * density, -this.corner.y * this.scale * density);
    context.fillStyle = style.getPropertyValue("--panel");
    context.fillRect(seen.left, seen.top, seen.right - seen.left, seen.bottom - seen.top);
    context.strokeStyle = style.getPropertyValue("--accent");
    context.lineWidth = 1.75 / this.scale;
    context.strokeRect(seen.left, seen.top, seen.right - seen.left, seen.bottom - seen.top);
    context.fillStyle = style.getPropertyValue("--quiet");
    for (const { x, y, box } of nodes) if (box) context.fillRect(x, y, box[2], box[3]);
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The field for a note: several lines over the canvas.

import { Field } from "./overlays.js";

export class NoteField extends Field {
  /**
   * @param {import("./camera.js").Camera} camera
   * @param {(field: number, text: string | null) => void} done
   * @param {() => void} leave
   */
  constructor(camera, done, leave) {
    super(camera, done, leave, "note");
    /** How many bytes a note may have. */
    this.limit = 0;
    this.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.commit();
    });
    this.input.addEventListener("input", () => {
      this.fit();
      this.check();
    });
  }

  /** @param {number} number @param {{ x: number, y: number, width: number, height: number }} rect @param {string} text @param {string} label @param {number} limit */
  open(number, rect, text, label, limit = this.limit) {
    this.limit = limit;
    super.open(number, rect, text, label);
  }

  /** Whether the text is short enough; says why not. */
  check() {
    const size = new Blob([this.input.value]).size;
    const isShort = size <= this.limit;
    if (!isShort) this.problem.textContent = `A note has at most ${this.limit >> 10} KiB; this one has ${Math.ceil(size / 1024)} KiB`;
    else if (this.problem.textContent.startsWith("A note has")) this.problem.textContent = "";
    return isShort;
  }

  commit() {
    if (!this.form.hidden && this.check()) super.commit();
  }

  /** The focus goes elsewhere. What can't be kept stays, so that it isn't lost. */
  lose() {
    if (this.isChanged) this.commit();
    else this.escape();
  }

  /** Gets as high as its text, as far as there is room. */
  fit() {
    this.input.style.height = "auto";
    const room = innerHeight - this.form.getBoundingClientRect().top - 44;
    const least = Math.max(72, this.rect.height * this.camera.zoom);
    this.input.style.height = `${Math.max(72, Math.min(Math.max(this.input.scrollHeight + 4, least), room))}px`;
  }

  /** Stays over its note, within the page. */
  follow() {
    if (this.form.hidden) return;
    const zoom = this.camera.zoom;
    const corner = this.camera.page(this.rect.x, this.rect.y);
    const width = Math.min(Math.max(240, this.rect.width * zoom), innerWidth - 16);
    Object.assign(this.form.style, {
      left: `${Math.max(8, Math.min(corner.x, innerWidth - width - 8))}px`,
      top: `${Math.max(8, Math.min(corner.y, innerHeight - 150))}px`, width: `${width}px`,
    });
    this.fit();
  }
}

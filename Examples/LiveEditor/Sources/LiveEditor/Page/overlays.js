// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// What lies over the canvas: a text field, a hint, a message.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

/**
 * Shows why a text was refused, with the part that is meant marked in it.
 *
 * @param {any} box @param {string} reason @param {any} input @param {number} start @param {number} end
 */
export function explain(box, reason, input, start, end) {
  const text = input.value;
  const line = document.createElement("div");
  const mark = document.createElement("mark");
  mark.textContent = text.slice(start, end);
  line.append(text.slice(0, start), mark, text.slice(end));
  box.replaceChildren(reason, ...(start < end && end <= text.length ? [line] : []));
  if (start < end && document.activeElement === input) input.setSelectionRange(end, end);
}

/** A text field over a value. */
export class Field {
  /**
   * @param {import("./camera.js").Camera} camera
   * @param {(field: number, text: string | null) => void} done
   * @param {() => void} leave
   * @param {string} [name] the id of the form, with which those of its parts begin
   */
  constructor(camera, done, leave, name = "field") {
    [this.camera, this.done, this.leave] = [camera, done, leave];
    this.number = 0;
    this.rect = { x: 0, y: 0, width: 0, height: 0 };
    [this.form, this.input, this.problem] = [element(name), element(`${name}-text`), element(`${name}-problem`)];
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.commit();
    });
    this.form.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
      if (!this.form.hidden && !this.form.contains(/** @type {Node | null} */ (event.relatedTarget))) this.lose();
    });
  }

  get isOpen() {
    return !this.form.hidden;
  }

  /** @param {number} number @param {{ x: number, y: number, width: number, height: number }} rect @param {string} text @param {string} label */
  open(number, rect, text, label) {
    [this.number, this.rect] = [number, rect];
    this.input.defaultValue = text;
    this.input.value = text;
    this.input.setAttribute("aria-label", label);
    this.problem.textContent = "";
    this.form.hidden = false;
    this.follow();
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  get isChanged() {
    return this.input.value !== this.input.defaultValue;
  }

  commit() {
    this.done(this.number, this.input.value);
  }

  /** Leaves the value as it is. */
  escape() {
    this.done(this.number, null);
    this.close(this.number);
  }

  /** The focus goes elsewhere. A text that was refused goes with it; the value was never touched. */
  lose() {
    if (this.problem.textContent === "" && this.isChanged) this.commit();
    else this.escape();
  }

  /** @param {number} number @param {string} reason @param {number} start @param {number} end */
  refuse(number, reason, start, end) {
    if (number === this.number) explain(this.problem, reason, this.input, start, end);
  }

  /** @param {number} number */
  close(number) {
    if (number !== this.number || this.form.hidden) return;
    const hadFocus = this.form.contains(document.activeElement);
    this.form.hidden = true;
    if (hadFocus) this.leave();
  }

  /** Stays over its value. */
  follow() {
    if (this.form.hidden) return;
    const zoom = this.camera.zoom;
    const corner = this.camera.page(this.rect.x, this.rect.y);
    const height = Math.max(26, this.rect.height * Math.min(zoom, 1.4));
    Object.assign(this.form.style, {
      left: `${corner.x}px`, top: `${corner.y + (this.rect.height * zoom - height) / 2}px`,
      width: `${Math.max(96, this.rect.width * zoom)}px`, height: `${height}px`,
    });
  }
}

/** A hint at a place of the canvas. */
export class Tip {
  /** @param {import("./camera.js").Camera} camera */
  constructor(camera) {
    [this.camera, this.box] = [camera, element("tip")];
    this.timer = 0;
  }

  /** @param {number} x @param {number} y @param {string} text @param {number} tone 0, 1 for a problem, 2 for those who wait */
  show(x, y, text, tone) {
    clearTimeout(this.timer);
    const wasShown = !this.box.hidden && this.box.classList.contains("patient");
    this.box.hidden = text === "" || (tone === 2 && !wasShown);
    if (text === "") return;
    if (tone === 2 && !wasShown) this.timer = setTimeout(() => this.put(x, y, text, tone), 400);
    else this.put(x, y, text, tone);
  }

  /** @param {number} x @param {number} y @param {string} text @param {number} tone */
  put(x, y, text, tone) {
    this.box.hidden = false;
    this.box.textContent = text;
    this.box.classList.toggle("problem", tone === 1);
    this.box.classList.toggle("patient", tone === 2);
    this.box.classList.toggle("plain", tone === 0);
    const place = this.camera.page(x, y);
    const { width, height } = this.box.getBoundingClientRect();
    // Inputs are at the left of nodes: what is beside them there is free.
    const left = tone !== 2 && place.x - width - 14 > 8 ? place.x - width - 14 : place.x + 14;
    this.box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    // What explains a row stands above it: the rows below are looked at next.
    const top = tone === 2 && place.y - height - 14 > 8 ? place.y - height - 14 : place.y + 18;
    this.box.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  }
}

/** A message at the foot of the page, or at its head while the palette is at the foot. */
export class Toast {
  /** @param {(command: string) => void} run @param {() => void} leave */
  constructor(run, leave) {
    [this.box, this.text, this.button] = [element("toast"), element("toast-text"), element("toast-action")];
    this.leave = leave;
    this.timer = 0;
    this.command = "";
    this.button.addEventListener("click", () => {
      run(this.command);
      this.box.hidden = true;
    });
    this.box.addEventListener("focusin", () => clearTimeout(this.timer));
    this.box.addEventListener("focusout", () => this.wait());
  }

  /** @param {string} text @param {boolean} isProblem @param {string} command */
  show(text, isProblem, command) {
    if (text === "") {
      this.box.hidden = true;
      return;
    }
    this.text.textContent = text;
    this.box.classList.toggle("problem", isProblem);
    this.command = command;
    this.button.hidden = command === "";
    this.button.textContent = command.charAt(0).toUpperCase() + command.slice(1);
    this.box.hidden = false;
    this.dodge();
    this.wait();
  }

  /** Leaves what is chosen from uncovered. */
  dodge() {
    this.box.classList.remove("high");
    const own = this.box.getBoundingClientRect();
    const isCovering = ["palette", "menu"].some((id) => {
      const other = element(id).getBoundingClientRect();
      return other.height > 0 && other.bottom > own.top && other.right > own.left && other.left < own.right;
    });
    this.box.classList.toggle("high", isCovering);
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.box.hidden = true; }, 5000);
  }

  /** Whether it is what Escape closes. */
  get isOpen() {
    return !this.box.hidden && this.box.contains(document.activeElement);
  }

  escape() {
    this.box.hidden = true;
    this.leave();
  }
}

/** Says that the server computes, and for how long, and offers to stop it. */
export class Busy {
  /** @param {() => void} stop @param {() => void} leave */
  constructor(stop, leave) {
    [this.box, this.seconds, this.button] = [element("busy"), element("busy-seconds"), element("busy-stop")];
    this.timer = 0;
    [this.stop, this.leave] = [stop, leave];
    this.button.addEventListener("click", () => this.escape());
  }

  /** @param {boolean} isBusy */
  show(isBusy) {
    clearInterval(this.timer);
    if (!isBusy && this.box.contains(document.activeElement)) this.leave();
    this.box.hidden = !isBusy;
    this.button.disabled = false;
    document.documentElement.toggleAttribute("data-busy", isBusy);
    this.seconds.textContent = "";
    if (!isBusy) return;
    const begin = performance.now();
    this.timer = setInterval(() => {
      this.seconds.textContent = `${Math.round((performance.now() - begin) / 1000)} s. What you do now is done afterwards`;
    }, 1000);
  }

  /** Whether it is what Escape stops. */
  get isOpen() {
    return !this.box.hidden && !this.button.disabled;
  }

  escape() {
    this.button.disabled = true;
    this.stop();
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Pointers, wheels and keys, as the server knows them.

/** @param {MouseEvent | KeyboardEvent} event shift 1, command 2, space 4, alt 8 */
function modifiers(event) {
  return (event.shiftKey ? 1 : 0) | (event.ctrlKey || event.metaKey ? 2 : 0) | (event.altKey ? 8 : 0);
}

/** Keys whose effect depends on the focus, which the server has. */
const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", "Delete", "Backspace", " ", "=", "F2", "[", "]", "{", "}", "ContextMenu"];

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("./camera.js").Camera} camera
 * @param {import("./wire.js").Wire} wire
 * @param {{ command: (event: KeyboardEvent) => string | undefined, run: (command: string) => void, open: (files: File[], x: number, y: number) => void, fits: (text: string) => boolean, wiring: () => boolean, part: (x: number, y: number) => number }} page
 */
export function listen(canvas, camera, wire, page) {
  let isSpace = false;
  /** The pointers that pan, and where they were. @type {Map<number, { x: number, y: number }>} */
  const panning = new Map();
  /** Fingers that are down. @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();

  /** @param {number} kind @param {PointerEvent} event @param {number} [button] */
  const input = (kind, event, button) => {
    wire.send((writer) => {
      writer.byte(2).byte(kind).count(event.pointerType === "touch" ? (event.pointerId % 1000) + 1 : 0);
      writer.byte(modifiers(event)).count(event.timeStamp);
      if (kind < 3) writer.points(event.clientX).points(event.clientY);
      if (button !== undefined) writer.byte(button);
    }, kind !== 1);
  };

  /** Which part of the path the pointer that is down is over; -1 for none. */
  let part = -1;
  /** Says over which part of the path a pointer drags: the canvas has it, wherever it is. @param {number} now */
  const cross = (now) => {
    if (now === part) return;
    part = now;
    if (part < 0) wire.command("over");
    else wire.command("over", `${part}`);
  };

  /** A finger that stays where it is asks for a menu. */
  let hold = { timer: 0, pointer: -1, x: 0, y: 0 };
  const stay = () => clearTimeout(hold.timer);

  canvas.addEventListener("pointerdown", (event) => {
    // Buttons that go back and forward, and the eraser of a pen.
    if (event.button > 2) return;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") {
      // Else the finger is followed by a mouse, which takes the focus from what it has opened.
      event.preventDefault();
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      stay();
      hold = { timer: setTimeout(() => {
        input(3, event);
        input(0, event, 2);
        input(2, event);
      }, 500), pointer: event.pointerId, x: event.clientX, y: event.clientY };
      if (fingers.size === 2) {
        stay();
        // Two fingers pan and zoom: what one of them began is taken back.
        input(3, event);
        for (const [id, place] of fingers) {
          panning.set(id, place);
          wire.send((writer) => writer.byte(2).byte(3).count((id % 1000) + 1).byte(0).count(event.timeStamp), true);
        }
        return;
      }
    }
    if (event.button === 1 || (event.button === 0 && isSpace)) {
      panning.set(event.pointerId, { x: event.clientX, y: event.clientY });
      canvas.style.cursor = "grabbing";
      return;
    }
    input(0, event, event.button);
  });

  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerId === hold.pointer && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) > 8) stay();
    const last = panning.get(event.pointerId);
    if (!last) {
      input(1, event);
      if (event.buttons & 1) cross(page.part(event.clientX, event.clientY));
      return;
    }
    if (panning.size === 2) {
      const other = [...panning].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        if (before > 8) camera.zoomBy(after / before, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
      }
      camera.pan((event.clientX - last.x) / 2, (event.clientY - last.y) / 2);
    } else {
      camera.pan(event.clientX - last.x, event.clientY - last.y);
    }
    panning.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  const end = (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    if (event.pointerId === hold.pointer) stay();
    if (panning.delete(event.pointerId)) {
      canvas.style.cursor = "";
      return;
    }
    input(event.type === "pointerup" ? 2 : 3, event);
    part = -1;
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  // What is dragged here from elsewhere: its text is known only when it is dropped, and so are files.
  let over = "";
  /** @param {number} kind @param {DragEvent} event @param {string} text */
  const carry = (kind, event, text) => {
    wire.send((writer) => {
      writer.byte(2).byte(kind).count(0).byte(modifiers(event)).count(event.timeStamp);
      if (kind < 7) writer.text("text/plain").text(text).points(event.clientX).points(event.clientY);
    }, true);
  };
  canvas.addEventListener("dragover", (event) => {
    const types = event.dataTransfer?.types ?? [];
    if (!types.includes("text/plain") && !types.includes("Files")) return;
    event.preventDefault();
    const place = `${event.clientX} ${event.clientY}`;
    // It is told again and again while nothing moves.
    if (place === over || types.includes("Files")) return;
    over = place;
    carry(5, event, "");
  });
  canvas.addEventListener("dragleave", (event) => {
    over = "";
    carry(7, event, "");
  });
  canvas.addEventListener("drop", (event) => {
    event.preventDefault();
    over = "";
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (files.length > 0) page.open(files, event.clientX, event.clientY);
    else if (page.fits(text)) carry(6, event, text);
  });

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const scale = event.deltaMode === 1 ? 16 : 1;
    if (event.ctrlKey || event.metaKey) {
      camera.zoomBy(2 ** Math.max(-1, Math.min(1, (-event.deltaY * scale) / 200)), event.clientX, event.clientY);
    } else {
      camera.pan(-event.deltaX * scale, -event.deltaY * scale);
    }
  }, { passive: false });

  canvas.addEventListener("keydown", (event) => {
    if (event.key === " " && !event.repeat) isSpace = true;
    const isCommand = event.ctrlKey || event.metaKey;
    const isFocused = !isCommand && keys.includes(event.key);
    const command = isFocused ? undefined : page.command(event);
    if (command && !(command === "palette" && page.wiring())) {
      event.preventDefault();
      page.run(command);
    } else if (isFocused || (!isCommand && page.wiring())) {
      event.preventDefault();
      wire.send((writer) => writer.byte(3).text(event.key).byte(modifiers(event)), true);
    }
  });
  addEventListener("keyup", (event) => {
    if (event.key === " ") isSpace = false;
  });
}

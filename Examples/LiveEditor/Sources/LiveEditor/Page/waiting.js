// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Marks over the cards of nodes that wait for new values while the server computes.

/** More cards than this are not marked. */
const most = 300;

export class Waiting {
  /** @param {import("./camera.js").Camera} camera @param {import("./drawings.js").Drawings} drawings */
  constructor(camera, drawings) {
    [this.camera, this.drawings] = [camera, drawings];
    this.layer = /** @type {HTMLElement} */ (document.getElementById("waiting"));
    /** @type {{ group: import("./drawings.js").Group, mark: HTMLElement }[]} */
    this.marks = [];
  }

  /** Marks the cards with some drawings, and no others. @param {number[]} ids */
  show(ids) {
    this.marks = ids.slice(0, most).flatMap((id) => {
      const group = this.drawings.groups.get(id);
      return group?.box ? [{ group, mark: document.createElement("i") }] : [];
    });
    this.layer.replaceChildren(...this.marks.map(({ mark }) => mark));
    this.follow();
  }

  /** Keeps the marks over their cards. */
  follow() {
    const { zoom } = this.camera;
    for (const { group, mark } of this.marks) {
      const [left, top, width, height] = group.box ?? [0, 0, 0, 0];
      const { x, y } = this.camera.page(group.x + left, group.y + top);
      Object.assign(mark.style, { left: `${x}px`, top: `${y}px`, width: `${width * zoom}px`, height: `${height * zoom}px` });
      mark.style.setProperty("--zoom", `${zoom}`);
    }
  }
}

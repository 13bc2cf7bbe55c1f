// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The nodes as a tree for those who don't see the canvas. The focus is the server's: the canvas names the element.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

export class Tree {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.root = element("tree");
    canvas.setAttribute("aria-owns", "tree");
  }

  reset() {
    this.root.replaceChildren();
    this.canvas.removeAttribute("aria-activedescendant");
  }

  /** @param {{ id: number, label: string, ports: string[] }[]} nodes @param {number[]} removed */
  update(nodes, removed) {
    for (const id of removed) element(`node-${id}`)?.remove();
    for (const node of nodes) {
      let item = element(`node-${node.id}`);
      if (!item) {
        item = document.createElement("div");
        item.id = `node-${node.id}`;
        item.setAttribute("role", "treeitem");
        this.root.append(item);
      }
      item.setAttribute("aria-label", node.label);
      const group = document.createElement("div");
      group.setAttribute("role", "group");
      node.ports.forEach((label, index) => {
        const port = document.createElement("div");
        port.id = `port-${node.id}-${index + 1}`;
        port.setAttribute("role", "treeitem");
        port.setAttribute("aria-label", label);
        group.append(port);
      });
      item.replaceChildren(group);
    }
  }

  /** @param {number} node @param {number} port */
  focus(node, port) {
    if (node === 0) this.canvas.removeAttribute("aria-activedescendant");
    else this.canvas.setAttribute("aria-activedescendant", port === 0 ? `node-${node}` : `port-${node}-${port}`);
  }

  /** @param {string} text */
  say(text) {
    const log = element("said");
    const line = document.createElement("p");
    line.textContent = text;
    log.append(line);
    while (log.childElementCount > 20) log.firstElementChild?.remove();
  }
}

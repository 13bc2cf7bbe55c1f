// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/**
 * The cell to which a key leads in a grid with a header, whose row is -1. Ctrl leads to the ends.
 * @param {KeyboardEvent} event
 * @param {{ row: number, column: number }} at
 * @param {{ row: number, column: number }} last the last row and the last column
 * @param {number} page how many rows a page key passes
 * @returns {{ row: number, column: number } | undefined} undefined for keys that do not move
 */
export function cellAfter(event, { row, column }, last, page) {
  const isFar = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case "ArrowUp": row = isFar ? 0 : row - 1; break;
    case "ArrowDown": row = isFar ? last.row : row + 1; break;
    case "ArrowLeft": column = isFar ? 0 : column - 1; break;
    case "ArrowRight": column = isFar ? last.column : column + 1; break;
    case "PageUp": row = Math.max(0, row - page); break;
    case "PageDown": row += page; break;
    case "Home": [row, column] = [isFar ? 0 : row, 0]; break;
    case "End": [row, column] = [isFar ? last.row : row, last.column]; break;
    default: return undefined;
  }
  return { row: Math.max(-1, Math.min(row, last.row)), column: Math.max(0, Math.min(column, last.column)) };
}

/**
 * Marks the cell that keys move, for eyes and for screen readers.
 * @param {HTMLElement} grid
 * @param {string} id of the cell; no cell is marked if none has this id
 */
export function markCell(grid, id) {
  for (const old of grid.querySelectorAll(".at")) old.classList.remove("at");
  const found = document.getElementById(id);
  found?.classList.add("at");
  if (found) grid.setAttribute("aria-activedescendant", id);
  else grid.removeAttribute("aria-activedescendant");
}

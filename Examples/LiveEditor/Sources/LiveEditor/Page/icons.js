// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The icons of commands, and of the forms of charts.

/** Lines of 1.5 points in a square of 16. */
const icons = {
  palette: "M8 3v10M3 8h10",
  undo: "M3 7h7a3.5 3.5 0 0 1 0 7H7M6 4 3 7l3 3",
  redo: "M13 7H6a3.5 3.5 0 0 0 0 7h3M10 4l3 3-3 3",
  layout: "M2 3h4v3H2zM2 10h4v3H2zM10 6.5h4v3h-4zM6 4.5h2v7H6M8 8h2",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  open: "M2 13V3h4l1.5 2H13v2M2 13l2-6h11l-2 6z",
  save: "M8 2v8M5 7l3 3 3-3M3 13h10",
  svg: "M8 10V2M5 5l3-3 3 3M3 8v6h10V8",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  "align-left": "M2.5 2v12M5 4h8v2.5H5zM5 9.5h5V12H5z",
  "align-center": "M8 2v2M8 6.5v3M8 12v2M3 4h10v2.5H3zM5 9.5h6V12H5z",
  "align-right": "M13.5 2v12M3 4h8v2.5H3zM6 9.5h5V12H6z",
  "align-top": "M2 2.5h12M4 5h2.5v8H4zM9.5 5H12v5H9.5z",
  "align-middle": "M2 8h2M6.5 8h3M12 8h2M4 3h2.5v10H4zM9.5 5H12v6H9.5z",
  "align-bottom": "M2 13.5h12M4 3h2.5v8H4zM9.5 6H12v5H9.5z",
  "distribute-across": "M2 2v12M14 2v12M6.5 4.5h3v7h-3z",
  "distribute-down": "M2 2h12M2 14h12M4.5 6.5h7v3h-7z",
  "chart-line": "M2 12 6 7l3 3 5-7",
  "chart-bars": "M3 14V8M8 14V3M13 14V6",
  "chart-scatter": "M4 11h.01M7 6h.01M10 9h.01M12 4h.01M8 12h.01",
  "chart-histogram": "M2 14V10h4V5h4v3h4v6z",
  theme: "M13.5 9.5A6 6 0 1 1 6.5 2.5a5 5 0 0 0 7 7z",
};

/** @param {string} command */
export const hasIcon = (command) => command in icons;

/** The icon with a name, such as that of a command. @param {string} command */
export function icon(command) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "0 0 16 16");
  picture.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", icons[/** @type {keyof typeof icons} */ (command)] ?? "");
  picture.append(line);
  return picture;
}

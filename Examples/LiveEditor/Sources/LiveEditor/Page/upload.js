// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Files of the user's, sent in parts: a message of the socket has a limit.

/** How many bytes a file and a part of it may have. */
const limits = { file: 8 << 20, part: 200_000 };

let count = 0;

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / (1 << 20)).toFixed(bytes < 99 << 20 ? 1 : 0)} MB`;

/** Bytes as characters from U+0000 to U+00FF: texts are all that commands carry. @param {Uint8Array} bytes */
function characters(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

/**
 * Sends a file, and has the server open it.
 *
 * @param {File} file
 * @param {import("./wire.js").Wire} wire
 * @param {number[]} place where it was dropped on the page; empty if it was chosen
 * @returns {Promise<string>} why it was not sent; empty if it was
 */
export async function upload(file, wire, place) {
  if (file.size > limits.file) {
    return `${file.name} has ${megabytes(file.size)}, and this page opens files of up to ${limits.file >> 20} MB: leave out rows or columns, or read it at the prompt of nodecalc with csv("…")`;
  }
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return `${file.name} can't be read`;
  }
  count += 1;
  // A file without content has a part as well.
  for (let at = 0; at === 0 || at < bytes.length; at += limits.part) {
    wire.command("upload", `${count}`, characters(bytes.subarray(at, at + limits.part)));
  }
  wire.command("open-file", `${count}`, file.name, ...place.map((one) => `${one}`));
  return "";
}

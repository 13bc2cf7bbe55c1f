// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Documents in links: deflated, behind the # that no server sees, and behind a full stop.

/** How long the part of a link may be that holds a document. */
const limit = 8192;

/** @param {string} text @returns {Promise<string | null>} a link; null if the text is too long */
export async function link(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const word = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  // The secret of this server stays here: who gets the link gets the document, and nothing else.
  return word.length > limit ? null : `${location.origin}/#.${word}`;
}

/** @param {string} text @returns {string} what holds the document in a text that is the address of one, and nothing else; or "" */
export function wordOf(text) {
  return /^https?:\/\/[^\s/#]+\/#[\w-]*\.([\w-]+)$/.exec(text.trim())?.[1] ?? "";
}

/** @param {string} word @returns {Promise<string | null>} the text; null if there is none */
export async function shared(word) {
  if (word === "" || word.length > limit || !/^[\w-]+$/.test(word)) return null;
  try {
    const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream("deflate-raw"), 900_000);
    return new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch {
    return null;
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream @param {number} most */
async function through(bytes, stream, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    // A few bytes may stand for very many.
    if (length > most) {
      await reader.cancel();
      throw new RangeError("the text is too long");
    }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

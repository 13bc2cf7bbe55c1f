// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The texts of notes: how commands spell them, and how long they may be.
package enum NoteRules {
  /// The greatest number of bytes of a note that is written here. Longer ones in documents of other programs are kept.
  package static let byteLimit = 64 << 10

  /// The text, with line feeds as its only line breaks.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if it is too long.
  package static func checked(_ text: String, _ range: Range<Int>) throws(Diagnostic) -> String {
    let count = text.utf8.count
    guard count <= byteLimit else {
      throw Diagnostic(
        .command, "a note has at most \(byteLimit >> 10) KiB; this one has \((count + 1023) >> 10) KiB", range,
        hint: "put long texts into several notes")
    }
    return text.utf8.contains(0x0d)
      ? text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" }.joined(separator: "\n") : text
  }

  /// Reads a text: a literal in quotes, or the word as it is; `nil` if a closing quote is missing or isn't the end.
  package static func text(_ word: String, _ range: Range<Int>) throws(Diagnostic) -> String? {
    let bytes = Array(word.utf8)
    guard bytes.first == UInt8(ascii: "\"") else { return word }
    guard TextLiteral.end(bytes, from: 0) == bytes.count else { return nil }
    do throws(Diagnostic) {
      return try TextLiteral.read(bytes, 0..<bytes.count)
    } catch {
      var diagnostic = error
      diagnostic.range = range
      throw diagnostic
    }
  }

  /// The literal for a text, which is one word of a command: it has no quotes inside.
  package static func spelling(_ text: String) -> String {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false).map {
      TextLiteral.spelling(String($0)).dropFirst().dropLast()
    }
    return "\"\(parts.joined(separator: "\\u{22}"))\""
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The text of a script, which may still be arriving.
///
/// Invariant: no slice of `bytes` exists while more is read, because reading would copy all of it.
package final class ScriptText {
  package private(set) var bytes: [UInt8]
  /// Waits for the next piece; `nil` after the end.
  private var more: (() -> [UInt8]?)?

  /// Creates a complete text.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a text that arrives in pieces of any length.
  ///
  /// - Parameter more: Waits for the next piece; returns `nil` at the end.
  package init(reading more: @escaping () -> [UInt8]?) {
    bytes = []
    self.more = more
  }

  /// The length of the text; `nil` while it isn't known.
  package var length: Int? { more == nil ? bytes.count : nil }

  /// The end of the line that begins at an offset; `nil` if the text ends before it.
  func end(ofLineFrom start: Int) -> Int? {
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) { return end }
      searched = bytes.count
      guard let more else { return start < searched ? searched : nil }
      if let piece = more() { bytes += piece } else { self.more = nil }
    }
  }
}

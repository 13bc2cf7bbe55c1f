// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The text of a script, of which more may arrive.
///
/// Invariant: nobody keeps a slice of `bytes` while more is read, which would copy all of it.
package final class ScriptText {
  package private(set) var bytes: [UInt8]
  /// Waits for more; `nil` after the end.
  private var more: (() -> [UInt8]?)?

  /// A text that is all there.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A text that arrives in pieces of any length.
  ///
  /// - Parameter more: Waits for the next piece; returns `nil` at the end.
  package init(reading more: @escaping () -> [UInt8]?) {
    bytes = []
    self.more = more
  }

  /// How long the text is; `nil` as long as that isn't known.
  var length: Int? { more == nil ? bytes.count : nil }

  /// Where the line that starts at an offset ends; `nil` if the text has ended in front of it.
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

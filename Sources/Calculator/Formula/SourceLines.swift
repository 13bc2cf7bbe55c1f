// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The numbered lines of a script, ended by LF or CRLF, without their ends.
///
/// A byte order mark at the start is skipped, and a last line needs no end. No line copies the script.
package struct SourceLines: Sequence, IteratorProtocol {
  /// A line of a script.
  package struct Line {
    /// The number of the line, from 1.
    package let number: Int
    /// Where the line is, without its end.
    let range: Range<Int>
    private let text: ScriptText

    fileprivate init(number: Int, range: Range<Int>, text: ScriptText) {
      (self.number, self.range, self.text) = (number, range, text)
    }

    /// The bytes of the line without its end.
    package var bytes: ArraySlice<UInt8> { text.bytes[range] }
  }

  private let text: ScriptText
  /// Where the next line starts.
  private(set) var offset = 0
  /// How many lines have been read.
  private(set) var number = 0

  /// Creates the lines of `script`.
  package init(_ script: [UInt8]) { self.init(ScriptText(script)) }

  /// Creates the lines of a text that may still be arriving.
  package init(_ text: ScriptText) { self.text = text }

  /// Creates the lines of a text from the one that starts at `offset` and has this number.
  init(_ text: ScriptText, from offset: Int, number: Int) {
    self.text = text
    self.offset = offset
    self.number = number - 1
  }

  /// Returns the next line; `nil` after the last. Waits until all of it is there.
  package mutating func next() -> Line? {
    guard var end = text.end(ofLineFrom: offset) else { return nil }
    if offset == 0, text.bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      offset = 3
      if end == 3, text.length == 3 { return nil }
    }
    let start = offset
    number += 1
    offset = Swift.min(end + 1, text.bytes.count)
    if end > start, text.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return Line(number: number, range: start..<end, text: text)
  }
}

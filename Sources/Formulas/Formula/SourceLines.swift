// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The numbered lines of a script, which end in LF or CRLF, without their ends.
///
/// A byte order mark at the start is skipped, and the last line needs no end. A first line that begins with `#!`
/// names the program that runs the script, and is returned as an empty line. Lines don't copy the script.
package struct SourceLines: Sequence, IteratorProtocol {
  /// A line of a script.
  package struct Line {
    /// The number of the line, from 1.
    package let number: Int
    /// The bytes of the line in the script, without its end.
    package let range: Range<Int>
    /// Whether the line names the program that runs the script.
    let isForSystem: Bool
    private let text: ScriptText

    fileprivate init(number: Int, range: Range<Int>, isForSystem: Bool, text: ScriptText) {
      (self.number, self.range, self.isForSystem, self.text) = (number, range, isForSystem, text)
    }

    /// The bytes of the line without its end.
    package var bytes: ArraySlice<UInt8> { text.bytes[range] }
  }

  /// The beginning of a line that names the program that runs the script.
  static let systemMark = Array("#!".utf8)

  private let text: ScriptText
  /// Where the next line starts.
  package private(set) var offset = 0
  /// The number of lines that have been read.
  package private(set) var number = 0

  /// Creates the lines of `script`.
  package init(_ script: [UInt8]) { self.init(ScriptText(script)) }

  /// Creates the lines of a text that may still be arriving.
  package init(_ text: ScriptText) { self.text = text }

  /// Creates the lines of a text from the one that starts at `offset` and has this number.
  package init(_ text: ScriptText, from offset: Int, number: Int) {
    self.text = text
    self.offset = offset
    self.number = number - 1
  }

  /// The next lines that have already arrived.
  package var arrived: [ArraySlice<UInt8>] {
    text.bytes[offset...].split(separator: UInt8(ascii: "\n"))
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
  }

  /// Returns the next line; `nil` after the last. Waits until the whole line has arrived.
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
    let isForSystem = number == 1 && text.bytes[start..<end].starts(with: Self.systemMark)
    return Line(number: number, range: start..<(isForSystem ? start : end), isForSystem: isForSystem, text: text)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The numbered lines of a script, ended by LF or CRLF, without their ends.
///
/// A byte order mark at the start is skipped, and a last line needs no end. No line copies the script.
package struct SourceLines: Sequence, IteratorProtocol, Sendable {
  /// A line of a script.
  package struct Line: Hashable, Sendable {
    /// The number of the line, from 1.
    package let number: Int
    /// The bytes of the line without its end.
    package let bytes: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>
  /// How many lines have been read.
  private(set) var number = 0

  /// Creates the lines of `script`.
  package init(_ script: [UInt8]) {
    rest = script[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
  }

  /// Creates the lines of `script` from the one that starts at `offset` and has this number.
  init(_ script: [UInt8], from offset: Int, number: Int) {
    rest = script[offset...]
    self.number = number - 1
  }

  /// Where the next line starts.
  var offset: Int { rest.startIndex }

  /// Returns the next line; `nil` after the last.
  package mutating func next() -> Line? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    var line = rest[..<end]
    rest = rest[end...].dropFirst()
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return Line(number: number, bytes: line)
  }
}

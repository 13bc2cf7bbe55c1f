// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeView

/// The output of a command: lines, and pictures, whose lines are generated during printing.
///
/// A picture takes memory for each node and connection; its lines may take memory for each pair of them.
///
/// Invariant: the places of `pictures` ascend, and none is greater than the number of lines.
package struct OutputLines: Sendable {
  private enum Picture: Sendable {
    case lanes(LaneList, isASCII: Bool, width: Int?)
    case boxes(BoxPicture, isASCII: Bool)

    func forEachLine<Failure>(_ body: (String) throws(Failure) -> Void) throws(Failure) {
      switch self {
      case .lanes(let picture, let isASCII, let width):
        try picture.forEachLine(isASCII: isASCII, width: width, body)
      case .boxes(let picture, let isASCII): try picture.forEachLine(isASCII: isASCII, body)
      }
    }
  }

  /// Thrown to stop after enough lines.
  private struct Enough: Error {}

  private var lines: [String]
  /// The pictures, and the number of lines before each.
  private var pictures: [(place: Int, picture: Picture)] = []

  /// Creates output with some lines.
  package init(_ lines: [String] = []) { self.lines = lines }

  /// The number of lines in memory, without the lines of pictures.
  package var storedCount: Int { lines.count }

  /// Whether the output has no lines. Complexity: O(nodes) if there are pictures.
  package var isEmpty: Bool { prefix(1).isEmpty }

  /// Adds a line.
  package mutating func append(_ line: String) { lines.append(line) }

  /// Adds a picture of lanes.
  mutating func append(_ picture: LaneList, isASCII: Bool, width: Int?) {
    pictures.append((lines.count, .lanes(picture, isASCII: isASCII, width: width)))
  }

  /// Adds a picture of boxes.
  mutating func append(_ picture: BoxPicture, isASCII: Bool) {
    pictures.append((lines.count, .boxes(picture, isASCII: isASCII)))
  }

  package static func += (output: inout OutputLines, lines: [String]) { output.lines += lines }

  package static func += (output: inout OutputLines, other: OutputLines) {
    let count = output.lines.count
    output.pictures += other.pictures.map { (count + $0.place, $0.picture) }
    output.lines += other.lines
  }

  /// Calls a closure for each line, in order.
  ///
  /// - Parameter body: Receives a line.
  /// - Throws: What `body` throws.
  package func forEachLine<Failure>(_ body: (String) throws(Failure) -> Void) throws(Failure) {
    var start = 0
    for (place, picture) in pictures {
      for line in lines[start..<place] { try body(line) }
      try picture.forEachLine(body)
      start = place
    }
    for line in lines[start...] { try body(line) }
  }

  /// Returns the first lines.
  ///
  /// - Parameter count: The greatest number of lines.
  /// - Returns: `count` lines, or all lines if there are fewer.
  package func prefix(_ count: Int) -> [String] {
    var first: [String] = []
    try? forEachLine { (line) throws(Enough) in
      if first.count == count { throw Enough() }
      first.append(line)
    }
    return first
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The cells of a box picture: lines, of one byte a cell, and texts in front of them.
///
/// Unlike a ``CellGrid``, it has no maximum size: a chain of thousands of boxes is as wide as it needs to be.
struct BoxCells: Sendable {
  /// A text or a port in front of lines.
  private struct Label {
    var column: Int
    var width: Int
    /// The text; `nil` for a port.
    var text: String?
    var isConnected = false
  }

  let columns: Int
  let rows: Int
  private var arms: [LineArms]
  private var labels: [[Label]]

  /// Creates an empty picture.
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    arms = Array(repeating: [], count: columns * rows)
    labels = Array(repeating: [], count: rows)
  }

  /// Replaces the lines of a cell.
  mutating func set(_ lines: LineArms, column: Int, row: Int) { arms[row * columns + column] = lines }

  /// Draws a horizontal line.
  mutating func drawLine(_ range: Range<Int>, row: Int) {
    for column in range { set([.left, .right], column: column, row: row) }
  }

  /// Writes a text. The texts of a row have to be written from left to right.
  mutating func write(_ text: String, width: Int, column: Int, row: Int) {
    if width > 0 { labels[row].append(Label(column: column, width: width, text: text)) }
  }

  /// Draws a port, in the order in which texts are written.
  mutating func drawPort(_ isConnected: Bool, column: Int, row: Int) {
    labels[row].append(Label(column: column, width: 1, isConnected: isConnected))
  }

  /// Copies another picture over some cells, in the order in which texts are written.
  mutating func insert(_ other: BoxCells, column: Int, row: Int) {
    for line in 0..<other.rows {
      let from = line * other.columns
      let to = (row + line) * columns + column
      for cell in 0..<other.columns { arms[to + cell] = other.arms[from + cell] }
      labels[row + line] += other.labels[line].map { label in
        var moved = label
        moved.column += column
        return moved
      }
    }
  }

  /// Calls `body` with each row as text. Complexity: O(cells).
  func forEachLine<Failure>(isASCII: Bool, _ body: (String) throws(Failure) -> Void) throws(Failure) {
    for row in 0..<rows { try body(line(row, isASCII: isASCII)) }
  }

  private func line(_ row: Int, isASCII: Bool) -> String {
    var line = ""
    var column = 0
    func drawLines(before end: Int) {
      while column < end {
        line.append(arms[row * columns + column].character(isASCII: isASCII))
        column += 1
      }
    }
    for label in labels[row] {
      drawLines(before: label.column)
      line += Self.text(of: label, isASCII: isASCII)
      column = label.column + label.width
    }
    drawLines(before: columns)
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func text(of label: Label, isASCII: Bool) -> String {
    guard let text = label.text else {
      return isASCII ? (label.isConnected ? "*" : "o") : (label.isConnected ? "●" : "○")
    }
    let cut =
      isASCII
      ? TextWidth.cut(VisibleText.inASCII(text), to: label.width, ellipsis: ".") : TextWidth.cut(text, to: label.width)
    return cut + String(repeating: " ", count: max(0, label.width - TextWidth.columns(of: cut)))
  }
}

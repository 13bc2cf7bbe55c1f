// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A node as a box, with its name in the border, and texts and ports in the rows below.
struct PictureBox: Sendable {
  /// The content of one side of a row.
  private struct Entry {
    /// The text after a space, so that it can't join the character before it.
    var text = ""
    var width = 0
    /// Whether the port is connected; `nil` if the entry has no port.
    var isConnected: Bool?
  }

  private var title: Entry
  private var left: [Entry] = []
  private var right: [Entry] = []
  /// The rows of inputs and of outputs, counted from the top border.
  private(set) var inputRows: [Int] = []
  private(set) var outputRows: [Int] = []
  /// The parts of the picture of the node's contents, one below the other after all rows.
  var picture: [BoxCells] = []

  /// The maximum number of cells of a text.
  private static let textLimit = 24

  /// Creates a box without rows.
  init(title: String) { self.title = Self.entry(title) }

  /// Adds rows of text. Call it before inputs are added.
  mutating func addText(_ text: String) {
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      left.append(Self.entry(String(line)))
    }
  }

  /// Adds a row for an input, or for one of its sources.
  mutating func addInput(_ name: String, isConnected: Bool) {
    left.append(Self.entry(name, isConnected: isConnected))
    inputRows.append(left.count)
  }

  /// Adds a row for an output.
  mutating func addOutput(_ name: String, _ type: String, isConnected: Bool) {
    let text = name.isEmpty || type.isEmpty ? name + type : "\(name) \(type)"
    right.append(Self.entry(text, isConnected: isConnected))
    outputRows.append(right.count)
  }

  private static func entry(_ text: String, isConnected: Bool? = nil) -> Entry {
    let text = VisibleText.standIns(text)
    if text.isEmpty { return Entry(isConnected: isConnected) }
    let width = TextWidth.columns(of: TextWidth.cut(" " + text, to: textLimit + 1))
    return Entry(text: " " + text, width: width, isConnected: isConnected)
  }

  /// The number of rows of the box, including both borders.
  var height: Int { rowCount + picture.reduce(0) { $0 + $1.rows } + 2 }

  private var rowCount: Int { max(left.count, right.count) }

  /// The minimum number of columns of the box, including both borders.
  var width: Int {
    var width = max(title.width + 3, (picture.map(\.columns).max() ?? -4) + 4)
    for row in 0..<rowCount {
      let (left, right) = (row < left.count ? left[row] : Entry(), row < right.count ? right[row] : Entry())
      // The names of two ports are further apart than a value and its type.
      let gap = left.isConnected != nil && left.width > 0 && right.width > 0 ? 1 : 0
      width = max(width, left.width + right.width + gap + 3)
    }
    return width
  }

  /// Draws the box with its top left corner in a cell.
  func draw(in cells: inout BoxCells, column: Int, row: Int, width: Int) {
    let (last, bottom) = (column + width - 1, row + height - 1)
    cells.drawLine(column..<last + 1, row: row)
    cells.drawLine(column..<last + 1, row: bottom)
    for side in [column, last] {
      for row in row + 1..<bottom { cells.set([.up, .down], column: side, row: row) }
    }
    cells.set([.right, .down], column: column, row: row)
    cells.set([.left, .down], column: last, row: row)
    cells.set([.right, .up], column: column, row: bottom)
    cells.set([.left, .up], column: last, row: bottom)
    if title.width > 0 {
      cells.write(title.text, width: title.width, column: column + 1, row: row)
      cells.set([], column: column + 1 + title.width, row: row)
    }
    for line in 0..<rowCount {
      let row = row + 1 + line
      if line < left.count {
        let entry = left[line]
        if let isConnected = entry.isConnected { cells.drawPort(isConnected, column: column, row: row) }
        cells.write(entry.text, width: entry.width, column: column + 1, row: row)
      }
      if line < right.count {
        let entry = right[line]
        cells.write(entry.text, width: entry.width, column: last - 1 - entry.width, row: row)
        if let isConnected = entry.isConnected { cells.drawPort(isConnected, column: last, row: row) }
      }
    }
    var top = row + 1 + rowCount
    for part in picture {
      cells.insert(part, column: column + 2, row: top)
      top += part.rows
    }
  }
}

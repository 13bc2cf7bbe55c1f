// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A line as a terminal shows it, clipped around a range, and the caret line that marks the range.
package struct Excerpt {
  /// The line, at most about 100 columns of it.
  package private(set) var text = ""
  /// Spaces and `^~~~` under the range.
  package private(set) var caret = ""

  /// Characters that share columns: a base character and its combining characters.
  private struct Cell {
    var text: String
    var width: Int
    let start: Int
    var end: Int
  }

  private static let columns = 100
  private static let columnsBefore = 40

  /// Clips `line` around `range`.
  package init(of line: [UInt8], around range: Range<Int>) {
    let range = range.clamped(to: 0..<line.count)
    // Only bytes that can be shown are read: lines may have megabytes.
    let window = max(0, range.lowerBound - 400)..<min(line.count, range.lowerBound + 800)
    let cells = Self.cells(line, window)
    let first = cells.firstIndex { $0.end > range.lowerBound } ?? cells.count
    var shown = first..<first
    var width = 0
    func grow(to limit: Int, _ next: (Range<Int>) -> (index: Int, Range<Int>)?) {
      while let (index, wider) = next(shown), width + cells[index].width <= limit {
        width += cells[index].width
        shown = wider
      }
    }
    let left = { (shown: Range<Int>) in
      shown.lowerBound > 0 ? (shown.lowerBound - 1, shown.lowerBound - 1..<shown.upperBound) : nil
    }
    let right = { (shown: Range<Int>) in
      shown.upperBound < cells.count ? (shown.upperBound, shown.lowerBound..<shown.upperBound + 1) : nil
    }
    grow(to: Self.columnsBefore, left)
    grow(to: Self.columns, right)
    grow(to: Self.columns, left)

    let isClippedBefore = shown.lowerBound > 0 || window.lowerBound > 0
    let isClippedAfter = shown.upperBound < cells.count || window.upperBound < line.count
    text = isClippedBefore ? "…" : ""
    caret = isClippedBefore ? " " : ""
    var marked = 0
    for cell in cells[shown] {
      text += cell.text
      if cell.end <= range.lowerBound {
        caret += cell.text == "\t" ? "\t" : String(repeating: " ", count: cell.width)
      } else if cell.start < range.upperBound {
        marked += cell.width
      }
    }
    if isClippedAfter { text += "…" }
    caret += "^" + String(repeating: "~", count: max(0, marked - 1))
  }

  private static func cells(_ line: [UInt8], _ window: Range<Int>) -> [Cell] {
    var cells: [Cell] = []
    var position = window.lowerBound
    while position < window.upperBound, position > 0, line[position] & 0xc0 == 0x80 { position += 1 }
    var isJoining = false
    while position < window.upperBound {
      let (scalar, length) = SourceText.decode(line, at: position)
      let end = position + length
      var cell = Cell(text: "\\x" + String(line[position], radix: 16), width: 4, start: position, end: end)
      if let scalar, scalar.value == 9 || !scalar.isHidden {
        cell.text = String(scalar)
        cell.width = scalar.displayWidth
      } else if let scalar {
        cell.text = "\\u{\(String(scalar.value, radix: 16))}"
        cell.width = cell.text.utf8.count
      }
      if cell.width == 0 || isJoining, let last = cells.indices.last {
        cells[last].text += cell.text
        cells[last].end = end
        if scalar?.value == 0xfe0f { cells[last].width = 2 }
      } else {
        cells.append(cell)
      }
      isJoining = scalar?.value == 0x200d
      position = end
    }
    return cells
  }
}

extension Unicode.Scalar {
  /// The number of columns of the scalar in a terminal: 0 for combining characters, 2 for wide East Asian characters
  /// and emoji, else 1.
  ///
  /// Follows Unicode Standard Annex 11, with its table reduced to blocks.
  package var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1160...0x11ff: return 0
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}

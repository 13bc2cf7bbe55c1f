// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A curve for terminals, in dots of Braille patterns, two by four per character; in ASCII, one star per character.
struct TerminalPlot {
  /// The least and the greatest width of a curve, and its height, in characters.
  static let widths = 8...72
  static let height = 10

  /// The number of values in a curve of a width: one for each column of dots.
  static func sampleCount(width: Int, isASCII: Bool) -> Int { isASCII ? width : 2 * width }

  /// The width of a curve in lines of at most `width` characters, some of which are used by labels.
  static func width(inLinesOf width: Int) -> Int { max(widths.lowerBound, min(widths.upperBound, width - 24)) }

  /// The numbers; NaN where a value is missing.
  let values: [Double]
  /// The labels below the first and the last number.
  let ends: (first: String, last: String)
  let isASCII: Bool
  /// The text of a number next to the curve.
  var label: (Double) -> String = { NumberText.people($0, digits: 6) }

  /// The lines of the curve, with the greatest and the least number next to it, and the ends below it; `nil` without numbers.
  ///
  /// - Complexity: O(values).
  var lines: [String]? {
    let known = values.filter { !$0.isNaN }
    guard let least = known.min(), let greatest = known.max() else { return nil }
    let (across, down) = isASCII ? (1, 1) : (2, 4)
    let width = (values.count + across - 1) / across
    let rows = dots(least, greatest, Self.height * down)
    var cells = Array(repeating: Array(repeating: UInt8(0), count: width), count: Self.height)
    for (column, lit) in rows.enumerated() {
      guard let lit else { continue }
      for row in lit { cells[row / down][column / across] |= Self.bit(column % across, row % down) }
    }
    let labels = (label(greatest), label(least))
    let labelWidth = max(labels.0.count, labels.1.count)
    var lines = cells.enumerated().map { index, cells in
      let label = index == 0 ? labels.0 : index == Self.height - 1 ? labels.1 : ""
      let curve = String(cells.map { isASCII ? ($0 == 0 ? " " : "*") : Self.braille($0) })
      return String(repeating: " ", count: labelWidth - label.count) + label + (isASCII ? " | " : " │ ") + curve
    }
    let gap = max(1, width - ends.first.count - ends.last.count)
    let axis =
      String(repeating: " ", count: labelWidth + 3) + ends.first + String(repeating: " ", count: gap) + ends.last
    lines.append(axis)
    return lines
  }

  /// The rows of dots for each value, from the top; neighbouring values are joined.
  private func dots(_ least: Double, _ greatest: Double, _ count: Int) -> [ClosedRange<Int>?] {
    // Halves are subtracted, because the difference of two finite numbers may be infinite.
    let range = greatest / 2 - least / 2
    func row(_ value: Double) -> Int {
      range > 0 ? count - 1 - Int(((value / 2 - least / 2) / range * Double(count - 1)).rounded()) : count / 2
    }
    var before: Int?
    return values.map { value in
      guard !value.isNaN else {
        before = nil
        return nil
      }
      let row = row(value)
      defer { before = row }
      guard let before, before != row else { return row...row }
      return before < row ? before + 1...row : row...before - 1
    }
  }

  private static func bit(_ column: Int, _ row: Int) -> UInt8 {
    row == 3 ? 0x40 << UInt8(column) : 1 << UInt8(3 * column + row)
  }

  private static func braille(_ dots: UInt8) -> Character {
    Unicode.Scalar(0x2800 + UInt32(dots)).map { Character($0) } ?? " "
  }
}

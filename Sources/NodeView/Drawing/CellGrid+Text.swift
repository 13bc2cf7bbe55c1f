// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension CellGrid {
  /// The grid as lines of text, without what is empty at their ends.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lines are drawn with `+`, `-` and `|`.
  ///   - usesColor: Whether escape sequences for 24-bit colours and bold type are written; each line ends without any
  ///     in force.
  /// - Returns: One text for each row.
  /// - Complexity: O(cells).
  package func lines(isASCII: Bool, usesColor: Bool = false) -> [String] {
    (0..<rows).map { row in
      var line = ""
      var state = Style()
      for column in 0..<length(ofRow: row, usesColor: usesColor) {
        let cell = self[column, row]
        if usesColor { line += state.change(to: cell) }
        switch cell.content {
        case .lines(let arms): line.append(arms.character(isASCII: isASCII))
        case .character(let character): line.append(character)
        case .continuation: break
        }
      }
      return state.isPlain ? line : line + "\u{1b}[0m"
    }
  }

  /// The columns of a row up to the last that shows something.
  private func length(ofRow row: Int, usesColor: Bool) -> Int {
    var length = columns
    while length > 0 {
      let cell = self[length - 1, row]
      let isEmpty = cell.content == .lines([]) || cell.content == .character(" ")
      if !isEmpty || usesColor && cell.background != nil { break }
      length -= 1
    }
    return length
  }

  /// The escape sequences in force.
  private struct Style {
    var ink: Paint?
    var background: Paint?
    var isBold = false

    var isPlain: Bool { ink == nil && background == nil && !isBold }

    /// The shortest sequence after which a cell shows as it should; empty where nothing changes.
    mutating func change(to cell: Cell) -> String {
      var codes: [String] = []
      let isBlank = cell.content == .lines([]) || cell.content == .character(" ")
      if cell.background != background {
        codes.append(Self.code(cell.background, base: 40))
        background = cell.background
      }
      // Nobody sees the colour of nothing.
      if !isBlank, cell.content != .continuation {
        if cell.ink != ink {
          codes.append(Self.code(cell.ink, base: 30))
          ink = cell.ink
        }
        if cell.isBold != isBold {
          codes.append(cell.isBold ? "1" : "22")
          isBold = cell.isBold
        }
      }
      if codes.isEmpty { return "" }
      return isPlain ? "\u{1b}[0m" : "\u{1b}[\(codes.joined(separator: ";"))m"
    }

    private static func code(_ paint: Paint?, base: Int) -> String {
      paint.map { "\(base + 8);2;\($0.red);\($0.green);\($0.blue)" } ?? "\(base + 9)"
    }
  }
}

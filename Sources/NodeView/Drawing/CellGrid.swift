// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The cells of a terminal: the contents and colours of each.
package struct CellGrid {
  /// The contents of a cell.
  package enum Content: Hashable, Sendable {
    /// Lines that meet in the middle of the cell. Without arms the cell is empty.
    case lines(LineArms)
    /// A character.
    case character(Character)
    /// The right half of the wide character in the cell to its left.
    case continuation
  }

  /// One cell.
  package struct Cell: Hashable, Sendable {
    package var content = Content.lines([])
    package var isBold = false
    package var ink: Paint?
    package var background: Paint?
  }

  package let columns: Int
  package let rows: Int
  package private(set) var cells: [Cell]

  /// Creates an empty grid. Each side is limited to a thousand cells, more than any terminal has.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, min(columns, 1000))
    self.rows = max(0, min(rows, 1000))
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  package func contains(column: Int, row: Int) -> Bool {
    column >= 0 && column < columns && row >= 0 && row < rows
  }

  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// Sets the contents of a cell. If the cell was one half of a wide character, the other half is emptied too.
  package mutating func set(_ content: Content, column: Int, row: Int) {
    guard contains(column: column, row: row) else { return }
    if self[column, row].content == .continuation, column > 0 { self[column - 1, row].content = .lines([]) }
    if column + 1 < columns, self[column + 1, row].content == .continuation {
      self[column + 1, row].content = .lines([])
    }
    self[column, row].content = content
  }

  /// Adds arms to the lines of a cell. They replace a character.
  package mutating func add(_ arms: LineArms, column: Int, row: Int) {
    guard contains(column: column, row: row) else { return }
    if case .lines(let others) = self[column, row].content {
      self[column, row].content = .lines(others.union(arms))
    } else {
      set(.lines(arms), column: column, row: row)
    }
  }

  /// Writes text from a cell to the right, as far as there are cells before `end`.
  ///
  /// - Parameters:
  ///   - text: The text, without control characters.
  ///   - column: The column of the first character.
  ///   - row: The row.
  ///   - end: The column before which the text has to end.
  ///   - isASCII: Whether `?` replaces characters that are not ASCII, once for each cell that they take.
  ///   - style: Changes the style of each cell that is written.
  package mutating func write(
    _ text: String, column: Int, row: Int, end: Int = .max, isASCII: Bool = false,
    style: (inout Cell) -> Void = { _ in }
  ) {
    let start = column
    var column = column
    let end = min(end, columns)
    for character in text where column < end {
      let width = TextWidth.columns(of: character)
      guard width > 0 else {
        // A mark joins only text of this call.
        if column > start { append(character, column: column - 1, row: row, isASCII: isASCII) }
        continue
      }
      guard column + width <= end else { return }
      if column >= 0, contains(column: column, row: row) {
        if isASCII, !character.isASCII {
          for cell in column..<column + width { set(.character("?"), column: cell, row: row) }
        } else {
          set(.character(character), column: column, row: row)
          if width == 2 {
            set(.lines([]), column: column + 1, row: row)
            self[column + 1, row].content = .continuation
          }
        }
        for cell in column..<column + width { style(&self[cell, row]) }
      }
      column += width
    }
  }

  /// Joins a mark without width to the character before it.
  private mutating func append(_ mark: Character, column: Int, row: Int, isASCII: Bool) {
    guard !isASCII, contains(column: column, row: row), case .character(let base) = self[column, row].content else {
      return
    }
    // The mark is left out if both don't form one character, because a cell shows only one.
    let text = String(base) + String(mark)
    if text.count == 1, let joined = text.first { self[column, row].content = .character(joined) }
  }
}

// MARK: As text

extension CellGrid {
  /// The grid as lines of text, without empty cells at their ends.
  ///
  /// - Parameters:
  ///   - isASCII: Whether lines are drawn with `+`, `-` and `|`.
  ///   - usesColor: Whether escape sequences for 24-bit colours and bold text are written. None is in force at the end
  ///     of a line.
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

  /// The number of columns of a row up to the last cell that shows something.
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

  /// The colours and the weight that the escape sequences so far have set.
  private struct Style {
    var ink: Paint?
    var background: Paint?
    var isBold = false

    var isPlain: Bool { ink == nil && background == nil && !isBold }

    /// The shortest escape sequence that prepares for drawing the cell; empty if the style stays the same.
    mutating func change(to cell: Cell) -> String {
      var codes: [String] = []
      let isBlank = cell.content == .lines([]) || cell.content == .character(" ")
      if cell.background != background {
        codes.append(Self.code(cell.background, base: 40))
        background = cell.background
      }
      // The colour of a blank cell is invisible.
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

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A table with known names and values, written in one of the many formats that files have.
struct GeneratedTable {
  enum Value: Hashable {
    case number(Double)
    case text(String)
    case missing
  }

  enum Encoding: CaseIterable {
    case utf8, marked, latin1, wide
  }

  /// The format of the file.
  struct Shape {
    var separator = ","
    var end = "\n"
    var decimal = "."
    var hasHeader = true
    /// The number of header lines.
    var headerLines = 1
    var preamble: [String] = []
    var endsInSeparator = false
    /// Whether the header ends with a separator, as rows do.
    var headerEndsInSeparator = false
    var quotesAll = false
    var hasIndex = false
    var isRagged = false
    var oddRow: Int?
    var encoding = Encoding.utf8
  }

  private(set) var shape = Shape()
  private(set) var names: [String] = []
  /// The values of each column.
  private(set) var columns: [[Value]] = []
  private(set) var bytes: [UInt8] = []
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    makeShape()
    makeValues()
    write()
  }

  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private mutating func comes(_ part: Int) -> Bool { below(part) == 0 }

  private mutating func makeShape() {
    shape.separator = [",", ";", "\t", "|"][below(4)]
    shape.end = ["\n", "\r\n"][below(2)]
    if shape.separator != ",", comes(2) { shape.decimal = "," }
    shape.hasHeader = !comes(6)
    if shape.hasHeader, comes(6) { shape.headerLines = 2 }
    if comes(4) {
      shape.preamble = ["Report of 2024", ""].suffix(1 + below(2)) + (comes(2) ? ["Source: somewhere", ""] : [])
    }
    shape.endsInSeparator = comes(5)
    shape.headerEndsInSeparator = shape.endsInSeparator && comes(2)
    shape.quotesAll = comes(6)
    shape.hasIndex = shape.hasHeader && comes(6)
    shape.isRagged = !shape.endsInSeparator && comes(6)
    shape.encoding = Encoding.allCases[below(8) < 5 ? 0 : below(4)]
  }

  private mutating func makeValues() {
    let (width, count) = (2 + below(5), 4 + below(25))
    if comes(5) { shape.oddRow = below(count) }
    for column in 0..<width {
      names.append(["price", "qty", "größe", "total due", "note", "Ort"][(column + below(2)) % 6] + "\(column + 1)")
      // At least one column has numbers.
      let kind = column == 1 ? 0 : below(3)
      columns.append(
        (0..<count).map { row in
          if kind == 2 { return .text(text(row)) }
          if row == shape.oddRow, column == 1 { return .text("n/k") }
          if comes(12) { return .missing }
          return .number(kind == 0 ? Double(below(4000)) / 16 : Double(below(1000)))
        })
    }
    if shape.hasIndex {
      names.insert("column1", at: 0)
      columns.insert((0..<count).map { .number(Double($0)) }, at: 0)
    }
    if shape.isRagged {
      // Some rows lack their last cell.
      let last = columns.count - 1
      for row in columns[last].indices where comes(5) { columns[last][row] = .missing }
    }
    if !shape.hasHeader { names = names.indices.map { "column\($0 + 1)" } }
    if shape.headerLines == 2 {
      for index in names.indices.dropFirst(shape.hasIndex ? 1 : 0) { names[index] = "year \(names[index])" }
    }
  }

  private mutating func text(_ row: Int) -> String {
    switch below(6) {
    case 0: "a\(shape.separator == "\t" ? " " : shape.separator)b \(row)"
    case 1: "say \"\(row)\""
    case 2: "two\nlines \(row)"
    case 3: "Müller \(row)"
    default: "word \(row)"
    }
  }

  // MARK: Writing

  private func spelling(_ value: Value) -> String {
    switch value {
    case .missing: return ""
    case .text(let text): return quoted(text)
    case .number(let number):
      let isWhole = number == number.rounded()
      let text = isWhole ? "\(Int(number))" : "\(number)".replacing(".", with: shape.decimal)
      return shape.quotesAll ? "\"\(text)\"" : text
    }
  }

  private func quoted(_ text: String) -> String {
    let isPlain = !text.contains { "\"\n".contains($0) } && !text.contains(shape.separator)
    return isPlain && !shape.quotesAll ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private mutating func write() {
    var lines = shape.preamble
    if shape.hasHeader {
      let own = names.enumerated().map { shape.hasIndex && $0 == 0 ? "" : $1 }
      let end = shape.headerEndsInSeparator ? shape.separator : ""
      if shape.headerLines == 2 {
        lines.append(own.map { $0.isEmpty ? "" : "year" }.joined(separator: shape.separator) + end)
      }
      let last = own.map { shape.headerLines == 2 && !$0.isEmpty ? String($0.dropFirst(5)) : $0 }
      lines.append(last.map { $0.isEmpty ? "" : quoted($0) }.joined(separator: shape.separator) + end)
    }
    for row in columns[0].indices {
      var cells = columns.map { spelling($0[row]) }
      if shape.isRagged, columns[columns.count - 1][row] == .missing, columns.count > 2 { cells.removeLast() }
      lines.append(cells.joined(separator: shape.separator) + (shape.endsInSeparator ? shape.separator : ""))
    }
    let text = lines.joined(separator: shape.end) + shape.end
    switch shape.encoding {
    case .utf8: bytes = Array(text.utf8)
    case .marked: bytes = [0xef, 0xbb, 0xbf] + text.utf8
    case .latin1: bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    case .wide: bytes = [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    }
  }
}

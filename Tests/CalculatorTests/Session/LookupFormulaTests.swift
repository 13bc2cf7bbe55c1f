// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import FoundationEssentials
import Testing

/// Look-up formulas of real workbooks, rewritten as formulas of lists. The workbooks are not part of the repository; without
/// them, these tests are skipped.
@Suite struct LookupFormulaTests {
  enum Content: Decodable, Equatable {
    case number(Double)
    case boolean(Bool)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let boolean = try? container.decode(Bool.self) {
        self = .boolean(boolean)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var value: CalculatorValue {
      switch self {
      case .number(let number): .number(number)
      case .boolean(let boolean): .boolean(boolean)
      case .text(let text): .text(text)
      }
    }
  }

  struct Case: Decodable {
    let book: String
    let cell: String
    let formula: String
    let value: Content
    let cells: [String: Content]
  }

  private struct Collection: Decodable { let cases: [Case] }

  static let path = WorkbookTests.folder + "/lookups.json"
  static let isPresent = FileManager.default.fileExists(atPath: path)

  @Test(.enabled(if: isPresent, "the workbooks are not on this machine"))
  func everyLookUpHasItsStoredValueAndAChangedCellEvaluatesWhatHangsOnItOnly() throws {
    let cases = try JSONDecoder().decode(Collection.self, from: Data(contentsOf: URL(filePath: Self.path))).cases
    #expect(cases.count == 143)
    var (edits, evaluated) = (0, 0)
    for example in cases {
      var rewriting = Rewriting(example)
      let formula = try rewriting.formula()
      let session = Session()
      for (cell, content) in example.cells.sorted(by: { $0.key < $1.key }) {
        try session.run("\(cell) = \(content.value.exactText)")
      }
      for (name, list) in rewriting.lists.sorted(by: { $0.key < $1.key }) { try session.run("\(name) = \(list)") }
      try session.run("result = \(formula)")
      let value = try #require(session.value(of: "result"))
      #expect(isClose(value, example.value.value), "\(example.formula) as \(formula) is \(value.text)")
      // Each cell is changed and restored: only the lists that contain it, and the formula, are evaluated.
      for (cell, content) in example.cells.sorted(by: { $0.key < $1.key }).prefix(6) {
        guard case .number(let number) = content else { continue }
        let behind = try session.downstream(SourceName(cell))
        let holders = Set(
          rewriting.lists.filter { $0.value.dropFirst().dropLast().split(separator: ", ").contains(cell[...]) }.keys)
        #expect(Set(behind).subtracting(["result"]) == holders, "\(example.formula)")
        let there = try #require(try session.run("\(cell) = \(NumberText.exact(number + 1))").first)
        let back = try #require(try session.run("\(cell) = \(NumberText.exact(number))").first)
        #expect(there.evaluatedCount <= behind.count && back.evaluatedCount <= behind.count)
        #expect(there.evaluatedCount >= holders.count)
        #expect(session.value(of: "result") == value)
        edits += 1
        evaluated += there.evaluatedCount
      }
    }
    #expect(edits > 300 && evaluated >= edits, "\(edits) edits, \(evaluated) nodes")
  }

  private func isClose(_ value: NodeValue, _ stored: CalculatorValue) -> Bool {
    // If a range also has texts, its numbers were rewritten as texts.
    if case .value(.text(let text)) = value, case .number(let expected) = stored {
      return text == NumberText.people(expected)
    }
    guard case .value(.number(let number)) = value, case .number(let expected) = stored else {
      return value == .value(stored)
    }
    return (number - expected).magnitude <= 1e-9 * max(expected.magnitude, 1e-6)
  }
}

/// Rewrites a formula of a spreadsheet. Each of its ranges becomes a named list.
private struct Rewriting {
  private let example: LookupFormulaTests.Case
  private let tokens: [String]
  private var place = 0
  /// The texts of the lists, by their names.
  var lists: [String: String] = [:]

  init(_ example: LookupFormulaTests.Case) {
    self.example = example
    var tokens: [String] = []
    var rest = Substring(example.formula.dropFirst().filter { $0 != "$" })
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
        continue
      }
      var token = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
      if token.isEmpty { token = rest.prefix(["<>", "<=", ">="].contains(rest.prefix(2)) ? 2 : 1) }
      tokens.append(String(token))
      rest = rest[token.endIndex...]
    }
    self.tokens = tokens
  }

  private var next: String { place < tokens.count ? tokens[place] : "" }

  mutating func formula() throws -> String {
    let text = try expression()
    try #require(place == tokens.count)
    return text
  }

  /// Rewrites an expression up to a comma or a closing parenthesis; arithmetic operators stay as they are.
  private mutating func expression(_ isAdding: Bool = true) throws -> String {
    var text = ""
    while !["", ",", ")"].contains(next) {
      let token = next
      place += 1
      switch token {
      case "=": text += " == "
      case "<>": text += " != "
      case "-" where next == "-":
        // --(condition) is 1 or 0.
        place += 1
        try #require(next == "(")
        place += 1
        text += "if(\(try expression()), 1, 0)"
        place += 1
      case "(":
        text += "(\(try expression()))"
        place += 1
      case "TRUE", "FALSE": text += token.lowercased()
      default:
        if next == "(", token.first?.isLetter == true {
          text += try call(token)
        } else if next == ":" {
          place -= 1
          text += try range(isDense: false).name
        } else {
          text += token
        }
      }
    }
    return text
  }

  private struct CellRange {
    let name: String
    let rows: Int
    let columns: Int
    let cells: [[String]]
  }

  /// Makes a named list of a range. With `isDense` it includes empty cells, so that positions are kept.
  private mutating func range(isDense: Bool) throws -> CellRange {
    let first = tokens[place]
    let last = tokens.count > place + 2 && tokens[place + 1] == ":" ? tokens[place + 2] : first
    place += first == last ? 1 : 3
    let (start, end) = (Self.position(first), Self.position(last))
    let cells = (start.row...end.row).map { row in (start.column...end.column).map { Self.name($0, row) } }
    let all = cells.flatMap { $0 }
    let isText = all.contains { if case .text? = example.cells[$0] { true } else { false } }
    let name = "\(first)_\(last)" + (isDense ? "" : "_filled")
    let elements = all.compactMap { cell -> String? in
      if let content = example.cells[cell] {
        // A number among texts is compared as a text.
        if isText, case .number(let number) = content { return "\"\(NumberText.people(number))\"" }
        return cell
      }
      return isDense ? (isText ? "\"\"" : "0") : nil
    }
    lists[name] = "[\(elements.joined(separator: ", "))]"
    return CellRange(name: name, rows: cells.count, columns: cells[0].count, cells: cells)
  }

  private mutating func skip(_ token: String) throws {
    try #require(next == token, "\(example.formula) at \(place)")
    place += 1
  }

  /// The arguments of a call after its opening parenthesis; with `isDense`, ranges include empty cells.
  private mutating func arguments(isDense: Bool) throws -> [String] {
    var result: [String] = []
    while true {
      if isDense, tokens.count > place + 1, tokens[place + 1] == ":" {
        result.append(try range(isDense: true).name)
      } else {
        let text = try expression()
        result.append(text.isEmpty ? "0" : text)
      }
      place += 1
      if tokens[place - 1] == ")" { return result }
    }
  }

  private mutating func call(_ function: String) throws -> String {
    try skip("(")
    switch function {
    case "SUM", "AVERAGE", "ROUND", "IF", "COUNT":
      let given = try arguments(isDense: false)
      return "\(function.lowercased())(\(given.joined(separator: ", ")))"
    case "MATCH":
      let given = try arguments(isDense: true)
      return "match(\(given[0]), \(given[1]), \(given.count > 2 ? given[2] : "1"))"
    case "LOOKUP":
      let given = try arguments(isDense: true)
      return "\(given[2])[match(\(given[0]), \(given[1]), 1)]"
    case "INDEX":
      let list = try range(isDense: true)
      try skip(",")
      let row = try expression()
      guard next == "," else {
        try skip(")")
        // A spreadsheet truncates fractional positions.
        return "\(list.name)[floor(\(row))]"
      }
      try skip(",")
      let column = try expression()
      try skip(")")
      return "\(list.name)[(floor(\(row)) - 1) * \(list.columns) + floor(\(column))]"
    case "SUMPRODUCT": return "sumproduct(\(try arguments(isDense: true).joined(separator: ", ")))"
    case "SUMIF":
      let keys = try range(isDense: true)
      try skip(",")
      let criterion = try self.criterion()
      try skip(",")
      let values = try range(isDense: true)
      try skip(")")
      return "sum(\(values.name) where \(keys.name) == \(criterion))"
    case "SUMIFS":
      let values = try range(isDense: true)
      var conditions: [String] = []
      while next == "," {
        try skip(",")
        let keys = try range(isDense: true)
        try skip(",")
        conditions.append("\(keys.name) == \(try criterion())")
      }
      try skip(")")
      return "sum(\(values.name) where \(conditions.joined(separator: " and ")))"
    case "COUNTIF":
      let list = try range(isDense: true)
      try skip(",")
      let criterion = try self.criterion()
      try skip(")")
      return "count(\(list.name) == \(criterion))"
    default: throw Unknown(function: function)
    }
  }

  private struct Unknown: Error { let function: String }

  /// The value that cells are compared with. In a range it is the cell in the formula's row, or the first cell.
  private mutating func criterion() throws -> String {
    guard tokens.count > place + 1, tokens[place + 1] == ":" else { return try expression() }
    let start = place
    let list = try range(isDense: true)
    lists[list.name] = nil
    let row = Self.position(example.cell).row - Self.position(tokens[start]).row
    return list.cells[list.cells.indices.contains(row) ? row : 0][0]
  }

  private static func position(_ cell: String) -> (row: Int, column: Int) {
    let letters = cell.prefix { $0.isLetter }
    let column = letters.utf8.reduce(0) { $0 * 26 + Int($1) - 64 }
    return (Int(cell.dropFirst(letters.count)) ?? 0, column)
  }

  private static func name(_ column: Int, _ row: Int) -> String {
    var letters = ""
    var rest = column
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return "\(letters)\(row)"
  }
}

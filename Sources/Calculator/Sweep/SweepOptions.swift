// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What `nodecalc sweep` is asked for.
package struct SweepOptions: Sendable {
  /// The model, or with `isMerging` the files with summaries.
  package var files: [String] = []
  package var each: [(name: String, values: String)] = []
  package var draws: [(name: String, distribution: String)] = []
  package var settings: [(name: String, value: String)] = []
  package var outputs: [String] = []
  /// A file with a column of numbers for each input; `-` is standard input.
  package var rows: String?
  package var isZipped = false
  package var seed: UInt64 = 0
  package var repetitions = 1
  /// The number of the part that is evaluated, and of how many.
  package var shard = (number: 1, count: 1)
  package var isJSON = false
  package var isSummary = false
  package var isMerging = false

  package init() {}

  /// The rows of all parts.
  ///
  /// - Parameter readFile: Reads the file of ``rows``.
  /// - Returns: The scenarios.
  /// - Throws: A ``Diagnostic``, or the ``FileFailure`` of the file.
  package func scenarios(readFile: (String) throws(FileFailure) -> [UInt8]) throws -> Scenarios {
    var scenarios = Scenarios()
    scenarios.seed = seed
    if isZipped {
      guard each.allSatisfy({ !Self.isList($0.values) }) || each.allSatisfy({ Self.isList($0.values) }) else {
        throw Diagnostic(.command, "--zip takes ranges, or lists of numbers", 0..<0)
      }
      if each.first.map({ Self.isList($0.values) }) == true {
        try scenarios.vary(each.map(\.name), over: try each.map { try Self.list($0.values) })
      } else {
        try scenarios.vary(each.map(\.name), over: try each.map { try Self.range($0.values) })
      }
    } else {
      for (name, values) in each {
        if Self.isList(values) {
          try scenarios.vary(name, over: try Self.list(values))
        } else {
          try scenarios.vary(name, over: try Self.range(values))
        }
      }
    }
    if let rows {
      let table = try NumberTable(try readFile(rows), named: rows == "-" ? "stdin" : rows)
      try scenarios.vary(table.names, over: table.columns)
    }
    for (name, text) in draws {
      guard let distribution = DrawnDistribution(text) else {
        throw Diagnostic(.command, "'\(text)' is none of \(DrawnDistribution.expectation)", 0..<0)
      }
      try scenarios.draw(name, from: distribution)
    }
    try scenarios.repeatRows(repetitions)
    return scenarios
  }

  private static func isList(_ text: String) -> Bool { text.firstRange(of: "..") == nil }

  private static func list(_ text: String) throws -> [Double] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { field in
      guard let number = NumberTable.number(field) else {
        throw Diagnostic(
          .number, "'\(field)' is not a number", 0..<0, hint: "write a..b, a..b:step, or numbers between commas")
      }
      return number
    }
  }

  private static func range(_ text: String) throws -> SweepRange {
    let text = text.replacing(":", with: " step ", maxReplacements: 1)
    return try SweepRange(SourceName(naming: text), atMost: Scenarios.maximumCount)
  }
}

/// Numbers of a CSV file: a line of names, and below it a line for each row (RFC 4180).
package struct NumberTable: Sendable {
  package let names: [String]
  package let columns: [[Double]]

  /// Reads a file. Empty lines are skipped.
  ///
  /// - Throws: A ``FileFailure`` with the line of the fault.
  package init(_ bytes: [UInt8], named path: String) throws(FileFailure) {
    var names: [String]?
    var columns: [[Double]] = []
    for line in SourceLines(bytes) where !line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      let fields = Self.fields(String(decoding: line.bytes, as: UTF8.self))
      guard let names else {
        if let empty = fields.firstIndex(of: "") {
          throw FileFailure("\(path):\(line.number): column \(empty + 1) has no name")
        }
        names = fields
        columns = Array(repeating: [], count: fields.count)
        continue
      }
      guard fields.count == names.count else {
        throw FileFailure("\(path):\(line.number): it has \(fields.count) fields, not \(names.count) as the first line")
      }
      for (index, field) in fields.enumerated() {
        guard let number = Self.number(field) else {
          throw FileFailure("\(path):\(line.number): '\(MessageText.shortened(field))' is not a number")
        }
        columns[index].append(number)
      }
    }
    guard let names else { throw FileFailure("\(path): it has no line with names") }
    guard columns.first?.isEmpty == false else { throw FileFailure("\(path): there is no row below the names") }
    self.names = names
    self.columns = columns
  }

  /// A decimal number; also NaN and infinities, which make a row fail.
  static func number(_ text: some StringProtocol) -> Double? {
    let text = String(text).filter { $0 != " " }
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "x") && $0 != UInt8(ascii: "X") }) else { return nil }
    return Double(text)
  }

  private static func fields(_ line: String) -> [String] {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var wasQuote = false
    for character in line {
      if character == "\"" {
        // A quote within quotes is written twice.
        if wasQuote { field.append(character) }
        isQuoted.toggle()
        wasQuote = !isQuoted
        continue
      }
      wasQuote = false
      if character == ",", !isQuoted {
        fields.append(field)
        field = ""
      } else {
        field.append(character)
      }
    }
    fields.append(field)
    return fields.map { $0.trimmingBlanks() }
  }
}

extension String {
  fileprivate func trimmingBlanks() -> String {
    let rest = drop { $0 == " " || $0 == "\t" }
    let kept = rest.reversed().drop { $0 == " " || $0 == "\t" }
    return String(kept.reversed())
  }
}

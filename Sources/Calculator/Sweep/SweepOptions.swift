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
      try scenarios.vary(each.map(\.name), over: try each.map { try Self.values($0.values) })
    } else {
      for (name, values) in each { try scenarios.vary([name], over: [try Self.values(values)]) }
    }
    if let rows {
      let table = try NumberTable(try readFile(rows), named: rows == "-" ? "stdin" : rows)
      try scenarios.vary(table.names, over: table.swept)
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

  private static func values(_ text: String) throws(Diagnostic) -> SweptValues {
    if !isList(text) { return try SweptValues(range: text) }
    let fields = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    do throws(Diagnostic) {
      return try SweptValues(list: fields)
    } catch {
      var diagnostic = error
      diagnostic.hint = diagnostic.hint ?? "write a..b, a..b:step, or values between commas"
      throw diagnostic
    }
  }
}

/// Numbers, dates and quantities of a CSV file: a line of names, and below it a line for each row (RFC 4180).
package struct NumberTable: Sendable {
  package let names: [String]
  /// The numbers of each column, in the unit of its first row.
  package let columns: [[Double]]
  private let units: [UnitOfMeasure?]

  /// The columns as values of inputs.
  var swept: [SweptValues] { zip(columns, units).map { SweptValues(.list($0), in: $1) } }

  /// Reads a file. Empty lines are skipped.
  ///
  /// - Throws: A ``FileFailure`` with the line of the fault.
  package init(_ bytes: [UInt8], named path: String) throws(FileFailure) {
    var names: [String]?
    var columns: [(values: [Double], unit: UnitOfMeasure?)] = []
    for line in SourceLines(bytes) where !line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      let fields = Self.fields(String(decoding: line.bytes, as: UTF8.self))
      guard let names else {
        if let empty = fields.firstIndex(of: "") {
          throw FileFailure("\(path):\(line.number): column \(empty + 1) has no name")
        }
        names = fields
        columns = Array(repeating: ([], nil), count: fields.count)
        continue
      }
      guard fields.count == names.count else {
        throw FileFailure("\(path):\(line.number): it has \(fields.count) fields, not \(names.count) as the first line")
      }
      for (index, field) in fields.enumerated() {
        do throws(Diagnostic) {
          let (number, unit) = try SweptValues.value(field)
          if columns[index].values.isEmpty { columns[index].unit = unit }
          columns[index].values.append(try SweptValues.converted(number, unit, to: columns[index].unit, field))
        } catch {
          throw FileFailure("\(path):\(line.number): \(error.message)", hint: error.hint)
        }
      }
    }
    guard let names else { throw FileFailure("\(path): it has no line with names") }
    guard columns.first?.values.isEmpty == false else { throw FileFailure("\(path): there is no row below the names") }
    self.names = names
    self.columns = columns.map(\.values)
    units = columns.map(\.unit)
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

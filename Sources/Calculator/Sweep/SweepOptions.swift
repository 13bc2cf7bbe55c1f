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
        throw Diagnostic(
          .command, "'\(text)' is none of \(DrawnDistribution.expectation)", 0..<0, hint: DrawnDistribution.rule)
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

/// Numbers, dates and quantities of a CSV file: a line of names, and below it a line for each row. It is read as ``CSVTable``
/// reads the columns of formulas.
package struct NumberTable: Sendable {
  package let names: [String]
  /// The numbers of each column, in the unit of its first row.
  package let columns: [[Double]]
  private let units: [UnitOfMeasure?]

  /// The columns as values of inputs.
  var swept: [SweptValues] { zip(columns, units).map { SweptValues(.list($0), in: $1) } }

  /// Reads a file. Blank lines are skipped.
  ///
  /// - Throws: A ``FileFailure`` with the line of the fault.
  package init(_ bytes: [UInt8], named path: String) throws(FileFailure) {
    let table = try CSVTable(bytes, path: path)
    if let unnamed = table.names.firstIndex(of: "") {
      throw FileFailure("\(path): column \(unnamed + 1) has no name")
    }
    if table.count == 0 { throw FileFailure("\(path): there is no row below the names") }
    var columns: [(values: [Double], unit: UnitOfMeasure?)] = Array(repeating: ([], nil), count: table.names.count)
    for row in 0..<table.count {
      for index in columns.indices {
        let cell = table.text(row, index).trimmingBlanks
        do throws(Diagnostic) {
          let (number, unit) = try SweptValues.value(cell)
          if row == 0 { columns[index].unit = unit }
          columns[index].values.append(try SweptValues.converted(number, unit, to: columns[index].unit, cell))
        } catch {
          throw FileFailure("\(path):\(table.line(of: row)): \(error.message)", hint: error.hint)
        }
      }
    }
    names = table.names
    self.columns = columns.map(\.values)
    units = columns.map(\.unit)
  }

  /// A decimal number; also NaN and infinities, which make a row fail.
  static func number(_ text: String) -> Double? {
    let text = text.trimmingBlanks
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "x") && $0 != UInt8(ascii: "X") }) else { return nil }
    guard let value = Double(text), value.isFinite else { return Double(text) }
    if case .number(let number) = DecimalLiteral.reading(of: text.utf8) { return number }
    return nil
  }
}

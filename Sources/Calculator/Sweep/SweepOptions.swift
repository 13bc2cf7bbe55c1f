// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The options of `nodecalc sweep`.
package struct SweepOptions: Sendable {
  /// The model, or with `isMerging` the files with summaries.
  package var files: [String] = []
  package var each: [(name: String, values: String)] = []
  package var draws: [(name: String, distribution: String)] = []
  package var settings: [(name: String, value: String)] = []
  package var outputs: [String] = []
  /// A file with a column for each input; `-` is standard input.
  package var rows: String?
  /// The options for reading ``rows``.
  package var reading = TableOptions()
  package var isZipped = false
  package var seed: UInt64 = 0
  package var repetitions = 1
  /// The number of the part that is evaluated, and the number of parts.
  package var shard = (number: 1, count: 1)
  /// The greatest number of threads that evaluate rows; `nil` for as many as the machine has cores.
  package var workers: Int?
  package var isJSON = false
  package var isSummary = false
  package var isMerging = false

  package init() {}

  /// Creates the rows of all parts.
  ///
  /// - Parameters:
  ///   - readFile: Reads the file of ``rows``.
  ///   - report: Receives notes for the user on the file.
  /// - Returns: The scenarios.
  /// - Throws: A ``Formulas/Diagnostic``, or the ``Formulas/FileFailure`` of the file.
  package func scenarios(
    readFile: (String) throws(FileFailure) -> [UInt8], report: (String) -> Void = { _ in }
  ) throws -> Scenarios {
    var scenarios = Scenarios()
    scenarios.seed = seed
    if isZipped {
      guard each.allSatisfy({ !Self.isList($0.values) }) || each.allSatisfy({ Self.isList($0.values) }) else {
        throw Diagnostic(.command, "--zip takes ranges, or lists of values", 0..<0)
      }
      try scenarios.vary(each.map(\.name), over: try each.map { try Self.values($0.values) })
    } else {
      for (name, values) in each { try scenarios.vary([name], over: [try Self.values(values)]) }
    }
    if let rows {
      let table = try NumberTable(try readFile(rows), named: rows == "-" ? "stdin" : rows, reading, without: outputs)
      for note in table.notes { report(note) }
      try scenarios.vary(table.names, over: table.swept)
    }
    for (name, text) in draws {
      guard let distribution = DrawnDistribution(text) else {
        if let rule = DrawnDistribution.parts(text).flatMap({ DrawnDistribution.brokenRule($0.name, $0.numbers) }) {
          throw Diagnostic(.number, "'\(text)' is not a distribution: \(rule)", 0..<0)
        }
        throw Diagnostic(.command, "'\(text)' is not one of \(DrawnDistribution.expectation)", 0..<0)
      }
      try scenarios.draw(name, from: distribution)
    }
    try scenarios.repeatRows(repetitions)
    return scenarios
  }

  private static func isList(_ text: String) -> Bool { text.firstRange(of: "..") == nil || text.hasPrefix("\"") }

  private static func values(_ text: String) throws(Diagnostic) -> SweptValues {
    if !isList(text) { return try SweptValues(range: text) }
    let fields = SweptValues.fields(text)
    do throws(Diagnostic) {
      return try SweptValues(list: fields)
    } catch {
      var diagnostic = error
      diagnostic.hint = diagnostic.hint ?? "write a..b, a..b:step, or values between commas"
      throw diagnostic
    }
  }
}

/// The rows that a file gives a sweep: a column for each input. It is read like columns of formulas.
package struct NumberTable: Sendable {
  package let names: [String]
  /// The columns as values of inputs.
  let swept: [SweptValues]
  /// Notes for the user on the file.
  package let notes: [String]

  /// The numbers of each column; for texts, their indices in the list of texts.
  package var columns: [[Double]] {
    swept.map { values in (0..<values.count).map { values.values[$0] } }
  }

  /// Reads a file. Blank lines are skipped.
  ///
  /// A file that a sweep has written, with `row` as its first column and `error` as its last, gives only its inputs.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name in messages.
  ///   - options: The options for reading; others are guessed.
  ///   - outputs: The outputs of the sweep, which are not read from a file that a sweep has written.
  /// - Throws: A ``Formulas/FileFailure`` with the line of the fault.
  package init(
    _ bytes: [UInt8], named path: String, _ options: TableOptions = TableOptions(), without outputs: [String] = []
  ) throws(FileFailure) {
    let table: CSVTable
    do throws(FileFailure) {
      table = try CSVTable(bytes, path: path, options)
    } catch {
      throw FileFailure(error.message, hint: error.hint.map(TableAdvice.forCommandLine))
    }
    if let unnamed = table.unnamed.min() {
      throw FileFailure(
        "\(path): column \(unnamed + 1) has no name",
        hint: "--read names=… gives names: \(table.names.indices.map { "x\($0 + 1)" }.joined(separator: ","))")
    }
    if table.count == 0 { throw FileFailure("\(path): no rows follow the names") }
    var swept: [SweptValues] = []
    var notes: [String] = []
    var columns = Array(table.names.indices)
    if SweepRowText.isHeader(table.names) {
      columns = columns.dropFirst().dropLast().filter { !outputs.contains(table.names[$0]) }
    }
    for column in columns {
      let reading = ColumnReading(table, column, takesNonFinite: true)
      if let odd = reading.odd { throw table.refusal(of: odd, column, notes: table.notes(column, reading)) }
      for note in table.notes(column, reading).map(TableAdvice.forCommandLine) where !notes.contains(note) {
        notes.append(note)
      }
      swept.append(SweptValues(try table.values(column, reading)))
    }
    names = columns.map { table.names[$0] }
    self.swept = swept
    self.notes = notes
  }
}

extension CSVTable {
  /// The refusal of a cell that keeps a column from being one of numbers or of another kind.
  fileprivate func refusal(of odd: ColumnReading.Odd, _ column: Int, notes: [String]) -> FileFailure {
    let content = content(odd.row, column)
    let cell = OddCell(content, of: odd.expected, isLast: odd.row == count - 1)
    let what =
      odd.expected == .number ? "a number" : odd.expected == .time ? "a date" : "of the same kind as in other rows"
    return FileFailure(
      "\(place(odd.row, column)): \(SourceText.quote(bytes, content.indices)) is not \(what)",
      hint: cell?.sweepOffer)
  }
}

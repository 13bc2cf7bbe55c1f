// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads the values of a column, and makes notes on them.
extension CSVTable {
  /// A column that was read.
  package struct Column {
    package let values: CalculatorValue
    /// Notes on cells that may be misread, one sentence each.
    package let notes: [String]
  }

  /// The index of a column.
  ///
  /// - Throws: A ``FileFailure`` if the column does not exist, or the name is empty.
  package func place(of name: String) throws(FileFailure) -> Int {
    if name.isEmpty {
      let all = names.map { SourceName(naming: $0).spelling }
      let example = all.first.map { "; write csv(\(TextLiteral.spelling(path))).\($0)" } ?? ""
      throw FileFailure(
        "csv needs a column", hint: "'\(path)' has \(MessageText.shortened(all.joined(separator: ", ")))\(example)")
    }
    guard let place = names.firstIndex(of: name) else {
      throw FileFailure(
        "'\(path)' has no column '\(name)'",
        hint: Suggestion.hint(for: name, among: names)
          ?? "it has \(MessageText.shortened(names.joined(separator: ", ")))")
    }
    return place
  }

  /// Reads the values of a column with a given type, or with the type that all its cells have.
  ///
  /// Without a type, a column contains numbers if all cells that are not empty are numbers, and likewise Booleans,
  /// dates, moments or quantities; otherwise it contains texts. `007` is not a number, because its zeros would be
  /// lost, and neither is a whole number that would lose digits.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - type: The type of its cells; `nil` for the type that they have.
  /// - Returns: The values, a list, and notes on cells that keep it from being of another type.
  /// - Throws: A ``FileFailure`` if the column does not exist, or for a cell that is empty or of another type.
  /// - Complexity: O(bytes of the column)
  package func column(_ name: String, as type: CalculatorType?) throws(FileFailure) -> Column {
    let place = try place(of: name)
    if let type { return Column(values: try values(place, as: type), notes: []) }
    let reading = ColumnReading(self, place)
    return Column(values: try values(place, reading), notes: notes(place, reading))
  }

  private func values(_ column: Int, as type: CalculatorType) throws(FileFailure) -> CalculatorValue {
    switch type {
    case .number: return .numbers(try numbers(column, keepsZeros: false))
    case .boolean: return .booleans(try booleans(column))
    case .quantity(let unit): return try times(column, unit, ColumnReading(self, column).format)
    default: return .texts((0..<count).map { text($0, column) })
    }
  }

  /// Reads the values of a column whose kind is known.
  package func values(_ column: Int, _ reading: ColumnReading) throws(FileFailure) -> CalculatorValue {
    switch reading.kind {
    case .number:
      return .numbers(try numbers(column, keepsZeros: true, takesNonFinite: reading.takesNonFinite))
    case .boolean: return .booleans(try booleans(column))
    case .time: return try times(column, nil, reading.format)
    case .quantity: return try quantities(column)
    case .text: return .texts((0..<count).map { text($0, column) })
    }
  }

  private func nonFinite(_ content: ArraySlice<UInt8>, isTaken: Bool) -> Double? {
    isTaken ? CellReader.nonFinite(content) : nil
  }

  private func numbers(
    _ column: Int, keepsZeros: Bool, takesNonFinite: Bool = false
  ) throws(FileFailure) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(count)
    for row in 0..<count {
      let content = content(row, column)
      guard let number = reader.number(content, keepsZeros: keepsZeros) ?? nonFinite(content, isTaken: takesNonFinite)
      else {
        throw fault(row, column, "a number")
      }
      result.append(number)
    }
    return result
  }

  private func booleans(_ column: Int) throws(FileFailure) -> [Bool] {
    var result: [Bool] = []
    result.reserveCapacity(count)
    for row in 0..<count {
      guard let boolean = CellReader.boolean(content(row, column)) else { throw fault(row, column, "true or false") }
      result.append(boolean)
    }
    return result
  }

  private func quantities(_ column: Int) throws(FileFailure) -> CalculatorValue {
    var result: [Double] = []
    var unit: UnitOfMeasure?
    for row in 0..<count {
      guard let (number, given) = ColumnReading.quantity(content(row, column), reader) else {
        throw fault(row, column, "a quantity as 5 km")
      }
      let first = unit ?? given
      // A unit of another dimension makes the whole column texts.
      guard given.dimension == first.dimension else { return .texts((0..<count).map { text($0, column) }) }
      unit = first
      result.append(given.converted(number, to: first))
    }
    return unit.map { .quantities(result, $0) } ?? .numbers(result)
  }

  /// Reads dates or moments.
  ///
  /// - Parameters:
  ///   - column: The place of the column.
  ///   - unit: The type, dates or moments; `nil` for moments if any cell has a time, else dates.
  ///   - format: The order of day and month, unless it is set.
  /// - Returns: The dates or moments as a list.
  /// - Throws: A ``FileFailure`` for a cell that is neither.
  private func times(
    _ column: Int, _ unit: UnitOfMeasure?, _ format: DateFormat?
  ) throws(FileFailure) -> CalculatorValue {
    let format = options.dates ?? format
    var result: [Double] = []
    result.reserveCapacity(count)
    var found = unit
    for row in 0..<count {
      let content = content(row, column)
      switch CellTime(content, format) {
      case .date(let day)? where found == nil || found == .date:
        found = .date
        result.append(day)
      case .local(let seconds)? where found?.isMoment ?? true:
        result.append(try moment(seconds, row, column))
        if found == nil { found = (options.zone ?? -1) < 0 ? .moment : .moment(inZone: options.zone ?? 0) }
      case .moment(let moment, let unit)? where found?.isMoment ?? true:
        if found == nil { found = unit }
        result.append(moment)
      default:
        throw fault(row, column, found?.isMoment == true ? "a moment as 2026-03-01T12:30Z" : "a date as 2026-03-01")
      }
    }
    return .quantities(result, found ?? .date)
  }

  /// The moment at which clocks show a time, in UTC unless the options set a zone.
  private func moment(_ seconds: Double, _ row: Int, _ column: Int) throws(FileFailure) -> Double {
    guard let place = options.zone, place >= 0 else { return seconds }
    let zone = ZoneName.table[place]
    let moments = zone.moments(showing: seconds)
    // In the hour that clocks show twice, it can't be known which of both moments continues the previous row.
    if moments.count == 1 { return moments[0] }
    let content = content(row, column)
    throw FileFailure(
      "\(self.place(row, column)): clocks in \(zone.name) \(moments.isEmpty ? "leave out" : "show twice") "
        + SourceText.quote(bytes, content.indices), hint: "csv(…, zone: \"UTC\") reads the times as those of UTC")
  }

  /// A failure that refuses a cell.
  func fault(_ row: Int, _ column: Int, _ expected: String) -> FileFailure {
    let content = content(row, column)
    if content.isEmpty {
      return FileFailure(
        "\(place(row, column)): the cell is empty, not \(expected)",
        hint: "csv(…, \"text\") reads the column as texts"
          + (expected == "a number" ? ", and number(x where isnumber(x)) those that are numbers" : ""))
    }
    return FileFailure(
      "\(place(row, column)): \(SourceText.quote(bytes, content.indices)) is not \(expected)",
      hint: expected == "a number" ? OddCell(content, of: .number, isLast: row == count - 1)?.offer : nil)
  }
}

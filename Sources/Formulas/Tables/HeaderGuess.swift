// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A guess at which of the first rows of a file are text before the table, which are the header, and where the rows begin.
///
/// Headers are distinguished from rows by the kinds of cells that most rows have in each column.
struct HeaderGuess {
  /// The kind of most cells of a column.
  private enum Kind: CaseIterable {
    case number, boolean, time, digits
  }

  /// The number of cells in the rows of the table, without an empty cell after a last separator.
  private(set) var width: Int
  /// Whether rows end with a separator that no cell follows.
  private(set) var endsInSeparator = false
  /// Whether rows have a first cell that the header lacks.
  private(set) var hasRowNames = false
  /// The rows of the header.
  private(set) var header: Range<Int>
  private(set) var findings: [TableFinding] = []

  private let sample: TableSample
  private let reader: CellReader
  private var kinds: [Kind?] = []
  private var usualCount: Int
  private var isSure = true
  private var reason = ""
  /// A row of words above rows that all have more cells than it, so that it can't name them.
  private(set) var narrowHeader: Int?

  /// The greatest number of rows before the first row of the table.
  private static let longestTop = 100

  init(_ sample: TableSample, _ reader: CellReader, _ options: TableOptions) {
    self.sample = sample
    self.reader = reader
    usualCount = sample.usualCount
    width = usualCount
    header = 0..<0
    measureEnds()
    kinds = (0..<width).map { kind(of: $0) }
    let main = mainRow(isGiven: options.skip != nil)
    let guessed = main.map { headerRows(upTo: $0, isGiven: options.skip != nil) }
    if let lines = options.header {
      let first = options.skip != nil ? 0 : guessed?.lowerBound ?? firstRow
      header = first..<min(first + lines, sample.rows.count)
      findings.append(TableFinding("header", Self.spelling(lines), "it was set", isSet: true))
    } else {
      header = guessed ?? firstRow..<firstRow
      if guessed == nil, options.skip == nil, options.names == nil { narrowHeader = rowOfTooFewNames(above: firstRow) }
      findings.append(TableFinding("header", Self.spelling(header.count), reason, isSure: isSure))
    }
    addTop(options)
  }

  private static func spelling(_ lines: Int) -> String { lines == 0 ? "no" : lines == 1 ? "yes" : "\(lines)" }

  /// The number of rows in the file before the rows with values.
  var rowsBefore: Int { header.upperBound }

  private mutating func addTop(_ options: TableOptions) {
    if let skip = options.skip {
      findings.append(TableFinding("skip", "\(skip)", "it was set", isSet: true))
    } else if header.lowerBound > 0, header.lowerBound < sample.rows.count {
      let line = sample.rows[header.lowerBound].line
      findings.append(
        TableFinding("skip", "\(line - 1)", "the lines before line \(line) have other numbers of cells than the rows"))
    }
  }

  // MARK: The ends of rows

  private func isRight(_ row: Int) -> Bool {
    let count = sample.rows[row].count
    return count == usualCount || count == width
  }

  private mutating func measureEnds() {
    let usual = sample.rows.indices.filter { sample.rows[$0].count == usualCount }
    // If there is only one row, its header shows that it ends with a separator.
    let isBelowHeader = usual.count == 1 && sample.rows.count == 2 && sample.rows[0].count == usualCount - 1
    guard usualCount > 1, usual.count > 1 || isBelowHeader else { return }
    if usual.allSatisfy({ sample.content($0, usualCount - 1).isEmpty }) {
      endsInSeparator = true
      width = usualCount - 1
      return
    }
    // If there is only one row, its first cell can't be recognised as its name.
    guard usual.count > 1, let first = usual.first, first > 0, sample.rows[first - 1].count == usualCount - 1,
      !sample.rows[first].followsBlank, usual.count == sample.rows.count - first
    else { return }
    let names = usual.map { Array(sample.content($0, 0)) }
    let isCounted = names.enumerated().allSatisfy { index, name in
      name.elementsEqual("\(index)".utf8) || name.elementsEqual("\(index + 1)".utf8)
    }
    let areTexts = names.allSatisfy { reader.number($0[...], keepsZeros: false) == nil && !$0.isEmpty }
    guard isCounted || areTexts, Set(names).count == names.count else { return }
    hasRowNames = true
    header = first - 1..<first
  }

  /// The row directly above the first row of the table, if it has several words and fewer cells than the table.
  private func rowOfTooFewNames(above row: Int) -> Int? {
    guard row > 0, row < sample.rows.count, !sample.rows[row].followsBlank else { return nil }
    let cells = (0..<sample.rows[row - 1].count).map { sample.content(row - 1, $0) }
    let areWords = cells.allSatisfy { cell in !cell.isEmpty && !Kind.allCases.contains { isKind(cell, $0) } }
    return cells.count > 1 && cells.count < width && areWords ? row - 1 : nil
  }

  // MARK: Kinds

  private func isKind(_ content: ArraySlice<UInt8>, _ kind: Kind) -> Bool {
    switch kind {
    case .number: reader.number(content) != nil
    case .boolean: CellReader.boolean(content) != nil
    case .time: CellTime.isRead(content)
    case .digits: content.count > 1 && content.allSatisfy(\.isDigit)
    }
  }

  /// The kind of most cells of a column in the second half of the rows.
  private func kind(of column: Int) -> Kind? {
    let rows = sample.rows.indices.filter(isRight)
    let later = rows.suffix(max(1, rows.count - max(1, rows.count / 2))).suffix(200)
    if rows.count < 2 { return nil }
    var counts: [Kind: Int] = [:]
    var all = 0
    for row in later {
      let content = sample.content(row, column)
      if CellReader.isMissing(content) { continue }
      all += 1
      if let kind = Kind.allCases.first(where: { isKind(content, $0) }) { counts[kind, default: 0] += 1 }
    }
    if let digits = counts[.digits], digits > 0 { counts[.digits] = digits + (counts[.number] ?? 0) }
    return Kind.allCases.first { (counts[$0] ?? 0) * 10 >= all * 7 && all > 0 }
  }

  /// The number of cells of a row that have the kind of their column, and the number of cells that don't.
  private func fit(_ row: Int) -> (fitting: Int, unfit: Int) {
    var (fitting, unfit) = (0, 0)
    for column in 0..<width {
      guard let kind = kinds[column] else { continue }
      let content = sample.content(row, column)
      if CellReader.isMissing(content) { continue }
      if isKind(content, kind) { fitting += 1 } else { unfit += 1 }
    }
    return (fitting, unfit)
  }

  /// Whether a row has few cells, all at its beginning, like a title or a line of settings.
  private func isNarrow(_ row: Int) -> Bool {
    let filled = (0..<width).filter { !sample.content(row, $0).isEmpty }
    guard width > 1, let last = filled.last else { return width > 1 }
    return filled.first == 0 && last < width - 1 && filled.count * 2 <= width && last * 2 < width
  }

  private var firstRow: Int {
    if hasRowNames { return header.lowerBound }
    return sample.rows.indices.first { isRight($0) && !isNarrow($0) } ?? sample.rows.indices.first(where: isRight) ?? 0
  }

  // MARK: The header

  /// The last row of the header; `nil` if there is none.
  private mutating func mainRow(isGiven: Bool) -> Int? {
    if hasRowNames {
      reason =
        "line \(sample.rows[header.lowerBound].line) has one cell fewer than the rows, whose first column has no name"
      return header.lowerBound
    }
    if kinds.allSatisfy({ $0 == nil }) { return rowOfTexts() }
    var main: Int?
    for row in sample.rows.indices.prefix(Self.longestTop) where isRight(row) {
      let (fitting, unfit) = fit(row)
      if let known = main {
        if isNarrow(known), !isGiven, unfit > 0 || isNarrow(row), unfit >= fitting {
          main = row
        } else if unfit > 1, fitting == 0, !recurs(row) {
          main = row
        } else {
          break
        }
      } else if unfit > 0, unfit >= fitting || hasWords(row) {
        if unfit < fitting { isSure = false }
        main = row
      } else if fitting + unfit == 0, isNarrow(row), !isGiven {
        continue
      } else if !isUpperRow(row) {
        break
      }
    }
    guard let main, !isNarrow(main) || isGiven else {
      return yearsRow()
    }
    let column = (0..<width).first { column in
      kinds[column].map { !sample.content(main, column).isEmpty && !isKind(sample.content(main, column), $0) } ?? false
    }
    let content = String(decoding: sample.content(main, column ?? 0), as: UTF8.self)
    reason =
      "line \(sample.rows[main].line) has '\(MessageText.shortened(content, to: 24))' where rows have "
      + phrase(column.flatMap { kinds[$0] })
    return main
  }

  private func phrase(_ kind: Kind?) -> String {
    switch kind {
    case .number?: "numbers"
    case .boolean?: "true or false"
    case .time?: "dates"
    case .digits?: "digits"
    case nil: "other cells"
    }
  }

  /// Whether the cells of a row that don't fit are words that no later row has in that column; marks of missing values recur.
  private func hasWords(_ row: Int) -> Bool { !recurs(row) }

  /// Whether a cell of a row that doesn't fit occurs again below it.
  private func recurs(_ row: Int) -> Bool {
    (0..<width).contains { column in
      guard let kind = kinds[column] else { return false }
      let content = sample.content(row, column)
      guard !CellReader.isMissing(content), !isKind(content, kind) else { return false }
      return sample.rows.indices.dropFirst(row + 1).contains { sample.content($0, column).elementsEqual(content) }
    }
  }

  /// Whether a row of numbers, such as years, is directly above the names of columns.
  private func isUpperRow(_ row: Int) -> Bool {
    guard row + 1 < sample.rows.count, isRight(row + 1), !sample.rows[row + 1].followsBlank else { return false }
    let (fitting, unfit) = fit(row + 1)
    guard unfit > 1, fitting == 0, !recurs(row + 1) else { return false }
    return (0..<width).contains { sample.content(row, $0).isEmpty || kinds[$0] == nil } || fit(row).fitting > 1
  }

  /// A header of whole years above rows of other numbers.
  private mutating func yearsRow() -> Int? {
    let row = firstRow
    guard row < sample.rows.count else { return nil }
    var years: [Int] = []
    var hasOthers = false
    for column in 0..<width where kinds[column] == .number {
      guard let year = Int(String(decoding: sample.content(row, column), as: UTF8.self)), (1700...2200).contains(year)
      else { return noHeader(row) }
      years.append(year)
      hasOthers =
        hasOthers
        || sample.rows.indices.dropFirst(row + 1).contains { row in
          let number = reader.number(sample.content(row, column))
          return number.map { $0 != $0.rounded() || !(1700...2200).contains($0) } ?? false
        }
    }
    guard years.count > 1, hasOthers, zip(years, years.dropFirst()).allSatisfy({ $0 <= $1 }), years.first != years.last
    else { return noHeader(row) }
    isSure = false
    reason = "line \(sample.rows[row].line) has years in order, and rows have other numbers"
    return row
  }

  private mutating func noHeader(_ row: Int) -> Int? {
    reason = "line \(sample.rows[row].line) has values of the same kinds as all rows"
    return nil
  }

  /// The header if all columns are texts: the first row, unless its cells occur again.
  private mutating func rowOfTexts() -> Int? {
    let row = firstRow
    guard row < sample.rows.count else { return nil }
    if sample.rows.count - row == 1 {
      let hasValues = (0..<width).contains { column in
        let content = sample.content(row, column)
        return [Kind.number, .boolean, .time].contains { isKind(content, $0) }
      }
      reason = hasValues ? "its only row has values" : "its only row has words"
      isSure = !hasValues
      return hasValues ? nil : row
    }
    let repeated = (0..<width).first { column in
      let content = sample.content(row, column)
      return !content.isEmpty
        && sample.rows.indices.dropFirst(row + 1).contains { sample.content($0, column).elementsEqual(content) }
    }
    if let repeated, width > 1 || sample.rows.count > 3 {
      let content = String(decoding: sample.content(row, repeated), as: UTF8.self)
      reason =
        "'\(MessageText.shortened(content, to: 24))' of line \(sample.rows[row].line) appears again in its column"
      isSure = false
      return nil
    }
    reason = "all cells are texts, and those of line \(sample.rows[row].line) don't appear again"
    return row
  }

  /// The rows of the header, given its last row: the rows directly above that have names over the whole width.
  private func headerRows(upTo main: Int, isGiven: Bool) -> Range<Int> {
    var first = main
    while first > 0, isRight(first - 1), !sample.rows[first].followsBlank, isGiven || isWide(first - 1) { first -= 1 }
    return first..<main + 1
  }

  private func isWide(_ row: Int) -> Bool {
    let filled = (0..<width).filter { !sample.content(row, $0).isEmpty }
    guard !isNarrow(row), filled.count > 1, let last = filled.last else { return false }
    return last * 2 >= width
  }
}

extension CellTime {
  /// Whether a cell is a date or a time with any order of day and month.
  static func isRead(_ content: ArraySlice<UInt8>) -> Bool {
    (CellTime(content, .dayFirst) ?? CellTime(content, .monthFirst)).map { _ in true } ?? false
  }
}

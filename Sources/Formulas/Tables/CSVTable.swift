// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A file of rows, each with one cell per column. A cell is stored as a range of the file's bytes, and cells become
/// values one column at a time.
///
/// The separator, the position of the header and the form of numbers are guessed from the first rows, unless
/// ``TableOptions`` set them. A later row that doesn't fit is refused with its line, or read where no data is lost.
package struct CSVTable {
  let path: String
  package let bytes: [UInt8]
  private(set) var cells: [TableCell] = []
  private var lines: [UInt32] = []
  let quote: UInt8
  /// The names of the columns, each once.
  package private(set) var names: [String] = []
  /// The indices of columns that have no name in the file.
  package private(set) var unnamed: Set<Int> = []
  /// How numbers are written.
  private(set) var reader = CellReader()
  /// The properties of the file that were guessed, or set by hand.
  private(set) var findings: [TableFinding] = []
  /// Remarks on the whole file for the user, in addition to guesses that may be wrong.
  private(set) var remarks: [String] = []
  let options: TableOptions
  /// Whether the file has records of JSON.
  let isJSON: Bool

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name in messages.
  ///   - options: The properties that are set and therefore not guessed.
  /// - Throws: A ``FileFailure`` with line and column.
  /// - Complexity: O(bytes)
  package init(_ bytes: [UInt8], path: String, _ options: TableOptions = TableOptions()) throws(FileFailure) {
    self.path = path
    self.options = options
    guard bytes.count < 1 << 31 else { throw FileFailure("'\(path)' is larger than 2 GiB") }
    let decoded = try TableEncoding.decode(bytes, as: options.encoding, path: path)
    findings.append(decoded.finding)
    if let records = try JSONRecords(decoded.bytes, path: path) {
      isJSON = true
      self.bytes = records.bytes
      quote = 0
      cells = records.cells
      lines = records.lines
      names = records.names
      return
    }
    isJSON = false
    self.bytes = decoded.bytes
    let guess = DialectGuess(decoded.bytes, options)
    quote = guess.dialect.quote
    let sample = TableSample(decoded.bytes, guess.dialect, skip: options.skip ?? 0)
    let numbers = NumberGuess(sample, separator: guess.dialect.separator, options)
    let header = HeaderGuess(sample, numbers.reader, options)
    if let row = header.narrowHeader {
      let (first, next) = (sample.rows[row], sample.rows[row + 1])
      throw FileFailure(
        "\(path):\(next.line): the row has \(next.count) cells, but line \(first.line) has \(MessageText.counted(first.count, "name"))",
        hint:
          "csv(…, header: yes, skip: \(first.line - 1)) numbers the columns without a name, and csv(…, header: no) reads no names"
      )
    }
    reader = numbers.reader
    findings += guess.findings + header.findings + numbers.findings
    var rows = RowReader(decoded.bytes, path: path, guess.dialect, skip: options.skip ?? 0)
    try readNames(&rows, header)
    try readRows(&rows, header)
    dropFooter()
  }

  /// The number of rows below the names.
  package var count: Int { lines.count }

  /// A cell by its row and column.
  func cell(_ row: Int, _ column: Int) -> TableCell { cells[row * names.count + column] }

  /// The bytes of a cell without blanks around them.
  package func content(_ row: Int, _ column: Int) -> ArraySlice<UInt8> { bytes.content(of: cell(row, column)) }

  /// The text of a cell.
  func text(_ row: Int, _ column: Int) -> String { bytes.text(of: cell(row, column), quote: quote) }

  /// The number of the line in which a row begins.
  func line(of row: Int) -> Int { Int(lines[row]) }

  /// The position of a cell for messages: `p.csv:3:5`.
  package func place(_ row: Int, _ column: Int) -> String {
    if isJSON { return "\(path):\(lines[row]) (\(names[column]))" }
    let start = Int(cell(row, column).start)
    return "\(path):\(lines[row]):\(1 + start - RowReader.lineStart(bytes, before: start))"
  }

  // MARK: Reading

  private mutating func readNames(_ rows: inout RowReader, _ header: HeaderGuess) throws(FileFailure) {
    var texts: [[String]] = []
    var above: [TableCell] = []
    for index in 0..<header.rowsBefore {
      above.removeAll(keepingCapacity: true)
      guard try rows.row(into: &above) != nil else { break }
      if header.header.contains(index) {
        texts.append(above.map { bytes.text(of: $0, quote: quote) })
      }
    }
    if header.hasRowNames { texts = texts.map { [""] + $0 } }
    let width = max(header.width, options.names?.count ?? 0)
    if width == 0 {
      let isEmpty = rows.position >= bytes.count
      throw FileFailure(isEmpty ? "'\(path)' is empty, so it has no column names" : "'\(path)' has no rows")
    }
    if let given = options.names {
      guard given.count == header.width || header.width == 0 else {
        throw FileFailure(
          "'\(path)' has \(MessageText.counted(header.width, "column")), but names has \(MessageText.counted(given.count, "name"))",
          hint: "names needs one name for each column")
      }
      take(ColumnNames([given], width: given.count))
    } else {
      take(texts.isEmpty ? ColumnNames(width: width) : ColumnNames(texts, width: width))
    }
  }

  private mutating func take(_ names: ColumnNames) {
    self.names = names.all
    unnamed = names.unnamed
    if let note = names.note { remarks.append("in \(path), \(note)") }
  }

  private mutating func readRows(_ rows: inout RowReader, _ header: HeaderGuess) throws(FileFailure) {
    let width = names.count
    var ragged = RaggedRows(path: path, width: width, policy: options.ragged)
    while true {
      let start = cells.count
      guard let row = try rows.row(into: &cells) else { break }
      if row.count != width {
        var length = row.count
        // Empty cells after the last separator don't count.
        while length > width, bytes.content(of: cells[start + length - 1]).isEmpty { length -= 1 }
        cells.removeLast(row.count - length)
        if length != width {
          guard try ragged.takes(row, length) else {
            cells.removeSubrange(start...)
            continue
          }
          let end = cells.last?.end ?? 0
          while cells.count - start < width { cells.append(TableCell(start: end, end: end)) }
          cells.removeLast(cells.count - start - width)
        }
      }
      if ragged.hasOpenRow { try ragged.refuseOpenRow() }
      lines.append(UInt32(row.line))
    }
    remarks += ragged.remarks
    if let policy = options.ragged {
      findings.append(TableFinding("ragged", policy.rawValue, "it was set", isSet: true))
    } else if let first = ragged.padded.first {
      findings.append(TableFinding("ragged", "pad", "line \(first) has fewer cells than there are columns"))
    }
  }

  /// Leaves out the rows at the end that the options declare as a footer, and empty rows.
  private mutating func dropFooter() {
    if let footer = options.footer {
      let count = min(footer, lines.count)
      lines.removeLast(count)
      cells.removeLast(count * names.count)
      findings.append(TableFinding("footer", "\(footer)", "it was set", isSet: true))
    }
    func isEmpty(_ row: Int) -> Bool { names.indices.allSatisfy { content(row, $0).isEmpty } }
    var count = lines.count
    while count > 0, isEmpty(count - 1) { count -= 1 }
    if names.count > 1, count > 0, count < lines.count {
      // A file that has only empty cells keeps its rows.
      cells.removeLast((lines.count - count) * names.count)
      lines.removeLast(lines.count - count)
    }
    remarkTotals()
  }

  /// The first cell of a row of totals, in the languages of many such files.
  private static let totals: Set = [
    "total", "totals", "grand total", "sum", "summe", "gesamt", "gesamtsumme", "insgesamt", "totale", "totaal", "suma",
  ]

  /// Warns of a last row that looks like the sum of the rows above, because it would be counted with them.
  private mutating func remarkTotals() {
    let last = lines.count - 1
    guard options.footer == nil, last > 1, let column = names.indices.first(where: { !content(last, $0).isEmpty }),
      Self.totals.contains(text(last, column).trimmingBlanks.lowercased()),
      names.indices.contains(where: { reader.number(content(last, $0)) != nil })
    else { return }
    let word = SourceText.quote(bytes, content(last, column).indices)
    remarks.append("\(path):\(lines[last]): the last row is called \(word); csv(…, footer: 1) leaves it out")
  }
}

/// Decides what happens to rows with fewer or more cells than there are columns.
private struct RaggedRows {
  let path: String
  let width: Int
  let policy: TableOptions.Ragged?
  /// The lines of rows whose missing cells were filled with empty ones.
  private(set) var padded: [Int] = []
  private var skipped: [Int] = []
  /// The first row of one cell that is assumed to be below the table.
  private var open: (line: Int, count: Int)?
  private var footers: [Int] = []

  init(path: String, width: Int, policy: TableOptions.Ragged?) {
    (self.path, self.width, self.policy) = (path, width, policy)
  }

  /// Whether a row was assumed to be below the table.
  var hasOpenRow: Bool { open != nil }

  /// Refuses the row that was assumed to be below the table, because a row of the table follows it.
  func refuseOpenRow() throws(FileFailure) {
    if let open { throw refusal(open.line, open.count) }
  }

  /// Decides whether a row is part of the table.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - count: The number of its cells, without surplus empty ones.
  /// - Returns: `false` if the row is left out.
  /// - Throws: A ``FileFailure`` for a row of another length, if such rows are refused.
  mutating func takes(_ row: RowReader.Row, _ count: Int) throws(FileFailure) -> Bool {
    switch policy {
    case .pad?:
      padded.append(row.line)
      return true
    case .skip?:
      skipped.append(row.line)
      return false
    case .refuse?: throw refusal(row.line, count)
    case nil: break
    }
    if count == 1, width > 2 || row.followsBlank {
      // Notes and sources are written below a table.
      if open == nil { open = (row.line, count) }
      footers.append(row.line)
      return false
    }
    guard count < width, count > 1, !row.followsBlank else { throw refusal(row.line, count) }
    padded.append(row.line)
    return true
  }

  private func refusal(_ line: Int, _ count: Int) -> FileFailure {
    return FileFailure(
      "\(path):\(line): the row has \(MessageText.counted(count, "cell")), but the table has \(MessageText.counted(width, "column"))",
      hint: count < width
        ? "csv(…, ragged: pad) fills missing cells with empty ones, and ragged: skip leaves such rows out"
        : "csv(…, ragged: skip) leaves such rows out, and ragged: pad drops the cells that are too many")
  }

  var remarks: [String] {
    var remarks: [String] = []
    func add(_ lines: [Int], _ what: String, _ option: String) {
      guard let first = lines.first else { return }
      let others = lines.count > 1 ? ", as in \(MessageText.counted(lines.count - 1, "other line"))" : ""
      remarks.append("\(path):\(first): \(what)\(others)\(option)")
    }
    if policy == nil {
      add(padded, "missing cells are taken as empty ones", "; csv(…, ragged: refuse) refuses such rows")
    }
    add(
      footers, "this line below the rows is left out", policy == nil ? "; csv(…, ragged: pad) takes it as a row" : "")
    return remarks
  }
}

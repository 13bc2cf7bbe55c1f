// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The separators, quotes and comments of a file, guessed from its first rows.
struct DialectGuess {
  private(set) var dialect = TableDialect()
  private(set) var findings: [TableFinding] = []

  private static let candidates: [UInt8] = [0x09, UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ",")]

  /// Guesses the dialect. Complexity: O(1), because only the beginning of the file is read.
  init(_ bytes: [UInt8], _ options: TableOptions) {
    let skip = options.skip ?? 0
    dialect.quote = options.quote ?? UInt8(ascii: "\"")
    dialect.comment = options.comment ?? 0
    guessSeparator(bytes, options, skip)
    if let comment = options.comment {
      add("comment", DialectByte.spelling(comment), "it was set", isSet: true)
    } else if let count = Self.commentCount(TableSample(bytes, dialect, skip: skip)) {
      dialect.comment = UInt8(ascii: "#")
      // Comments contain separators too.
      guessSeparator(bytes, options, skip)
      add("comment", "\"#\"", "it begins \(MessageText.counted(count, "line")) near the top, taken as comments")
    }
    if let quote = options.quote {
      add("quote", DialectByte.spelling(quote), "it was set", isSet: true)
    } else {
      guessQuote(bytes, skip)
    }
  }

  private mutating func add(
    _ option: String, _ value: String, _ reason: String, isSure: Bool = true, isSet: Bool = false
  ) {
    findings.removeAll { $0.option == option }
    findings.append(TableFinding(option, value, reason, isSure: isSure, isSet: isSet))
  }

  private mutating func guessSeparator(_ bytes: [UInt8], _ options: TableOptions, _ skip: Int) {
    if let separator = options.separator {
      dialect.separator = separator
      return add("separator", DialectByte.spelling(separator), "it was set", isSet: true)
    }
    var best: (score: Double, separator: UInt8, count: Int, part: Double)?
    for separator in Self.candidates + [0x20] {
      dialect.separator = separator
      let sample = TableSample(bytes, dialect, skip: skip)
      let count = sample.usualCount
      guard count > 1 else { continue }
      let part = sample.steadiness(count)
      var score = part * (1 + Self.cleanness(sample, count)) / (sample.isBroken ? 4 : 2)
      if separator == 0x20 {
        // Texts contain blanks, so blanks separate cells only if all cells are numbers and no other separator fits.
        guard best == nil, sample.rows.allSatisfy({ $0.count == count }), Self.isNumeric(sample) else { continue }
        score = 0.5
      }
      if score > best?.score ?? 0.35 { best = (score, separator, count, part) }
    }
    if let best {
      dialect.separator = best.separator
      let rows = best.part == 1 ? "all rows" : "\(Int(best.part * 100)) % of the rows"
      return add(
        "separator", DialectByte.spelling(best.separator),
        "\(rows) of the beginning have \(best.count) cells with \(DialectByte.phrase(best.separator))",
        isSure: best.part > 0.5)
    }
    dialect.separator = Self.first(bytes, skip, dialect.quote) ?? UInt8(ascii: ",")
    add("separator", DialectByte.spelling(dialect.separator), "no separator consistently gives more than one column")
  }

  /// The first separator in the first line that is not in quotes.
  private static func first(_ bytes: [UInt8], _ skip: Int, _ quote: UInt8) -> UInt8? {
    var isQuoted = false
    var hasBegun = false
    for byte in bytes.prefix(1 << 16) {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0a || byte == 0x0d {
        if hasBegun { return nil }
        continue
      }
      if candidates.contains(byte), byte != UInt8(ascii: "|") { return byte }
      hasBegun = hasBegun || byte != 0x20
    }
    return nil
  }

  /// The fraction of cells that contain no other separator, except decimal commas.
  private static func cleanness(_ sample: TableSample, _ count: Int) -> Double {
    let german = CellReader(decimal: UInt8(ascii: ","), thousands: UInt8(ascii: "."))
    var (clean, all) = (0, 0)
    for row in sample.rows.indices.prefix(200) where sample.rows[row].count == count {
      for cell in sample.cells(of: row) {
        all += 1
        let content = sample.bytes.content(of: cell)
        // A quoted cell may contain any separator.
        let isQuoted = cell.start > 0 && sample.bytes[Int(cell.start) - 1] == UInt8(ascii: "\"")
        let isMixed = content.contains { candidates.contains($0) }
        if isQuoted || !isMixed || german.number(content, keepsZeros: false) != nil { clean += 1 }
      }
    }
    return all == 0 ? 0 : Double(clean) / Double(all)
  }

  private static func isNumeric(_ sample: TableSample) -> Bool {
    let last = sample.rows.count - 1
    guard last >= 1 else { return false }
    return sample.cells(of: last).count { CellReader().number(sample.bytes.content(of: $0), keepsZeros: false) != nil }
      * 2
      > sample.rows[last].count
  }

  /// The number of first rows that are comments; `nil` if none are, or if rows begin with `#` too.
  private static func commentCount(_ sample: TableSample) -> Int? {
    func isMarked(_ row: Int) -> Bool {
      sample.cells(of: row).first.map { sample.bytes.content(of: $0).first == UInt8(ascii: "#") } ?? false
    }
    let marked = sample.rows.indices.filter(isMarked)
    guard let first = marked.first, marked.count < sample.rows.count else { return nil }
    let plain = sample.rows.indices.filter { !isMarked($0) }
    let counts = Set(plain.map { sample.rows[$0].count })
    // The last marked line above the rows is the header if it has as many cells as they have.
    let top = marked.enumerated().prefix { $0 == $1 }.count
    if top == marked.count, let count = counts.first, counts.count == 1, count > 1,
      sample.rows[marked[top - 1]].count == count, isHeader(sample, marked[top - 1], over: plain[0])
    {
      return nil
    }
    if first == 0 { return marked.count }
    return marked.allSatisfy { !counts.contains(sample.rows[$0].count) } ? marked.count : nil
  }

  /// Whether a row has words where the next row has numbers.
  private static func isHeader(_ sample: TableSample, _ row: Int, over next: Int) -> Bool {
    let reader = CellReader()
    var hasNumbers = false
    for column in 0..<sample.rows[row].count {
      if reader.number(sample.content(next, column), keepsZeros: false) == nil { continue }
      hasNumbers = true
      if reader.number(sample.content(row, column), keepsZeros: false) != nil { return false }
    }
    return hasNumbers
  }

  /// Chooses single quotes if they enclose whole cells.
  private mutating func guessQuote(_ bytes: [UInt8], _ skip: Int) {
    let sample = TableSample(bytes, dialect, skip: skip)
    if sample.isBroken || sample.cells.contains(where: { $0.isEscaped }) { return }
    let mark = UInt8(ascii: "'")
    let marked = sample.cells.count { cell in
      let content = bytes.content(of: cell)
      return content.count >= 2 && content.first == mark && content.last == mark
    }
    guard marked >= 2, marked * 4 >= sample.cells.count else { return }
    var single = dialect
    single.quote = mark
    guard !TableSample(bytes, single, skip: skip).isBroken else { return }
    dialect.quote = mark
    add("quote", "\"'\"", "\(marked) of the first cells are in such quotes")
  }
}

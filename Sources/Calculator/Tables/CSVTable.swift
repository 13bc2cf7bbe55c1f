// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A file of comma-separated values (RFC 4180) with names in its first line. Cells are places in the bytes of the file, and
/// become values a column at a time.
///
/// Commas, semicolons or tabs separate cells, whichever comes first in the first line. Lines end in LF, CR LF or CR; blank
/// ones are skipped. Blanks around quotes are no part of a cell.
struct CSVTable {
  private struct Cell {
    let start: UInt32
    let end: UInt32
    /// Whether quotes in it are doubled.
    let isEscaped: Bool
  }

  private let path: String
  private let bytes: [UInt8]
  private var cells: [Cell] = []
  private var lines: [UInt32] = []
  /// The names of the columns.
  private(set) var names: [String] = []

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name in messages.
  /// - Throws: A ``FileFailure`` with line and column.
  /// - Complexity: O(bytes)
  init(_ bytes: [UInt8], path: String) throws(FileFailure) {
    self.bytes = bytes
    self.path = path
    guard bytes.count < 1 << 32 else { throw FileFailure("'\(path)' is larger than 4 GiB") }
    var reader = Reader(bytes: bytes, path: path)
    while let (row, line) = try reader.row() {
      if names.isEmpty {
        names = row.map { text($0).trimmingBlanks }
        continue
      }
      guard row.count == names.count else {
        let cells = row.count == 1 ? "is 1 cell" : "are \(row.count) cells"
        throw FileFailure("\(path):\(line): there \(cells), and \(MessageText.counted(names.count, "column"))")
      }
      cells += row
      lines.append(UInt32(line))
    }
    if names.isEmpty { throw FileFailure("'\(path)' is empty, and has no names of columns") }
  }

  /// How many rows there are below the names.
  var count: Int { lines.count }

  /// The values of a column: of a type, or of the one that all cells have.
  ///
  /// Without a type, a column is one of numbers if all cells that are not empty are numbers, of Booleans if all are `true` or
  /// `false`, of dates or moments if all are written as in formulas, and else of texts. `007` is no number, because its zeros would be lost.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - type: The type of its cells; `nil` for the one that they have.
  /// - Returns: The values, a list.
  /// - Throws: A ``FileFailure`` if there is no such column, and for a cell that is empty or of another type.
  /// - Complexity: O(bytes of the column)
  func values(of name: String, as type: CalculatorType?) throws(FileFailure) -> CalculatorValue {
    if name.isEmpty {
      let all = names.map { SourceName(naming: $0).spelling }
      let example = all.first.map { "; write csv(\(TextLiteral.spelling(path))).\($0)" } ?? ""
      throw FileFailure(
        "csv needs a column", hint: "'\(path)' has \(MessageText.shortened(all.joined(separator: ", ")))\(example)")
    }
    let places = names.indices.filter { names[$0] == name }
    guard let place = places.first else {
      throw FileFailure(
        "'\(path)' has no column '\(name)'",
        hint: Suggestion.hint(for: name, among: names)
          ?? "it has \(MessageText.shortened(names.joined(separator: ", ")))")
    }
    if places.count > 1 { throw FileFailure("'\(path)' has \(places.count) columns '\(name)'") }
    switch type ?? inferredType(place) {
    case .number: return .numbers(try numbers(place))
    case .boolean: return .booleans(try booleans(place))
    case .quantity(let unit): return .quantities(try times(place, unit), unit)
    default: return .texts((0..<count).map { text(cell($0, place)) })
    }
  }

  /// The text of a cell.
  func text(_ row: Int, _ column: Int) -> String { text(cell(row, column)) }

  /// The number of the line in which a row begins.
  func line(of row: Int) -> Int { Int(lines[row]) }

  private func cell(_ row: Int, _ column: Int) -> Cell { cells[row * names.count + column] }

  private func inferredType(_ column: Int) -> CalculatorType {
    var possible: [CalculatorType] = [.number, .boolean, .quantity(.date), .quantity(.moment)]
    var hasValues = false
    for row in 0..<count {
      let content = content(cell(row, column))
      if content.isEmpty { continue }
      hasValues = true
      possible.removeAll { !isValue(content, of: $0) }
      if possible.isEmpty { return .text }
    }
    return hasValues ? possible[0] : .text
  }

  private func isValue(_ content: ArraySlice<UInt8>, of type: CalculatorType) -> Bool {
    switch type {
    case .number: number(content) != nil
    case .boolean: boolean(content) != nil
    case .quantity(let unit): time(content, unit) != nil
    default: true
    }
  }

  private func times(_ column: Int, _ unit: UnitOfMeasure) throws(FileFailure) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(count)
    for row in 0..<count {
      let cell = cell(row, column)
      guard let time = time(content(cell), unit) else {
        throw fault(row, cell, unit == .date ? "a date as 2026-03-01" : "a moment as 2026-03-01T12:30Z")
      }
      result.append(time)
    }
    return result
  }

  /// A date or a moment, as formulas have it.
  private func time(_ content: ArraySlice<UInt8>, _ unit: UnitOfMeasure) -> Double? {
    // Most cells are neither: that takes a look at one byte.
    guard content.count >= 10, content[content.startIndex + 4] == UInt8(ascii: "-") else { return nil }
    let bytes = Array(content)
    switch CivilDate.read(bytes, at: 0) {
    case .date(let day, let end)? where unit == .date && end == bytes.count: return day
    case .moment(let moment, _, let end)? where unit == .moment && end == bytes.count: return moment
    default: return nil
    }
  }

  private func numbers(_ column: Int) throws(FileFailure) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(count)
    for row in 0..<count {
      let cell = cell(row, column)
      guard let number = number(content(cell)) ?? ListFunction.number(text(cell)) else {
        throw fault(row, cell, "a number")
      }
      result.append(number)
    }
    return result
  }

  private func booleans(_ column: Int) throws(FileFailure) -> [Bool] {
    var result: [Bool] = []
    for row in 0..<count {
      let cell = cell(row, column)
      guard let boolean = boolean(content(cell)) else { throw fault(row, cell, "true or false") }
      result.append(boolean)
    }
    return result
  }

  private func fault(_ row: Int, _ cell: Cell, _ expected: String) -> FileFailure {
    let content = content(cell)
    let column = 1 + Int(cell.start) - Self.lineStart(bytes, before: Int(cell.start))
    let place = "\(path):\(lines[row]):\(column)"
    if content.isEmpty {
      return FileFailure(
        "\(place): the cell is empty, not \(expected)", hint: "csv(…, \"text\") reads the column as texts")
    }
    return FileFailure("\(place): \(SourceText.quote(bytes, content.indices)) is not \(expected)")
  }

  /// Where the line begins in which a place is.
  private static func lineStart(_ bytes: [UInt8], before position: Int) -> Int {
    bytes[..<position].lastIndex { $0 == 0x0a || $0 == 0x0d }.map { $0 + 1 } ?? 0
  }

  /// The bytes of a cell without blanks around them.
  private func content(_ cell: Cell) -> ArraySlice<UInt8> {
    var content = bytes[Int(cell.start)..<Int(cell.end)]
    while let first = content.first, first == 0x20 || first == 0x09 { content.removeFirst() }
    while let last = content.last, last == 0x20 || last == 0x09 { content.removeLast() }
    return content
  }

  private func number(_ content: ArraySlice<UInt8>) -> Double? {
    // 007 is a name.
    let digits = content.first == UInt8(ascii: "-") ? content.dropFirst() : content
    if digits.first == UInt8(ascii: "0"), let second = digits.dropFirst().first, second.isDigit { return nil }
    return ListFunction.number(content)
  }

  private func boolean(_ content: ArraySlice<UInt8>) -> Bool? {
    if content.elementsEqual("true".utf8) || content.elementsEqual("TRUE".utf8) { return true }
    return content.elementsEqual("false".utf8) || content.elementsEqual("FALSE".utf8) ? false : nil
  }

  private func text(_ cell: Cell) -> String {
    let text = String(decoding: bytes[Int(cell.start)..<Int(cell.end)], as: UTF8.self)
    return cell.isEscaped ? text.replacing("\"\"", with: "\"") : text
  }

  /// Reads row after row.
  private struct Reader {
    let bytes: [UInt8]
    let path: String
    var position = 0
    var line = 1
    var separator: UInt8

    init(bytes: [UInt8], path: String) {
      self.bytes = bytes
      self.path = path
      // Some programs mark files as UTF-8.
      if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
      let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
      var isQuoted = false
      separator = separators[0]
      skipBlankLines()
      for byte in bytes[position...] {
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if isQuoted { continue }
        if byte == 0x0a || byte == 0x0d { break }
        if separators.contains(byte) {
          separator = byte
          break
        }
      }
    }

    /// The next row that is not blank, and the number of its line; `nil` at the end.
    mutating func row() throws(FileFailure) -> ([Cell], Int)? {
      skipBlankLines()
      guard position < bytes.count else { return nil }
      let start = line
      var row = [try cell()]
      while position < bytes.count, bytes[position] == separator {
        position += 1
        row.append(try cell())
      }
      skipLineEnd()
      return (row, start)
    }

    private var isAtLineEnd: Bool { bytes[position] == 0x0a || bytes[position] == 0x0d }

    /// The next byte that is no blank, from a position on; the end if there is none. A tab is one unless it separates cells.
    private func skippingBlanks(from start: Int) -> Int {
      var end = start
      while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 && separator != 0x09 { end += 1 }
      return end
    }

    private mutating func skipBlankLines() {
      while position < bytes.count {
        let end = skippingBlanks(from: position)
        if end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d { return }
        position = end
        skipLineEnd()
      }
    }

    private mutating func skipLineEnd() {
      if position < bytes.count, bytes[position] == 0x0d { position += 1 }
      if position < bytes.count, bytes[position] == 0x0a { position += 1 }
      line += 1
    }

    private mutating func cell() throws(FileFailure) -> Cell {
      let start = position
      let quote = skippingBlanks(from: position)
      guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") else {
        while position < bytes.count, bytes[position] != separator, !isAtLineEnd { position += 1 }
        try check(start..<position)
        return Cell(start: UInt32(start), end: UInt32(position), isEscaped: false)
      }
      let firstLine = line
      var isEscaped = false
      position = quote + 1
      while true {
        guard position < bytes.count else {
          line = firstLine
          throw FileFailure("\(place(quote)): a quote is never closed")
        }
        if isAtLineEnd, !bytes[position...].starts(with: [0x0d, 0x0a]) { line += 1 }
        if bytes[position] == UInt8(ascii: "\"") {
          guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "\"") else { break }
          isEscaped = true
          position += 1
        }
        position += 1
      }
      let end = position
      position = skippingBlanks(from: end + 1)
      if position < bytes.count, bytes[position] != separator, !isAtLineEnd {
        throw FileFailure("\(place(position)): there is text behind a closing quote")
      }
      try check(quote..<end)
      return Cell(start: UInt32(quote + 1), end: UInt32(end), isEscaped: isEscaped)
    }

    /// Refuses bytes that are no text.
    private func check(_ range: Range<Int>) throws(FileFailure) {
      var index = range.lowerBound
      while index < range.upperBound {
        if bytes[index] < 0x80, bytes[index] != 0 {
          index += 1
          continue
        }
        let (scalar, length) = SourceText.decode(bytes, at: index)
        if scalar == nil || bytes[index] == 0 { throw FileFailure("\(place(index)): this is no UTF-8 text") }
        index += length
      }
    }

    private func place(_ position: Int) -> String {
      "\(path):\(line):\(position - CSVTable.lineStart(bytes, before: position) + 1)"
    }
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    var text = self[...]
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A cell as a range of a file's bytes.
struct TableCell {
  let start: UInt32
  let end: UInt32
  /// Whether quotes in the cell are doubled.
  var isEscaped = false
  /// Whether the cell is known to be a text, as a JSON string is.
  var isText = false

  var range: Range<Int> { Int(start)..<Int(end) }
}

/// The separator, quote and comment mark of a file.
struct TableDialect: Hashable {
  var separator = UInt8(ascii: ",")
  /// The quote; 0 if there is none.
  var quote = UInt8(ascii: "\"")
  /// The byte that begins comment lines, which are left out; 0 if there is none.
  var comment: UInt8 = 0
}

/// Reads a file row by row (RFC 4180). Lines end in LF, CR LF or CR; blank lines are skipped, and blanks around
/// quotes are not part of a cell.
struct RowReader {
  /// The position and the size of a row.
  struct Row {
    let line: Int
    /// How many cells it has.
    let count: Int
    /// Whether a blank line comes before it.
    let followsBlank: Bool
  }

  let bytes: [UInt8]
  let path: String
  let dialect: TableDialect
  private(set) var position = 0
  private(set) var line = 1
  /// The number of comment lines that were left out.
  private(set) var commentCount = 0

  /// Reads rows from the beginning of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name in messages.
  ///   - dialect: How cells are separated.
  ///   - skip: How many lines are left out.
  init(_ bytes: [UInt8], path: String, _ dialect: TableDialect, skip: Int = 0) {
    self.bytes = bytes
    self.path = path
    self.dialect = dialect
    for _ in 0..<skip where position < bytes.count {
      while position < bytes.count, !isAtLineEnd { position += 1 }
      skipLineEnd()
    }
  }

  /// Appends the cells of the next row that is neither blank nor a comment; returns `nil` at the end.
  mutating func row(into cells: inout [TableCell]) throws(FileFailure) -> Row? {
    let followsBlank = skipBlankLines()
    guard position < bytes.count else { return nil }
    let (start, first) = (line, cells.count)
    cells.append(try cell())
    while position < bytes.count, bytes[position] == dialect.separator {
      position += 1
      if dialect.separator == 0x20 {
        // Blanks that align columns.
        position = skippingBlanks(from: position)
        if position >= bytes.count || isAtLineEnd { break }
      }
      cells.append(try cell())
    }
    skipLineEnd()
    return Row(line: start, count: cells.count - first, followsBlank: followsBlank)
  }

  private var isAtLineEnd: Bool { bytes[position] == 0x0a || bytes[position] == 0x0d }

  /// The position of the next byte, from a position on, that is not a blank; the end if there is none. A tab is a
  /// blank unless it separates cells.
  private func skippingBlanks(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 && dialect.separator != 0x09 { end += 1 }
    return end
  }

  /// Skips blank lines and comments; returns whether there was a blank line.
  private mutating func skipBlankLines() -> Bool {
    var wasBlank = false
    while position < bytes.count {
      let end = skippingBlanks(from: position)
      if end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d {
        guard dialect.comment != 0, bytes[end] == dialect.comment else {
          if dialect.separator == 0x20 { position = end }
          return wasBlank
        }
        while position < bytes.count, !isAtLineEnd { position += 1 }
        commentCount += 1
      } else {
        position = end
        wasBlank = true
      }
      skipLineEnd()
    }
    return wasBlank
  }

  private mutating func skipLineEnd() {
    if position < bytes.count, bytes[position] == 0x0d { position += 1 }
    if position < bytes.count, bytes[position] == 0x0a { position += 1 }
    line += 1
  }

  private mutating func cell() throws(FileFailure) -> TableCell {
    let start = position
    let quote = skippingBlanks(from: position)
    guard quote < bytes.count, dialect.quote != 0, bytes[quote] == dialect.quote else {
      while position < bytes.count, bytes[position] != dialect.separator, !isAtLineEnd { position += 1 }
      return TableCell(start: UInt32(start), end: UInt32(position))
    }
    let firstLine = line
    var isEscaped = false
    position = quote + 1
    while true {
      guard position < bytes.count else {
        line = firstLine
        throw FileFailure(
          "\(place(quote)): a quote is never closed", hint: "csv(…, quote: no) takes quotes as they are")
      }
      if isAtLineEnd, !bytes[position...].starts(with: [0x0d, 0x0a]) { line += 1 }
      if bytes[position] == dialect.quote {
        guard position + 1 < bytes.count, bytes[position + 1] == dialect.quote else { break }
        isEscaped = true
        position += 1
      }
      position += 1
    }
    let end = position
    position = skippingBlanks(from: end + 1)
    // Where blanks separate cells, the last skipped blank is the separator.
    if dialect.separator == 0x20, position > end + 1 { position -= 1 }
    if position < bytes.count, bytes[position] != dialect.separator, !isAtLineEnd {
      throw FileFailure(
        "\(place(position)): there is text after a closing quote", hint: "csv(…, quote: no) takes quotes as they are")
    }
    return TableCell(start: UInt32(quote + 1), end: UInt32(end), isEscaped: isEscaped)
  }

  private func place(_ position: Int) -> String {
    "\(path):\(line):\(position - RowReader.lineStart(bytes, before: position) + 1)"
  }

  /// The beginning of the line that contains a position.
  static func lineStart(_ bytes: [UInt8], before position: Int) -> Int {
    bytes[..<position].lastIndex { $0 == 0x0a || $0 == 0x0d }.map { $0 + 1 } ?? 0
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A cell that differs from the others in its column: the reason, and the way to read it.
package struct OddCell {
  /// Why it differs, without a full stop: `begins with a zero`; empty where the cell itself shows it.
  let reason: String
  /// How to read it, without a full stop.
  let offer: String
  /// The option that makes a sweep read it, without a full stop; `nil` if there is none.
  package private(set) var sweepOffer: String?

  /// Finds the reason why a cell differs; `nil` if none is known.
  ///
  /// - Parameters:
  ///   - content: The cell.
  ///   - kind: The kind of the other cells.
  ///   - isLast: Whether it is in the last row.
  ///   - reader: The reader of the column's numbers.
  package init?(
    _ content: ArraySlice<UInt8>, of kind: ColumnReading.Kind, isLast: Bool, reader: CellReader = CellReader()
  ) {
    let footer = isLast ? "; csv(…, footer: 1) leaves the last row out" : ""
    guard kind == .number else {
      switch kind {
      case .time where CellTime.isAmbiguous(content):
        reason = "may have the day or the month first"
        offer = "csv(…, dates: \"d/m/y\") or dates: \"m/d/y\" decides it"
      case .time:
        reason = ""
        offer = isLast ? "csv(…, footer: 1) leaves the last row out" : "csv(…, type: \"date\") refuses anything else"
      default:
        reason = ""
        offer = "csv(…, \"text\") reads the column as texts\(footer)"
      }
      return
    }
    let digits = content.filter(\.isDigit)
    let plain = CellReader().number(content, keepsZeros: false) != nil
    if !digits.isEmpty, plain, content.first == UInt8(ascii: "0") || content.dropFirst().first == UInt8(ascii: "0") {
      reason = "begins with a zero, which a number would lose"
      offer = "csv(…, \"number\") reads it as numbers, and csv(…, \"text\") reads the column as texts"
    } else if reader.losesDigits(content) {
      reason = "is larger than 2^53, and would lose digits as a number"
      offer = "csv(…, \"text\") reads the column as texts"
    } else if let option = Self.option(content) {
      reason = ""
      offer = "csv(…, \(option)) reads it"
      sweepOffer = "--read \(option.replacing(": ", with: "=").replacing(", ", with: " --read ")) reads it"
    } else if let (sign, hasThousands) = Self.sign(content) {
      reason = ""
      let texts = hasThousands ? "replace(x, \",\", \"\")" : "x"
      offer = "number(replace(\(texts), \"\(sign)\", \"\")) reads the numbers of the texts x"
    } else {
      reason = ""
      offer = "number(x where isnumber(x)) takes the numbers of the texts x\(footer)"
    }
  }

  /// The option with which a cell is a number.
  private static func option(_ content: ArraySlice<UInt8>) -> String? {
    let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
    let hasBoth = content.contains(comma) && content.contains(point)
    for thousands in [comma, UInt8(ascii: "'"), 0x20] where content.contains(thousands) || thousands == 0x20 {
      if CellReader(decimal: point, thousands: thousands).number(content) != nil {
        return "thousands: \(DialectByte.spelling(thousands))"
      }
    }
    if CellReader(decimal: comma, thousands: point).number(content) != nil {
      return hasBoth ? "decimal: \",\", thousands: \".\"" : "decimal: \",\""
    }
    return nil
  }

  /// Whether a cell is an amount with a currency sign before or after it: `$5.00`, `1,200 €`.
  static func isAmount(_ content: ArraySlice<UInt8>) -> Bool {
    guard let (sign, _) = sign(content) else { return false }
    return sign.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
  }

  /// The currency sign or word at an end of a number, and whether commas separate its thousands.
  private static func sign(_ content: ArraySlice<UInt8>) -> (sign: String, hasThousands: Bool)? {
    guard let first = content.firstIndex(where: \.isDigit), let last = content.lastIndex(where: \.isDigit) else {
      return nil
    }
    let (before, after) = (content[..<first], content[(last + 1)...])
    let sign = before.isEmpty ? after : before
    guard before.isEmpty || after.isEmpty, !sign.isEmpty, sign.count <= 8,
      !sign.contains(UInt8(ascii: "\"")), !sign.contains(UInt8(ascii: "\\"))
    else { return nil }
    let text = String(decoding: sign, as: UTF8.self)
    let number = content[first...last]
    if CellReader().number(number, keepsZeros: false) != nil { return (text, false) }
    let reader = CellReader(thousands: UInt8(ascii: ","))
    return reader.number(number, keepsZeros: false) == nil ? nil : (text, true)
  }
}

extension CSVTable {
  /// Notes for the user on a column and its file.
  package func notes(_ column: Int, _ reading: ColumnReading) -> [String] {
    findings.compactMap { $0.note(path) } + remarks + columnNotes(column, reading)
  }

  /// Notes for the user on the cells of a column.
  func columnNotes(_ column: Int, _ reading: ColumnReading) -> [String] {
    var notes: [String] = []
    if let odd = reading.odd {
      let content = content(odd.row, column)
      let cell = OddCell(content, of: odd.expected, isLast: odd.row == count - 1, reader: reader)
      let what =
        switch odd.expected {
        case .number: "a number"
        case .boolean: "true or false"
        case .time: "a date"
        default: "a quantity"
        }
      let reason = cell.map(\.reason) ?? ""
      let others =
        odd.count > 1
        ? ", nor \(odd.count == 2 ? "is" : "are") \(MessageText.counted(odd.count - 1, "other cell"))" : ""
      let fault = reason.isEmpty ? "is not \(what)\(others)" : reason
      let name = SourceName(naming: names[column]).spelling
      notes.append(
        "\(place(odd.row, column)): \(SourceText.quote(bytes, content.indices)) \(fault), so \(name) is read as texts; "
          + (cell?.offer ?? ""))
    }
    if reading.kind == .time, options.zone == nil, count > 0,
      case .local? = CellTime(content(0, column), options.dates ?? reading.format)
    {
      notes.append(
        "the times of \(SourceName(naming: names[column]).spelling) have no zone and are read as UTC; "
          + "csv(…, zone: \"Berlin\") reads them as times in Berlin")
    }
    return notes
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The order of day, month and year in the dates of a file.
enum DateFormat: String, CaseIterable, Hashable, Sendable {
  case yearFirst = "y-m-d"
  case dayFirst = "d/m/y"
  case monthFirst = "m/d/y"

  init?(rawValue: String) {
    let order = rawValue.filter { $0.isLetter }
    guard let format = Self.allCases.first(where: { $0.rawValue.filter { $0.isLetter } == order }) else { return nil }
    self = format
  }
}

/// A date or time in a cell: `2026-03-01`, `2024/12/12`, `31.12.2024`, `Jan 1 2000`, `1 January 2000`,
/// `2019-03-23 20:21:09`, `12/31/2024 9:30 PM`, `2026-03-01T12:30+01:00`.
enum CellTime {
  case date(Double)
  /// The seconds that clocks show, without a zone.
  case local(Double)
  case moment(Double, UnitOfMeasure)

  /// Reads a cell; `nil` if it is not a date or time.
  ///
  /// - Parameters:
  ///   - content: The cell without blanks around it.
  ///   - format: The order of day and month if the year comes last; with `nil` such dates are not read.
  init?(_ content: ArraySlice<UInt8>, _ format: DateFormat?) {
    // Most cells are not dates, which a few bytes of them show.
    guard (8...64).contains(content.count), content.contains(where: \.isDigit), let first = content.first,
      first.isDigit || first.isASCIILetterOrUnderscore
    else { return nil }
    var parts = Parts(content)
    guard let day = parts.date(format) else { return nil }
    if parts.isAtEnd {
      self = .date(day)
      return
    }
    guard parts.skipToTime() else { return nil }
    guard let seconds = parts.timeOfDay() else { return nil }
    let local = day * 86_400 + seconds
    if parts.isAtEnd {
      self = .local(local)
    } else if let offset = parts.offset(), CivilDate.moments.contains(local - offset) {
      self = .moment(local - offset, .moment)
    } else {
      // A city.
      let bytes = Array(content)
      guard case .moment(let moment, let unit, let end)? = CivilDate.read(bytes, at: 0), end == bytes.count else {
        return nil
      }
      self = .moment(moment, unit)
    }
  }

  /// Whether a cell is a date that remains valid if day and month are exchanged.
  static func isAmbiguous(_ content: ArraySlice<UInt8>) -> Bool {
    func isRead(_ format: DateFormat?) -> Bool { CellTime(content, format).map { _ in true } ?? false }
    return !isRead(nil) && isRead(.dayFirst) && isRead(.monthFirst)
  }

  /// Reads the parts one after the other.
  private struct Parts {
    let bytes: ArraySlice<UInt8>
    var index: Int

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

    var isAtEnd: Bool { index == bytes.endIndex }
    var next: UInt8 { index < bytes.endIndex ? bytes[index] : 0 }

    mutating func number(_ lengths: ClosedRange<Int>) -> (value: Int, length: Int)? {
      let start = index
      var value = 0
      while next.isDigit, index - start < lengths.upperBound {
        value = value * 10 + Int(next) - 48
        index += 1
      }
      return lengths.contains(index - start) && !next.isDigit ? (value, index - start) : nil
    }

    mutating func skipBlanks() { while next == 0x20 { index += 1 } }

    mutating func date(_ format: DateFormat?) -> Double? {
      if !next.isDigit {
        guard let month = month() else { return nil }
        skipSeparators()
        guard let day = number(1...2)?.value else { return nil }
        skipSeparators()
        guard let year = number(4...4)?.value else { return nil }
        return CivilDate.days(year: year, month: month, day: day)
      }
      guard let first = number(1...4) else { return nil }
      let separator = next
      guard [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), 0x20].contains(separator) else { return nil }
      index += 1
      if separator == UInt8(ascii: ".") { skipBlanks() }
      if !next.isDigit {
        guard first.length <= 2, let month = month() else { return nil }
        skipSeparators()
        guard let year = number(4...4)?.value else { return nil }
        return CivilDate.days(year: year, month: month, day: first.value)
      }
      guard separator != 0x20, let second = number(1...2), next == separator else { return nil }
      index += 1
      guard let third = number(1...4) else { return nil }
      if first.length == 4, third.length <= 2 {
        return CivilDate.days(year: first.value, month: second.value, day: third.value)
      }
      guard first.length <= 2, third.length == 4 else { return nil }
      let isDayFirst = separator == UInt8(ascii: ".") || format == .dayFirst
      guard isDayFirst || format == .monthFirst else { return nil }
      let (day, month) = isDayFirst ? (first.value, second.value) : (second.value, first.value)
      return CivilDate.days(year: third.value, month: month, day: day)
    }

    private mutating func skipSeparators() {
      while next == 0x20 || next == UInt8(ascii: ",") || next == UInt8(ascii: "-") || next == UInt8(ascii: ".") {
        index += 1
      }
    }

    private static let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ]

    /// A month by its English name, or its first three letters.
    private mutating func month() -> Int? {
      let start = index
      while next.isASCIILetterOrUnderscore { index += 1 }
      let word = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
      guard word.count >= 3 else { return nil }
      return Self.months.firstIndex { $0.hasPrefix(word) || word == "sept" && $0 == "september" }.map { $0 + 1 }
    }

    /// Moves to the time after a date. Returns whether there may be one.
    mutating func skipToTime() -> Bool {
      let separator = next
      guard separator == UInt8(ascii: "T") || separator == 0x20 || separator == UInt8(ascii: ",") else { return false }
      index += 1
      skipBlanks()
      return next.isDigit
    }

    mutating func timeOfDay() -> Double? {
      guard var hour = number(1...2)?.value, next == UInt8(ascii: ":") else { return nil }
      index += 1
      guard let minute = number(2...2)?.value, minute < 60 else { return nil }
      var second = 0.0
      if next == UInt8(ascii: ":") {
        index += 1
        guard let whole = number(2...2)?.value, whole < 60 else { return nil }
        second = Double(whole)
        if next == UInt8(ascii: ".") {
          index += 1
          var (digits, unit) = (0.0, 1.0)
          while next.isDigit {
            if unit < 1e15 { (digits, unit) = (digits * 10 + Double(next) - 48, unit * 10) }
            index += 1
          }
          if unit == 1 { return nil }
          second += digits / unit
        }
      }
      if let isAfternoon = halfOfDay() {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (isAfternoon ? 12 : 0)
      }
      return hour < 24 ? Double(hour * 3600 + minute * 60) + second : nil
    }

    /// AM or PM.
    private mutating func halfOfDay() -> Bool? {
      var ahead = self
      ahead.skipBlanks()
      let word = String(decoding: ahead.bytes[ahead.index...], as: UTF8.self).lowercased()
      guard word == "am" || word == "pm" else { return nil }
      index = bytes.endIndex
      return word == "pm"
    }

    /// Reads the difference to UTC, in seconds, which must end the cell.
    mutating func offset() -> Double? {
      skipBlanks()
      let sign = next
      let rest = bytes[index...]
      if rest.elementsEqual("Z".utf8) || rest.elementsEqual("UTC".utf8) || rest.elementsEqual("GMT".utf8) { return 0 }
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
      let digits = rest.dropFirst().filter { $0 != UInt8(ascii: ":") }
      guard digits.count == 2 || digits.count == 4, digits.allSatisfy(\.isDigit) else { return nil }
      let values = digits.map { Double($0) - 48 }
      let hours = values[0] * 10 + values[1]
      let minutes = values.count == 4 ? values[2] * 10 + values[3] : 0
      guard hours < 24, minutes < 60 else { return nil }
      let offset = hours * 3600 + minutes * 60
      return sign == UInt8(ascii: "-") ? -offset : offset
    }
  }
}

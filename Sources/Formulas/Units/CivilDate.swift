// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Converts dates and moments to numbers: days, or seconds of UTC without leap seconds, since the beginning of 1970.
///
/// The calendar is always the Gregorian one, with the years 1 to 9999. Days are counted as in Howard Hinnant's
/// "chrono-Compatible Low-Level Date Algorithms" (2013).
package enum CivilDate {
  /// The first and last days: 0001-01-01 and 9999-12-31.
  static let days = -719_162.0...2_932_896.0
  /// The moments of these days, in seconds.
  static let moments = days.lowerBound * 86_400..<(days.upperBound + 1) * 86_400

  /// The number of a day; `nil` if the day is not in the calendar.
  static func days(year: Int, month: Int, day: Int) -> Double? {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= length(of: month, in: year) else {
      return nil
    }
    // Years begin with March here, so that the leap day is their last day.
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Double(era * 146_097 + dayOfEra - 719_468)
  }

  /// The day that a number stands for. Numbers outside of the calendar stand for the nearest day in it.
  static func civil(_ number: Double) -> (year: Int, month: Int, day: Int) {
    let shifted = Int(min(max(number.rounded(.down), days.lowerBound), days.upperBound)) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let place = (5 * dayOfYear + 2) / 153
    let month = place < 10 ? place + 3 : place - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * place + 2) / 5 + 1)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  // MARK: Functions of formulas. Those that have no result give NaN.

  /// The day with this year, month and day.
  static func date(_ year: Double, _ month: Double, _ day: Double) -> Double {
    guard let year = Int(exactly: year), let month = Int(exactly: month), let day = Int(exactly: day) else {
      return .nan
    }
    return days(year: year, month: month, day: day) ?? .nan
  }

  /// The day a whole number of days later.
  static func adding(days count: Double, to date: Double) -> Double {
    let result = date + count
    guard result == result.rounded() else { return FormulaFailure.partOfDay.kept }
    return days.contains(result) ? result : FormulaFailure.outOfCalendar.kept
  }

  /// The day with the same number a whole number of months later, or the last day of that month if it is shorter.
  static func adding(months count: Double, to date: Double) -> Double {
    guard count == count.rounded() else { return .nan }
    guard count.magnitude < 200_000 else { return FormulaFailure.outOfCalendar.kept }
    let (year, month, day) = civil(date)
    let months = year * 12 + month - 1 + Int(count)
    guard months >= 12 else { return FormulaFailure.outOfCalendar.kept }
    let (newYear, newMonth) = (months / 12, months % 12 + 1)
    return days(year: newYear, month: newMonth, day: min(day, length(of: newMonth, in: newYear)))
      ?? FormulaFailure.outOfCalendar.kept
  }

  /// The moment a number of seconds later.
  static func adding(seconds count: Double, to moment: Double) -> Double {
    let result = moment + count
    return moments.contains(result) ? result : FormulaFailure.outOfCalendar.kept
  }

  /// The day that a calendar shows at a moment, and the seconds since its midnight that a clock shows, as in texts of the moment.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - zone: An index into the table of zones; -1 for UTC.
  /// - Returns: The day and the seconds.
  static func shown(_ moment: Double, _ zone: Double) -> (day: Double, second: Double) {
    let whole = moment.rounded(.down)
    let shown = whole + (self.zone(zone)?.offset(at: whole) ?? 0)
    let day = (shown / 86_400).rounded(.down)
    return (day, shown - day * 86_400 + (moment - whole))
  }

  /// The moment at which clocks show the same time a number of days later. A fraction of a day is added as hours.
  static func adding(days count: Double, to moment: Double, _ zone: Double) -> Double {
    let (day, second) = shown(moment, zone)
    let whole = count.rounded(.towardZero)
    return self.moment(day + whole, second, zone, later: (count - whole) * 86_400)
  }

  /// The moment at which clocks show the same time a number of months later, on the last day of a month that is shorter.
  static func adding(months count: Double, to moment: Double, _ zone: Double) -> Double {
    let (day, second) = shown(moment, zone)
    let result = adding(months: count, to: day)
    return result.isNaN ? result : self.moment(result, second, zone, later: 0)
  }

  /// The moment `later` seconds after clocks show a time: the first of two such moments; a time that clocks leave out
  /// counts as an hour later.
  private static func moment(_ day: Double, _ second: Double, _ zone: Double, later: Double) -> Double {
    guard days.contains(day) else { return FormulaFailure.outOfCalendar.kept }
    let whole = second.rounded(.down)
    let time = day * 86_400 + whole
    let row = self.zone(zone)
    let result = (row.map { $0.moments(showing: time).first ?? time - $0.standard } ?? time) + (second - whole) + later
    return moments.contains(result) ? result : FormulaFailure.outOfCalendar.kept
  }

  private static func zone(_ place: Double) -> ZoneName? { place < 0 ? nil : ZoneName.table[Int(place)] }

  /// The day of the week, from 1 for Monday to 7 for Sunday.
  static func weekday(_ date: Double) -> Double {
    // 1970-01-01 was a Thursday.
    let day = (date + 3).truncatingRemainder(dividingBy: 7)
    return (day < 0 ? day + 7 : day) + 1
  }

  // MARK: Text

  /// The text of a day: `2026-03-01`.
  package static func text(day: Double) -> String {
    let (year, month, day) = civil(day)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The text of a moment: `2026-03-01T12:30:00Z`, with as many decimals as are needed to read back the same moment.
  /// Moments outside of the calendar are printed as its first or last one.
  package static func text(moment: Double) -> String {
    let moment = min(max(moment, moments.lowerBound), moments.upperBound.nextDown)
    let whole = moment.rounded(.down)
    let (day, minute, second) = clock(whole)
    return "\(day)T\(minute):\(padded(second, 2))\(fraction(moment - whole, above: whole))Z"
  }

  /// The text of a moment in a zone: `2026-03-01 12:30 Berlin`, with seconds if they are not 0, and with the
  /// difference to UTC in the hour that clocks show twice. Where the rule of the zone isn't known, the text is in UTC.
  static func text(moment: Double, in zone: ZoneName?) -> String {
    let whole = moment.rounded(.down)
    guard let zone, let offset = zone.offset(at: whole), moments.contains(whole + offset) else {
      return text(moment: moment)
    }
    let (day, minute, second) = clock(whole + offset)
    let fraction = fraction(moment - whole, above: whole)
    let seconds = second == 0 && fraction.isEmpty ? "" : ":\(padded(second, 2))\(fraction)"
    let isTwice = zone.moments(showing: whole + offset).count > 1
    return "\(day) \(minute)\(seconds)\(isTwice ? difference(offset) : "") \(zone.name)"
  }

  /// The difference to UTC as text: `+01:00`.
  private static func difference(_ offset: Double) -> String {
    let minutes = Int(offset.magnitude / 60)
    return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }

  private static func clock(_ whole: Double) -> (day: String, minute: String, second: Int) {
    let day = (whole / 86_400).rounded(.down)
    let second = Int(whole - day * 86_400)
    return (text(day: day), "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2))", second % 60)
  }

  private static func fraction(_ fraction: Double, above whole: Double) -> String {
    if fraction == 0 { return "" }
    var (unit, digits) = (1.0, 0)
    while digits < 15 {
      (unit, digits) = (unit * 10, digits + 1)
      let count = (fraction * unit).rounded()
      if count < unit, whole + count / unit == whole + fraction {
        let text = String(Int(count))
        return "." + String(repeating: "0", count: digits - text.count) + text
      }
    }
    return ""
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  // MARK: Reading

  /// A date or moment found in a line.
  enum Reading {
    /// A date or moment, and its end.
    case date(Double, end: Int)
    case moment(Double, UnitOfMeasure, end: Int)
    /// Text that looks like a date or moment but isn't one: the reason, and its end.
    case refused(String, hint: String?, end: Int)
  }

  /// Reads `2026-03-01`, `2026-03-01T12:30Z`, `2026-03-01T12:30:15.5+01:00` or `2026-03-01 9:30 Berlin`; `nil` for other text.
  static func read(_ bytes: [UInt8], at start: Int) -> Reading? {
    let hyphen = UInt8(ascii: "-")
    guard let year = number(bytes, start, 4), byte(bytes, start + 4) == hyphen, let month = number(bytes, start + 5, 2),
      byte(bytes, start + 7) == hyphen, let day = number(bytes, start + 8, 2),
      !byte(bytes, start + 10).isDigit
    else { return nil }
    // 2026-03-01..2026-04-01 is a range, and 2026-03-01.5 is a difference of numbers.
    let dot = UInt8(ascii: ".")
    if byte(bytes, start + 10) == dot, byte(bytes, start + 11) != dot { return nil }
    guard let date = days(year: year, month: month, day: day) else {
      let (dayText, monthText) = (padded(day, 2), padded(month, 2))
      return .refused(
        "\(padded(year, 4))-\(monthText)-\(dayText) is not in the calendar", hint: nil, end: start + 10)
    }
    if byte(bytes, start + 10) == UInt8(ascii: "T") { return moment(bytes, at: start + 11, date, digits: 2) }
    // After a blank, the hour may have one digit.
    let time = UnitReader.blanks(bytes, at: start + 10)
    for digits in [1, 2] where time > start + 10 && byte(bytes, time).isDigit {
      if byte(bytes, time + digits) == UInt8(ascii: ":"), byte(bytes, time + digits + 1).isDigit {
        return moment(bytes, at: time, date, digits: digits)
      }
    }
    return .date(date, end: start + 10)
  }

  private static func moment(_ bytes: [UInt8], at start: Int, _ date: Double, digits: Int) -> Reading {
    let colon = UInt8(ascii: ":")
    var end = start + digits
    guard let hour = number(bytes, start, digits), byte(bytes, end) == colon, let minute = number(bytes, end + 1, 2)
    else { return malformed(bytes, at: start, date) }
    end += 3
    if let refusal = refusal(hour, minute, date, bytes, at: end) { return refusal }
    var second = 0.0
    if byte(bytes, end) == colon {
      guard let whole = number(bytes, end + 1, 2) else { return malformed(bytes, at: start, date) }
      if whole > 59 { return .refused("seconds are 0 to 59, without leap seconds", hint: nil, end: end + 3) }
      second = Double(whole)
      end += 3
      if byte(bytes, end) == UInt8(ascii: "."), byte(bytes, end + 1).isDigit {
        end += 1
        var (digits, unit) = (0.0, 1.0)
        while byte(bytes, end).isDigit {
          if unit < 1e15 { (digits, unit) = (digits * 10 + Double(byte(bytes, end) - 48), unit * 10) }
          end += 1
        }
        second += digits / unit
      }
    }
    let seconds = date * 86_400 + Double(hour * 3600 + minute * 60)
    if byte(bytes, end) == UInt8(ascii: "Z") { return zoned(seconds, second, 0, bytes, at: end + 1) }
    let time = end
    end = UnitReader.blanks(bytes, at: end)
    guard let offset = offset(bytes, at: end) else { return local(seconds, second, bytes, at: end, behind: time) }
    return zoned(seconds, second, offset.seconds, bytes, at: offset.end)
  }

  /// Reads a difference to UTC: `+01:00`, `+0100`, `+01`.
  private static func offset(_ bytes: [UInt8], at start: Int) -> (seconds: Double, end: Int)? {
    let sign = byte(bytes, start)
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = number(bytes, start + 1, 2), hours < 24
    else { return nil }
    let direction = sign == UInt8(ascii: "+") ? 60.0 : -60
    let colon = byte(bytes, start + 3) == UInt8(ascii: ":") ? 1 : 0
    if let minutes = number(bytes, start + 3 + colon, 2), minutes < 60, !byte(bytes, start + 5 + colon).isDigit {
      return (direction * Double(hours * 60 + minutes), start + 5 + colon)
    }
    // Two digits are hours, unless a unit follows them, as in 2 h or 20 km.
    let end = start + 3
    let next = UnitReader.blanks(bytes, at: end)
    guard colon == 0, !byte(bytes, end).isDigit, byte(bytes, end) != UInt8(ascii: "."),
      UnitReader.unit(bytes, at: next, isTarget: false) == nil
    else { return nil }
    return (direction * Double(hours * 60), end)
  }

  /// The refusal of hours and minutes that are out of range; `nil` if they are valid.
  private static func refusal(
    _ hour: Int, _ minute: Int, _ date: Double, _ bytes: [UInt8], at end: Int
  ) -> Reading? {
    let isMidnight = hour == 24 && minute == 0 && days.contains(date + 1)
    if isMidnight {
      let zone = byte(bytes, end) == UInt8(ascii: "Z") ? "T00:00Z" : " 00:00"
      return .refused("a day ends with 00:00 of the next", hint: "write \(text(day: date + 1))\(zone)", end: end)
    }
    if hour > 23 { return .refused("hours are 0 to 23, not \(hour)", hint: nil, end: end) }
    if minute > 59 { return .refused("minutes are 0 to 59, not \(minute)", hint: nil, end: end) }
    // 9:00 pm
    let word = UnitReader.word(bytes, at: UnitReader.blanks(bytes, at: end))
    let half = text(bytes, word).lowercased()
    guard half == "am" || half == "pm" else { return nil }
    guard hour > 0, hour < 13 else {
      return .refused("hours are 0 to 23", hint: "without '\(half)'", end: word.upperBound)
    }
    let clock = "\(padded(hour % 12 + (half == "pm" ? 12 : 0), 2)):\(padded(minute, 2))"
    return .refused("hours are 0 to 23", hint: "write \(clock)", end: word.upperBound)
  }

  /// The refusal of a malformed time of day after a date.
  private static func malformed(_ bytes: [UInt8], at start: Int, _ date: Double) -> Reading {
    let isShort = byte(bytes, start + 1) == UInt8(ascii: ":") && number(bytes, start, 1) != nil
    let hint =
      isShort
      ? "write \(text(day: date))T0"
      : "write \(text(day: date))T12:30Z or \(text(day: date))T12:30+01:00"
    var end = start
    while byte(bytes, end).isDigit || byte(bytes, end) == UInt8(ascii: ":") { end += 1 }
    return isShort
      ? .refused(
        "after 'T', hours have two digits",
        hint: hint + text(bytes, start..<end)
          + (byte(bytes, end) == UInt8(ascii: "Z") ? "Z" : ""), end: end)
      : .refused("a time of day has hours and minutes of two digits", hint: hint, end: end)
  }

  /// The ways to write a zone. The hint has ±HH:MM, because a concrete difference would be taken for the zone's own.
  static let zoneHint = "write 12:30Z for UTC, 12:30±HH:MM with the difference to UTC, or a city, as in 12:30 Berlin"

  /// Reads the zone that may follow a time with a difference to UTC; it determines how the moment is shown.
  private static func zoned(
    _ minutes: Double, _ second: Double, _ offset: Double, _ bytes: [UInt8], at start: Int
  ) -> Reading {
    let moment = minutes - offset + second
    guard moments.contains(moment) else {
      return .refused("moments are of the years 1 to 9999 in UTC", hint: nil, end: start)
    }
    let name = UnitReader.blanks(bytes, at: start)
    guard name > start, case .zone(let place, let end)? = ZoneName.read(bytes, at: name) else {
      return .moment(moment, .moment, end: start)
    }
    let zone = ZoneName.table[place]
    if let known = zone.offset(at: moment), known != offset {
      return .refused(
        "\(zone.name) is \(difference(known)) from UTC then, not \(difference(offset))",
        hint: "without the difference it is a time in \(zone.name)", end: end)
    }
    return .moment(moment, .moment(inZone: place), end: end)
  }

  /// Reads the zone of a time that clocks show.
  private static func local(
    _ minutes: Double, _ second: Double, _ bytes: [UInt8], at start: Int, behind time: Int
  ) -> Reading {
    let place: Int
    let end: Int
    switch ZoneName.read(bytes, at: start) {
    case .utc(let end)?: return zoned(minutes, second, 0, bytes, at: end)
    case .zone(let zone, let zoneEnd)?: (place, end) = (zone, zoneEnd)
    case .refused(let word, let hint)? where !["in", "to", "and", "or", "where", "step"].contains(text(bytes, word)):
      return .refused(
        "\(hint?.hasPrefix("zones") == true ? "no one zone is named" : "unknown zone") "
          + SourceText.quote(bytes, word), hint: hint ?? ZoneName.unknownHint, end: word.upperBound)
    default: return .refused("a time of day needs its zone", hint: zoneHint, end: time)
    }
    let zone = ZoneName.table[place]
    let found = zone.moments(showing: minutes)
    let clock = clock(minutes).minute
    if found.count == 1 {
      guard moments.contains(found[0] + second) else {
        return .refused("moments are of the years 1 to 9999 in UTC", hint: nil, end: start)
      }
      return .moment(found[0] + second, .moment(inZone: place), end: end)
    }
    if found.count > 1 {
      let differences = found.map { difference(minutes - $0) }
      return .refused(
        "clocks in \(zone.name) show \(clock) twice that day",
        hint: "write \(clock)\(differences[0]) \(zone.name) or \(clock)\(differences[1]) \(zone.name)", end: end)
    }
    if zone.offset(at: minutes - zone.standard) == nil {
      return .refused(
        "clocks in \(zone.name) are known only from \(zone.since) on",
        hint: "write the difference to UTC at that time, as in \(clock)±HH:MM", end: end)
    }
    return .refused(
      "clocks in \(zone.name) leave out \(clock) that day",
      hint: "clocks are set forward then; a time one hour later exists",
      end: end)
  }

  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private static func byte(_ bytes: [UInt8], _ position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    var result = 0
    for position in start..<start + count {
      guard byte(bytes, position).isDigit else { return nil }
      result = result * 10 + Int(bytes[position]) - 48
    }
    return result
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import FormulaTestSupport
import TestSupport
import Testing

/// Dates and moments: results of formulas with them, and refusals.
@Suite struct DateTests {
  private static let outside = "outside of the calendar, which covers the years 1 to 9999"
  private static let partOfDay = "a date has no time of day; a moment does, such as 2026-03-01T12:00Z"
  private static let formulas: [(formula: String, answer: String)] = [
    ("2026-03-01", "2026-03-01"), ("2026-03-01 - 2026-01-15", "45 d"), ("2026-03-01 + 30 d", "2026-03-31"),
    ("2026-03-01 - 1 d", "2026-02-28"), ("2024-03-01 - 1 day", "2024-02-29"), ("2026-03-01 + 2 weeks", "2026-03-15"),
    ("2026-03-01 + 48 h", "2026-03-03"), ("2026-03-01 + 36 h", partOfDay), ("2026 - 03 - 01", "2022"),
    ("2026-3-1", "2022"),
    ("12026-03-01", "12022"), ("2026-01-31 + 1 month", "2026-02-28"), ("2024-02-29 + 1 year", "2025-02-28"),
    ("2024-02-29 + 4 years", "2028-02-29"), ("2026-03-31 - 1 month", "2026-02-28"),
    ("2026-11-30 + 3 months", "2027-02-28"),
    ("2026-01-15 - 13 months", "2024-12-15"), ("9999-12-31 + 1 d", outside), ("0001-01-01 - 1 d", outside),
    ("0001-01-01 - 1 month", outside), ("2026-01-01 + 1e9 month", outside), ("addmonths(2026-01-01, 0.5)", "domain"),
    ("2026-12-31 - 2026-01-01 in week", "52 week"), ("(2026-03-01 - 2026-01-15) * 2", "90 d"),
    ("2026-03-01 > 2026-02-28", "true"), ("max(2026-03-01, 2026-02-28)", "2026-03-01"),
    ("sort([2026-03-01, 2025-12-31])", "[2025-12-31, 2026-03-01]"),
    ("[2026-03-01, 2026-03-02] + 1 d", "[2026-03-02, 2026-03-03]"),
    ("[2026-03-01, 2026-04-01] - 2026-01-01", "[59 d, 90 d]"), ("lookup(2026-03-01, [2026-03-01], [7])", "7"),
    ("2026-01-31 + [1, 2] * 1 month", "[2026-02-28, 2026-03-31]"),
    ("2026-01-01 + (0..2) * 1 week", "[2026-01-01, 2026-01-08, 2026-01-15]"),
    ("date(2026, 3, 1)", "2026-03-01"), ("date(2026, 2, 29)", "domain"),
    ("date(1900, 2, 29)", "domain"), ("2000-02-29 + 1 d", "2000-03-01"), ("1900-01-31 + 1 month", "1900-02-28"),
    ("2000-01-31 + 1 month", "2000-02-29"), ("year(2026-03-01)", "2026"), ("month(2026-03-01)", "3"),
    ("day(2026-03-01)", "1"), ("weekday(2026-11-23)", "1"), ("weekday([2026-11-22, 2026-11-28])", "[7, 6]"),
    ("year([2026-03-01])", "[2026]"),
    ("addmonths(2026-01-31, 13)", "2027-02-28"), ("adddays(2026-02-28, -59)", "2025-12-31"),
    ("\"on \" & 2026-03-01", "\"on 2026-03-01\""),
    ("if(2 > 1, 2026-03-01, 2026-03-02)", "2026-03-01"), ("2026-03-01 == 2026-03-01", "true"),
    // Moments are shown in UTC.
    ("2026-03-01T12:30Z", "2026-03-01T12:30:00Z"), ("2026-03-01T00:30+01:00", "2026-02-28T23:30:00Z"),
    ("2026-03-01T12:30:15.25-05:30", "2026-03-01T18:00:15.25Z"), ("2026-03-01T12:00Z + 90 min", "2026-03-01T13:30:00Z"),
    ("2026-03-01T12:00Z - 2026-03-01T11:00+01:00", "7200 s"), ("2026-03-01T12:00Z - 2026-02-28T12:00Z in h", "24 h"),
    ("2026-03-01T12:00Z - 1 d", "2026-02-28T12:00:00Z"), ("2026-03-01T12:00Z < 2026-03-01T13:00+00:30", "true"),
    ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.5Z"),
    // Beyond the calendar.
    ("2026-03-01T12:00Z + 3e35 s", outside), ("2026-03-01T12:00Z - 3e35 s", outside),
    ("9999-12-31T23:59:59Z + 1 s", outside), ("9999-12-31T23:59:58Z + 1 s", "9999-12-31T23:59:59Z"),
    ("0001-01-01T00:00Z - 1 s", outside), ("[2026-03-01T12:00Z, 9999-12-31T00:00Z] + 1 d", "\(outside) at element 2"),
    ("iferror(9999-12-31T23:00Z + 1 h, 2026-01-01T00:00Z)", "2026-01-01T00:00:00Z"),
    ("addseconds(2026-02-28T23:59:30Z, 45)", "2026-03-01T00:00:15Z"),
    ("addseconds(2026-02-28, 45)", "error[type]: 'addseconds' needs a moment, '2026-02-28' is a date"),
    (
      "addseconds(1, 45)",
      "error[type]: 'addseconds' needs a moment, '1' is a Number; a moment is 2026-03-01T12:30Z"
    ),
    // Ranges.
    ("2026-02-27..2026-03-01", "[2026-02-27, 2026-02-28, 2026-03-01]"),
    ("2026-03-01..2026-02-28", "[2026-03-01, 2026-02-28]"),
    ("2026-03-01..2026-03-20 step 1 week", "[2026-03-01, 2026-03-08, 2026-03-15]"),
    ("2026-03-03..2026-03-01 step -48 h", "[2026-03-03, 2026-03-01]"), ("2026-03-01..2026-03-01", "[2026-03-01]"),
    ("2026-03-01..2026-03-02 step 12 h", "dates are whole days, and a step of 0.5 d is not"),
    ("2026-03-01..2026-03-02 step -1 d", "a step of -1 doesn't lead from the first number to the last"),
    ("count(2026-01-01..2026-12-31)", "365"), ("weekday(2026-11-23..2026-11-25)", "[1, 2, 3]"),
    (
      "2026-03-01T00:00Z..2026-03-01T02:00Z step 1 h",
      "[2026-03-01T00:00:00Z, 2026-03-01T01:00:00Z, 2026-03-01T02:00:00Z]"
    ),
    (
      "2026-03-01T00:00Z..2026-03-01T02:00Z",
      "error[type]: '..' of moments needs a step, '2026-03-01T00:00Z' is a moment; write a..b step 1 h"
    ),
    (
      "2026-01-31..2026-12-31 step 1 month",
      "error[type]: a step of dates is a number of days, and months differ; write addmonths(2026-01-31, 0..11)"
    ),
    (
      "2026-03-01T00:00Z..2026-06-01T00:00Z step 1 month",
      "error[type]: a step of moments is a number of seconds, and months differ; write step 30 d"
    ),
    (
      "2026-01-31..2026-12-31 step 5",
      "error[type]: a step of '..' needs a time, '5' is a Number; write step 5 d"
    ),
    (
      "2026-01-31..5",
      "error[type]: '..' needs two values of one dimension, '2026-01-31' is a date and '5' is a Number; days are 5 d"
    ),
    ("2026-03-01.5 - 1", "2020.5"),
    ("9999-12-31T23:59-23:59", "error[number]: moments are of the years 1 to 9999 in UTC"),
    ("0001-01-01T00:00+01:00", "error[number]: moments are of the years 1 to 9999 in UTC"),
    ("0001-01-01T00:00Z", "0001-01-01T00:00:00Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    // Refusals.
    ("2026-02-30", "error[number]: 2026-02-30 is not in the calendar"),
    ("2026-13-01", "error[number]: 2026-13-01 is not in the calendar"),
    (
      "2026-03-01T12:30",
      "error[number]: a time of day needs its zone; write 12:30Z for UTC, 12:30±HH:MM with the difference to UTC, or a city, as in 12:30 Berlin"
    ),
    (
      "2026-03-01T25:00Z",
      "error[number]: hours are 0 to 23, not 25"
    ),
    ("2026-03-01 + 2026-03-02", "error[type]: '+' can't add two dates; add a difference: 2026-03-01 + 5 d"),
    (
      "5 d + 2026-03-01",
      "error[type]: '+' needs a date on its left, '5 d' is a time in d; a difference comes second: 2026-03-01 + 5 d"
    ),
    (
      "2026-03-01 + 5",
      "error[type]: '+' needs two values of one dimension, '2026-03-01' is a date and '5' is a Number; days are 5 d"
    ),
    (
      "2026-03-01 + 5 km",
      "error[type]: '+' needs two values of one dimension, '2026-03-01' is a date and '5 km' is a length"
    ),
    (
      "2026-03-01 > 5 d",
      "error[type]: '>' needs two values of one dimension, '2026-03-01' is a date and '5 d' is a time"
    ),
    ("2026-03-01 * 2", "error[type]: '*' can't be applied, '2026-03-01' is a date"),
    ("-2026-03-01", "error[type]: '-' can't be applied, '2026-03-01' is a date"),
    ("mean(2026-03-01, 2026-03-02)", "error[type]: 'mean' can't be applied, '2026-03-01' is a date"),
    ("sum([2026-03-01])", "error[type]: 'sum' can't be applied, '[2026-03-01]' is a list in date"),
    ("2026-03-01 in d", "error[type]: a conversion to d needs a time, '2026-03-01' is a date"),
    (
      "2026-03-01 - 2026-03-01T12:00Z",
      "error[type]: '-' needs two values of one dimension, '2026-03-01' is a date and '2026-03-01T12:00Z' is a moment"
    ),
    ("2026-03-01T12:00Z + 1 month", "2026-04-01T12:00:00Z"),
    ("year(5)", "error[type]: 'year' needs a date, '5' is a Number; a date is 2026-03-01"),
    ("year(3 km)", "error[type]: 'year' needs a date, '3 km' is a length"),
    ("5 date", "error[syntax]: expected an operator before 'date'; multiply with '*'"),
  ]

  @Test func formulasWithDatesGiveWhatTheCalendarSaysOrAreRefused() {
    for (formula, expected) in Self.formulas { #expect(answer(formula) == expected, "\(formula)") }
  }

  /// Checks the lengths of months and the leap years by counting days from 1970-01-01.
  @Test func everyDayOfFourCenturiesIsTheDayAfterTheOneBefore() throws {
    var (year, month, day) = (1970, 1, 1)
    var weekday = 4
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: width - "\(number)".count) + "\(number)"
    }
    let unit = try Formula("1970-01-01").program(types: []).type.unit
    let date = try #require(unit)
    let program = try Formula("weekday(d) + 10 * day(d) + 1000 * month(d) + 100000 * year(d)").program(types: [
      .quantity(date)
    ])
    for number in 0..<146_097 * 2 {
      if number % 7 == 0 || day < 2 || day > 27 {
        let value = CalculatorValue.quantity(Double(number), date)
        let packed = try program.evaluate(ListedInputs(values: [.success(Double(number))]))
        #expect(packed == Double(weekday + 10 * day + 1000 * month + 100_000 * year), "\(value)")
        #expect(value.exactText == "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))")
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      weekday = weekday % 7 + 1
      day += 1
      if day > length { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
    }
  }

  @Test func everyDateAndMomentReadsBackAsItself() throws {
    var random = SplitMix64(seed: 7)
    for literal in ["1970-01-01", "1970-01-01T00:00Z"] {
      let type = try Formula(literal).program(types: []).type
      let unit = try #require(type.unit)
      for _ in 0..<500 {
        let day = Double(Int.random(in: -719_162...2_932_896, using: &random))
        let fraction =
          [0, 0.5, 0.25, 0.001, 0.1, Double.random(in: 0..<1, using: &random)].randomElement(using: &random) ?? 0
        let number =
          literal.contains("T") ? day * 86_400 + Double(Int.random(in: 0..<86_400, using: &random)) + fraction : day
        let value = CalculatorValue.quantity(number, unit)
        let again = try Formula(value.exactText).program(types: []).value(of: ListedValues())
        #expect(again == value, "\(value.exactText)")
      }
    }
  }

  @Test func todayIsWhatTheClockShowsWhenALineIsRun() throws {
    let session = Session()
    session.wallClock = { (seconds: 1_795_390_200, offset: 3600) }
    #expect(try session.run("today").first?.value?.text == "2026-11-23")
    #expect(try session.run("now").first?.value?.text == "2026-11-22T23:30:00Z")
    try session.run("due = today + 1 month")
    session.wallClock = { (seconds: 1_795_390_200 + 864_000, offset: 3600) }
    // A formula keeps its day.
    #expect(session.source(of: "due") == "2026-11-23 + 1 month")
    #expect(session.value(of: "due")?.text == "2026-12-23")
    #expect(try session.run("today").first?.value?.text == "2026-12-03")
    try session.run("today = 5")
    #expect(try session.run("today * 2").first?.value?.text == "10")
    #expect(
      refusal { () throws(Diagnostic) in _ = try Session().run("today") }
        == "error[name]: no clock is available here; write the date, as in 2026-03-01")
  }

  @Test func sessionsKeepDatesAndCheckThem() throws {
    let session = try Session(
      running:
        "start = 2026-03-01; stop = start + 3 weeks; days = stop - start; all = [start, stop]; at = 2026-03-01T12:00Z; gap = at - 5 h"
    )
    #expect(
      session.state == [
        "all = [start, stop] = [2026-03-01, 2026-03-22]", "at = 2026-03-01T12:00Z = 2026-03-01T12:00:00Z",
        "days = stop - start = 21 d",
        "gap = at - 5 h = 2026-03-01T07:00:00Z", "start = 2026-03-01 = 2026-03-01",
        "stop = start + 3 weeks = 2026-03-22",
      ])
    let again = SessionTextTests().load(session.text)
    #expect(again.state == session.state)
    let opened = try Session(document: try session.document())
    #expect(opened.state == session.state)
    try opened.run("start = 2026-04-01")
    #expect(opened.value(of: "stop")?.text == "2026-04-22" && opened.value(of: "days")?.text == "21 d")
    let error = refusal { () throws(Diagnostic) in _ = try opened.run("start = 5 km") }
    #expect(
      error.hasPrefix("error[type]: ") && error.contains("could no longer use start: "), "\(error)")
    #expect(
      refusal { () throws(Diagnostic) in
        _ = try opened.sweep(SourceName("start"), over: try SweepRange(SourceName("1..3")), [SourceName("stop")])
      }
        == "error[type]: 'start' is a date, and a sweep gives numbers; add a number of days: start + n * 1 d")
    opened.evaluator.checkInvariants()
  }
}

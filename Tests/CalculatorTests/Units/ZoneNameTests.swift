// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import TestSupport
import Testing

/// Moments in named time zones: results of formulas with them, and refusals.
@Suite struct ZoneNameTests {
  private static let formulas: [(formula: String, answer: String)] = [
    ("2026-11-22 14:00 Berlin", "2026-11-22 14:00 Berlin"), ("2026-11-22T14:00 Berlin", "2026-11-22 14:00 Berlin"),
    ("2026-11-22 14:00 berlin in UTC", "2026-11-22T13:00:00Z"),
    ("2026-11-22 9:05:07.25 Europe/Berlin in utc", "2026-11-22T08:05:07.25Z"),
    ("2026-11-22 14:00 +01:00", "2026-11-22T13:00:00Z"), ("2026-11-22 14:00 UTC", "2026-11-22T14:00:00Z"),
    ("2026-11-22 14:00 Berlin in Tokyo", "2026-11-22 22:00 Tokyo"),
    ("2026-11-22 14:00 America/New_York in Los Angeles", "2026-11-22 11:00 Los Angeles"),
    ("2026-07-01 00:00 Kathmandu in UTC", "2026-06-30T18:15:00Z"),
    ("[2026-11-22 14:00 Berlin, 2026-11-22 14:00 Tokyo]", "[2026-11-22 14:00 Berlin, 2026-11-22 06:00 Berlin]"),
    ("2026-11-22 14:00 Berlin == 2026-11-22T13:00Z", "true"),
    ("2026-11-22 14:00 Berlin > 2026-11-22 14:00 NYC", "false"),
    ("2026-11-22 14:00 Berlin - 2026-11-22 14:00 Tokyo", "28800 s"),
    ("2026-03-28 12:00 Berlin + 1 d", "2026-03-29 12:00 Berlin"),
    ("2026-03-28 12:00 Berlin + 24 h", "2026-03-29 13:00 Berlin"),
    (
      "2026-11-22 14:00 Berlin..2026-11-22 15:00 Berlin step 30 min",
      "[2026-11-22 14:00 Berlin, 2026-11-22 14:30 Berlin, 2026-11-22 15:00 Berlin]"
    ),
    // Around the changes of the clocks, to the minute.
    ("2026-03-29T00:59Z in Berlin", "2026-03-29 01:59 Berlin"),
    ("2026-03-29T01:00Z in Berlin", "2026-03-29 03:00 Berlin"),
    ("2026-10-25T00:59Z in Berlin", "2026-10-25 02:59+02:00 Berlin"),
    ("2026-10-25T01:00Z in Berlin", "2026-10-25 02:00+01:00 Berlin"),
    ("2026-10-25T02:00Z in Berlin", "2026-10-25 03:00 Berlin"),
    ("2026-10-25T00:59Z in London", "2026-10-25 01:59+01:00 London"),
    ("2026-03-08T06:59Z in New York", "2026-03-08 01:59 New York"),
    ("2026-03-08T07:00Z in New York", "2026-03-08 03:00 New York"),
    ("2026-11-01T06:00Z in New York", "2026-11-01 01:00-05:00 New York"),
    ("2026-11-01T07:00Z in New York", "2026-11-01 02:00 New York"),
    ("2026-04-04T15:59Z in Sydney", "2026-04-05 02:59+11:00 Sydney"),
    ("2009-01-01 00:30 Sydney", "2009-01-01 00:30 Sydney"),
    ("2026-10-03T16:00Z in Sydney", "2026-10-04 03:00 Sydney"),
    ("2026-09-26T14:00Z in Auckland", "2026-09-27 03:00 Auckland"),
    ("2026-10-25 02:30+01:00 Berlin - 2026-10-25 02:30+02:00 Berlin", "3600 s"),
    // Unknown offsets are not guessed.
    ("1980-01-01T12:00Z in Berlin", "1980-01-01T12:00:00Z"),
    ("1980-01-01T12:00+01:00 Berlin", "1980-01-01T11:00:00Z"),
    (
      "2026-10-25 02:30 Berlin",
      "error[number]: clocks in Berlin show 02:30 twice that day; write 02:30+02:00 Berlin or 02:30+01:00 Berlin"
    ),
    (
      "2026-03-29 02:30 Berlin",
      "error[number]: clocks in Berlin leave out 02:30 that day; clocks are set forward then; a time one hour later exists"
    ),
    ("9999-12-31 23:30 New York", "error[number]: moments are of the years 1 to 9999 in UTC"),
    (
      "2026-03-29 12:30+05:00 Berlin",
      "error[number]: Berlin is +02:00 from UTC then, not +05:00; without the difference it is a time in Berlin"
    ),
    (
      "1980-01-01 12:00 Berlin",
      "error[number]: clocks in Berlin are known only from 1997 on; write the difference to UTC at that time, as in 12:00±HH:MM"
    ),
    (
      "2026-11-22 14:00 CST",
      "error[number]: no one zone is named 'CST'; zones are named by cities, as in Chicago or Shanghai"
    ),
    ("2026-11-22 14:00 Tokio", "error[number]: unknown zone 'Tokio'; did you mean 'Tokyo'?"),
    (
      "2026-11-22 14:00 Ulm",
      "error[number]: unknown zone 'Ulm'; help dates lists the zones; for others write the difference to UTC, as in 14:00±HH:MM"
    ),
    ("2026-11-22T14:00Z in Tokio", "error[name]: unknown zone or unit 'Tokio'; did you mean 'Tokyo'?"),
    (
      "2026-11-22 in Berlin",
      "error[type]: a conversion to Berlin needs a moment, '2026-11-22' is a date; a day has no hour: write 2026-03-01 12:30 Berlin"
    ),
    (
      "2026-11-22 14",
      "error[syntax]: expected an operator before '14'; a moment is 2026-12-24T18:00Z, 2026-12-24T18:00+01:00 or 2026-12-24 18:00 Berlin"
    ),
  ]

  @Test func formulasOfNamedZonesGiveTheMomentOrSayWhy() {
    for (formula, answer) in Self.formulas {
      var shown = ""
      let refused = refusal { () throws(Diagnostic) in
        shown = try Session().run(formula).first?.value?.text ?? ""
      }
      if shown.isEmpty { shown = refused }
      #expect(shown == answer, "\(formula)")
    }
  }

  /// Compares with printed calendars: the Sundays on which clocks go forward and back.
  @Test func clocksAreSetOnTheSundaysOfTheCalendar() throws {
    let europe = [
      "2024": ("03-31", "10-27"), "2025": ("03-30", "10-26"), "2026": ("03-29", "10-25"),
      "2027": ("03-28", "10-31"), "2028": ("03-26", "10-29"), "2029": ("03-25", "10-28"), "2030": ("03-31", "10-27"),
    ]
    let america = [
      "2024": ("03-10", "11-03"), "2025": ("03-09", "11-02"), "2026": ("03-08", "11-01"),
      "2027": ("03-14", "11-07"), "2028": ("03-12", "11-05"), "2029": ("03-11", "11-04"), "2030": ("03-10", "11-03"),
    ]
    let session = Session()
    for (days, city, hour) in [(europe, "Berlin", "02"), (america, "Chicago", "01")] {
      for (year, (forward, back)) in days {
        let missing = city == "Berlin" ? "02:30" : "02:00"
        #expect(throws: Diagnostic.self) { try session.run("\(year)-\(forward) \(missing) \(city)") }
        #expect(throws: Diagnostic.self) { try session.run("\(year)-\(back) \(hour):30 \(city)") }
        let before = try session.run("\(year)-\(forward) 03:00 \(city) - \(year)-\(forward) 01:00 \(city)").first?
          .value?.text
        #expect(before == "3600 s", "\(year) \(city)")
      }
    }
  }

  @Test func everyMomentOfAZoneReadsBack() throws {
    let session = Session()
    var random = SplitMix64(seed: 26)
    for city in ["Berlin", "New York", "Sydney", "Auckland", "Kathmandu", "Buenos Aires", "Honolulu"] {
      for _ in 0..<60 {
        let seconds = Int.random(in: 1_300_000_000..<2_100_000_000, using: &random)
        let first = try session.run("addseconds(1970-01-01T00:00Z, \(seconds)) in \(city)").first?.value?.text ?? ""
        #expect(try session.run(first).first?.value?.text == first)
        #expect(try session.run("\(first) == addseconds(1970-01-01T00:00Z, \(seconds))").first?.value?.text == "true")
      }
    }
  }

  @Test func documentsKeepZones() throws {
    let session = Session()
    try session.run("dep = 2026-12-20 9:35 Berlin; arr = 2026-12-20 13:50 New York; stay = arr - dep in h")
    try session.run("there = dep in Tokyo; late = [dep, arr]")
    let read = try Session(document: session.document())
    #expect(read.value(of: "arr")?.text == "2026-12-20 13:50 New York")
    #expect(read.value(of: "there")?.text == "2026-12-20 17:35 Tokyo")
    #expect(read.value(of: "stay")?.text == "10.25 h")
    try read.run("dep = 2026-12-20 8:35 London")
    #expect(read.value(of: "there")?.text == "2026-12-20 17:35 Tokyo")
    #expect(read.value(of: "dep")?.text == "2026-12-20 08:35 London")
  }
}

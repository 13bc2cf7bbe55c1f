// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

/// Sweeps and plots of dates and quantities at the prompt.
@Suite struct SweepStepsTests {
  private func answer(_ line: String, after lines: String...) -> [String] {
    let conversation = Conversation()
    for line in lines { conversation.say(line) }
    return conversation.say(line).map { String($0.dropFirst(2)) }
  }

  @Test func aDateIsSweptOverDates() {
    let lines = ["start = 2026-01-30", "end = start + 1 month", "day = weekday(start)"]
    #expect(
      answer("sweep start 2026-01-30..2026-02-01 : end day", after: lines[0], lines[1], lines[2]).map {
        $0.split(separator: " ").prefix(4).joined(separator: " ")
      } == [
        "start 2026-01-30 2026-01-31 2026-02-01", "end 2026-02-28 2026-02-28 2026-03-01", "day 5 6 7",
      ])
    #expect(
      answer("sweep start 2026-03-01..2026-02-01 step -14 d : end", after: lines[0], lines[1])[0]
        == "start  2026-03-01  2026-02-15  2026-02-01")
    let moments = answer(
      "sweep t 2026-03-01T00:00Z..2026-03-01T02:00Z step 1 h : u", after: "t = 2026-01-01T00:00Z", "u = t + 30 min")
    #expect(moments.joined().contains("2026-03-01T01:30:00Z"), "\(moments)")
    let zoned = answer(
      "sweep t 2026-03-01T00:00:00+01:00..2026-03-01T02:00-00:30 step 90 min: u", after: "t = now", "u = t + 30 min")
    #expect(zoned.joined().contains("2026-03-01T02:00:00Z"), "\(zoned)")
  }

  @Test func quantitiesAreConvertedToTheUnitOfTheInput() {
    let lines = ["d = 1 km", "t = d / (60 km/h) in min"]
    #expect(
      answer("sweep d 500 m..1500 m step 500 m : t", after: lines[0], lines[1]).map {
        $0.split(separator: "  ").prefix(4).map { $0.drop { $0 == " " } }.joined(separator: "|")
      } == ["d|0.5 km|1 km|1.5 km", "t|0.5 min|1 min|1.5 min"])
    #expect(
      answer("sweep d 1..2 : t", after: lines[0], lines[1])[0]
        == "error[type]: 'd' is a length, and is given numbers; write its unit: 5 km")
  }

  @Test func namedZonesAreSwept() {
    let lines = ["t = 2026-03-01 9:00 Berlin", "u = t in Tokyo"]
    let rows = answer(
      "sweep t 2026-03-28 12:30 Berlin..2026-03-29 14:00 Berlin step 1 d : u", after: lines[0], lines[1])
    // A day is 24 hours, and daylight saving time begins.
    #expect(rows[0].hasSuffix("2026-03-28 12:30 Berlin  2026-03-29 13:30 Berlin"), "\(rows)")
    #expect(rows[1].contains("2026-03-28 20:30 Tokyo   2026-03-29 20:30 Tokyo"), "\(rows)")
  }

  @Test func picturesHaveTheUnitBesideThem() {
    let dates = answer("plot d 2026-03-01..2026-03-05 : then", after: "d = 2026-03-01", "then = d + 1 month")
    #expect(dates[1].hasPrefix("2026-04-05 ") && dates[10].hasPrefix("2026-04-01 "), "\(dates)")
    let masses = answer("plot m 1 kg..2 kg : n", after: "m = 1 kg", "n = m * 2")
    #expect(masses[1].hasPrefix("4 kg ") && masses[10].hasPrefix("2 kg "), "\(masses)")
    let function = answer("plot f 1..2", after: "f(x) = x * 3 EUR")
    #expect(function[1].hasPrefix("6 EUR ") && function[10].hasPrefix("3 EUR "), "\(function)")
  }

  @Test func whatDoesNotFitIsRefused() {
    let lines: [(line: String, answer: String)] = [
      (
        "sweep d 0 m..1e9 m : n",
        "error[command]: the list would have more than 10000000 elements; a sweep has at most 10000 values: x a..b step s"
      ),
      (
        "sweep d 1 m..2 kg : n",
        "error[type]: '..' needs two values of one dimension, '1 m' is a length and '2 kg' is a mass"
      ),
      (
        "sweep d 2 m..1 m step 1 m : n",
        "error[command]: a step of 1 doesn't lead from the first number to the last; a sweep has at most 10000 values: x a..b step s"
      ),
      (
        "sweep s 1..3 : n",
        "error[type]: 's' is a date, and the range is one of numbers; write 2026-03-01..2026-06-01 step 7 d"
      ),
      ("sweep x 2026-03-01..2026-03-05 : n", "error[type]: the range is of dates, and 'x' is a Number"),
      ("sweep d 1 s..3 s : n", "error[type]: the range is of values in s, and 'd' is a length"),
      (
        "sweep s 2026-03-01..2026-03-05 step 1 month : n",
        "error[type]: a step of dates is a number of days, and months differ; write addmonths(2026-01-31, 0..11)"
      ),
      (
        "sweep x 0..1:0.1 : n",
        "error[command]: expected a node after ':'; write a step before ':', as in x 0..1 step 0.1 : y"
      ),
      (
        "sweep x y 1..2 : n",
        "error[syntax]: expected an operator before '1'; a range is a..b or a..b step s, after the name of the input"
      ),
      ("sweep x 0..20000 : n", "error[command]: a sweep has at most 10000 values; take a larger step"),
      (
        "sweep d 0 m..20000 m step 1 m : n", "error[command]: a sweep has at most 10000 values; take a larger step"
      ),
    ]
    for (line, expected) in lines {
      #expect(
        answer(line, after: "s = 2026-01-01", "x = 2", "d = 3 m", "n = x + d / (1 m)").first == expected, "\(line)")
    }
  }

  @Test func aDateIsDrawnOverDates() {
    let lines = answer("plot s 2026-03-01..2026-03-11 : n", after: "s = 2026-01-01", "n = weekday(s)")
    #expect(lines.first == "n")
    #expect(lines.last?.split(separator: " ").map(String.init) == ["2026-03-01", "2026-03-11"])
    let curve = answer("plot s 2026-03-01..2026-05-01 step 1 d : n", after: "s = 2026-01-01", "n = s - 2026-01-01")
    #expect(curve.count == 12 && curve[1].hasPrefix("120 d │") && curve[10].hasPrefix(" 59 d │"), "\(curve)")
  }

  @Test func aPictureHasOneDimension() throws {
    let conversation = Conversation()
    for line in ["a = [1 km, 2 km]", "b = [500 m, 1500 m]", "c = [1 kg, 2 kg]", "n = [1, 2]"] { conversation.say(line) }
    conversation.say("export plot one.svg a")
    conversation.say("export plot both.svg a b")
    conversation.say("export plot same.svg a d")
    conversation.say("d = [0.5 km, 1.5 km]")
    conversation.say("export plot same.svg a d")
    let (both, same) = (
      try #require(conversation.host.files["both.svg"]), try #require(conversation.host.files["same.svg"])
    )
    // Curves of equal lengths are equal, in any unit.
    #expect(both.replacing(">b (km)<", with: ">d (km)<").replacing("a, b", with: "a, d") == same)
    #expect(both.contains(">a (km)<") && both.contains(">2<") && both.contains(">0.5<"))
    #expect(
      conversation.say("export plot bad.svg a c").first
        == "  error[type]: the lists must have one dimension: 'c' is in kg, and 'a' in km; export them separately"
    )
    #expect(conversation.say("export plot bad.svg a n").first?.contains("'n' is without a unit, and 'a' in km") == true)
    #expect(conversation.host.files["bad.svg"] == nil)
  }
}

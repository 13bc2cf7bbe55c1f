// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import Testing

/// Dates and quantities in `nodecalc sweep` and `nodecalc work`.
@Suite struct SweptValuesTests {
  private func model() throws -> Session {
    try Session(
      running: "start = 2026-01-01; end = start + 1 month; d = 1 km; t = d / (60 km/h) in min; x = 2; y = x * 3;"
        + "at = 2026-03-01T00:00Z; later = at + 90 min; warm = 20 °C; hot = warm + 5 K")
  }

  private func rows(_ each: [(String, String)], _ outputs: [String], change: (inout SweepOptions) -> Void = { _ in })
    throws -> [String]
  {
    var options = SweepOptions()
    options.each = each.map { (name: $0.0, values: $0.1) }
    options.outputs = outputs
    change(&options)
    let scenarios = try options.scenarios { _ throws(FileFailure) in
      Array("start,d\n2026-02-01,500 m\n2026-03-31,2 km\n".utf8)
    }
    var text = ""
    _ = try SweepRun(options, scenarios, of: try model()).run {
      text += $0
      return true
    }
    return text.split(separator: "\n").map(String.init)
  }

  private func refusal(_ each: [(String, String)], _ outputs: [String]) -> String {
    do {
      return try rows(each, outputs).joined(separator: "|")
    } catch let error as Diagnostic {
      return error.message + (error.hint.map { "; \($0)" } ?? "")
    } catch {
      return "\(error)"
    }
  }

  @Test func rangesOfDatesAndQuantitiesAreSwept() throws {
    #expect(
      try rows([("start", "2026-01-30..2026-02-01")], ["end"]) == [
        "row,start,end,error", "0,2026-01-30,2026-02-28,", "1,2026-01-31,2026-02-28,", "2,2026-02-01,2026-03-01,",
      ])
    #expect(
      try rows([("start", "2026-03-15..2026-03-01:-1 week")], ["end"]).dropFirst() == [
        "0,2026-03-15,2026-04-15,", "1,2026-03-08,2026-04-08,", "2,2026-03-01,2026-04-01,",
      ])
    // Values are shown in the unit that was written, and computed in the input's unit.
    #expect(
      try rows([("d", "500 m..1500 m:500 m")], ["t"]).dropFirst() == [
        "0,500 m,0.5 min,", "1,1000 m,1 min,", "2,1500 m,1.5 min,",
      ])
    #expect(
      try rows([("at", "2026-03-01T00:00Z..2026-03-01T02:00+01:00:30 min")], ["later"]).dropFirst() == [
        "0,2026-03-01T00:00:00Z,2026-03-01T01:30:00Z,", "1,2026-03-01T00:30:00Z,2026-03-01T02:00:00Z,",
        "2,2026-03-01T01:00:00Z,2026-03-01T02:30:00Z,",
      ])
    #expect(
      try rows([("at", "2026-03-01 9:00 Berlin,2026-03-01 9:00 Tokyo")], ["later"]).dropFirst() == [
        "0,2026-03-01 09:00 Berlin,2026-03-01T09:30:00Z,", "1,2026-03-01 01:00 Berlin,2026-03-01T01:30:00Z,",
      ])
    #expect(
      try rows([("warm", "68 °F..86 °F step 5 K")], ["hot"]).dropFirst() == [
        "0,68 °F,25 °C,", "1,77 °F,30 °C,", "2,86 °F,35 °C,",
      ])
    #expect(refusal([("d", "1..2")], ["t"]) == "'d' is a length, and is given numbers; write its unit: 5 km")
  }

  @Test func gridsListsFilesAndJSONHaveThem() throws {
    #expect(
      try rows([("start", "2026-02-01,2026-03-31"), ("x", "1..2")], ["end", "y"]).dropFirst() == [
        "0,2026-02-01,1,2026-03-01,3,", "1,2026-02-01,2,2026-03-01,6,", "2,2026-03-31,1,2026-04-30,3,",
        "3,2026-03-31,2,2026-04-30,6,",
      ])
    let fromFile = try rows([], ["end", "t"]) { $0.rows = "rows.csv" }
    #expect(
      fromFile.dropFirst() == ["0,2026-02-01,500 m,2026-03-01,0.5 min,", "1,2026-03-31,2000 m,2026-04-30,2 min,"])
    let json = try rows([("start", "2026-02-01,2026-03-31"), ("d", "1 km,2 km")], ["end"]) {
      $0.isZipped = true
      $0.isJSON = true
    }
    #expect(
      json == [
        #"{"row":0,"set":{"start":"2026-02-01","d":{"unit":"km","value":1}},"get":{"end":"2026-03-01"}}"#,
        #"{"row":1,"set":{"start":"2026-03-31","d":{"unit":"km","value":2}},"get":{"end":"2026-04-30"}}"#,
      ])
  }

  @Test func listsTakeNumbersAsFormulasHaveThem() throws {
    #expect(
      try rows([("x", "10%, 1/4,1_000, 0x10,-2")], ["y"]).dropFirst() == [
        "0,0.1,0.30000000000000004,", "1,0.25,0.75,", "2,1000,3000,", "3,16,48,", "4,-2,-6,",
      ])
    #expect(refusal([("x", "1,z")], ["y"]) == "'z' is not a number; write a..b, a..b:step, or values between commas")
  }

  @Test func partsAreTheWhole() throws {
    let whole = try rows([("start", "2026-01-01..2026-12-31:3 d"), ("d", "1 km,2 mi")], ["end", "t"])
    var parts: [String] = []
    for number in 1...5 {
      parts += try rows([("start", "2026-01-01..2026-12-31:3 d"), ("d", "1 km,2 mi")], ["end", "t"]) {
        $0.shard = (number, 5)
      }
    }
    #expect(parts == whole && whole.count == 1 + 122 * 2)
  }

  @Test func whatDoesNotFitIsRefused() {
    let cases: [(each: (String, String), refusal: String)] = [
      (("start", "1..3"), "'start' is a date, and a sweep gives numbers; add a number of days: start + n * 1 d"),
      (("x", "2026-01-01..2026-01-03"), "the range is of dates, and 'x' is a Number"),
      (("d", "1 kg..3 kg"), "the range is of values in kg, and 'd' is a length"),
      (("d", "1 km..3 s"), "'3 s' is a time, and not a length"),
      (("d", "1 km..3"), "'3' is a Number, and not a length"),
      (("d", "1 km,3"), "'3' is a Number, and not a length; write a..b, a..b:step, or values between commas"),
      (
        ("start", "2026-01-01..2026-06-01:1 month"),
        "a step of dates is a time, and months differ; write 30 d, or the dates between commas"
      ),
      (("start", "2026-01-01..2026-01-03:12 h"), "dates are whole days, and a step of 0.5 d is not"),
      (("start", "2026-01-01..2026-01-03:-1 d"), "a step of -1 does not lead from the first value to the last"),
      (("at", "2026-03-01T00:00Z..2026-03-02T00:00Z"), "a range of moments needs a step; write a..b:1 h"),
      (
        ("t", "0 °C..30 °C:10 °C"), "a step is a difference, and '10 °C' is a point on a scale; write 10 K"
      ),
      (("d", "1 km..y"), "'y' is not a number"),
      (
        ("start", "2026-02-30,2026-03-01"),
        "'2026-02-30' is not a value: 2026-02-30 is not in the calendar; write a..b, a..b:step, or values between commas"
      ),
    ]
    for (each, expected) in cases { #expect(refusal([each], ["y"]) == expected, "\(each.1)") }
  }

  @Test func aWorkerTakesThem() throws {
    var server = SweepServer(try model(), SweepHello(model: "m", maths: "p", nodeCount: 4), clock: { 0 })
    func answer(_ request: String) -> String {
      var lines = server.receive(Array(request.utf8))
      while !server.isIdle { lines += server.advance(for: 1) }
      return lines.joined(separator: "\n")
    }
    let ranged = answer(
      #"{"id":1,"get":["end"],"each":{"start":{"from":"2026-01-30","to":"2026-02-13","step":"7 d"}},"form":"csv"}"#)
    #expect(
      ranged.contains(#"0,2026-01-30,2026-02-28,\n1,2026-02-06,2026-03-06,\n2,2026-02-13,2026-03-13,"#), "\(ranged)")
    // The input in another unit makes another model.
    for (value, result) in [
      (#"["500 m"]"#, "0.5"), (#"["600 km"]"#, "600"), (#"["500 m"]"#, "0.5"), (#"["1 mi"]"#, "1.609344"),
    ] {
      let line = answer(#"{"id":2,"get":["t"],"each":{"d":\#(value)},"form":"csv"}"#)
      #expect(line.contains(",\(result) min,"), "\(line)")
    }
    let fixed = answer(
      #"{"id":3,"get":["end","t"],"set":{"start":"2026-03-31"},"rows":{"names":["d"],"values":[["1 km"],["500 m"]]},"form":"csv"}"#
    )
    #expect(
      fixed.contains("0,1 km,2026-03-31,2026-04-30,1 min,")
        && fixed.contains("1,0.5 km,2026-03-31,2026-04-30,0.5 min,"), "\(fixed)")
    #expect(answer(#"{"id":4,"get":["y"],"each":{"x":["2026-01-01"]}}"#).contains("the range is of dates"))
    #expect(answer(#"{"id":5,"get":["y"],"each":{"x":[1,"2"]}}"#).contains("takes numbers, or texts"))
  }
}

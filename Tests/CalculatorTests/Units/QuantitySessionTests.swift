// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import Testing

/// Quantities as values of nodes: their units are types, which are checked with the statements.
@Suite struct QuantitySessionTests {
  private func value(_ name: String, in session: Session) -> String { session.value(of: name)?.text ?? "" }

  @Test func anotherUnitOfTheSameDimensionIsTakenByAllReaders() throws {
    let session = try Session(running: "d = 3 km; t = 20 min; v = d / t in km/h; far = d > 5000 m; l = [1, 2] * d")
    #expect(
      session.state == [
        "d = 3 km = 3 km", "far = d > 5000 m = false", "l = [1, 2] * d = [3 km, 6 km]", "t = 20 min = 20 min",
        "v = d / t in km/h = 9 km/h",
      ])
    try session.run("d = 30 km")
    #expect(value("v", in: session) == "90 km/h")
    // 5 mi is not 5 km, though both have the number 5.
    try session.run("d = 5 km; d = 5 mi")
    #expect(value("v", in: session) == "24.14016 km/h")
    #expect(value("l", in: session) == "[5 mi, 10 mi]")
    #expect(value("far", in: session) == "true")
    session.evaluator.checkInvariants()
    _ = try session.undo()
    #expect(value("d", in: session) == "5 km" || value("d", in: session) == "30 km")
    _ = try session.redo()
    #expect(value("d", in: session) == "5 mi" && value("l", in: session) == "[5 mi, 10 mi]")
    session.evaluator.checkInvariants()
  }

  @Test func aDimensionThatReadersCannotUseIsRefusedAndChangesNothing() throws {
    let session = try Session(running: "d = 3 km; t = 20 min; total = d + 200 m; half = d / 2; n = 5; twice = n * 2")
    let before = session.state
    for statement in ["d = 3 h", "d = 3", "d = \"far\"", "d = [1 km]; d = 3 kg"] {
      let error = refusal { () throws(Diagnostic) in _ = try session.run(statement) }
      #expect(
        error.hasPrefix("error[type]: total = d + 200 m could no longer use d: '+' needs two values of one ")
          || error == "error[type]: total = d + 200 m adds, and d would be a Text" || statement.hasPrefix("d = ["),
        "\(error)")
    }
    #expect(value("total", in: session) == "[1.2 km]")
    try session.run("d = 3 km")
    #expect(session.state == before)
    // A number can become a quantity if its readers accept that, and vice versa.
    try session.run("n = 5 USD")
    #expect(value("twice", in: session) == "10 USD")
    try session.run("n = 7")
    #expect(value("twice", in: session) == "14")
    session.evaluator.checkInvariants()
  }

  @Test func scriptsAndDocumentsKeepUnits() throws {
    let session = try Session(
      running: """
        d = 3 km; t = 20 min; v = d / t in km/h; temp = -5 °C; cost = 20.1 USD/h; all = [1 km, 200 m] + d; none = all where all > 9 km
        """)
    try session.run("fee(x) = x * 20%; total = fee(cost) * 90 min; label = \"d: \" & d; weight = 1e-7 kg·m/s²")
    try session.run("gone = 5 m; waiting = 2 * gone")
    _ = try session.delete(SourceName("gone"))
    let again = SessionTextTests().load(session.text)
    #expect(again.state == session.state)
    #expect(again.text == session.text)
    let document = try session.document()
    let opened = try Session(document: document)
    #expect(opened.state == session.state)
    let written = try opened.document()
    #expect(written == document)
    // An opened document has types too: the waiting formula takes only a length.
    #expect(refusal { () throws(Diagnostic) in _ = try opened.run("gone = 3 h") } != "it was not refused")
    try opened.run("gone = 7 m; d = 1 mi")
    #expect(value("waiting", in: opened) == "14 m")
    #expect(value("v", in: opened) == "4.828032 km/h")
    opened.evaluator.checkInvariants()
  }

  @Test func sweepsOverAQuantityTakeNumbersOfItsUnit() throws {
    let session = try Session(running: "d = 3 km; t = 20 min; v = d / t in km/h; far = d > 5000 m")
    let range = try SweepRange(SourceName("2..6 step 2"))
    let sweep = try session.sweep(SourceName("d"), over: range, [SourceName("v"), SourceName("far")])
    #expect(
      sweep.columns.map { $0.values.map(\.text) } == [["6 km/h", "12 km/h", "18 km/h"], ["false", "false", "true"]])
    #expect(
      sweep.lines(width: 80).prefix(2) == ["d      2 km     4 km     6 km", "v    6 km/h  12 km/h  18 km/h   ▁▄█"])
    var scenarios = Scenarios()
    try scenarios.vary("d", over: [1, 2])
    try scenarios.vary("t", over: [30, 60])
    let rows = try session.sweep(scenarios, ["v"]).columns[0].values
    #expect(rows.map(\.text) == ["2 km/h", "1 km/h", "4 km/h", "2 km/h"])
    #expect(value("d", in: session) == "3 km")
  }

  @Test func portsOfKindsTakeNoQuantities() throws {
    let session = try Session(running: "d = 3 km; total = Add(x: 1)")
    for statement in ["total.x = 3 km", "total.x = d", "d -> total.x", "total.x = d + 1 m", "other = Add(x: 3 km)"] {
      let error = refusal { () throws(Diagnostic) in _ = try session.run(statement) }
      #expect(error.hasPrefix("error["), "\(statement): \(error)")
      #expect(value("total", in: session) == "1")
    }
    try session.run("total.x = d / (1 m)")
    #expect(value("total", in: session) == "3000")
    #expect(
      refusal { () throws(Diagnostic) in
        _ = try session.run("twice = d * 2")
        _ = try session.expand(SourceName("twice"))
      }
        == "error[kind]: 'd' is a length, and no kind of node takes quantities; nothing changed")
  }

  @Test func whatStandsBehindAUnitStaysApartFromIt() throws {
    let session = try Session(running: "x = 2; d = 20 km/x; 3 km; square = ans^2; half = ans/x")
    #expect(value("d", in: session) == "10 km")
    #expect(value("square", in: session) == "9 km²")
    #expect(value("half", in: session) == "1.5 km")
    try session.rename(SourceName("x"), to: SourceName("h"))
    #expect(
      session.state == [
        "d = 20 km/`h` = 10 km", "h = 2 = 2", "half = (3 km)/`h` = 1.5 km", "square = (3 km)^2 = 9 km²",
      ])
    try session.run("h = 4")
    #expect(value("d", in: session) == "5 km")
    session.evaluator.checkInvariants()
  }

  @Test func aFunctionThatIsCalledLikeAUnitStaysApartFromItToo() throws {
    let session = try Session(running: "f(x) = x * 2; y = 20 km/f(2)")
    try session.rename(SourceName("f"), to: SourceName("h"))
    #expect(value("y", in: session) == "5 km")
    #expect(session.text.contains("20 km/`h`(2)"), "\(session.text)")
  }

  @Test func reportsHaveUnitsAndAsManyDigitsAsItTakes() throws {
    let session = try Session(running: "d = 3 km; v = d / (20 min)")
    let results = try session.run("d = 3.0000000000000004 km")
    let lines = ChangeReport(results[0].changes, limit: nil).lines
    #expect(lines.first == "d  3 km → 3.0000000000000004 km", "\(lines)")
    #expect(
      refusal { () throws(Diagnostic) in _ = try session.run("x = 20 km / h") }
        == "error[name]: unknown name 'h'; units are written without blanks: write km/h")
    #expect(
      refusal { () throws(Diagnostic) in _ = try session.run("x = 20 * km") }
        == "error[name]: unknown name 'km'; a unit follows a number: 1 km")
  }
}

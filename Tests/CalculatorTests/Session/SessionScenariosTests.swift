// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import Testing

@Suite struct SessionScenariosTests {
  private func bill() throws -> Session {
    try Session(
      running: "price = 20", "qty = 3", "total = price * qty", "start = 2026-03-01", "end = start + 30 d",
      "len = 3 m", "area = len * len", "paid = false", "due = if(paid, 0, total)", "name = \"tea\"",
      "title = name & \" \" & total")
  }

  private func texts(_ session: Session) -> [String] {
    session.checkInvariants()
    return session.scenarios.map(\.text)
  }

  @Test func aScenarioIsKeptWithoutAChange() throws {
    let session = try bill()
    let before = session.state
    try session.defineScenario("dear: price = 30, start = 2026-05-01, len = 400 cm, paid = true, name = \"coffee\"")
    try session.defineScenario("cheap", [("price", .number(10)), ("qty", .number(5))])
    #expect(session.state == before)
    #expect(
      texts(session) == [
        "cheap: price = 10, qty = 5",
        "dear: price = 30, start = 2026-05-01, len = 400 cm, paid = true, name = \"coffee\"",
      ])
    #expect(session.scenario(named: "cheap")?.settings.map(\.name) == ["price", "qty"])
    // A scenario replaces another one of the same name.
    try session.defineScenario("cheap: qty = 1/4")
    #expect(session.scenario(named: "cheap")?.text == "cheap: qty = 0.25")
    try session.defineScenario("`my plan`: qty = 2")
    #expect(session.scenario(named: "my plan")?.text == "`my plan`: qty = 2")
  }

  @Test func comparingIsSettingTheValuesByHand() throws {
    let session = try bill()
    try session.defineScenario("dear: price = 30, start = 2026-05-01, len = 400 cm, paid = true, name = \"coffee\"")
    try session.defineScenario("cheap: price = 10, qty = 5")
    let before = session.text
    let outputs = ["total", "end", "area", "due", "title", "price", "len"]
    let comparison = try session.compare(outputs.map { SourceName($0) })
    #expect(session.text == before && comparison.scenarios == ["cheap", "dear"])
    #expect(comparison.rows.map(\.now) == outputs.map { session.value(of: $0) })
    for (index, scenario) in session.scenarios.enumerated() {
      try session.applyScenario(SourceName(scenario.name))
      for (output, row) in zip(outputs, comparison.rows) {
        #expect(row.values[index].text == session.value(of: output)?.text, "\(output) in \(scenario.name)")
      }
      try session.undo()
      #expect(session.text == before)
    }
    // By default, the outputs compared are nodes without readers.
    #expect(Set(try session.compare().rows.map(\.name)) == ["title", "end", "area", "due"])
    #expect(try session.compare([SourceName("total")], in: ["dear"]).rows[0].values.map(\.text) == ["90"])
  }

  @Test func differencesStandBesideTheValues() throws {
    let session = try bill()
    try session.run("inverse = 1 / (price - 10)")
    try session.defineScenario("cheap: price = 10, qty = 5")
    try session.defineScenario("later: start = 2026-03-11, len = 6 m")
    let comparison = try session.compare(["total", "end", "area", "inverse"].map { SourceName($0) })
    #expect(
      comparison.lines(width: 80) == [
        "                now       cheap                     later",
        "total            60          50 (-10, -16.7%)          60 (=)",
        "end      2026-03-31  2026-03-31 (=)            2026-04-10 (+10 d)",
        "area           9 m²        9 m² (=)                 36 m² (+27 m², +300%)",
        "inverse         0.1           ⚠                       0.1 (=)",
        "inverse in cheap: ⚠ division by zero",
      ])
    #expect(
      try session.compare([SourceName("total")]).lines(width: 20) == [
        "total", "  now    60", "  cheap  50 (-10, -16.7%)", "  later  60 (=)",
      ])
  }

  @Test func applyingIsOneStep() throws {
    let session = try bill()
    try session.run("qty = 3 ± 1")
    try session.defineScenario("cheap: price = 10, qty = 5")
    let before = session.text
    let steps = session.history.count
    let result = try session.applyScenario(SourceName("cheap"))
    #expect(result.changes.map(\.name).contains("total"))
    #expect(session.value(of: "total")?.text == "50" && session.uncertainty(of: "qty") == nil)
    #expect(session.history.count == steps + 1 && session.history.last == "scenario! cheap")
    try session.undo()
    #expect(session.text == before)
  }

  @Test func inputsAreFollowed() throws {
    let session = try bill()
    try session.defineScenario("cheap: price = 10, qty = 5")
    try session.rename(SourceName("price"), to: SourceName("cost"))
    #expect(texts(session) == ["cheap: cost = 10, qty = 5"])
    _ = try session.delete(SourceName("qty"))
    #expect(texts(session) == ["cheap: cost = 10"])
    try session.undo()
    #expect(texts(session) == ["cheap: cost = 10, qty = 5"])
    // Settings of inputs that are computed, or have another type, are left out until that changes.
    try session.run("cost = qty * 2")
    #expect(texts(session) == ["cheap: qty = 5"])
    try session.undo()
    try session.run("qty = 1 * 2")
    #expect(texts(session) == ["cheap: cost = 10, qty = 5"])
    try session.defineScenario("longer: len = 5 m, qty = 4")
    try session.run("len = 3 s")
    #expect(texts(session) == ["cheap: cost = 10, qty = 5", "longer: qty = 4"])
    // A later definition does not restore the setting, because a document would not contain it.
    try session.run("len = 3 m")
    #expect(texts(session) == ["cheap: cost = 10, qty = 5", "longer: qty = 4"])
    try session.undo(2)
    #expect(texts(session) == ["cheap: cost = 10, qty = 5", "longer: len = 5 m, qty = 4"])
    try session.removeScenario(SourceName("longer"))
    try session.group([SourceName("cost"), SourceName("total")], as: SourceName("G"))
    #expect(texts(session) == ["cheap: qty = 5"])
    #expect(try session.compare([SourceName("total")]).rows[0].values.map(\.text) == ["100"])
  }

  @Test func definingAndRemovingAreSteps() throws {
    let session = try bill()
    try session.defineScenario("cheap: price = 10")
    try session.defineScenario("cheap: price = 5")
    try session.removeScenario(SourceName("cheap"))
    #expect(texts(session) == [])
    for expected in [["cheap: price = 5"], ["cheap: price = 10"], []] {
      try session.undo()
      #expect(texts(session) == expected)
    }
    try session.redo(3)
    #expect(texts(session) == [])
    #expect(session.history.suffix(1) == ["unscenario cheap"])
  }

  @Test func whatIsWrongIsRefused() throws {
    let session = try bill()
    try session.run("list = [1, 2]; color = #123456; bad = 1 / 0; lost = 1")
    _ = try session.delete(SourceName("lost"))
    let before = session.text
    for (text, message) in [
      ("", "expected the name of a scenario"), ("cheap", "expected ':' after the name of the scenario"),
      ("cheap:", "expected the name of an input"), ("cheap: price", "expected '=' after 'price'"),
      ("cheap: price =", "expected a value at the end of the line"),
      ("cheap: price = 1 qty = 2", "expected an operator before 'qty'"),
      ("cheap: price = 1,", "expected the name of an input"),
      ("cheap: nope = 1", "unknown name 'nope'"), ("cheap: lost = 1", "unknown name 'lost'"),
      ("cheap: total = 1", "'total' is computed; nothing changed"),
      ("cheap: price = 1, price = 2", "'price' is given values twice; nothing changed"),
      ("cheap: price = \"a\"", "'price' is a Number, not a Text; nothing changed"),
      ("cheap: price = 3 m", "'price' is a Number, not a length; nothing changed"),
      ("cheap: len = 3", "'len' is a length, not a Number; nothing changed"),
      ("cheap: len = 3 s", "'len' is a length, not a time; nothing changed"),
      ("cheap: start = 3", "'start' is a date, not a Number; nothing changed"),
      ("cheap: paid = 1", "'paid' is a Boolean, not a Number; nothing changed"),
      ("cheap: name = tea", "a scenario needs constants, and 'tea' is not one"),
      ("cheap: price = qty", "a scenario needs constants, and 'qty' is not one"),
      ("cheap: price = 1 / 0", "division by zero"),
      ("cheap: list = [1]", "'list' can't be given by a scenario; nothing changed"),
      ("cheap: color = #fff", "'color' can't be given by a scenario; nothing changed"),
      ("cheap: bad = 1", "'bad' can't be given by a scenario; nothing changed"),
      ("now: price = 1", "'now' stands for the present values; nothing changed"),
      ("\"a\": price = 1", "expected the name of a scenario"), ("3: price = 1", "expected the name of a scenario"),
    ] {
      let error = #expect(throws: Diagnostic.self, "\(text)") { try session.defineScenario(text) }
      #expect(error?.message == message, "\(text)")
    }
    #expect(throws: Diagnostic.self) { try session.defineScenario("cheap", []) }
    #expect(throws: Diagnostic.self) { try session.defineScenario("a`b", [("price", .number(1))]) }
    #expect(throws: Diagnostic.self) { try session.removeScenario(SourceName("cheap")) }
    #expect(throws: Diagnostic.self) { try session.applyScenario(SourceName("cheap")) }
    #expect(throws: Diagnostic.self) { try session.compare() }
    #expect(session.text == before)
    try session.defineScenario("cheap: price = 1")
    #expect(throws: Diagnostic.self) { try session.compare([SourceName("nope")]) }
    #expect(throws: Diagnostic.self) { try session.compare(in: ["dear"]) }
    try session.group([SourceName("len"), SourceName("area")], as: SourceName("G"))
    try session.enter(SourceName("G"))
    #expect(throws: Diagnostic.self) { try session.defineScenario("cheap: price = 2") }
    #expect(throws: Diagnostic.self) { try session.defineScenario("cheap: len = 2 m") }
    #expect(try session.compare([SourceName("› total")]).rows[0].values.map(\.text) == ["3"])
  }

  @Test func textsAndDocumentsKeepScenarios() throws {
    let session = try bill()
    #expect(try session.document().others["scenarios"] == nil)
    try session.defineScenario("dear: price = 30, start = 2026-05-01, len = 400 cm, paid = true, name = \"a, b: c\"")
    try session.defineScenario("`my plan`: qty = 5")
    #expect(session.text.hasSuffix(".scenario `my plan`: qty = 5\n"))
    let document = try session.document()
    #expect(
      document.others["scenarios"]
        == .array([
          .string("dear: price = 30, start = 2026-05-01, len = 400 cm, paid = true, name = \"a, b: c\""),
          .string("`my plan`: qty = 5"),
        ]))
    let loaded = try Session(document: document)
    #expect(loaded.text == session.text && loaded.history == [])
    #expect(try loaded.document() == document)
    let again = Session()
    let script = Script(for: again, named: "bill.nc") { command throws(Diagnostic) in try again.run(saved: command) }
    script.run(Array(session.text.utf8)) { report in
      if case .failure(let diagnostic) = report.outcome { Issue.record("\(diagnostic)") }
      return .proceed
    }
    #expect(again.text == session.text)
    // A scenario without settings is removed.
    _ = try session.delete(SourceName("qty"))
    #expect(!session.text.contains("my plan"))
    #expect(try Session(document: session.document()).scenarios.map(\.name) == ["dear"])
  }

  @Test func brokenScenariosOfDocumentsAreNamedAndDropped() throws {
    let session = try Session(running: "price = 20", "total = price * 3")
    let sound = try session.document()
    for (value, fault) in [
      (DocumentValue.string("a: price = 1"), "scenarios: expected a list of scenarios"),
      (.array([.number(3)]), "scenarios[0]: a scenario must be a string such as \"cheap: price = 10, qty = 5\""),
      (.array([.string("a: nope = 1")]), "scenarios[0]: unknown name 'nope'"),
      (.array([.string("a: total = 1")]), "scenarios[0]: 'total' is computed; nothing changed"),
      (
        .array([.string("a: price = 1"), .string("a: price = 2")]),
        "scenarios[1]: the name is already used by another scenario"
      ),
      (.array([.string("a: price = (")]), "scenarios[0]: expected a value at the end of the line"),
    ] {
      var document = sound
      document.others["scenarios"] = value
      let error = #expect(throws: DocumentError.self) { try Session(document: document) }
      #expect(error.map { "\($0.path): \($0.reason)" } == fault)
      var dropped: [DocumentError] = []
      let repaired = try Session(repairing: document, dropped: &dropped)
      #expect(dropped.map { "\($0.path): \($0.reason)" } == [fault])
      repaired.checkInvariants()
      #expect(try Session(document: repaired.document()).text == repaired.text)
    }
  }
}

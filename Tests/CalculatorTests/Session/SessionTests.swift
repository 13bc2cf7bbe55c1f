// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import Testing

@Suite struct SessionTests {
  /// The lines that a prompt shows for a line, without the indentation.
  func answer(_ session: Session, _ line: String) -> [String] {
    do throws(Diagnostic) {
      return try session.run(line).flatMap { result in
        (result.value.map { [$0.text] } ?? []) + ChangeReport(result.changes, limit: 12).lines
      }
    } catch {
      return error.rendered(line: Array(line.utf8)).split(separator: "\n").map(String.init)
    }
  }

  func transcript(_ lines: [String]) -> [String] {
    let session = Session()
    let transcript = lines.flatMap { ["> \($0)"] + answer(session, $0) }
    session.checkInvariants()
    return transcript
  }

  @Test func aChangeIsReportedWithAllThatHangsOnIt() {
    let lines = [
      "price = 20", "qty = 3", "sub = price * qty", "rate = 20%", "tax = sub * rate", "total = sub + tax", "price = 25",
    ]
    #expect(
      transcript(lines) == [
        "> price = 20", "price = 20", "> qty = 3", "qty = 3", "> sub = price * qty", "sub = 60", "> rate = 20%",
        "rate = 0.2", "> tax = sub * rate", "tax = 12", "> total = sub + tax", "total = 72", "> price = 25",
        "price  20 → 25", "sub    60 → 75", "tax    12 → 15", "total  72 → 90",
      ])
  }

  @Test func aCycleIsRefusedWithItsPathAndNothingChanges() {
    let session = Session()
    for line in ["price = 20", "sub = price * 3", "total = sub + 1"] { _ = answer(session, line) }
    let before = session.names.map { session.value(of: $0) }
    #expect(
      answer(session, "price = total / 2") == [
        "error[cycle]: price would depend on itself; nothing changed", "  price = total / 2", "          ^~~~~",
        "  price → sub → total → price",
      ])
    #expect(session.names.map { session.value(of: $0) } == before)
    #expect(session.names == ["price", "sub", "total"])
  }

  @Test func anUnknownNameIsRefusedWithASuggestion() {
    let session = Session()
    _ = answer(session, "total = 72")
    #expect(
      answer(session, "totl * 2") == [
        "error[name]: unknown name 'totl'; did you mean 'total'?", "  totl * 2", "  ^~~~",
      ])
  }

  @Test func aFailureFlowsDownstreamAndIsGoneWithItsCause() {
    #expect(
      transcript(["total = 90", "z = 0", "avg = total / z", "margin = avg * 2", "z = 4"]).suffix(8) == [
        "> avg = total / z", "avg = ⚠ division by zero", "> margin = avg * 2",
        "margin = ⚠ from avg: division by zero", "> z = 4", "z       0 → 4", "avg     ⚠ division by zero → 22.5",
        "margin  ⚠ from avg → 45",
      ])
  }

  @Test func coloursFlowThroughTheSeedsKinds() {
    #expect(
      transcript(["brand = #3366cc", "soft = ColorAdjust(color: brand, multiplier: 128)", "red(soft)"]) == [
        "> brand = #3366cc", "brand = #3366cc", "> soft = ColorAdjust(color: brand, multiplier: 128)",
        "soft = #1a3366", "> red(soft)", "26",
      ])
  }

  @Test func wrongTypesAreRefusedWithBothTypesNamed() throws {
    let session = Session()
    for line in ["brand = #123", "x = Add(x: 1)"] { _ = answer(session, line) }
    #expect(answer(session, "brand -> x.y").first == "error[type]: brand gives Color, but x.y takes Number")
    #expect(answer(session, "y = brand + 1").first == "error[type]: '+' needs numbers, 'brand' is a Color")
    #expect(answer(session, "1 -> x.y").first?.hasPrefix("error[") == true)
    #expect(session.names == ["brand", "x"])
  }

  @Test func wrongTypesInCallsOfKindsAreNamedAsTheyWereWritten() throws {
    let session = Session()
    for line in ["brand = #123", "d = 2026-01-01", "l = [1, 2]", "a = Add(x: 1)"] { _ = answer(session, line) }
    for (line, message) in [
      (#"b = Add(x: "t")"#, #"x takes a Number, and "t" is a Text"#),
      ("c = Color(red: true)", "red takes a Number, and true is a Boolean"),
      ("b = Add(x: d)", "x takes a Number, and d is a date"),
      ("b = Add(x: brand)", "x takes a Number, and brand is a Color"),
      ("b = Add(x: l)", "x takes a Number, and l is a list of Numbers"),
      ("a.x = [1]", "x takes a Number, and [1] is a list of Numbers"),
    ] { #expect(answer(session, line).first == "error[type]: \(message)") }
    #expect(session.names == ["brand", "d", "l", "a"])
    session.checkInvariants()
  }

  @Test func aNameTakesAnotherTypeOnlyIfAllWhoUseItCan() {
    let session = Session()
    for line in ["a = 1", "same = a == a", "pick = if(same, a, a)"] { _ = answer(session, line) }
    #expect(answer(session, "a = #fff") == ["a     1 → #ffffff", "pick  1 → #ffffff"])
    _ = answer(session, "light = red(pick)")
    #expect(
      answer(session, "a = 2").first == "error[type]: light = red(pick) needs a colour, and pick would be a Number")
    #expect(session.value(of: "pick") == .value(.color(RGBColor(red: 255, green: 255, blue: 255))))
    session.checkInvariants()
  }

  @Test func anInputThatIsGoneIsUnsetUntilItsNameIsThereAgain() throws {
    let session = Session()
    for line in ["a = 4", "b = a * 2"] { _ = answer(session, line) }
    _ = try session.delete(SourceName("a", range: 0..<1))
    #expect(session.value(of: "b")?.text == "⚠ unset input 'a'")
    #expect(answer(session, "a = 3") == ["a  = 3", "b  ⚠ unset input 'a' → 6"])
  }

  @Test func aPortTakesAFormulaAndLosesItWithoutATrace() throws {
    let session = Session()
    for line in ["z = 2", "x = Add(x: z * 2, y: 3)"] { try session.run(line) }
    #expect(session.value(of: "x") == .value(.number(7)))
    #expect(session.evaluator.graph.nodeCount == 3)
    #expect(answer(session, "z = #fff").first == "error[type]: x.x = z * 2 multiplies, and z would be a Color")
    _ = try session.delete(SourceName("z", range: 0..<1))
    #expect(session.value(of: "x")?.text == "⚠ unset input 'z'")
    #expect(answer(session, "z = 5") == ["z  = 5", "x  ⚠ unset input 'z' → 13"])
    for line in ["x.x = z * 3", "x.x = 1", "x.x = z * 4", "z -> x.x", "x.x = z + 1", "x = 4"] {
      try session.run(line)
      #expect(session.evaluator.graph.nodeCount == (line.contains("z *") || line.contains("z +") ? 3 : 2), "\(line)")
    }
    session.checkInvariants()
  }

  @Test func aNameMayChangeItsTypeWhileAnotherIsGone() throws {
    let session = Session()
    for line in ["a = 1", "c = 2", "b = if(a > 0, c, c)"] { try session.run(line) }
    _ = try session.delete(SourceName("a", range: 0..<1))
    #expect(answer(session, "c = #f00") == ["c  2 → #ff0000"])
    #expect(answer(session, "a = 1") == ["a  = 1", "b  ⚠ unset input 'a' → #ff0000"])
    session.checkInvariants()
  }

  @Test func aConstructionKeepsThoseWhoUseTheNameOrIsRefused() throws {
    let session = Session()
    for line in ["a = 1", "b = a + 1"] { try session.run(line) }
    #expect(answer(session, "a = Color(red: 3)").first == "error[type]: b = a + 1 adds, and a would be a Color")
    #expect(answer(session, "a = Add(x: 4)") == ["a  1 → 4", "b  2 → 5"])
    _ = try session.delete(SourceName("a", range: 0..<1))
    #expect(answer(session, "a = Number(value: 3)") == ["a  = 3", "b  ⚠ unset input 'a' → 4"])
    #expect(answer(session, "n = Number(value: true)").first?.hasPrefix("error[type]") == true)
  }

  @Test func aNameIsNotDefinedAgainByWhatWaitsForIt() throws {
    let session = Session()
    for line in ["a = 1", "b = a + 1"] { try session.run(line) }
    _ = try session.delete(SourceName("a", range: 0..<1))
    let lines = answer(session, "a = b * 2")
    #expect(lines.first == "error[cycle]: a would depend on itself; nothing changed")
    #expect(lines.last == "  a → b → a")
  }

  @Test func aNodeThatWaitsNoMoreHindersNobody() throws {
    let session = Session()
    for line in ["a = 1", "b = a * 2"] { try session.run(line) }
    _ = try session.delete(SourceName("a", range: 0..<1))
    try session.run("b = 5")
    #expect(answer(session, "a = b + 1") == ["a = 6"])
  }

  @Test func aNodeTakesNothingOverFromPortsThatAreCalledLikeANameOfItsFormula() throws {
    let session = Session()
    for line in ["a = 10", "y = 1", "x = Add(x: 7, y: a)", "x = y + 1"] { try session.run(line) }
    #expect(session.value(of: "x") == .value(.number(2)))
    for line in ["x = Add(y: 3)", "x = y * 2"] { try session.run(line) }
    _ = try session.delete(SourceName("y", range: 0..<1))
    #expect(session.value(of: "x")?.text == "⚠ unset input 'y'")
    try session.run("y = 3; x = Add()")
    #expect(session.value(of: "x") == .value(.number(0)))
    session.checkInvariants()
  }

  @Test func aNumberThatIsGivenAConstantStaysOne() throws {
    let session = Session()
    for line in ["n = Number(value: 3)", "n = 20%"] { try session.run(line) }
    #expect(session.value(of: "n") == .value(.number(0.2)))
    #expect(session.source(of: "n") == nil)
    #expect(try session.evaluator.graph.kind(of: try #require(session.node(named: "n"))).name == "Number")
  }

  @Test func onlyWhatHangsOnAnEditIsEvaluated() throws {
    let session = Session()
    for line in ["a = 1", "b = 2", "c = a + 1", "d = b + 1", "k = if(a > 0, 5, c)", "f = k + 1"] {
      try session.run(line)
    }
    // `k` stays 5, so `f` is not evaluated.
    #expect(try session.run("a = 2").first?.evaluatedCount == 2)
    #expect(try session.run("a = 2").first?.evaluatedCount == 0)
    #expect(try session.run("b = 3").first?.evaluatedCount == 1)
  }

  @Test func badInputIsRefusedClearlyAndChangesNothing() throws {
    let session = Session()
    try session.run("a = 1; b = a + 1; `größe 日本` = 3; λ = `größe 日本` + b")
    #expect(session.value(of: "λ") == .value(.number(5)))
    let names = session.names
    let values = names.map { session.value(of: $0) }
    let nested = String(repeating: "(", count: 100_000)
    let faults = [
      "c = 1,000": "number", "c = 1e400": "number", "c = 0x": "number", "c = a +": "syntax", "c = nope": "name",
      "c = Nope(x: 1)": "kind", "c = Add(q: 1)": "port", "c = \(nested)": "syntax", "c = \0": "syntax",
      "a = b": "cycle",
      "c = a + true": "type", "b.a = 3": "port", "pi = 3": "name", "c = log(2)": "syntax", "a -> b.a": "port",
      ".nope": "command", "a -> zz.x": "name",
    ]
    for (line, code) in faults {
      let first = answer(session, line).first ?? ""
      #expect(first.hasPrefix("error["), "\(line.prefix(40)): \(first)")
      #expect(first.hasPrefix("error[\(code)]"), "\(line.prefix(40)): \(first)")
      #expect(session.names == names)
      #expect(names.map { session.value(of: $0) } == values)
    }
    session.checkInvariants()
  }

  @Test func formulasThatDifferInNamesOnlyShareTheirCode() throws {
    let session = Session()
    try session.run("a = 1; b = a * 2")
    let before = session.evaluator.kernelCount
    for index in 0..<50 { try session.run("x\(index) = b * 2; y\(index) = \(index)") }
    #expect(session.evaluator.kernelCount == before)
    try session.run("c = b * 3; d = #123; f = d == d; g = b == b; z = b * -0.0; w = b * 0.0")
    #expect(session.evaluator.kernelCount == before + 6)
    #expect(session.value(of: "x7")?.text == "4")
    try session.run("b = 10; `new name` = x7 * 2")
    #expect(session.value(of: "x7")?.text == "20")
    #expect(session.value(of: "new name")?.text == "40")
  }

  @Test func aCycleThroughTheFormulaOfAPortIsShownByNames() throws {
    let session = try Session(running: "a = 1", "b = Add(x: a * 2)")
    let ways = ["a → b → a", "b → a → b"]
    for line in ["a = b", "a = Add(x: b * 2)"] {
      do throws(Diagnostic) {
        try session.run(line)
        Issue.record("\(line) closes a cycle")
      } catch {
        #expect(ways.contains(error.notes.joined()), "\(error.notes)")
      }
    }
  }

  @Test func whatWasReportedAsUnfinishedIsReportedWhenItIsFinished() throws {
    let session = try Session(running: "s = 1", "t0 = s")
    for index in 1...600 { try session.run("t\(index) = t\(index - 1) + 1") }
    try session.run("x = t600 * 0")
    session.evaluator.isInterrupted = { true }
    try session.run("s = 2")
    #expect(try session.run("x = t600 * 0 + 0")[0].changes.first?.text == "0 → ⚠ unfinished")
    session.evaluator.isInterrupted = nil
    #expect(session.resume().changes.last?.text == "⚠ unfinished → 0")
    #expect(try session.run("x = 5")[0].changes.map(\.text) == ["0 → 5"])
  }

  @Test func whatBecomesANumberKeepsItsNumber() throws {
    let session = try Session(
      running: "a = 5", "b = a * 2 + 1", "c = b + 1", "n = Number(value: 7)", "s = Add(x: a, y: 4)")
    for (name, value) in [("b", 11.0), ("n", 7), ("s", 9)] {
      _ = try session.setKind(of: SourceName(name), to: SourceName("Number"))
      #expect(session.value(of: name) == .value(.number(value)), "\(name)")
    }
    try session.run("a = 1")
    #expect(session.value(of: "c") == .value(.number(12)))
    #expect(session.history.suffix(3) == ["kind b Number", "kind s Number", "a = 1"])
    try session.undo(3)
    #expect(session.source(of: "b") == "a * 2 + 1")
    try session.run("a = 1")
    #expect(session.value(of: "b") == .value(.number(3)))
    #expect(session.value(of: "s") == .value(.number(5)))
  }

  @Test func whatHasNoNumberBecomesTheNumber0() throws {
    let session = try Session(running: "z = 0", "bad = 1 / z", "is = z == 0", "tint = #fff", "n = Number(value: 7)")
    for name in ["bad", "is", "tint"] {
      _ = try session.setKind(of: SourceName(name), to: SourceName("Number"))
      #expect(session.value(of: name) == .value(.number(0)), "\(name)")
    }
    // Written out, a Number without a value is 0, as in scripts.
    try session.run("n = Number()")
    #expect(session.value(of: "n") == .value(.number(0)))
    #expect(
      refusal { () throws(Diagnostic) in _ = try session.setKind(of: SourceName("nope"), to: SourceName("Number")) }
        == "error[name]: unknown name 'nope'")
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import Testing

@Suite struct SessionRenamingTests {
  @Test func everyFormulaThatNamesItIsRewrittenAndNothingIsEvaluated() throws {
    let session = try Session(running: "avg = 4", "margin = avg * 2 + avg", "x = Add(x: avg + 1, y: avg)", "other = 3")
    let node = session.node(named: "avg")
    let edits = session.evaluator.edit { _ in }.edit
    let renaming = try session.rename(SourceName("avg"), to: SourceName("middle"))
    #expect(renaming.text == "renamed avg → middle; rewrote margin, x.x")
    #expect(renaming.changes == [])
    #expect(session.node(named: "middle") == node)
    #expect(session.source(of: "margin") == "middle * 2 + middle")
    #expect(session.evaluator.explain(try #require(session.node(named: "margin"))) == nil)
    #expect(session.evaluator.edit { _ in }.edit == edits + 2)
    #expect(try session.run("middle = 5").first?.changes.map(\.name) == ["middle", "margin", "x"])
    #expect(session.value(of: "x") == .value(.number(11)))
    session.checkInvariants()
  }

  @Test func aReservedWordIsReportedAsItIsAndWrittenInBackTicks() throws {
    let session = try Session(running: "avg = 4", "margin = avg * 2")
    let renaming = try session.rename(SourceName("avg"), to: SourceName("mean"))
    #expect(renaming.text == "renamed avg → mean; rewrote margin")
    #expect(session.source(of: "margin") == "`mean` * 2")
  }

  @Test func aNameThatNeedsThemIsWrittenInBackTicks() throws {
    let session = try Session(running: "a = 4", "b = -a^2")
    #expect(
      try session.rename(SourceName("a"), to: SourceName("größe 日本")).text == "renamed a → `größe 日本`; rewrote b")
    #expect(session.source(of: "b") == "-`größe 日本`^2")
    #expect(
      try session.rename(SourceName("größe 日本"), to: SourceName("pi")).text == "renamed `größe 日本` → pi; rewrote b")
    #expect(session.source(of: "b") == "-`pi`^2")
    #expect(try session.run("`pi` = 1").first?.changes.map(\.text) == ["4 → 1", "-16 → -1"])
  }

  @Test func whatIsTakenUnknownOrUnwritableIsRefused() throws {
    let session = try Session(running: "total = 4", "b = total")
    let before = session.state
    func refused(_ old: String, _ new: String) -> String {
      refusal { () throws(Diagnostic) in try session.rename(SourceName(old), to: SourceName(new)) }
    }
    #expect(refused("total", "b") == "error[name]: the name 'b' is taken; nothing changed")
    #expect(refused("total", "total") == "error[name]: the name 'total' is taken; nothing changed")
    #expect(refused("totl", "c") == "error[name]: unknown name 'totl'; did you mean 'total'?")
    for name in ["", "a`b", "a\nb", "\u{202e}x"] {
      #expect(
        refused("b", name)
          == "error[name]: a name consists of visible characters other than back-ticks; nothing changed")
    }
    #expect(session.state == before)
  }

  @Test func aNameThatIsGoneIsCalledAsTheFormulaCallsIt() throws {
    let session = try Session(running: "avg = 4", "margin = avg * 2")
    try session.rename(SourceName("avg"), to: SourceName("middle"))
    _ = try session.delete(SourceName("middle"))
    #expect(session.value(of: "margin")?.text == "⚠ unset input 'middle'")
    #expect(session.source(of: "margin") == "middle * 2")
  }

  @Test func theFormerNameIsFreeForAnotherNode() throws {
    let session = try Session(running: "avg = 4", "margin = avg * 2")
    try session.rename(SourceName("avg"), to: SourceName("middle"))
    try session.run("avg = 100; margin = avg + middle")
    #expect(session.value(of: "margin") == .value(.number(104)))
    try session.run("margin = middle + 1; avg = #fff; middle = 5; margin = Add()")
    #expect(session.value(of: "margin") == .value(.number(0)))
    session.checkInvariants()
  }

  @Test func formulasThatWaitForTheNewNameTakeTheNode() throws {
    let session = try Session(running: "a = 4", "b = 1", "c = b * 10", "d = a + b", "x = Add(x: b + 1)")
    _ = try session.delete(SourceName("b"))
    let renaming = try session.rename(SourceName("a"), to: SourceName("b"))
    #expect(renaming.text == "renamed a → b; rewrote d")
    #expect(
      Set(renaming.changes.map { "\($0.name) \($0.text)" }) == [
        "c ⚠ unset input 'b' → 40", "d ⚠ unset input 'b' → 8", "x ⚠ unset input 'b' → 5",
      ])
    #expect(session.source(of: "d") == "b + b")
    #expect(try session.run("b = 1").first?.changes.map(\.name) == ["b", "c", "d", "x"])
    session.checkInvariants()
  }

  @Test func aNameIsNotRenamedIntoOneThatWaitsForIt() throws {
    let session = try Session(running: "b = 1", "c = b * 10", "a = c + 1")
    _ = try session.delete(SourceName("b"))
    let before = session.state
    let text = refusal { () throws(Diagnostic) in try session.rename(SourceName("a"), to: SourceName("b")) }
    #expect(text.hasPrefix("error[cycle]: "), "\(text)")
    try session.run("a = #fff")
    #expect(
      refusal { () throws(Diagnostic) in try session.rename(SourceName("a"), to: SourceName("b")) }
        == "error[type]: c needs 'b' as a Number")
    try session.run("a = c + 1")
    #expect(session.state == before)
    session.checkInvariants()
  }

  @Test func reportsOfFailuresUseTheNewName() throws {
    let session = try Session(running: "z = 0", "avg = 1 / z", "margin = avg * 2")
    try session.rename(SourceName("avg"), to: SourceName("middle"))
    #expect(
      ChangeReport(try #require(try session.run("z = 4").first).changes, limit: nil).lines == [
        "z       0 → 4", "middle  ⚠ division by zero → 0.25", "margin  ⚠ from middle → 0.5",
      ])
  }

  @Test func aLongListOfRewrittenFormulasIsCounted() throws {
    let session = try Session(running: "a = 1")
    for index in 10..<30 { try session.run("f\(index) = a + 1") }
    #expect(
      try session.rename(SourceName("a"), to: SourceName("b")).text(limit: 3)
        == "renamed a → b; rewrote f10, f11, f12 and 17 more")
  }
}

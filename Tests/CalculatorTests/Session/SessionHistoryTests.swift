// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import TestSupport
import Testing

@Suite struct SessionHistoryTests {
  /// Everything that can be observed of a session.
  struct Sight: Equatable {
    let text: String
    let values: [String: NodeValue?]
    let kinds: [String: String]

    init(_ session: Session) {
      let graph = session.evaluator.graph
      text = session.text
      values = Dictionary(uniqueKeysWithValues: session.names.map { ($0, session.value(of: $0)) })
      kinds = Dictionary(
        uniqueKeysWithValues: graph.nodes.compactMap { node in
          graph.name(of: node).flatMap { name in (try? graph.kind(of: node)).map { (name, $0.name) } }
        })
    }
  }

  func lines(_ result: HistoryResult) -> [String] {
    result.titles + ChangeReport(result.changes, limit: nil).lines
  }

  @Test func aStatementIsTakenBackWithItsTitleAndWhatItChanged() throws {
    let session = try Session(
      running: "brand = #3366cc", "price = 20", "total = price*3", "price = 25",
      "soft = ColorAdjust( color:brand, multiplier: 128 )")
    #expect(lines(try session.undo()) == ["soft = ColorAdjust(color: brand, multiplier: 128)"])
    #expect(session.node(named: "soft") == nil)
    #expect(lines(try session.undo()) == ["price = 25", "price  25 → 20", "total  75 → 60"])
    #expect(lines(try session.redo()) == ["price = 25", "price  20 → 25", "total  60 → 75"])
    #expect(lines(try session.redo()) == ["soft = ColorAdjust(color: brand, multiplier: 128)", "soft = #1a3366"])
    #expect(session.history.last == "soft = ColorAdjust(color: brand, multiplier: 128)")
  }

  @Test func severalStepsAreOneReport() throws {
    let session = try Session(running: "a = 1", "b = a * 2", "a = 2", "a = 3", "c = 4")
    #expect(lines(try session.undo(3)) == ["c = 4", "a = 3", "a = 2", "a  3 → 1", "b  6 → 2"])
    #expect(session.undoneHistory == ["a = 2", "a = 3", "c = 4"])
    #expect(lines(try session.redo(99)) == ["a = 2", "a = 3", "c = 4", "a  1 → 3", "b  2 → 6", "c  = 4"])
    #expect(session.history == ["a = 1", "b = a * 2", "a = 2", "a = 3", "c = 4"])
  }

  @Test func aNodeThatIsRedefinedBackKeepsItsIdentity() throws {
    let session = try Session(running: "a = 1", "b = a", "a = 1 + 1 * 2", "a = Add(x: 4)")
    let node = session.node(named: "a")
    try session.undo(2)
    try session.redo()
    #expect(session.node(named: "a") == node)
  }

  @Test func aNodeThatWasDeletedComesBackAsTheSame() throws {
    let session = try Session(running: "a = 1", "x = Add(x: a * 2)", "b = a")
    let nodes = session.evaluator.graph.nodes
    _ = try session.delete(SourceName("x"))
    _ = try session.delete(SourceName("a"))
    try session.run("a = 3")
    try session.undo(3)
    #expect(session.evaluator.graph.nodes == nodes)
    try session.redo(3)
    #expect(session.node(named: "a") != nodes[0])
    #expect(session.node(named: "b") == nodes.last)
    #expect(session.source(of: "a") == "3")
  }

  @Test func undoingEvaluatesNothing() throws {
    let session = try Session(running: "a = 1", "b = a + 1", "c = b / a", "a = 0")
    try session.expand(SourceName("c"))
    _ = try session.delete(SourceName("b"))
    for goesBack in [true, false, true] {
      _ = goesBack ? try session.undo(2) : try session.redo(2)
      // No node is reported as having run.
      let outcomes = session.evaluator.graph.nodes.map { session.evaluator.explain($0)?.outcome }
      #expect(outcomes.allSatisfy { $0 == nil || $0 == .given })
    }
  }

  @Test func aDeletionBringsBackWhatWasConnected() throws {
    let session = try Session(running: "a = 1", "x = Add(x: a, y: a * 2)", "x.x = 3; a -> x.x", "b = a + x")
    let before = Sight(session)
    _ = try session.delete(SourceName("a"))
    #expect(
      lines(try session.undo()) == ["delete a", "a  = 1", "x  ⚠ unset input 'a' → 3", "b  ⚠ unset input 'a' → 4"])
    #expect(Sight(session) == before)
    try session.redo()
    #expect(session.value(of: "b")?.text == "⚠ unset input 'a'")
    try session.undo()
    #expect(Sight(session) == before)
    session.checkInvariants()
  }

  @Test func aRenamingIsTakenBackInEveryFormula() throws {
    let session = try Session(running: "avg = 1", "b = 2", "m = avg + b", "x = Add(x: avg * 2, y: avg)", "w = b * 3")
    _ = try session.delete(SourceName("b"))
    let before = Sight(session)
    try session.rename(SourceName("avg"), to: SourceName("b"))
    let after = Sight(session)
    #expect(session.source(of: "m") == "b + b")
    #expect(try session.undo().titles == ["rename avg b"])
    #expect(Sight(session) == before)
    try session.redo()
    #expect(Sight(session) == after)
    session.checkInvariants()
  }

  @Test func whatChangesNothingIsNoStep() throws {
    let session = try Session(running: "a = 1", "a = 1", "a + 1", "x = Add(x: a)", "a -> x.x", "x = Add()")
    try session.run("x.x = a; x.y = 0; x = Add(x: a, y: 0)")
    #expect(session.history == ["a = 1", "x = Add(x: a)"])
    try session.run("x.x = a * 2; x.y = 3; n = Number(); d = a * 3; b = a + 1")
    try session.undo()
    try session.run("x.x = a * 2; x.y = 3; n = Number(); n = Number(value: 0); d = a * 3; x = Add(y: 3)")
    try session.move(SourceName("n"), to: .zero)
    #expect(session.history.count == 6)
    #expect(session.undoneHistory == ["b = a + 1"])
    try session.run("x.y = -0")
    #expect(session.history.count == 7)
    try session.undo(5)
    #expect(throws: Diagnostic.self) { try session.run("a = a") }
    #expect(session.history.count == 2)
  }

  @Test func aNewStatementMakesRedoImpossible() throws {
    let session = try Session(running: "a = 1", "b = 2")
    try session.undo()
    try session.run("a + 1; a = 1")
    #expect(session.undoneHistory == ["b = 2"])
    try session.run("c = 3")
    #expect(session.undoneHistory == [])
    #expect(
      refusal { () throws(Diagnostic) in try session.redo() } == "error[command]: there is nothing to redo")
    try session.undo(2)
    #expect(
      refusal { () throws(Diagnostic) in try session.undo() } == "error[command]: there is nothing to undo")
    #expect(session.names == [])
  }

  @Test func aGroupIsOneStep() throws {
    let session = try Session(running: "a = 1")
    let before = Sight(session)
    try session.grouped("3 lines") {
      try session.run("b = a * 2")
      try session.grouped("inner") { try session.run("a = 5") }
      try session.rename(SourceName("b"), to: SourceName("c"))
      #expect(refusal { () throws(Diagnostic) in try session.undo() } == "error[command]: there is nothing to undo")
    }
    let after = Sight(session)
    #expect(session.history == ["a = 1", "3 lines"])
    #expect(lines(try session.undo()) == ["3 lines", "a  5 → 1"])
    #expect(Sight(session) == before)
    try session.redo()
    #expect(Sight(session) == after)
    try session.grouped("nothing") { _ = try session.run("a") }
    #expect(throws: Diagnostic.self) {
      try session.grouped("half") {
        try session.run("d = 1")
        try session.run("e = nope")
      }
    }
    #expect(session.history == ["a = 1", "3 lines", "half"])
  }

  @Test func theHistoryIsBounded() throws {
    let session = try Session(running: "a = 0")
    session.undoLimit = 10_000
    for index in 100..<200 { try session.run("a = \(index)") }
    let count = session.history.count
    #expect((10...30).contains(count))
    #expect(session.history == (200 - count..<200).map { "a = \($0)" })
    #expect(session.evaluator.undoByteCount <= 10_000)
    #expect(try session.undo(1000).titles.count == count)
    #expect(session.value(of: "a")?.text == "\(199 - count)")
    try session.redo(3)
    #expect(session.history.count == 3)
    session.undoLimit = 0
    session.undoLimit = 10_000
    #expect(session.history == [])
    #expect(session.undoneHistory == [])
    // The texts of formulas and statements count towards the limit.
    let long = String(repeating: "1 + ", count: 3_000) + "1"
    try session.run("a = \(long)")
    #expect(session.history == [])
    session.undoLimit = 0
    try session.run("a = 7")
    #expect(session.history == [])
  }

  @Test func whatAPersonSetIsWhatTheySetBefore() throws {
    let session = try Session(running: "a = 1", "a = 2", "a = 4")
    try session.undo()
    #expect(try session.why(SourceName("a")) == ["a = 2     you set it: 1 → 2"])
    try session.undo()
    #expect(try session.why(SourceName("a")) == ["a = 1"])
    try session.redo(2)
    #expect(try session.why(SourceName("a")) == ["a = 4     you set it: 2 → 4"])
  }

  @Test func aRefusedStatementLeavesNothingToUndo() throws {
    let session = try Session(running: "a = 1", "b = 2")
    try session.undo()
    for line in ["x = Add(x: a * 2, nope: 3)", "b = nope", "a = a", "c = Nope()"] {
      #expect(throws: Diagnostic.self) { try session.run(line) }
    }
    #expect(session.history == ["a = 1"])
    #expect(session.undoneHistory == ["b = 2"])
  }

  @Test func aTextThatGivesTheSameValueIsAStep() throws {
    let session = try Session(running: "a = 2", "a = 1 + 1", "b = a * 2", "b = a*2", "a = 2.0")
    #expect(session.history == ["a = 2", "a = 1 + 1", "b = a * 2", "b = a*2", "a = 2.0"])
    try session.undo()
    #expect(session.source(of: "a") == "1 + 1")
    try session.undo(3)
    #expect(session.source(of: "a") == "2")
    try session.redo()
    #expect(session.source(of: "a") == "1 + 1")
  }

  @Test(arguments: 0..<8)
  func everyStepOfARandomSessionIsTakenBackAndDoneAgainExactly(seed: UInt64) throws {
    var statements = RandomStatements(seed: seed)
    let session = Session()
    var sights = [Sight(session)]
    let stepCount = fuzzSteps(1000)
    for step in 0..<stepCount {
      statements.step(session)
      let sight = Sight(session)
      if session.history.count == sights.count { sights.append(sight) }
      // A statement that isn't a step must not change anything.
      #expect(sights.last == sight, "seed \(seed), step \(step)")
      #expect(sights.count == session.history.count + 1)
    }
    #expect(sights.count > stepCount / 5)
    for count in (1..<sights.count).reversed() {
      try session.undo()
      #expect(Sight(session) == sights[count - 1], "seed \(seed), undoing step \(count)")
    }
    session.checkInvariants()
    for count in 1..<sights.count {
      try session.redo()
      #expect(Sight(session) == sights[count], "seed \(seed), redoing step \(count)")
    }
    session.checkInvariants()
  }

  @Test func aTableThatRecordsOutsideAStepIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let session = try Session(running: "a = 1")
      session.formulas.texts.beginChange()
      session.timeline.checkInvariants()
    }
    #expect(result?.sentence == "tables record changes during a step only")
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeGraph
import Testing

@Suite struct SessionHistoryTests {
  /// All that can be seen of a session.
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
    session.evaluator.checkInvariants()
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
    session.evaluator.checkInvariants()
  }

  @Test func whatChangesNothingIsNoStep() throws {
    let session = try Session(running: "a = 1", "a = 1", "a + 1", "x = Add(x: a)", "a -> x.x", "x = Add()")
    #expect(session.history == ["a = 1", "x = Add(x: a)"])
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
    session.undoLimit = 10
    for index in 1...100 { try session.run("a = \(index)") }
    #expect(session.history == (91...100).map { "a = \($0)" })
    #expect(try session.undo(1000).titles.count == 10)
    #expect(session.value(of: "a")?.text == "90")
    try session.redo(3)
    #expect(session.history.count == 3)
    session.undoLimit = 2
    #expect(session.history == ["a = 92", "a = 93"])
    #expect(session.undoneHistory == [])
    session.undoLimit = 0
    try session.run("a = 7")
    #expect(session.history == [])
  }

  @Test func whatWasUndoneIsNotWhatAPersonSet() throws {
    let session = try Session(running: "a = 1", "a = 2")
    try session.undo()
    #expect(try session.why(SourceName("a")) == ["a = 1"])
  }

  @Test(arguments: 0..<8)
  func everyStepOfARandomSessionIsTakenBackAndDoneAgainExactly(seed: UInt64) throws {
    var statements = RandomStatements(seed: seed)
    let session = Session()
    var sights = [Sight(session)]
    for step in 0..<1000 {
      statements.step(session)
      let sight = Sight(session)
      if session.history.count == sights.count { sights.append(sight) }
      // What is no step changed nothing.
      #expect(sights.last == sight, "seed \(seed), step \(step)")
      #expect(sights.count == session.history.count + 1)
    }
    #expect(sights.count > 200)
    for count in (1..<sights.count).reversed() {
      try session.undo()
      #expect(Sight(session) == sights[count - 1], "seed \(seed), undoing step \(count)")
    }
    session.evaluator.checkInvariants()
    for count in 1..<sights.count {
      try session.redo()
      #expect(Sight(session) == sights[count], "seed \(seed), redoing step \(count)")
    }
    session.evaluator.checkInvariants()
  }
}

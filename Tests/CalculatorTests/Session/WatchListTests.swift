// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import TestSupport
import Testing

@Suite struct WatchListTests {
  private func watch(_ names: [String], in session: Session) throws {
    for name in names { session.watches.add(try #require(session.node(named: name))) }
  }

  @Test func aNodeIsAddedOnceAndToldOfOnce() throws {
    let session = try Session(running: "a = 1", "b = a * 2")
    try watch(["a", "b", "a"], in: session)
    #expect(session.watches.count == 2)
    session.watches.checkInvariants()
    try session.run("a = 3")
    #expect(session.watches.takeChanges().map(\.text) == ["1 → 3", "2 → 6"])
    #expect(session.watches.takeChanges().isEmpty)
  }

  @Test func changesComeInTheOrderInWhichNodesWereAdded() throws {
    let session = try Session(running: "a = 1", "b = a * 2", "c = b + 1", "d = 1")
    try watch(["c", "d", "b", "a"], in: session)
    session.watches.remove(try #require(session.node(named: "b")))
    try watch(["b"], in: session)
    try session.run("a = 3")
    #expect(session.watches.takeChanges().map(\.name) == ["c", "a", "b"])
  }

  @Test func aStatementReadsWhatItChangedAndNothingElse() throws {
    let session = try Session(running: "a = 1")
    for index in 0..<300 { try session.run("n\(index) = \(index)") }
    try session.run("b = a * 2; c = b + n7")
    try watch(["a", "b", "c"] + (0..<300).map { "n\($0)" }, in: session)
    _ = session.watches.takeChanges()
    func readCount(_ body: () throws -> Void) throws -> Int {
      let before = session.watches.readCount
      try body()
      _ = session.watches.takeChanges()
      return session.watches.readCount - before
    }
    #expect(try readCount { try session.run("a = 5") } == 3)
    #expect(try readCount { try session.run("unwatched = 5") } == 0)
    #expect(try readCount { try session.run("n7") } == 0)
    #expect(try readCount { try session.undo(2) } == 3)
    #expect(try readCount { _ = try session.rename(SourceName("n7"), to: SourceName("seven")) } == 0)
    #expect(try readCount { _ = try session.delete(SourceName("n8")) } == 1)
    #expect(try readCount { try session.run("a = 5") } == 3)
    #expect(session.watches.count == 302)
  }

  @Test func aFailureThatGetsAnotherOriginIsAChange() throws {
    let session = try Session(running: "a = 1 / 0", "b = a * 2")
    try watch(["b"], in: session)
    try session.rename(SourceName("a"), to: SourceName("ratio"))
    let changes = session.watches.takeChanges()
    #expect(changes.map(\.old) == [.failure(message: "division by zero", origin: "a")])
    #expect(changes.map(\.new) == [.failure(message: "division by zero", origin: "ratio")])
  }

  /// Compares with a list that reads every value.
  @Test(arguments: 1..<4 as Range<UInt64>)
  func whateverHappensTheChangesAreThoseOfAllThatIsWatched(seed: UInt64) throws {
    var steps = RandomStatements(seed: seed)
    let session = Session()
    var stops = RandomStatements(seed: seed + 100)
    try session.run("s = 1; t0 = s")
    for index in 1..<270 { try session.run("t\(index) = t\(index - 1) + 1") }
    session.evaluator.isInterrupted = { stops.below(2) == 0 }
    var printed: [(node: NodeID, value: NodeValue)] = []
    for step in 0..<fuzzSteps(150) {
      for _ in 0...steps.below(2) {
        switch steps.below(8) {
        case 0: _ = try? session.undo(1 + steps.below(3))
        case 1: _ = try? session.redo(1 + steps.below(3))
        case 2: _ = session.resume()
        case 3: _ = try? session.run("s = \(steps.below(3))")
        default: steps.step(session)
        }
        session.watches.checkInvariants()
      }
      let graph = session.evaluator.graph
      printed.removeAll { !graph.contains($0.node) }
      var changes: [String] = []
      for index in printed.indices {
        guard let name = graph.name(of: printed[index].node), let new = session.value(of: name),
          new != printed[index].value
        else { continue }
        changes.append("\(name) \(printed[index].value) \(new)")
        printed[index].value = new
      }
      let reported = session.watches.takeChanges().map { "\($0.name) \($0.old ?? $0.new) \($0.new)" }
      #expect(reported == changes, "seed \(seed), step \(step)")
      #expect(session.watches.count == printed.count, "seed \(seed), step \(step)")
      let names = session.names
      for _ in 0..<2 {
        guard let name = names.isEmpty ? nil : names[steps.below(names.count)],
          let node = session.node(named: name), let value = session.value(of: name)
        else { continue }
        if session.watches.add(node) { printed.append((node, value)) }
      }
      if steps.below(3) == 0, !printed.isEmpty {
        session.watches.remove(printed.remove(at: steps.below(printed.count)).node)
      }
    }
  }

  @Test func aMissedChangeIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let session = try Session(running: "a = 1")
      session.watches.add(try #require(session.node(named: "a")))
      session.watches.damage()
      session.watches.checkInvariants()
    }
    #expect(result?.sentence == "a watched node that is not marked has the value that was last printed")
  }
}

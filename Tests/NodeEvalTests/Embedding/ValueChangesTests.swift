// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Changes as an asynchronous sequence: what a slow reader receives, and when the sequence ends.
@Suite struct ValueChangesTests {
  private func graph() -> (evaluator: Evaluator, source: Variable<Int>, double: Output<Int>) {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    return (evaluator, source, evaluator.node("double", source) { $0 * 2 })
  }

  @Test func eachChangeIsReadInOrderWhileThereIsRoom() async {
    let (evaluator, source, double) = graph()
    let changes = evaluator.changes(of: double)
    for value in 2...5 { evaluator.set(source, to: value) }
    var reader = changes.makeAsyncIterator()
    for expected in ["2 → 4", "4 → 6", "6 → 8", "8 → 10"] {
      #expect(await reader.next()?.description == expected)
    }
  }

  @Test func whatASlowReaderMissesIsOneChangeToTheNewestValue() async {
    let (evaluator, source, double) = graph()
    evaluator.undoLimit = 1 << 20
    let changes = evaluator.changes(of: double, limit: 2)
    for value in 2...100 { evaluator.set(source, to: value) }
    evaluator.undo()
    var reader = changes.makeAsyncIterator()
    #expect(await reader.next()?.description == "2 → 4")
    let last = await reader.next()
    #expect(last?.description == "4 → 198")
    #expect(last?.cause == .undo)
    evaluator.set(source, to: 0)
    #expect(await reader.next()?.description == "198 → 0")
  }

  @Test func theSequenceEndsWithTheEvaluatorAfterWhatIsLeft() async {
    var graph: (evaluator: Evaluator, source: Variable<Int>, double: Output<Int>)? = graph()
    guard let changes = graph.map({ $0.evaluator.changes(of: $0.double) }) else { return }
    graph.map { _ = $0.evaluator.set($0.source, to: 2) }
    graph = nil
    var texts: [String] = []
    for await change in changes { texts.append("\(change)") }
    #expect(texts == ["2 → 4"])
  }

  @Test func theSequenceEndsWhenTheNodeIsGoneForGood() async throws {
    let (evaluator, _, double) = graph()
    let changes = evaluator.changes(of: double)
    try evaluator.edit { try $0.remove(double.node) }
    for await _ in changes { Issue.record("a node that is gone has changed") }
  }

  @Test func aNodeThatCanComeBackGoesOn() async throws {
    let (evaluator, source, double) = graph()
    evaluator.undoLimit = 1 << 20
    var reader = evaluator.changes(of: double).makeAsyncIterator()
    try evaluator.edit { try $0.remove(double.node) }
    evaluator.undo()
    evaluator.set(source, to: 2)
    #expect(await reader.next()?.description == "2 → 4")
    try evaluator.edit { try $0.remove(double.node) }
    evaluator.undoLimit = 0
    #expect(await reader.next() == nil)
  }

  @Test func aReaderThatIsCancelledEnds() async {
    let (evaluator, _, double) = graph()
    let changes = evaluator.changes(of: double)
    let task = Task { () -> Int in
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    withExtendedLifetime(evaluator) {}
  }

  @Test func changesAreReadByATaskElsewhere() async {
    let (evaluator, source, double) = graph()
    let changes = evaluator.changes(of: double, limit: 1)
    let task = Task.detached { () -> Int in
      for await change in changes { if case .success(2000) = change.new { return 2000 } }
      return 0
    }
    for value in 2...1000 {
      evaluator.set(source, to: value)
      if value % 100 == 0 { await Task.yield() }
    }
    #expect(await task.value == 2000)
  }

  /// On demand, observed nodes are evaluated.
  @Test func nobodyObservesAnyMoreOnceNobodyReads() {
    let (evaluator, source, double) = graph()
    evaluator.policy = .onDemand
    do { _ = evaluator.changes(of: double) }
    #expect(evaluator.set(source, to: 2).evaluated == [double.node])
    #expect(evaluator.set(source, to: 3).evaluated == [])
    evaluator.checkInvariants()
  }

  @Test func changesOfANodeWithoutRoomAreRefused() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      _ = evaluator.changes(of: evaluator.input("a", 1), limit: 0)
    }
  }
}

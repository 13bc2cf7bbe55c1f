// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Memory that an evaluator releases after most nodes are removed.
@Suite struct EvaluatorShrinkingTests {
  private let size = 3000

  private struct Refusal: Error {}

  private func makeEvaluator() -> Evaluator {
    Evaluator(definitions: [
      .source("Number", output: ValuePort("value"), initial: 1.0),
      NodeDefinition("Next", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { (x: Double) in
        if x > 5000 { throw Refusal() }
        return x + 1
      },
    ])
  }

  /// Adds a source followed by a chain of nodes.
  private func addChain(to evaluator: Evaluator, named name: String = "node") throws -> [NodeID] {
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      nodes.append(try edit.add("Number", named: "\(name) 0"))
      for index in 1..<size {
        nodes.append(try edit.add("Next", named: "\(name) \(index)"))
        try edit.connect(nodes[index - 1].output, to: nodes[index].input(0))
      }
    }
    return nodes
  }

  private func slotCount(_ evaluator: Evaluator) -> Int { evaluator.graph.storage.value.records.count }

  private func remove(_ nodes: [NodeID], from evaluator: Evaluator) throws {
    try evaluator.edit { edit in for node in nodes { try edit.remove(node) } }
  }

  @Test func whatARemovedGraphHasTakenIsGivenBackAndTakenAgain() throws {
    let evaluator = makeEvaluator()
    for round in 0..<3 {
      let nodes = try addChain(to: evaluator)
      let source = try #require(try evaluator.variable(nodes[0], as: Double.self))
      var told = 0
      let token = try #require(try evaluator.output(nodes[size - 1].output, as: Double.self))
      let observation = evaluator.observe(token) { _ in told += 1 }
      #expect(try evaluator.value(of: token) == Double(size))
      // The last node of the chain fails, and the nodes after the failing one are blocked.
      evaluator.set(source, to: 4000)
      #expect(evaluator.failure(of: nodes[size - 1]) != nil)
      evaluator.set(source, to: 2)
      #expect(try evaluator.value(of: token) == Double(size + 1) && told == 2)
      evaluator.set(source, to: 4000)
      try remove(nodes.shuffled(), from: evaluator)
      #expect(slotCount(evaluator) == 0)
      #expect(nodes.allSatisfy { !evaluator.graph.contains($0) && $0.generation == UInt32(round) })
      evaluator.checkInvariants()
      withExtendedLifetime(observation) {}
    }
  }

  @Test func slotsAtTheEndStayWhileTheirRemovalCanBeUndone() throws {
    let evaluator = makeEvaluator()
    evaluator.undoLimit = 1 << 30
    let nodes = try addChain(to: evaluator)
    try remove(nodes, from: evaluator)
    #expect(slotCount(evaluator) == size)
    evaluator.undo()
    #expect(evaluator.graph.nodes == nodes && evaluator.graph.name(of: nodes[7]) == "node 7")
    let source = try #require(try evaluator.variable(nodes[0], as: Double.self))
    #expect(evaluator.set(source, to: 3).evaluatedCount == size - 1)
    evaluator.undo()
    evaluator.redo()
    try remove(nodes, from: evaluator)
    evaluator.undoLimit = 0
    #expect(slotCount(evaluator) == 0 && nodes.allSatisfy { !evaluator.graph.contains($0) })
    evaluator.checkInvariants()
    let more = try addChain(to: evaluator)
    #expect(more.allSatisfy { $0.generation == 1 } && nodes.allSatisfy { !evaluator.graph.contains($0) })
  }

  @Test func whatWasAddedIsGivenBackOnceItCanNotBeRedone() throws {
    let evaluator = makeEvaluator()
    evaluator.undoLimit = 1 << 30
    let nodes = try addChain(to: evaluator)
    evaluator.undo()
    #expect(slotCount(evaluator) == size)
    evaluator.redo()
    #expect(evaluator.graph.nodes == nodes)
    evaluator.undo()
    let one = evaluator.input("one", 1.0)
    #expect(slotCount(evaluator) == size + 1 && !evaluator.canRedo)
    evaluator.undoLimit = 0
    try remove([one.node], from: evaluator)
    #expect(slotCount(evaluator) == 0 && nodes.allSatisfy { !evaluator.graph.contains($0) })
    evaluator.checkInvariants()
  }

  @Test func aForkKeepsWhatItWouldAdd() throws {
    let evaluator = makeEvaluator()
    evaluator.undoLimit = 1 << 30
    let nodes = try addChain(to: evaluator)
    evaluator.undo()
    var added: NodeID?
    let fork = try evaluator.fork { edit in added = try edit.add("Number") }
    let node = try #require(added)
    evaluator.undoLimit = 0
    #expect(slotCount(evaluator) == Int(node.slot) + 1)
    fork.read { #expect(evaluator.graph.nodes == [node]) }
    fork.drop()
    #expect(!evaluator.graph.contains(node) && nodes.allSatisfy { !evaluator.graph.contains($0) })
    evaluator.checkInvariants()
  }

  @Test func aCopyOfTheGraphKeepsItsRecords() throws {
    let evaluator = makeEvaluator()
    let nodes = try addChain(to: evaluator)
    let copy = evaluator.graph
    try remove(nodes, from: evaluator)
    #expect(copy.nodes == nodes && evaluator.graph.nodeCount == 0)
    copy.checkInvariants()
  }

  /// A copy of the graph that a node's code makes shares the records of the edit in progress.
  @Test func aCopyThatIsTakenWhileNodesRunKeepsItsRecordsToo() throws {
    final class Holder {
      weak var evaluator: Evaluator?
      var copy: Graph?
    }
    let evaluator = makeEvaluator()
    let holder = Holder()
    holder.evaluator = evaluator
    let source = evaluator.input("source", 1.0)
    _ = evaluator.node("copying", source) { x in
      holder.copy = holder.evaluator?.graph
      return x
    }
    let nodes = try addChain(to: evaluator)
    let last = evaluator.input("last", 1.0)
    holder.copy = nil
    try evaluator.edit { edit in
      edit.set(source, to: 2)
      for node in nodes { try edit.remove(node) }
      try edit.remove(last.node)
    }
    let copy = try #require(holder.copy)
    #expect(copy.nodeCount == 2 && slotCount(evaluator) == size + 3)
    copy.checkInvariants()
    holder.copy = nil
  }

  @Test func whatAFailedEditHasAddedIsGivenBack() throws {
    let evaluator = makeEvaluator()
    let nodes = try addChain(to: evaluator)
    #expect(throws: Refusal.self) {
      try evaluator.edit { edit in
        for index in 0..<20 * size { _ = try edit.add("Next", named: "more \(index)") }
        throw Refusal()
      }
    }
    #expect(slotCount(evaluator) == size && evaluator.graph.nodes == nodes)
    evaluator.checkInvariants()
  }

  @Test func anInterruptedEvaluationGoesOnAfterMostNodesAreGone() throws {
    let evaluator = makeEvaluator()
    let kept = try addChain(to: evaluator, named: "kept").prefix(40).map { $0 }
    let nodes = try addChain(to: evaluator)
    let source = try #require(try evaluator.variable(kept[0], as: Double.self))
    let output = try #require(try evaluator.output(kept[39].output, as: Double.self))
    evaluator.isInterrupted = { true }
    evaluator.stopClock = { [counter = Counter()] in counter.next() }
    let other = try #require(try evaluator.variable(nodes[0], as: Double.self))
    evaluator.edit { edit in
      edit.set(source, to: 3)
      edit.set(other, to: 3)
    }
    // A query marks all unfinished nodes, including those that the next edit removes.
    #expect(evaluator.hasUnfinished && evaluator.failure(of: nodes[size - 1]) != nil)
    try remove(nodes, from: evaluator)
    evaluator.isInterrupted = nil
    evaluator.resume()
    #expect(try evaluator.value(of: output) == 42)
    evaluator.checkInvariants()
  }

  /// A clock that advances by a second with each reading.
  private final class Counter {
    private var time: UInt64 = 0

    func next() -> UInt64 {
      time += 1_000_000_000
      return time
    }
  }
}

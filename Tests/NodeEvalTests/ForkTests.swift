// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Edits that are tried in a fork.
@Suite struct ForkTests {
  private let evaluator: Evaluator
  private let source: Variable<Int>
  private let double: Output<Int>

  init() {
    evaluator = Evaluator(definitions: [
      NodeDefinition("Next", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) -> Int in x + 1 },
      NodeDefinition("Sum", inputs: ManyPort<Int>("x"), output: ValuePort("sum")) { (x: [Int]) -> Int in x.reduce(0, +)
      },
    ])
    source = evaluator.input("source", 1)
    double = evaluator.node("double", source) { $0 * 2 }
  }

  @Test func aForkIsReadAndLeavesEverythingAsItIs() throws {
    var told = 0
    let observation = evaluator.observe(double) { _ in told += 1 }
    let set = evaluator.set(source, to: 3)
    let fork = try evaluator.fork { edit in edit.set(source, to: 10) }
    #expect(evaluator[double] == 6 && fork.changed == [source.node, double.node] && fork.isCurrent && fork.isFinished)
    #expect(fork.read { evaluator[double] } == 20)
    #expect(evaluator[double] == 6 && told == 1 && fork.receipt.edit == set.edit + 1)
    #expect(evaluator.explain(double.node)?.edit == set.edit)
    withExtendedLifetime(observation) {}
  }

  @Test func committingRunsNothingAgainAndTellsObservers() throws {
    var runs = 0
    let counted = evaluator.node("counted", double) { (value: Int) -> Int in
      runs += 1
      return value
    }
    var told: [String] = []
    let observation = evaluator.observe(counted) { told.append("\($0)") }
    evaluator.remembersCauses = true
    let fork = try evaluator.fork { edit in edit.set(source, to: 10) }
    #expect(runs == 2)
    let receipt = try fork.commit()
    #expect(runs == 2 && told == ["2 → 20"] && receipt.evaluated == [double.node, counted.node])
    #expect(receipt.edit == fork.receipt.edit && !fork.isCurrent)
    #expect(evaluator.explain(counted.node)?.path == [source.node, double.node, counted.node])
    evaluator.checkInvariants()
    withExtendedLifetime(observation) {}
  }

  @Test func aCommittedForkIsAnEditThatCanBeTakenBack() throws {
    evaluator.undoLimit = 1 << 20
    evaluator.set(source, to: 2)
    evaluator.undo()
    let fork = try evaluator.fork { edit in
      edit.set(source, to: 10)
      try edit.add("Next", named: "next")
    }
    #expect(evaluator.redoTitles == ["set source"] && evaluator.undoTitles.isEmpty)
    try fork.commit("try it")
    #expect(evaluator.undoTitles == ["try it"] && !evaluator.canRedo)
    evaluator.undo()
    #expect(evaluator[double] == 2 && evaluator.graph.node(named: "next") == nil)
    evaluator.redo()
    #expect(evaluator[double] == 20 && evaluator.graph.node(named: "next") != nil)
  }

  @Test func whatWasTakenBackCanStillBeDoneAgainAfterAFork() throws {
    evaluator.undoLimit = 1 << 20
    var sum = source.node
    try evaluator.edit { edit in
      sum = try edit.add("Sum", named: "sum")
      for _ in 0..<3 { try edit.connect(double.port, to: sum.input(0)) }
    }
    evaluator.undo()
    let fork = try evaluator.fork { edit in
      let other = try edit.add("Sum", named: "sum")
      for _ in 0..<9 { try edit.connect(source.port, to: other.input(0)) }
    }
    evaluator.redo()
    #expect(try evaluator.output(sum.output, as: Int.self).map { evaluator[$0] } == 6)
    fork.drop()
    fork.drop()
    evaluator.checkInvariants()
  }

  @Test func aForkThatIsNoLongerCurrentIsMadeAnew() throws {
    let fork = try evaluator.fork { [double] edit in
      let next = try edit.add("Next", named: "next")
      try edit.connect(double.port, to: next.input(0))
    }
    evaluator.set(source, to: 7)
    #expect(!fork.isCurrent)
    let receipt = try fork.commit()
    let next = try #require(evaluator.graph.node(named: "next"))
    #expect(receipt.evaluated == [next] && !fork.changed.contains(next))
    #expect(try evaluator.output(next.output, as: Int.self).map { evaluator[$0] } == 15)
    evaluator.checkInvariants()
  }

  @Test func aForkThatIsRefusedWhenMadeAnewChangesNothing() throws {
    let fork = try evaluator.fork { try $0.add("Next", named: "next") }
    let other = evaluator.input("next", 5)
    #expect(throws: GraphError.self) { try fork.commit() }
    #expect(evaluator.graph.nodeCount == 3 && evaluator[other] == 5)
    try evaluator.edit { try $0.rename(other.node, to: "other") }
    try fork.commit()
    #expect(evaluator.graph.node(named: "next") != nil)
  }

  @Test func aBodyThatThrowsLeavesEverythingAsItIs() throws {
    evaluator.undoLimit = 1 << 20
    let set = evaluator.set(source, to: 3)
    #expect(throws: Abandoned.self) {
      _ = try evaluator.fork { edit in
        edit.set(source, to: 10)
        try edit.add("Next", named: "next")
        throw Abandoned()
      }
    }
    #expect(evaluator[double] == 6 && evaluator.graph.nodeCount == 2 && set.changed == [source.node, double.node])
    #expect(evaluator.explain(double.node)?.edit == set.edit && evaluator.undoTitles == ["set source"])
  }

  @Test func receiptsAreReadWhileAForkIsTried() throws {
    let set = evaluator.set(source, to: 3)
    let fork = try evaluator.fork { [source, double] edit in
      #expect(set.changed == [source.node, double.node])
      edit.set(source, to: 10)
    }
    fork.read { #expect(set.changed == [source.node, double.node]) }
    #expect(set.changed == [source.node, double.node])
  }

  @Test func severalForksOfOneStateAreReadInTurn() throws {
    let forks = try (0..<5).map { number in
      try evaluator.fork { [source, double] edit in
        edit.set(source, to: number)
        let sum = try edit.add("Sum", named: "sum")
        for _ in 0...number { try edit.connect(double.port, to: sum.input(0)) }
        try edit.rename(source.node, to: "s\(number)")
      }
    }
    for _ in 0..<2 {
      for (number, fork) in forks.enumerated() {
        fork.read {
          #expect(evaluator[double] == 2 * number && evaluator.graph.name(of: source.node) == "s\(number)")
          #expect(evaluator.graph.connectionCount == number + 2)
          evaluator.checkInvariants()
        }
      }
    }
    try forks[3].commit()
    #expect(!forks[4].isCurrent && evaluator[double] == 6)
    for fork in forks { fork.drop() }
    evaluator.checkInvariants()
  }

  @Test func aGraphThatWasReadInAForkStaysAsItWas() throws {
    let fork = try evaluator.fork { [double] edit in
      try edit.remove(double.node)
      try edit.add("Next", named: "next")
    }
    let graph = fork.read { evaluator.graph }
    let next = try #require(graph.node(named: "next"))
    #expect(graph.nodeCount == 2 && !graph.contains(double.node) && evaluator.graph.contains(double.node))
    fork.drop()
    #expect(graph.contains(next) && !evaluator.graph.contains(next))
    graph.checkInvariants()
    evaluator.checkInvariants()
  }

  @Test func anObserverMayTryAndCommitForks() {
    let evaluator = evaluator
    let source = source
    let double = double
    var tried: [Int] = []
    let observation = evaluator.observe(double) { change in
      guard evaluator[source] < 10, let fork = try? evaluator.fork({ $0.set(source, to: 10) }) else { return }
      tried.append(fork.read { evaluator[double] })
      #expect(throws: Never.self) { try fork.commit() }
    }
    evaluator.set(source, to: 3)
    #expect(tried == [20] && evaluator[double] == 20)
    withExtendedLifetime(observation) {}
  }

  @Test func aForkMayBeStoppedAndFinishedOnceItIsCommitted() throws {
    var nodes = [double]
    while nodes.count < 600 { nodes.append(evaluator.node(nil, nodes[nodes.count - 1]) { $0 + 1 }) }
    evaluator.undoLimit = 1 << 20
    evaluator.stopClock = { 0 }
    evaluator.isInterrupted = { true }
    let fork = try evaluator.fork { [source] edit in edit.set(source, to: 10) }
    #expect(!fork.isFinished && !evaluator.hasUnfinished && evaluator[nodes[599]] == 601)
    #expect(fork.read { evaluator.unfinished.count } == 344)
    evaluator.isInterrupted = nil
    try fork.commit()
    #expect(evaluator.unfinished.count == 344)
    evaluator.resume()
    #expect(evaluator[nodes[599]] == 619 && evaluator.undoTitles == ["set source"])
    evaluator.undo()
    #expect(evaluator[nodes[599]] == 601 && !evaluator.hasUnfinished)
  }

  @Test func commitsWithoutAnUndoLimitKeepTheOrderDense() throws {
    for _ in 0..<500 {
      try evaluator.fork { try $0.add("Next", named: "next") }.commit()
      let node = try #require(evaluator.graph.node(named: "next"))
      try evaluator.fork { try $0.remove(node) }.commit()
    }
    #expect(evaluator.graph.storage.value.nodeAtRank.count < 200)
    evaluator.checkInvariants()
  }

  @Test func forksDoNotNest() async {
    let inner = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      _ = try evaluator.fork { _ in _ = try evaluator.fork { $0.set(source, to: 2) } }
    }
    #expect(inner?.sentence == "a fork must be made between edits: nothing is evaluated inside an edit")
    let committed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      let fork = try evaluator.fork { $0.set(source, to: 2) }
      evaluator.set(source, to: 3)
      evaluator.edit { _ in _ = try? fork.commit() }
    }
    #expect(committed?.sentence == "a fork must be committed between edits")
  }
}

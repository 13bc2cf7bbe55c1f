// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Run counts and run times, measured by a clock of the test that advances by a fixed number of nanoseconds with each reading.
@Suite struct RunCountsTests {
  private let evaluator = Evaluator(definitions: [
    .source("Number", output: ValuePort("value"), initial: 0),
    NodeDefinition("Double", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) -> Int in
      if x < 0 { throw Negative() }
      return 2 * x
    },
    NodeDefinition("Both", inputs: ValuePort("x", default: 0), outputs: ValuePort<Int>("a"), ValuePort<Int>("b")) {
      (x: Int) -> (Int, Int) in (x, x)
    },
  ])

  private struct Negative: Error {}

  init() {
    var time: UInt64 = 0
    evaluator.costClock = {
      time += 70
      return time
    }
    evaluator.measuresRuns = true
  }

  private func count(_ nodes: NodeID...) -> [Int?] { nodes.map { evaluator.runs(of: $0)?.count } }

  @Test func nothingIsCountedUntilItIsAskedFor() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    let node = evaluator.node("node", source) { $0 + 1 }
    #expect(!evaluator.measuresRuns && evaluator.runs(of: node.node) == nil)
    evaluator.measuresRuns = true
    #expect(evaluator.runs(of: node.node)?.count == 0 && evaluator.runs(of: node.node)?.lastDuration == .zero)
    evaluator.set(source, to: 2)
    #expect(evaluator.runs(of: node.node)?.count == 1)
    evaluator.measuresRuns = false
    #expect(evaluator.runs(of: node.node) == nil)
    evaluator.set(source, to: 3)
    evaluator.measuresRuns = true
    #expect(evaluator.runs(of: node.node)?.count == 0)
  }

  @Test func eachRunCountsWhateverCameOfIt() throws {
    let source = evaluator.input("source", 1)
    let sign = evaluator.node("sign", source) { $0.signum() }
    let after = evaluator.node("after", sign) { $0 + 1 }
    #expect(count(source.node, sign.node, after.node) == [0, 1, 1], "a new node has run")
    for value in 2...5 { evaluator.set(source, to: value) }
    #expect(count(source.node, sign.node, after.node) == [0, 5, 1], "cut off, it has run all the same")
    #expect(evaluator.runs(of: sign.node)?.lastDuration == .nanoseconds(70))
    evaluator.set(source, to: 5)
    #expect(count(sign.node) == [5])
  }

  @Test func whatIsBlockedMutedOrPutOffDoesNotRun() throws {
    let (source, first, second) = try evaluator.edited { edit in
      let nodes = (try edit.add("Number"), try edit.add("Double"), try edit.add("Double"))
      try edit.connect(nodes.0.output, to: nodes.1.input(0))
      try edit.connect(nodes.1.output, to: nodes.2.input(0))
      return nodes
    }
    let variable = try #require(try evaluator.variable(source, as: Int.self))
    #expect(count(source, first, second) == [0, 1, 1])
    evaluator.set(variable, to: -1)
    #expect(count(source, first, second) == [0, 2, 1], "what fails has run, what that blocks has not")
    evaluator.set(variable, to: 1)
    #expect(count(source, first, second) == [0, 3, 2])
    try evaluator.edit { edit in try edit.setMode(.muted, of: first) }
    #expect(count(source, first, second) == [0, 3, 2])
    try evaluator.edit { edit in try edit.setMode(.bypassed, of: first) }
    #expect(count(source, first, second) == [0, 3, 3])
    try evaluator.edit { edit in try edit.setMode(.active, of: first) }
    #expect(count(source, first, second) == [0, 4, 4])
    evaluator.policy = .onDemand
    evaluator.set(variable, to: 7)
    #expect(count(source, first, second) == [0, 4, 4])
    try evaluator.bringUpToDate(second)
    #expect(count(source, first, second) == [0, 5, 5])
    evaluator.checkInvariants()
  }

  @Test func undoAndForksLeaveCountsAsTheyAre() throws {
    evaluator.undoLimit = 1 << 20
    let source = evaluator.input("source", 1)
    let node = evaluator.node("node", source) { $0 + 1 }
    evaluator.set(source, to: 2)
    #expect(count(node.node) == [2])
    #expect(evaluator.undo() != nil && evaluator[node] == 2)
    #expect(evaluator.redo() != nil && evaluator[node] == 3)
    #expect(count(node.node) == [2])
    let fork = try evaluator.fork { edit in edit.set(source, to: 3) }
    #expect(fork.read { evaluator[node] } == 4)
    #expect(count(node.node) == [2])
    try fork.commit()
    #expect(evaluator[node] == 4 && count(node.node) == [2])
    #expect(throws: Negative.self) { _ = try evaluator.fork { _ in throw Negative() } }
    evaluator.set(source, to: 9)
    #expect(count(node.node) == [3], "what comes after a fork counts again")
  }

  @Test func aNodeInTheSlotOfOneThatIsGoneBeginsAtZero() throws {
    let source = evaluator.input("source", 1)
    let old = evaluator.node("old", source) { $0 + 1 }
    for value in 2...4 { evaluator.set(source, to: value) }
    #expect(count(old.node) == [4])
    try evaluator.edit { edit in try edit.remove(old.node) }
    #expect(evaluator.runs(of: old.node) == nil)
    let new = evaluator.node("new", source) { $0 + 1 }
    #expect(new.node.slot == old.node.slot && count(new.node) == [1])
    evaluator.undoLimit = 1 << 20
    try evaluator.edit { edit in try edit.remove(new.node) }
    #expect(evaluator.runs(of: new.node) == nil)
    #expect(evaluator.undo() != nil && count(new.node) == [1], "undone, it is the same node")
  }

  @Test func nodesInGroupsCountEachByThemselves() throws {
    let (source, group) = try evaluator.edited { edit in
      let source = try edit.add("Number")
      let inner = try edit.add("Double")
      try edit.connect(source.output, to: inner.input(0))
      let group = try edit.group([inner], named: "Group")
      let definition = try #require(evaluator.subgraphs.definition(of: group))
      let other = try edit.add(instanceOf: definition)
      try edit.connect(source.output, to: other.node.input(0))
      return (source, group)
    }
    let variable = try #require(try evaluator.variable(source, as: Int.self))
    evaluator.set(variable, to: 3)
    let inner = try #require(evaluator.subgraphs.members(of: group).first)
    #expect(count(inner, group.node) == [2, nil])
    try evaluator.edit { edit in try edit.ungroup(group) }
    #expect(count(inner) == [2])
  }

  @Test func nodesOfSeveralOutputsAndObservedOnesCount() throws {
    let (source, both, end) = try evaluator.edited { edit in
      let nodes = (try edit.add("Number"), try edit.add("Both"), try edit.add("Double"))
      try edit.connect(nodes.0.output, to: nodes.1.input(0))
      try edit.connect(nodes.1.output(1), to: nodes.2.input(0))
      return nodes
    }
    let variable = try #require(try evaluator.variable(source, as: Int.self))
    let output = try #require(try evaluator.output(end.output, as: Int.self))
    var seen: [Int] = []
    let token = evaluator.observe(output) { if let value = try? $0.new.get() { seen.append(value) } }
    for value in 1...3 { evaluator.set(variable, to: value) }
    #expect(count(both, end) == [4, 4] && seen == [2, 4, 6])
    token.cancel()
  }

  @Test func asynchronousCodeCountsWhenItsResultIsLanded() async throws {
    let source = evaluator.input("source", 1)
    let late = LateRuns(of: evaluator)
    let node = evaluator.asyncNode("late", source) { _, value in value + 1 }
    #expect(count(node.node) == [0])
    evaluator.set(source, to: 2)
    await late.runAll()
    evaluator.land()
    #expect(evaluator[node] == 3 && count(node.node) == [1], "what was superseded doesn't count")
  }

  /// Plans would run nodes without counting them. Without plans, an evaluator with undo uses another loop.
  @Test(arguments: [false, true]) func plansAreOffMeanwhile(undo: Bool) {
    evaluator.forcesPlans = true
    if undo { evaluator.undoLimit = 1 << 20 }
    let source = evaluator.input("source", 1)
    let nodes = (1...10).map { step in evaluator.node("n\(step)", source) { $0 + step } }
    for value in 2...5 { evaluator.set(source, to: value) }
    #expect(evaluator.planStatistics.made == 0)
    #expect(nodes.allSatisfy { evaluator.runs(of: $0.node)?.count == 5 })
    evaluator.measuresRuns = false
    for value in 6...9 { evaluator.set(source, to: value) }
    #expect(evaluator.planStatistics.replayed > 0)
    evaluator.checkInvariants()
  }

  @Test func heavyNodesCountOnWhateverThreadTheyRun() throws {
    let evaluator = Evaluator()
    evaluator.workers = .exactly(2)
    evaluator.measuresRuns = true
    let source = evaluator.input("source", 1)
    let heavy = (1...8).map { step in evaluator.node("h\(step)", source, cost: .heavy) { $0 + step } }
    let sum = evaluator.node("sum", heavy[0], heavy[7]) { $0 + $1 }
    for value in 2...4 { evaluator.set(source, to: value) }
    #expect(heavy.allSatisfy { evaluator.runs(of: $0.node)?.count == 4 })
    #expect(count(sum.node, in: evaluator) == 4 && evaluator[sum] == 17)
  }

  private func count(_ node: NodeID, in evaluator: Evaluator) -> Int? { evaluator.runs(of: node)?.count }
}

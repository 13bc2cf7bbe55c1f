// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Which nodes run, and how often.
@Suite struct EvaluatorSettleTests {
  @Test func stackedDiamondsRunThreeNodesEach() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 0)
    var top = evaluator.node(nil, source) { $0 }
    for count in 1...1000 {
      let left = evaluator.node(nil, top) { $0 &+ 1 }
      let right = evaluator.node(nil, top) { $0 &- 1 }
      top = evaluator.node(nil, left, right) { max($0, $1) }
      let receipt = evaluator.set(source, to: count)
      // The first node, which copies the source, is counted in addition to the 3k nodes of the diamonds.
      #expect(receipt.evaluatedCount == 3 * count + 1)
    }
  }

  @Test func aSwallowedChangeRunsOneNode() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    let sign = evaluator.node("sign", source) { $0.signum() }
    var last = sign
    for _ in 0..<100 { last = evaluator.node(nil, last) { $0 + 1 } }
    let receipt = evaluator.set(source, to: 5)
    #expect(receipt.evaluated == [sign.node])
    #expect(receipt.cutOff == [sign.node])
    #expect(receipt.changed == [source.node])
    #expect(evaluator.set(source, to: -5).evaluatedCount == 101)
  }

  @Test func togglingAConnectionTwiceRunsWhatHangsOnItTwice() throws {
    let runs = RunCounter()
    let kinds = ModelKind.all(runs)
    let evaluator = Evaluator(definitions: kinds.map(\.definition))
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Seven"), try edit.add("Sum"), try edit.add("Sum"), try edit.add("Sum"), try edit.add("Sum")]
      for index in 1...2 { try edit.connect(ids[index].output, to: ids[index + 1].input(0)) }
    }
    let before = runs.count
    let on = try evaluator.edit { try $0.connect(ids[0].output, to: ids[1].input(0)) }
    let off = try evaluator.edit { try $0.disconnect(ids[1].input(0)) }
    #expect(on.evaluated == Array(ids[1...3]))
    #expect(off.evaluated == Array(ids[1...3]))
    #expect(runs.count - before == 6)
  }

  @Test func nodesThatDependOnNothingThatChangedNeverRun() {
    let evaluator = Evaluator()
    let runs = RunCounter()
    let one = evaluator.input("one", 1)
    let other = evaluator.input("other", 1)
    let aside = evaluator.node("aside", other) { (value: Int) -> Int in
      runs.add()
      return value
    }
    let both = evaluator.node("both", one, aside) { $0 + $1 }
    #expect(runs.count == 1)
    for value in 0..<50 { #expect(evaluator.set(one, to: -value).evaluated == [both.node]) }
    #expect(runs.count == 1)
  }

  @Test func onlyConsumersOfOutputsThatChangedRun() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Number"), try edit.add("Split"), try edit.add("Clamp"), try edit.add("Clamp")]
      try edit.connect(ids[0].output, to: ids[1].input(0))
      try edit.connect(ids[1].output(0), to: ids[2].input(0))
      try edit.connect(ids[1].output(1), to: ids[3].input(0))
    }
    let number = try #require(try evaluator.variable(ids[0], as: Double.self))
    #expect(evaluator.set(number, to: 0.25).evaluated == [ids[1], ids[3]])
    #expect(evaluator.set(number, to: 2.25).evaluated == [ids[1], ids[2]])
    #expect(Set(evaluator.set(number, to: 3.5).evaluated) == Set(ids[1...]))
  }

  @Test func anEditRunsEachNodeOnceHoweverManyVariablesItSets() throws {
    let evaluator = Evaluator()
    let variables = (0..<100).map { evaluator.input("\($0)", $0) }
    var sum = evaluator.node(nil, variables[0]) { $0 }
    for variable in variables { sum = evaluator.node(nil, sum, variable) { $0 + $1 } }
    let receipt = evaluator.edit { edit in
      for variable in variables { edit.set(variable, to: 1) }
      for variable in variables { edit.set(variable, to: 1000) }
    }
    #expect(receipt.evaluatedCount == 101)
    #expect(evaluator[sum] == 101_000)
  }

  @Test func whatIsConnectedAgainstTheOrderRunsInItsNewOrderAtOnce() throws {
    let next = NodeDefinition("Next", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) -> Int in
      x + 1
    }
    let evaluator = Evaluator(definitions: [next])
    var nodes: [NodeID] = []
    try evaluator.edit { edit in for _ in 0..<500 { nodes.append(try edit.add("Next")) } }
    let receipt = try evaluator.edit { edit in
      for index in 1..<500 { try edit.connect(nodes[index].output, to: nodes[index - 1].input(0)) }
    }
    #expect(evaluator.graph.storage.value.nodeAtRank.count > 500, "the order was spaced out")
    #expect(receipt.evaluated == nodes.dropLast().reversed())
    let last = try #require(try evaluator.output(nodes[0].output, as: Int.self))
    #expect(evaluator[last] == 500)
    evaluator.checkInvariants()
  }

  @Test func whatIsWrittenInAnEditThatSpacesTheOrderOutIsEvaluated() throws {
    let next = NodeDefinition("Next", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) -> Int in
      x + 1
    }
    let evaluator = Evaluator(definitions: [next])
    var nodes: [NodeID] = []
    try evaluator.edit { edit in for _ in 0..<640 { nodes.append(try edit.add("Next")) } }
    let source = evaluator.input(nil, 1)
    let sum = evaluator.node(nil, source) { $0 + 1 }
    let other = evaluator.node(nil, source, sum) { $0 + $1 }
    try evaluator.edit { edit in
      edit.set(source, to: 10)
      for index in 1..<640 { try edit.connect(nodes[index].output, to: nodes[index - 1].input(0)) }
    }
    #expect(evaluator.graph.storage.value.nodeAtRank.count > 700, "the order was spaced out")
    #expect(evaluator[other] == 21)
    #expect(evaluator.set(source, to: 20).evaluatedCount == 2)
    #expect(evaluator[other] == 41)
    evaluator.checkInvariants()
  }

  @Test func aStoppedEditThatSpacesTheOrderOutAndAddsANodeIsUndone() throws {
    let next = NodeDefinition("Next", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) -> Int in
      x + 1
    }
    let evaluator = Evaluator(definitions: [next])
    evaluator.undoLimit = 64 << 20
    evaluator.stopClock = { 0 }
    var nodes: [NodeID] = []
    try evaluator.edit { edit in for _ in 0..<640 { nodes.append(try edit.add("Next")) } }
    let edit: (Edit) throws -> Void = { edit in
      for index in 1..<640 { try edit.connect(nodes[index].output, to: nodes[index - 1].input(0)) }
      _ = try edit.add("Next")
    }
    evaluator.isInterrupted = { true }
    try evaluator.edit(edit)
    #expect(evaluator.hasUnfinished)
    evaluator.undo()
    #expect(!evaluator.hasUnfinished && evaluator.graph.nodeCount == 640)
    evaluator.checkInvariants()
    let fork = try evaluator.fork(edit)
    #expect(!fork.isFinished && !evaluator.hasUnfinished)
    evaluator.checkInvariants()
  }
}

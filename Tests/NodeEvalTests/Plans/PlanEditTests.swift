// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// How edits and stopped evaluations affect plans.
@Suite struct PlanEditTests {
  /// A source and two nodes of declared kinds in a row, with a plan, and a second source.
  private struct Row {
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z")) {
        (x: Int, y: Int) in x &+ y
      },
      NodeDefinition("Take", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z")) {
        (x: Int, y: Int) in x &- y
      },
    ])
    let source: Variable<Int>
    let other: Variable<Int>
    let nodes: [NodeID]

    init() throws {
      evaluator.forcesPlans = true
      source = evaluator.input(nil, 0)
      other = evaluator.input(nil, 7)
      let source = source
      var nodes: [NodeID] = []
      try evaluator.edit { edit in
        nodes = [try edit.add("Add"), try edit.add("Add")]
        try edit.connect(source.port, to: nodes[0].input(0))
        try edit.connect(nodes[0].output, to: nodes[1].input(0))
      }
      self.nodes = nodes
      for value in 1...2 { evaluator.set(source, to: value) }
      #expect(evaluator.planStatistics.replayed == 1)
    }

    var last: Int? {
      get throws { try evaluator.output(nodes[1].output, as: Int.self).map { evaluator[$0] } }
    }
  }

  @Test func aConnectionFromOutsideIntoANodeOfAPlanDropsIt() throws {
    let row = try Row()
    try row.evaluator.edit { try $0.connect(row.other.port, to: row.nodes[1].input(1)) }
    row.evaluator.set(row.source, to: 3)
    #expect(row.evaluator.planStatistics.dropped == 1 && row.evaluator.planStatistics.replayed == 1)
    #expect(try row.last == 10)
    row.evaluator.checkInvariants()
  }

  @Test func aNodeOfAPlanThatGetsAnotherKindDropsThePlan() throws {
    let row = try Row()
    try row.evaluator.edit { try $0.setKind(of: row.nodes[1], to: "Take") }
    row.evaluator.set(row.source, to: 3)
    #expect(row.evaluator.planStatistics.dropped == 1 && row.evaluator.planStatistics.replayed == 1)
    #expect(try row.last == 3)
    row.evaluator.checkInvariants()
  }

  /// Nodes left by a stopped evaluation run with the next set, whose plan does not list them.
  @Test func whileAnInterruptedEvaluationIsUnfinishedNoPlanIsReplayed() throws {
    let row = try Row()
    let reader = row.evaluator.node(nil, row.evaluator.node(nil, row.other) { $0 }) { $0 * 2 }
    for value in 3...4 { row.evaluator.set(row.source, to: value) }
    let replayed = row.evaluator.planStatistics.replayed
    row.evaluator.budget = .nodes(1)
    #expect(row.evaluator.set(row.other, to: 8).evaluatedCount == 1)
    row.evaluator.budget = nil
    #expect(row.evaluator.set(row.source, to: 5).evaluatedCount == 3)
    #expect(row.evaluator.planStatistics.replayed == replayed)
    #expect(row.evaluator[reader] == 16)
    #expect(try row.last == 5)
    row.evaluator.set(row.source, to: 6)
    #expect(row.evaluator.planStatistics.replayed == replayed + 1)
  }

  /// The edit removes all unfinished nodes, so only the nodes of the set remain to run, and the set has a plan.
  @Test func anEditThatRemovesWhatWasUnfinishedLeavesNothingUnfinished() throws {
    let row = try Row()
    let between = row.evaluator.node(nil, row.other) { $0 }
    let end = row.evaluator.node(nil, between) { $0 * 2 }
    for value in 3...4 { row.evaluator.set(row.source, to: value) }
    row.evaluator.budget = .nodes(1)
    row.evaluator.set(row.other, to: 8)
    #expect(row.evaluator.unfinished == [end.node])
    row.evaluator.budget = nil
    try row.evaluator.edit { edit in
      try edit.remove(end.node)
      edit.set(row.source, to: 5)
    }
    #expect(!row.evaluator.hasUnfinished)
    #expect(try row.last == 5)
    row.evaluator.checkInvariants()
    let replayed = row.evaluator.planStatistics.replayed
    row.evaluator.set(row.source, to: 6)
    #expect(row.evaluator.planStatistics.replayed == replayed + 1)
  }

  /// The edit touches a node that does not belong to the plan of the source it sets.
  @Test func whileSomethingElseIsPendingNoPlanIsReplayed() throws {
    let row = try Row()
    let reader = row.evaluator.node(nil, row.other) { $0 * 2 }
    let third = row.evaluator.input(nil, 20)
    for value in 3...4 { row.evaluator.set(row.source, to: value) }
    let replayed = row.evaluator.planStatistics.replayed
    let receipt = try row.evaluator.edit { edit in
      edit.set(row.source, to: 5)
      try edit.connect(third.port, to: reader.port.node.input(0), replacing: true)
    }
    #expect(receipt.evaluatedCount == 3 && row.evaluator[reader] == 40)
    #expect(row.evaluator.planStatistics.replayed == replayed)
    row.evaluator.checkInvariants()
  }
}

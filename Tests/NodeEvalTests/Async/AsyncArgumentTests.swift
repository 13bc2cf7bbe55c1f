// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Synchronization
import Testing

/// What asynchronous code reads when undo, redo or a fork restores the fact that it was running, while its inputs have no values
/// yet.
@Suite struct AsyncArgumentTests {
  static let policies: [InputChangePolicy] = [.restart, .finishThenLatest, .every]

  @Test(arguments: policies) func redoingThatANodeWaitsStartsNothing(_ policy: InputChangePolicy) async throws {
    let graph = try RestartedCode(policy)
    try graph.evaluator.edit { edit in try graph.lead(edit, through: "Late") }
    graph.evaluator.undo()
    graph.evaluator.redo()
    await graph.expectArgumentsWithValues()
  }

  @Test(arguments: policies) func undoingThatANodeWaitsNoLongerStartsNothing(_ policy: InputChangePolicy) async throws {
    let graph = try RestartedCode(policy)
    try graph.evaluator.edit { edit in try graph.lead(edit, through: "Late") }
    try graph.evaluator.edit { edit in try edit.disconnect(graph.late.input(0)) }
    graph.evaluator.undo()
    await graph.expectArgumentsWithValues()
  }

  @Test(arguments: policies) func aNodeThatComesBackAndWaitsIsNotStarted(_ policy: InputChangePolicy) async throws {
    let graph = try RestartedCode(policy)
    try graph.evaluator.edit { edit in try graph.lead(edit, through: "Late") }
    try graph.evaluator.edit { edit in try edit.remove(graph.late) }
    graph.evaluator.undo()
    await graph.expectArgumentsWithValues()
  }

  @Test(arguments: policies) func aNodeThatGetsItsKindBackAndWaitsIsNotStarted(_ policy: InputChangePolicy) async throws
  {
    let graph = try RestartedCode(policy)
    try graph.evaluator.edit { edit in try graph.lead(edit, through: "Late") }
    try graph.evaluator.edit { edit in try edit.setKind(of: graph.late, to: "Plain") }
    graph.evaluator.undo()
    await graph.expectArgumentsWithValues()
  }

  @Test(arguments: policies) func aForkInWhichANodeWaitsStartsItWhenItRuns(_ policy: InputChangePolicy) async throws {
    let graph = try RestartedCode(policy)
    try graph.evaluator.fork { edit in try graph.lead(edit, through: "Late") }.commit()
    await graph.expectArgumentsWithValues()
  }

  @Test(arguments: policies) func whatAStoppedEvaluationHasLeftIsNotStarted(_ policy: InputChangePolicy) async throws {
    let graph = try RestartedCode(policy)
    graph.evaluator.budget = .nodes(1)
    try graph.evaluator.edit { edit in try graph.lead(edit, through: "Plain", "Plain") }
    try graph.evaluator.edit { edit in try edit.remove(graph.late) }
    graph.evaluator.undo()
    graph.evaluator.checkInvariants()
    #expect(graph.evaluator.hasUnfinished)
    graph.evaluator.budget = nil
    graph.evaluator.resume()
    await graph.expectArgumentsWithValues()
  }

  @Test(arguments: policies) func whatTwoUndosTakeFromThePendingNodesIsStarted(_ policy: InputChangePolicy) async throws
  {
    let graph = try RestartedCode(policy)
    graph.evaluator.budget = .nodes(1)
    try graph.evaluator.edit { edit in try graph.lead(edit, through: "Plain") }
    #expect(graph.evaluator.hasUnfinished)
    try graph.evaluator.edit { edit in _ = try edit.add("Source") }
    #expect(!graph.evaluator.hasUnfinished)
    for _ in 0..<2 {
      graph.evaluator.undo()
      graph.evaluator.checkInvariants()
    }
    await graph.expectArgumentsWithValues()
  }

  @Test(arguments: policies) func aNodeThatNobodyNeedsIsNotStarted(_ policy: InputChangePolicy) async throws {
    let graph = try RestartedCode(policy)
    graph.evaluator.policy = .onDemand
    try graph.evaluator.edit { edit in try graph.lead(edit, through: "Plain") }
    try graph.evaluator.edit { edit in try edit.remove(graph.late) }
    graph.evaluator.undo()
    graph.evaluator.checkInvariants()
    try graph.evaluator.bringUpToDate(graph.late)
    await graph.expectArgumentsWithValues()
  }
}

/// A source, and a node in flight that reads it. All kinds copy their input, so any other number read comes from a cell without a
/// value.
private final class RestartedCode {
  let evaluator: Evaluator
  let late: NodeID
  private let source: NodeID
  private let runs: LateRuns
  private let arguments: Arguments

  private final class Arguments: Sendable {
    let read = Mutex<[Int]>([])
  }

  init(_ policy: InputChangePolicy) throws {
    let arguments = Arguments()
    evaluator = Evaluator(definitions: [
      .source("Source", output: ValuePort("value"), initial: 7),
      NodeDefinition("Plain", inputs: ValuePort("x", default: 7), output: ValuePort<Int>("same")) { (x: Int) in x },
      NodeDefinition(
        "Late", inputs: ValuePort("x", default: 7), output: ValuePort<Int>("same"), whenInputsChange: policy
      ) { _, x in
        arguments.read.withLock { $0.append(x) }
        return x
      },
    ])
    runs = LateRuns(of: evaluator)
    evaluator.undoLimit = 1 << 20
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      nodes = try [edit.add("Source"), edit.add("Late")]
      try edit.connect(nodes[0].output, to: nodes[1].input(0))
    }
    (source, late) = (nodes[0], nodes[1])
    self.arguments = arguments
  }

  /// Makes the node read the source through new nodes of the given kinds.
  func lead(_ edit: Edit, through kinds: String...) throws {
    var last = source
    for kind in kinds {
      let next = try edit.add(kind)
      try edit.connect(last.output, to: next.input(0))
      last = next
    }
    try edit.connect(last.output, to: late.input(0), replacing: true)
  }

  func expectArgumentsWithValues(_ location: SourceLocation = #_sourceLocation) async {
    evaluator.checkInvariants()
    while evaluator.hasPending, runs.count > 0 {
      await runs.runAll()
      evaluator.land()
      evaluator.checkInvariants()
    }
    #expect(arguments.read.withLock { Set($0) } == [7], sourceLocation: location)
    #expect(evaluator.state(of: late) == .current, sourceLocation: location)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Runs of asynchronous code whose edits are undone, redone, or tried in a fork.
@Suite struct AsyncUndoTests {
  @Test func removingTheNodeCancelsItsRunAndUndoingThatStartsItAgain() async throws {
    let graph = LateGraph(undoLimit: 1 << 20)
    try graph.evaluator.edit { try $0.remove(graph.late.node) }
    #expect(!graph.evaluator.hasPending)
    #expect(await graph.land().evaluated == [])
    graph.evaluator.undo()
    #expect(graph.evaluator.pendingNodes == [graph.late.node])
    graph.evaluator.checkInvariants()
    await graph.land()
    #expect(graph.evaluator[graph.next] == 11)
  }

  @Test func removingANodeWhoseReadersDoNotWaitCancelsItsRunToo() async throws {
    let graph = LateGraph(keepsLastValue: true, undoLimit: 1 << 20)
    await graph.land()
    graph.evaluator.set(graph.source, to: 2)
    try graph.evaluator.edit { try $0.remove(graph.late.node) }
    #expect(!graph.evaluator.hasPending)
    #expect(await graph.land().evaluated == [])
    graph.evaluator.undo()
    await graph.land()
    #expect(graph.evaluator[graph.next] == 21)
    graph.evaluator.checkInvariants()
  }

  @Test func undoingAnEditCancelsWhatItHasStartedAndRedoingStartsItAgain() async {
    let graph = LateGraph(undoLimit: 1 << 20)
    await graph.land()
    graph.evaluator.set(graph.source, to: 5)
    graph.evaluator.undo()
    #expect(graph.states == [.current, .current])
    #expect(graph.evaluator[graph.next] == 11)
    #expect(await graph.land().evaluated == [])
    graph.evaluator.redo()
    #expect(graph.evaluator.pendingNodes == [graph.late.node])
    await graph.land()
    #expect(graph.evaluator[graph.next] == 51)
    graph.evaluator.checkInvariants()
  }

  @Test func whatWasLandedIsUndoneWithTheEditThatStartedItAndRedoneWithoutARun() async {
    let graph = LateGraph(undoLimit: 1 << 20)
    await graph.land()
    graph.evaluator.set(graph.source, to: 5)
    await graph.land()
    graph.evaluator.undo()
    #expect(graph.evaluator[graph.source] == 1)
    #expect(graph.evaluator[graph.next] == 11)
    graph.evaluator.redo()
    #expect(graph.evaluator[graph.next] == 51)
    #expect(graph.runs.count == 0)
  }

  @Test func anUndoneRestartRunsAgainWithTheInputsOfThatTime() async {
    let graph = LateGraph(undoLimit: 1 << 20)
    graph.evaluator.set(graph.source, to: 2)
    graph.evaluator.set(graph.source, to: 3)
    graph.evaluator.undo()
    await graph.land()
    #expect(graph.evaluator[graph.next] == 21)
  }

  @Test func aForkStartsNothingUntilItIsCommitted() async throws {
    let graph = LateGraph()
    await graph.land()
    let fork = try graph.evaluator.fork { try $0.set(graph.source.node, to: 7.0) }
    #expect(fork.receipt.started == [graph.late.node])
    #expect(graph.runs.count == 0)
    #expect(graph.states == [.current, .current])
    fork.read { #expect(graph.evaluator[graph.next] == 11) }
    graph.evaluator.checkInvariants()
    try fork.commit()
    #expect(graph.runs.count == 1)
    await graph.land()
    #expect(graph.evaluator[graph.next] == 71)
  }

  @Test func aDroppedForkLeavesARunUnderWayAlone() async throws {
    let graph = LateGraph()
    let fork = try graph.evaluator.fork { try $0.set(graph.source.node, to: 7.0) }
    fork.drop()
    #expect(graph.runs.count == 1)
    await graph.land()
    #expect(graph.evaluator[graph.next] == 11)
    #expect(graph.evaluator.flightCounts == FlightCounts(started: 1, landed: 1))
  }
}

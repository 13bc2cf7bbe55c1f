// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The order of values in memory.
extension Evaluator {
  /// Stores values next to each other in the order in which nodes are evaluated, and releases the memory of gaps between them.
  ///
  /// A value stays where memory was first allocated for it. If a graph was made in an order other than that of evaluation, or
  /// was edited for a long time, an evaluation of all nodes therefore jumps through all of memory. Where plans may be made
  /// (``planLimit``), an evaluator compacts by itself when an evaluation has run most of a large graph and found its values
  /// scattered. After loading a document, or making a large graph, a call does that beforehand. Ids, values, receipts and the
  /// edit history are unchanged; no node runs. Plans are dropped.
  ///
  /// While there is a ``Fork`` that was neither committed nor dropped, the call has no effect.
  ///
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes + connections), and O(size of the edit history).
  public func compact() {
    requireIdle()
    require(state.activity.editDepth == 0, "an evaluator must be compacted between edits")
    moveCells()
  }

  /// Compacts if an evaluation has just run most of a large graph and found its values scattered.
  ///
  /// - Returns: False if compaction has to wait until the edit is remembered, because the edit's record refers to cells.
  func compactAfterRun() -> Bool {
    guard state.activity.forkCount == 0, !state.activity.isForking, state.hasRunScattered() else { return true }
    state.activity.isCompactionDue = state.activity.keepsRuns
    if state.activity.isCompactionDue { return false }
    moveCells()
    return true
  }

  /// Compacts if that was deferred until an edit was remembered.
  @inline(__always)
  func compactIfDue() {
    if state.activity.isCompactionDue { compactNow() }
  }

  @inline(never)
  private func compactNow() {
    state.activity.isCompactionDue = false
    moveCells()
  }

  private func moveCells() {
    guard state.activity.forkCount == 0 else { return }
    state.dropPlans()
    state.graph.makeUnique()
    state.moveCells()
    state.graph.checkIfAsked()
  }
}

extension EvaluatorState {
  /// The number of nodes from which a graph is compacted automatically: smaller graphs fit into caches. Low in debug builds, so
  /// that tests of small graphs cover it.
  private static var leastNodes: Int {
    #if DEBUG
      1 << 5
    #else
      1 << 16
    #endif
  }

  /// Whether the last evaluation ran most of a large graph, and the values of nodes that ran in sequence are mostly far apart.
  /// Complexity: O(1).
  fileprivate func hasRunScattered() -> Bool {
    let first = log.givenCount
    let pairs = log.entries.count - first - 1
    guard topology.nodeCount >= Self.leastNodes, pairs >= topology.nodeCount / 2 else { return false }
    let samples = min(pairs, 256)
    var apart = 0
    for sample in 0..<samples {
      let index = first + sample * (pairs / samples)
      let (record, next) = (topology.records[log.entries[index].slot], topology.records[log.entries[index + 1].slot])
      let distance =
        Int(next.output) - Int(record.output) - Int(topology.layout(of: log.entries[index].slot).outputWords)
      // Two cache lines.
      if abs(distance) > 16 { apart += 1 }
    }
    return apart > samples / 2
  }

  /// Moves all cells into the order of evaluation.
  fileprivate mutating func moveCells() {
    let map = topology.cellsInOrder()
    let storage = graph.storage
    storage.value.moveCells(by: map)
    nodes.moveCells(by: map)
    history.moveCells(by: map, in: &storage.value)
    // Nodes that combine many values refer to the cells that they have read.
    activity.combinationEpoch += 1
  }
}

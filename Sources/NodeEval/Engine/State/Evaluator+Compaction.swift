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
  /// scattered. After loading a document, or making a large graph, a call does that beforehand. Where the same sources change most
  /// of a large graph again and again, nodes run level by level and kind by kind (``PlanStatistics/dense``), and the evaluator moves
  /// values into that order. Ids, values, receipts and the edit history are unchanged; no node runs.
  ///
  /// While there is a ``Fork`` that was neither committed nor dropped, the call has no effect.
  ///
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes + connections), and O(size of the edit history).
  public func compact() {
    requireIdle()
    require(state.activity.editDepth == 0, "an evaluator must be compacted between edits")
    moveCells(to: .ranks)
  }

  /// Compacts if an evaluation has just run most of a large graph and found its values scattered.
  ///
  /// - Returns: False if compaction has to wait until the edit is remembered, because the edit's record refers to cells.
  func compactAfterRun() -> Bool {
    state.hasRunScattered() ? compact(for: .ranks) : true
  }

  /// Moves values into the order of a dense plan that has just run, if that is worthwhile.
  ///
  /// - Precondition: They are scattered in that order.
  @inline(never)
  func compactAfterDense(_ dense: DensePlan) { _ = compact(for: .levels(dense.number)) }

  /// Moves values into an order if that is worthwhile. Returns false if that has to wait until the edit is remembered.
  private func compact(for kind: CellOrder.Kind) -> Bool {
    guard state.activity.forkCount == 0, !state.activity.isForking,
      state.activity.cellOrder.noteScatter(for: kind)
    else { return true }
    if state.activity.keepsRuns {
      state.activity.cellOrder.defer(kind)
      return false
    }
    moveCells(to: kind)
    return true
  }

  /// Compacts if that was deferred until an edit was remembered.
  @inline(__always)
  func compactIfDue() {
    if state.activity.cellOrder.due != nil { compactNow() }
  }

  @inline(never)
  private func compactNow() {
    if let kind = state.activity.cellOrder.takeDue() { moveCells(to: kind) }
  }

  private func moveCells(to kind: CellOrder.Kind) {
    guard state.activity.forkCount == 0 else { return }
    state.graph.makeUnique()
    state.moveCells(to: kind)
    state.graph.checkIfAsked()
  }
}

extension EvaluatorState {
  /// Whether the last evaluation ran most of a large graph, and the values of nodes that ran in sequence are mostly far apart.
  /// Complexity: O(1).
  fileprivate func hasRunScattered() -> Bool {
    let count = log.entries.count - log.givenCount
    guard topology.nodeCount >= CellOrder.leastNodes, count > topology.nodeCount / 2 else { return false }
    // Two cache lines.
    return CellOrder.isScattered(count, isFar: 16) { index in
      let slot = log.entries[log.givenCount + index].slot
      return (topology.records[slot].output, topology.layout(of: slot).outputWords)
    }
  }

  /// Moves all cells into an order: that of ranks if the dense plan no longer exists.
  fileprivate mutating func moveCells(to kind: CellOrder.Kind) {
    if hasStalePlans { dropPlans() }
    var last: [UInt32] = []
    if case .levels(let number) = kind, number < plans.dense.plans.count {
      last = plans.dense.slots(of: plans.dense.plans[number])
    }
    let map = topology.cellsInOrder(endingWith: last)
    let storage = graph.storage
    storage.value.moveCells(by: map)
    nodes.moveCells(by: map)
    plans.readCells(from: storage.value)
    undo.history.moveCells(by: map, in: &storage.value)
    activity.cellOrder.noteMove(isByLevel: !last.isEmpty)
    // Nodes that combine many values refer to the cells that they have read.
    activity.combinationEpoch += 1
  }
}

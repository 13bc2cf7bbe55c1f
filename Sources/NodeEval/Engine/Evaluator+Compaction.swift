// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The order in which values lie in memory.
extension Evaluator {
  /// Puts values side by side in the order in which nodes are evaluated, and gives the memory of gaps between them back.
  ///
  /// Values lie where they were made room for: in a graph that was made in another order than it is evaluated in, or that was
  /// edited for long, one evaluation of everything jumps through all of memory. Where plans may be made (``planLimit``), an
  /// evaluator compacts by itself when an evaluation has run most of a large graph and has found that so; after loading a
  /// document, or making a large graph, a call does it beforehand. Ids, values, receipts and what can be undone stay; no node
  /// runs. Plans are dropped.
  ///
  /// While there is a ``Fork`` that was neither committed nor dropped, nothing happens.
  ///
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes + connections), and O(what the edit history keeps).
  public func compact() {
    requireIdle()
    require(state.activity.editDepth == 0, "an evaluator is compacted between edits")
    moveCells()
  }

  /// Compacts if an evaluation has just run most of a large graph and has found values far apart.
  ///
  /// - Returns: Whether all is compact. If not, it will be once the edit is remembered: what that keeps names cells.
  func compactAfterRun() -> Bool {
    guard state.activity.forkCount == 0, !state.activity.isForking, state.hasRunScattered() else { return true }
    state.activity.isCompactionDue = state.activity.keepsRuns
    if state.activity.isCompactionDue { return false }
    moveCells()
    return true
  }

  /// Compacts if that had to wait until an edit was remembered.
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
  /// How many nodes a graph has at least that is compacted by itself: smaller ones fit into caches. A few in debug builds, so
  /// that tests of small graphs do it.
  private static var leastNodes: Int {
    #if DEBUG
      1 << 5
    #else
      1 << 16
    #endif
  }

  /// Whether the last evaluation has run most of a large graph, and the values of nodes that ran one after the other lie
  /// mostly apart. Complexity: O(1).
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

  /// Puts all cells into the order of evaluation.
  fileprivate mutating func moveCells() {
    let map = topology.cellsInOrder()
    let storage = graph.storage
    storage.value.moveCells(by: map)
    nodes.moveCells(by: map)
    history.moveCells(by: map, in: &storage.value)
    // What combines many values names the cells that it has read.
    activity.combinationEpoch += 1
  }
}

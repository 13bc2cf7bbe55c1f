// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Notifying nodes that combine or fold values which of these have changed, according to the log of the edit.
///
/// The log is sufficient for a node that has run whenever an input has changed. A node combines all values again if since its
/// last run it was deferred, has failed or was blocked, if its connections were changed, or if the epoch is another: values
/// were swapped by undo, redo or a fork, ports were replaced, or an evaluation was stopped.
extension Evaluator {
  /// Notes which values have changed before a node that combines values runs. The log must hold what has run so far.
  @inline(never)
  func prepareCombination(of node: UInt32) {
    guard let combination = state.combination(of: node) else { return }
    let isKnown = combination.epoch == state.activity.combinationEpoch && !ahead.value.isUsed
    combination.epoch = nil
    // Changes may be left of a run that was blocked or failed.
    combination.forgetChanges()
    if isKnown { findChanges(of: combination) }
  }

  /// Completes a run of a node with a memo or a combination: stores the result, and marks the combination as up to date.
  @inline(never)
  func settleAttended(_ node: UInt32) {
    takeResult(of: node)
    // The combination is up to date.
    guard let combination = state.combination(of: node) else { return }
    combination.epoch = state.activity.combinationEpoch
    combination.forgetChanges()
  }

  /// Notes which connections read values that have changed in this edit, unless there are so many that combining all is faster.
  private func findChanges(of combination: Combination) {
    let most = 16 + combination.count / 8
    guard state.log.entries.count <= most else { return }
    combination.beginChanges()
    for index in 0..<state.log.entries.count where state.log.entries[index].outcome == .changed {
      let record = state.topology.records[state.log.entries[index].slot]
      let words = state.kernels.withKernel(of: record.shape) { $0.outputWords }
      combination.addReaders(of: record.output..<record.output + words)
      if combination.changed.count > most { return combination.forgetChanges() }
    }
    combination.endChanges()
  }
}

extension EvaluatorState {
  /// Makes a node combine all its values again when it next runs, because its connections were changed.
  func forgetCombination(of slot: UInt32) { combination(of: slot)?.epoch = nil }

  /// The combination of a node; `nil` if the node does not combine values or has not run. If it were not inlined, it would
  /// receive a copy of the whole state.
  @inline(__always)
  fileprivate func combination(of slot: UInt32) -> Combination? {
    if nodes.status[slot].contains(.empty) { return nil }
    let record = topology.records[slot]
    let (combines, words) = kernels.withKernel(of: record.shape) { ($0.combines, $0.outputWords) }
    return combines ? nodes.arena.load(record.output + words - 1, as: Combination.self) : nil
  }
}

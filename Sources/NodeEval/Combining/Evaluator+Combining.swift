// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Telling nodes that combine or fold values which of them have changed: the log of the edit says it.
///
/// That holds for a node that has run whenever an input has changed. It is told nothing, and begins anew, if since its last run
/// it was put off, has failed or was blocked, if it was wired in another way, or if the epoch is another: values were swapped by
/// undo, redo or a fork, ports were replaced, or an evaluation was stopped.
extension Evaluator {
  /// Says what has changed before a node runs that combines values; what the evaluation has come to is in the log.
  @inline(never)
  func prepareCombination(of node: UInt32) {
    guard let combination = state.combination(of: node) else { return }
    let isKnown = combination.epoch == state.activity.combinationEpoch && !ahead.value.isUsed
    combination.epoch = nil
    // Those of a run that was blocked, or failed.
    combination.forgetChanges()
    if isKnown { findChanges(of: combination) }
  }

  /// Ends a run of a node that keeps results or combines values.
  @inline(never)
  func settleAttended(_ node: UInt32) {
    takeResult(of: node)
    // It is up to date.
    guard let combination = state.combination(of: node) else { return }
    combination.epoch = state.activity.combinationEpoch
    combination.forgetChanges()
  }

  /// Says which connections read what has changed in this edit, unless so much has that it takes less to begin anew.
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
  /// Has a node that combines values begin anew when it runs next: it was wired in another way.
  func forgetCombination(of slot: UInt32) { combination(of: slot)?.epoch = nil }

  /// What a node keeps that combines values; `nil` of others, and if it has not run. Not inlined it would get a copy of the whole state.
  @inline(__always)
  fileprivate func combination(of slot: UInt32) -> Combination? {
    if nodes.status[slot].contains(.empty) { return nil }
    let record = topology.records[slot]
    let (combines, words) = kernels.withKernel(of: record.shape) { ($0.combines, $0.outputWords) }
    return combines ? nodes.arena.load(record.output + words - 1, as: Combination.self) : nil
  }
}

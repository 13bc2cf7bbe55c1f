// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How often nodes have run and how long the last run of each took, if that is measured (`EvaluationSettings.measuresRuns`).
///
/// All code that runs nodes notes the run: the loop that may stop, batches of heavy nodes, and landings. An entry holds its
/// node's generation, so it need not be removed with the node: the next node in the slot begins at zero.
struct RunCounts: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var generation: UInt32 = 0
    var count: UInt32 = 0
    var nanoseconds: UInt64 = 0
  }

  /// The entries by slot. Slots beyond the end have not run.
  private var entries = Buffer<Entry>()
  /// Whether runs aren't counted because a fork is read, which is not an edit.
  var isPaused = false

  var byteCount: Int { entries.capacity * MemoryLayout<Entry>.stride }

  /// Counts a run.
  mutating func note(_ node: NodeID, _ nanoseconds: UInt64) {
    if entries.count <= Int(node.slot) { entries.resize(to: Int(node.slot) + 1, repeating: Entry()) }
    let before = entries[node.slot]
    let count = before.generation == node.generation ? before.count : 0
    let (sum, overflows) = count.addingReportingOverflow(1)
    entries[node.slot] = Entry(
      generation: node.generation, count: overflows ? .max : sum, nanoseconds: nanoseconds)
  }

  /// The statistics of a node.
  func statistics(of node: NodeID) -> RunStatistics {
    guard node.slot < entries.count, entries[node.slot].generation == node.generation else { return RunStatistics() }
    let entry = entries[node.slot]
    return RunStatistics(
      count: Int(entry.count), lastDuration: .nanoseconds(Int64(clamping: entry.nanoseconds)))
  }

  /// Removes all entries, and releases their memory.
  mutating func removeAll() { entries = Buffer() }
}

extension EvaluatorState {
  /// Whether what runs now is to be counted.
  var countsRuns: Bool { settings.measuresRuns && !nodes.runCounts.isPaused }

  /// Counts a run of a node.
  mutating func noteRun(of slot: UInt32, _ nanoseconds: UInt64) {
    nodes.runCounts.note(topology.id(of: slot), nanoseconds)
  }
}

extension Evaluator {
  /// Runs a node as `runSpecially` does, and counts and measures the run if settings require it.
  ///
  /// The measurement includes the check of the inputs of a node that may lack one, some ten nanoseconds.
  @inline(never)
  func runCounted(_ node: UInt32, logCount: Int) -> RunResult {
    guard state.countsRuns else { return runSpecially(node, logCount: logCount) }
    let start = state.settings.costNow()
    let result = runSpecially(node, logCount: logCount)
    let nanoseconds = state.settings.cost(since: start)
    guard let outcome = result.entry?.outcome, outcome == .changed || outcome == .cutOff,
      state.nodes.status[node].isDisjoint(with: [.isSwitched, .isSource])
    else { return result }
    state.noteRun(of: node, nanoseconds)
    return result
  }
}

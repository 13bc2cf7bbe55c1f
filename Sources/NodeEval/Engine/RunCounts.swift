// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How often nodes have run and how long the last run of each took, where that is asked for (`EvaluationSettings.measuresRuns`).
///
/// Whoever runs nodes notes it: the loop that may stop, batches of heavy nodes, and landings. An entry says of which node it is,
/// so that nothing is to be done when a node is gone: the next one in its slot begins at zero.
struct RunCounts: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var generation: UInt32 = 0
    var count: UInt32 = 0
    var nanoseconds: UInt64 = 0
  }

  /// By slot; those beyond have not run.
  private var entries = Buffer<Entry>()
  /// Whether what runs is no edit, but what one would come to.
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

  /// What is known of a node.
  func statistics(of node: NodeID) -> RunStatistics {
    guard node.slot < entries.count, entries[node.slot].generation == node.generation else { return RunStatistics() }
    let entry = entries[node.slot]
    return RunStatistics(
      count: Int(entry.count), lastDuration: .nanoseconds(Int64(clamping: entry.nanoseconds)))
  }

  /// Forgets all, and gives the memory back.
  mutating func removeAll() { entries = Buffer() }
}

extension EvaluatorState {
  /// Whether what runs now is to be counted.
  var countsRuns: Bool { settings.measuresRuns && !runCounts.isPaused }

  /// Counts a run of a node.
  mutating func noteRun(of slot: UInt32, _ nanoseconds: UInt64) { runCounts.note(topology.id(of: slot), nanoseconds) }
}

extension Evaluator {
  /// Runs a node as `runSpecially` does, and counts and measures that where it is asked for.
  ///
  /// What was measured includes a look at the inputs of a node that may lack one, and so some ten nanoseconds.
  @inline(never)
  func runCounted(_ node: UInt32, logCount: Int) -> RunResult {
    guard state.countsRuns else { return runSpecially(node, logCount: logCount) }
    let clock = state.settings.costClock
    let start = clock?() ?? HeavyClock.now()
    let result = runSpecially(node, logCount: logCount)
    let nanoseconds = clock.map { $0() &- start } ?? HeavyClock.duration(since: start)
    guard let outcome = result.entry?.outcome, outcome == .changed || outcome == .cutOff,
      state.nodes.status[node].isDisjoint(with: [.isSwitched, .isSource])
    else { return result }
    state.noteRun(of: node, nanoseconds)
    return result
  }
}

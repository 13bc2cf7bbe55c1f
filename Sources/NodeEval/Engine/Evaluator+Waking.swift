// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Runs the consumers of a source whose value is news, and whom they wake.
  @inline(__always)
  func wake(_ consumers: ConsumerList) {
    if consumers.isSingle { runAlone(consumers.first) } else { wakeAll(consumers) }
  }

  @inline(never)
  private func wakeAll(_ consumers: ConsumerList) {
    markConsumers(consumers)
    settle()
  }

  /// Runs a node while nothing else is pending, and whom it wakes: a wave has more to prepare than one node to do.
  @inline(never)
  func runAlone(_ node: UInt32) {
    guard box.value.status[node] == 0, box.value.unfinished.isEmpty, !box.value.isWatched else {
      mark(node)
      return settle()
    }
    let record = box.value.topology.records[node]
    box.value.phase = .evaluating
    let outcome: Outcome
    do {
      let outputs = try call(record)
      outcome = Outcome(outputs: outputs, entry: outputs == 0 ? node | LogEntry.cutOff : node)
    } catch {
      outcome = fail(node, with: error)
    }
    box.value.log.append(outcome.entry)
    box.value.phase = .idle
    if outcome.outputs != 0, record.consumers.count > 0 { wakeAll(record.consumers) }
  }
}

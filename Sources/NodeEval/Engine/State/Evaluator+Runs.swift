// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How often the code of a node has run, and how long that took (see ``Evaluator/measuresRuns``).
public struct RunStatistics: Hashable, Sendable {
  /// How often it has run since runs are measured.
  public let count: Int
  /// How long the last run took; zero if there was none.
  public let lastDuration: Duration

  init(count: Int = 0, lastDuration: Duration = .zero) {
    self.count = count
    self.lastDuration = lastDuration
  }
}

/// Counting and measuring the runs of nodes.
extension Evaluator {
  /// Whether runs of nodes are counted and measured: for editors that show it on nodes, and to find the node that is slow.
  ///
  /// ```swift
  /// evaluator.measuresRuns = true
  /// evaluator.set(price, to: 25)
  /// evaluator.runs(of: total.node)        // 1 run, 40 ns
  /// ```
  ///
  /// It is off by default and then has no cost. While it is on, each run takes some 60 ns more, each node takes 16 bytes, and no
  /// plans are used (see ``planLimit``). Setting it to `false` forgets all counts.
  ///
  /// - Complexity: O(1).
  public var measuresRuns: Bool {
    get { state.settings.measuresRuns }
    set {
      requireIdle()
      state.settings.measuresRuns = newValue
      state.reach.flights.measuresRuns = newValue
      if !newValue { state.nodes.runCounts.removeAll() }
    }
  }

  /// How often the code of a node has run since runs are measured, and how long the last run took.
  ///
  /// A run counts whether it results in another value, the same value or an error. Nodes that are set, blocked, muted, bypassed or
  /// deferred do not run. Asynchronous code counts when its result is landed, with the time it took without debouncing; code whose
  /// result is not needed any more doesn't count. Undo and redo run no nodes and leave counts unchanged. Runs for a ``Fork`` are
  /// not counted. When threads have run several heavy nodes in one go, each node is counted with its share of the time.
  ///
  /// - Parameter node: A node of this evaluator. Those in groups are nodes like others.
  /// - Returns: What was counted; `nil` if the node doesn't exist, for an instance, and where runs are not measured.
  /// - Complexity: O(1).
  public func runs(of node: NodeID) -> RunStatistics? {
    guard measuresRuns, state.topology.isLive(node) else { return nil }
    return state.nodes.runCounts.statistics(of: node)
  }
}

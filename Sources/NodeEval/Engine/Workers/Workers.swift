// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many threads evaluate nodes.
public struct Workers: Hashable, Sendable {
  /// How many threads run nodes at the same time, including that of the edit.
  let threadCount: Int
  /// Whether threads are used even if that does not pay. For tests.
  let isForced: Bool
  /// Whether heavy nodes are distinguished from others. Stored, because each evaluation tests it.
  let areOn: Bool

  private init(threadCount: Int, isForced: Bool = false) {
    self.threadCount = max(1, threadCount)
    self.isForced = isForced
    areOn = threadCount > 1 || isForced
  }

  /// Everything runs on the thread of the edit. The default.
  public static var none: Workers { Workers(threadCount: 1) }

  /// At most `count` threads, including that of the edit, and not more than the machine has cores.
  ///
  /// - Parameter count: The number of threads; with 1 or less everything runs on the thread of the edit.
  /// - Returns: The limit.
  public static func upTo(_ count: Int) -> Workers {
    Workers(threadCount: min(count, coreCount))
  }

  /// How many cores the machine has.
  package static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Exactly `count` threads, whatever the machine has, even if that does not pay.
  package static func exactly(_ count: Int) -> Workers { Workers(threadCount: count, isForced: true) }
}

extension Evaluator {
  /// How many threads evaluate nodes that don't depend on each other: heavy ones (see ``NodeCost``), and thousands of cheap ones
  /// of a kind.
  ///
  /// ```swift
  /// evaluator.workers = .upTo(4)
  /// ```
  ///
  /// Cheap nodes are shared when the same sources are given values again and again and a good part of the nodes that they reach
  /// run, so that these run level by level and kind by kind (``PlanStatistics/shared``). It must save some 20 µs an edit. Only kinds with
  /// ``NodeCost/automatic`` are shared.
  ///
  /// All other work stays on the thread of the edit, which waits until all nodes have run: it marks what a change reaches,
  /// keeps the log and the history, and calls observers. Receipts, values, failures and undo do not depend on the number of
  /// threads. Code that runs on other threads is always `@Sendable`: that of kinds, and that of ``node(_:_:cost:evaluate:)``. A
  /// node made of another closure never leaves its thread.
  ///
  /// The threads sleep between evaluations, and end with the evaluator or when this property changes.
  ///
  /// - Precondition: No edit is under way, and no node's code is running, when it is set.
  /// - Complexity: O(nodes) to change it.
  public var workers: Workers {
    get { state.kernels.heavyKinds.workers }
    set {
      requireIdle()
      require(state.activity.editDepth == 0, "the workers must be changed between edits")
      guard newValue != workers else { return }
      ahead.value.endThreads()
      state.kernels.heavyKinds.workers = newValue
      state.markHeavyNodes { _ in true }
    }
  }

  /// A clock, in nanoseconds, that replaces the system's when code is measured on the thread of the edit. For tests.
  package var costClock: (() -> UInt64)? {
    get { state.settings.costClock }
    set { state.settings.costClock = newValue }
  }

  /// Whether the kind of a node counts as heavy.
  package func isHeavy(_ node: NodeID) -> Bool { state.nodes.status[node.slot].contains(.isHeavy) }

  /// How many groups of heavy nodes were evaluated together, and how many nodes were in them.
  package var batchCounts: (batches: Int, nodes: Int) { (ahead.value.batchCount, ahead.value.memberCount) }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import TestSupport

/// The runs of asynchronous code that an evaluator has started. They don't run by themselves: a test has them run, in the
/// order that it chooses.
package final class LateRuns {
  private var operations: [@Sendable () async -> Void] = []

  package init(of evaluator: Evaluator) {
    // The evaluator may outlive whoever holds this; it is not held in turn.
    evaluator.makeTask = { [self] operation in
      operations.append(operation)
      return Task {}
    }
  }

  /// How many have not been run, superseded and cancelled ones among them.
  package var count: Int { operations.count }

  /// Runs the one that was started first, or at an index.
  package func run(_ index: Int = 0) async { await operations.remove(at: index)() }

  /// Runs all, those included that are started meanwhile.
  package func runAll() async {
    while !operations.isEmpty { await run() }
  }

  /// Runs some of them, in any order.
  package func runSome(_ random: inout SplitMix64) async {
    while !operations.isEmpty, !random.oneIn(4) { await run(random.below(operations.count)) }
  }
}

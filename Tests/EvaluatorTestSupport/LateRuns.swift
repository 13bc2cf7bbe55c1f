// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import TestSupport

/// The runs of asynchronous code that an evaluator has started. They don't run by themselves: a test runs them in the order that
/// it chooses.
package final class LateRuns {
  private var operations: [@Sendable () async -> Void] = []

  package init(of evaluator: Evaluator) {
    // Captures `self` strongly, because the evaluator may outlive the test's reference. This makes no retain cycle: this
    // object does not hold the evaluator.
    evaluator.makeTask = { [self] operation in
      operations.append(operation)
      return Task {}
    }
  }

  /// The number of runs that have not been run, including superseded and cancelled ones.
  package var count: Int { operations.count }

  /// Runs the oldest run, or the one at an index.
  package func run(_ index: Int = 0) async { await operations.remove(at: index)() }

  /// Runs all runs, including those that are started in the meantime.
  package func runAll() async {
    while !operations.isEmpty { await run() }
  }

  /// Runs some of the runs, in any order.
  package func runSome(_ random: inout SplitMix64) async {
    while !operations.isEmpty, !random.oneIn(4) { await run(random.below(operations.count)) }
  }
}

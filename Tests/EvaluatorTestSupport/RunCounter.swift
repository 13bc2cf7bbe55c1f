// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts how often the bodies of an evaluator ran.
package final class RunCounter: Sendable {
  private let runs = Atomic<Int>(0)

  package init() {}

  package var count: Int { runs.load(ordering: .relaxed) }

  package func add() { runs.add(1, ordering: .relaxed) }
}

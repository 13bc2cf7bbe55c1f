// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Counts how often the bodies of an evaluator ran.
package final class RunCounter: Sendable {
  private let runs = Atomic<Int>(0)
  private let runsElsewhere = Atomic<Int>(0)
  private let home = pthread_self().hashValue

  package init() {}

  package var count: Int { runs.load(ordering: .relaxed) }

  /// How many runs there were on other threads than the one that made the counter.
  package var countElsewhere: Int { runsElsewhere.load(ordering: .relaxed) }

  package func add() {
    runs.add(1, ordering: .relaxed)
    if pthread_self().hashValue != home { runsElsewhere.add(1, ordering: .relaxed) }
  }
}

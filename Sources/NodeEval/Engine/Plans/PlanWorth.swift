// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Decides whether a plan pays.
///
/// Making a plan costs some nanoseconds for each of its entries, and each entry that a replay runs saves some: a few if the
/// graph fits in the cache, dozens if it does not. So a plan is made once it would have saved, in the evaluations that ran
/// without it, about the time that making it takes. Plans that were dropped before they paid double the
/// price of the next ones; plans that paid halve it. In a graph whose structure changes between any two evaluations, plans soon
/// are not made any more.
package struct PlanWorth {
  /// Graphs of fewer nodes fit into the cache.
  static let leastScattered = 1 << 14
  /// The greatest factor by which the price grows.
  package static let greatestFactor = 1 << 10

  package private(set) var factor = 1

  package init() {}

  /// The nanoseconds saved for each entry that a replay runs.
  private static func gain(nodeCount: Int) -> Int { nodeCount < leastScattered ? 2 : 30 }

  /// The nanoseconds that an entry costs when its plan is made.
  private static func price(nodeCount: Int) -> Int { nodeCount < leastScattered ? 30 : 100 }

  /// How many entries a plan may have that would have replaced this many runs.
  package func entries(forRuns runs: Int, nodeCount: Int) -> Int {
    runs * Self.gain(nodeCount: nodeCount) / (Self.price(nodeCount: nodeCount) * factor)
  }

  /// Adjusts the price after plans were dropped.
  package mutating func settle(entries: Int, runs: Int, nodeCount: Int) {
    guard entries > 0 else { return }
    let hasPaid = runs * Self.gain(nodeCount: nodeCount) >= entries * Self.price(nodeCount: nodeCount)
    factor = hasPaid ? max(1, factor / 2) : min(factor * 2, Self.greatestFactor)
  }
}

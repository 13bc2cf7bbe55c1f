// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether a plan pays.
///
/// Making one costs so many nanoseconds for each of its entries, and each entry that a replay runs saves some: a few where the
/// graph lies in the cache, dozens where it does not. So a plan is made when what has run without one would have paid for it,
/// and costs at most about as much as it was going to save. Plans that were dropped before they paid double the price of the
/// next ones, those that paid halve it: a graph whose structure changes between any two evaluations is soon left alone.
package struct PlanWorth {
  /// Graphs of fewer nodes fit into the cache.
  static let leastScattered = 1 << 14
  /// The price is at most so many times the first.
  package static let greatestFactor = 1 << 10

  package private(set) var factor = 1

  package init() {}

  /// Nanoseconds saved for each entry that a replay runs.
  private static func gain(nodeCount: Int) -> Int { nodeCount < leastScattered ? 2 : 30 }

  /// Nanoseconds that an entry costs when its plan is made.
  private static func price(nodeCount: Int) -> Int { nodeCount < leastScattered ? 30 : 100 }

  /// How many entries a plan may have that stands for so many runs.
  package func entries(forRuns runs: Int, nodeCount: Int) -> Int {
    runs * Self.gain(nodeCount: nodeCount) / (Self.price(nodeCount: nodeCount) * factor)
  }

  /// Learns from plans that are dropped.
  package mutating func settle(entries: Int, runs: Int, nodeCount: Int) {
    guard entries > 0 else { return }
    let hasPaid = runs * Self.gain(nodeCount: nodeCount) >= entries * Self.price(nodeCount: nodeCount)
    factor = hasPaid ? max(1, factor / 2) : min(factor * 2, Self.greatestFactor)
  }
}

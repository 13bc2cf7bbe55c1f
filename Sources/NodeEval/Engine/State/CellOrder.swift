// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Decides when values are moved, and into which order: that in which an evaluation without a plan runs nodes, or that of a dense plan.
///
/// Moving all values costs as much as dozens of evaluations, and what suits one kind of evaluation slows the other down. So values
/// are moved away from the order of levels, and into it, only after several evaluations would have gained. That number doubles
/// with each move into the order of levels.
struct CellOrder {
  /// An order of the nodes of a graph.
  enum Kind {
    /// By rank.
    case ranks
    /// That of a dense plan, identified by its number; other nodes come first.
    case levels(Int)
  }

  /// The order to establish once the edit under way is remembered.
  private(set) var due: Kind?
  private var isByLevel = false
  /// How many evaluations found values scattered since they were moved.
  private var scattered = (byRank: 0, byLevel: 0)
  private var patience = 8

  /// The number of nodes from which values are moved automatically: smaller graphs fit into caches. Low in debug builds, so that
  /// tests of small graphs cover it.
  static var leastNodes: Int {
    #if DEBUG
      1 << 5
    #else
      1 << 16
    #endif
  }

  /// Compares the places of values of nodes that run one after the other.
  ///
  /// - Parameters:
  ///   - count: The number of nodes.
  ///   - distance: The number of cells.
  ///   - place: Gets an index, and returns the first cell of that node, and the number of its cells.
  /// - Returns: Whether most of some samples are further apart than that.
  /// - Complexity: O(1).
  static func isScattered(_ count: Int, isFar distance: Int, _ place: (Int) -> (cell: UInt32, words: UInt32)) -> Bool {
    let samples = min(count - 1, 256)
    if samples <= 0 { return false }
    let apart = (0..<samples).count { sample in
      let index = sample * ((count - 1) / samples)
      let (one, next) = (place(index), place(index + 1))
      return abs(Int(next.cell) - Int(one.cell) - Int(one.words)) > distance
    }
    return apart > samples / 2
  }

  /// Notes that an evaluation of most of the graph found values scattered. Returns whether they are to be moved.
  mutating func noteScatter(for kind: Kind) -> Bool {
    switch kind {
    case .ranks:
      scattered.byRank += 1
      return !isByLevel || scattered.byRank >= patience
    case .levels:
      scattered.byLevel += 1
      return scattered.byLevel >= patience
    }
  }

  /// Defers a move until the edit under way is remembered.
  mutating func `defer`(_ kind: Kind) { due = kind }

  /// Returns and clears the order of a deferred move.
  mutating func takeDue() -> Kind? {
    defer { due = nil }
    return due
  }

  /// Notes that values were moved.
  mutating func noteMove(isByLevel: Bool) {
    scattered = (0, 0)
    self.isByLevel = isByLevel
    if isByLevel, patience < 1 << 20 { patience *= 2 }
  }
}

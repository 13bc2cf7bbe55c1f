// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How many nodes have run after which sources since plans were dropped. Used to find the sources for which a plan pays.
///
/// Only few sets of sources are known at a time. One that is displaced by another starts from zero again, which only delays its
/// plan.
struct PlanCandidates {
  /// The number of runs that one source, or set of sources, has caused, and when a plan for it is tried again.
  private struct Credit: BitwiseCopyable {
    private(set) var runs: UInt32 = 0
    /// The number of runs from which a plan is tried again: twice as many as when it could not be made.
    private var enough: UInt32 = 0
    /// The last bits of the wiring version for which no plan is tried again; 0 if there is none.
    private var finalVersion: UInt32 = 0

    /// Notes runs. Returns their total, or 0 if no plan is to be tried yet.
    mutating func earn(_ more: Int, _ version: Int) -> Int {
      runs = UInt32(clamping: Int(runs) + more)
      return runs >= enough && finalVersion != Self.bits(of: version) ? Int(runs) : 0
    }

    mutating func noteFailure(lastsFor version: Int?) {
      finalVersion = version.map(Self.bits) ?? 0
      enough = UInt32(clamping: 2 * Int(runs))
    }

    private static func bits(of version: Int) -> UInt32 { UInt32(truncatingIfNeeded: version) | 1 << 31 }
  }

  private struct Single: BitwiseCopyable {
    var slot = NodeRecord.none
    /// The epoch that the credit belongs to. It is void in others.
    var epoch: UInt32 = 0
    var credit = Credit()
  }

  /// Several sources in the order in which they were given values, identified by a hash. A collision makes a plan earlier or
  /// later, but never a wrong one.
  private struct Several: BitwiseCopyable {
    let hash: UInt64
    var credit = Credit()
  }

  /// Single sources, by a few bits of their slots. The number of elements grows with the graph.
  private var singles: [Single] = []
  private var sets: [Several] = []
  private var epoch: UInt32 = 0

  private static let singleCounts = 64...(1 << 16)
  private static let greatestSets = 4

  /// Notes that nodes ran after an edit gave sources values, in a graph of this many nodes and this wiring.
  ///
  /// - Returns: How many nodes have run after the same sources; 0 if a plan was tried for them and is not to be tried again
  ///   yet.
  mutating func earn(_ log: borrowing EditLog, runs: Int, nodeCount: Int, version: Int) -> Int {
    if singles.isEmpty || nodeCount > 64 * singles.count { makeRoom(nodeCount) }
    return change(log) { $0.earn(runs, version) }
  }

  /// Notes that no plan was made: it would have had more entries than these runs pay for, or no plan pays while the wiring has
  /// the given version.
  mutating func noteFailure(_ log: borrowing EditLog, lastsFor version: Int?) {
    change(log) { $0.noteFailure(lastsFor: version) }
  }

  private mutating func makeRoom(_ nodeCount: Int) {
    let count = min(max(nodeCount / 16, Self.singleCounts.lowerBound), Self.singleCounts.upperBound)
    guard count > singles.count else { return }
    singles = Array(repeating: Single(), count: 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount))
  }

  private mutating func change<Result>(_ log: borrowing EditLog, _ body: (inout Credit) -> Result) -> Result {
    guard log.givenCount == 1 else { return body(&sets[indexOfSet(log)].credit) }
    let slot = log.entries[0].slot
    let place = Int((slot &* 0x9E37_79B1) >> 8) & (singles.count - 1)
    if singles[place].slot != slot || singles[place].epoch != epoch {
      singles[place] = Single(slot: slot, epoch: epoch)
    }
    return body(&singles[place].credit)
  }

  private mutating func indexOfSet(_ log: borrowing EditLog) -> Int {
    var hash = UInt64(log.givenCount)
    for index in 0..<log.givenCount { hash = (hash ^ UInt64(log.entries[index].slot)) &* 0x9E37_79B9_7F4A_7C15 }
    if let index = sets.firstIndex(where: { $0.hash == hash }) { return index }
    // Sets that come only once allocate no memory.
    if sets.capacity < Self.greatestSets { sets.reserveCapacity(Self.greatestSets) }
    if sets.count == Self.greatestSets { sets.removeLast() }
    sets.insert(Several(hash: hash), at: 0)
    return 0
  }

  /// Forgets all credits. Complexity: O(1).
  mutating func removeAll() {
    epoch &+= 1
    sets.removeAll(keepingCapacity: true)
  }
}

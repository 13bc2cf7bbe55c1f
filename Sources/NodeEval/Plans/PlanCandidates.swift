// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What has run behind which sources since plans were dropped: those that a plan would pay for.
///
/// Few are known at a time. One that makes way for another begins anew, which costs no more than a plan that comes later.
struct PlanCandidates {
  /// What is known of one.
  private struct Credit: BitwiseCopyable {
    private(set) var runs: UInt32 = 0
    /// How many runs there have to be before a plan is tried again: twice as many as when it was not made.
    private var enough: UInt32 = 0
    /// The wiring, its last bits, for which no plan is tried again at all; 0 if there is none.
    private var finalVersion: UInt32 = 0

    /// Notes runs. Returns how many there were, or 0 if so many were not enough.
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
    /// What it knows is of this time.
    var epoch: UInt32 = 0
    var credit = Credit()
  }

  /// Several sources in the order in which they were given values, by a hash: who takes one set for another makes a plan
  /// earlier, or later, and no wrong one.
  private struct Several: BitwiseCopyable {
    let hash: UInt64
    var credit = Credit()
  }

  /// Single sources, by a few bits of their slots: as many as there may be at work in a graph of its size.
  private var singles: [Single] = []
  private var sets: [Several] = []
  private var epoch: UInt32 = 0

  private static let singleCounts = 64...(1 << 16)
  private static let greatestSets = 4

  /// Notes runs behind what an edit has given values in a graph of so many nodes and this wiring.
  ///
  /// - Returns: How many have run behind the same sources; 0 if that was tried and is not enough.
  mutating func earn(_ log: borrowing EditLog, runs: Int, nodeCount: Int, version: Int) -> Int {
    if singles.isEmpty || nodeCount > 64 * singles.count { makeRoom(nodeCount) }
    return change(log) { $0.earn(runs, version) }
  }

  /// Notes that no plan was made: it would have had more entries than so many runs pay for, or none pays while the wiring is
  /// a version.
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
    // Nothing is allocated for sets that come once.
    if sets.capacity < Self.greatestSets { sets.reserveCapacity(Self.greatestSets) }
    if sets.count == Self.greatestSets { sets.removeLast() }
    sets.insert(Several(hash: hash), at: 0)
    return 0
  }

  /// Forgets all. Complexity: O(1).
  mutating func removeAll() {
    epoch &+= 1
    sets.removeAll(keepingCapacity: true)
  }
}

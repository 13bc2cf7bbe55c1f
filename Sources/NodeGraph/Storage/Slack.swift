// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// When a table is searched for unused room at its end.
///
/// A search passes the unused part of the table, and may find that something at the end is in use. It is then repeated
/// only once an eighth of the table was released since, or an eighth of what was in use is left. So an operation costs
/// amortised O(log size), mostly less, and a table of which little is left does not wait for many more releases.
package struct Slack: Sendable {
  /// What was in use when a search found nothing to give back, and what had been released until then.
  private var used = Int.max
  private var clock = 0

  package init() {}

  /// Whether to search a table.
  ///
  /// - Parameters:
  ///   - used: How many elements are in use.
  ///   - capacity: For how many there is room.
  ///   - stride: The bytes of one.
  ///   - clock: How much was released since the graph was made.
  /// - Returns: True if most of the table is unused, and it was not searched in vain shortly before.
  package func isWorthSearching(_ used: Int, of capacity: Int, stride: Int, clock: Int) -> Bool {
    GrowingMemory.isSparse(used, of: capacity, stride: stride)
      && (used <= self.used / 8 || clock - self.clock >= capacity / 8)
  }

  /// Notes that a search found something in use near the end.
  package mutating func searchedInVain(_ used: Int, clock: Int) { (self.used, self.clock) = (used, clock) }

  /// Notes that memory was given back.
  package mutating func reset() { self = Slack() }
}

/// Tables of the standard library: they keep their room when elements go.
extension Dictionary {
  /// Gives memory back if most of it is unused. Complexity: amortised O(1) where it is called after each removal.
  @inlinable
  package mutating func shrinkIfSparse() {
    guard GrowingMemory.isSparse(count, of: capacity, stride: MemoryLayout<Element>.stride) else { return }
    var smaller = Dictionary(minimumCapacity: GrowingMemory.capacity(ofSparse: count))
    for (key, value) in self { smaller[key] = value }
    self = smaller
  }
}

extension Array {
  /// Gives memory back if most of it is unused. Complexity: amortised O(1) where it is called after each removal.
  @inlinable
  package mutating func shrinkIfSparse() {
    guard GrowingMemory.isSparse(count, of: capacity, stride: MemoryLayout<Element>.stride) else { return }
    var smaller: [Element] = []
    smaller.reserveCapacity(GrowingMemory.capacity(ofSparse: count))
    smaller += self
    self = smaller
  }
}

extension Topology {
  /// Whether so much was removed since memory was given back last that there may be some. Asked when an edit ends that
  /// has removed something, and when steps were forgotten.
  @inlinable
  package var mayHaveSlack: Bool { @inline(__always) get { 2 * (clock - shrunkClock) > order.nodeCount } }

  /// Gives memory back that is not in use: that at the end of tables, where it is most of a table. What lies in front of
  /// something that is in use stays where it is, because ids name slots and nodes name arguments and cells.
  ///
  /// Nothing happens in the middle of an edit. Nobody has slots, cells or addresses of tables but of nodes that are there or can be
  /// brought back.
  ///
  /// - Returns: How many bytes were given back.
  @inline(never)
  package mutating func shrink() -> Int {
    if journal.isOpen { return 0 }
    let before = byteCount
    shrunkClock = clock
    freeSlots.shrink(&wiring.records, clock: clock)
    wiring.shrink(clock: clock)
    order.shrink(slots: wiring.records.count)
    return before - byteCount
  }
}

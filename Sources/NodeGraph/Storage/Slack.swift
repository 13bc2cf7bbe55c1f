// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Decides when a table is searched for unused memory at its end.
///
/// A search visits the unused part of the table, and may find that something at the end is in use. It is then repeated
/// only after an eighth of the table was released since, or once only an eighth of what was in use is left. An operation
/// therefore costs amortised O(log size), usually less, and an almost empty table doesn't wait for many more releases.
package struct Slack: Sendable {
  /// The elements in use at the last unsuccessful search, and the clock at that time.
  private var used = Int.max
  private var clock = 0

  package init() {}

  /// Returns whether to search a table.
  ///
  /// - Parameters:
  ///   - used: The number of elements in use.
  ///   - capacity: The number of elements the table has room for.
  ///   - stride: The bytes of one element.
  ///   - clock: The number of steps forgotten since the graph was made.
  /// - Returns: True if most of the table is unused, and no recent search was unsuccessful.
  package func isWorthSearching(_ used: Int, of capacity: Int, stride: Int, clock: Int) -> Bool {
    GrowingMemory.isSparse(used, of: capacity, stride: stride)
      && (used <= self.used / 8 || clock - self.clock >= capacity / 8)
  }

  /// Records that a search found something in use near the end.
  package mutating func searchedInVain(_ used: Int, clock: Int) { (self.used, self.clock) = (used, clock) }

  /// Records that memory was released.
  package mutating func reset() { self = Slack() }
}

/// Collections of the standard library keep their capacity when elements are removed.
extension Dictionary {
  /// Releases memory if most of it is unused. Complexity: amortised O(1) if it is called after each removal.
  @inlinable
  package mutating func shrinkIfSparse() {
    guard GrowingMemory.isSparse(count, of: capacity, stride: MemoryLayout<Element>.stride) else { return }
    var smaller = Dictionary(minimumCapacity: GrowingMemory.capacity(ofSparse: count))
    for (key, value) in self { smaller[key] = value }
    self = smaller
  }
}

extension Array {
  /// Releases memory if most of it is unused. Complexity: amortised O(1) if it is called after each removal.
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
  /// Whether so much was removed since memory was last released that some may be unused. Read at the end of an edit that has
  /// removed something, and after steps were forgotten.
  @inlinable
  package var mayHaveSlack: Bool { @inline(__always) get { 2 * (clock - shrunkClock) > order.nodeCount } }

  /// Releases unused memory at the end of tables, where it is most of a table. Unused memory before something in use stays,
  /// because ids name slots, and nodes name arguments and cells.
  ///
  /// Does nothing during an edit. Callers may hold slots, cells and addresses only of nodes that exist or can be restored.
  ///
  /// - Returns: The number of released bytes.
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

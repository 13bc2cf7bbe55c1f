// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// For each node the mark of the search side that reached it last; 0 if none has.
///
/// A search that is repeated keeps a mark for each slot. A search that runs once, on a graph that other code may read
/// concurrently, has a hash table that grows with what it reaches: marks for all slots would have to be cleared first,
/// which takes longer than most searches.
///
/// Invariants (see `checkInvariants`): the hash table has free places, and contains each slot once, where it is searched.
package struct SearchMarks: ~Copyable {
  private let isSparse: Bool
  /// The marks by slot.
  private var dense = Buffer<UInt32>()
  /// An open-addressing hash table: the slot plus one in the upper half, its mark in the lower half; 0 for a free place. A
  /// slot is at the place of its hash, or at the next free one.
  private var sparse = Buffer<UInt64>()
  private var sparseCount = 0
  /// The right shift that turns a slot's hash product into a place.
  private var shift: UInt64 = 64

  package init(isSparse: Bool) { self.isSparse = isSparse }

  /// Makes room for the marks of `slots` slots.
  package mutating func reserve(slots: Int) {
    if isSparse {
      if sparse.isEmpty { resize(bits: 6) }
    } else if dense.count < slots {
      dense.resize(to: slots, repeating: 0)
    }
  }

  /// Reduces the room to the marks of `slots` slots if most of it is then unused.
  mutating func shrink(slots: Int) { dense.shrink(to: slots) }

  /// Removes all marks.
  package mutating func removeAll() {
    for index in 0..<dense.count { dense[index] = 0 }
    for index in 0..<sparse.count { sparse[index] = 0 }
    sparseCount = 0
  }

  // Dense access needs this range check in any case, so that supporting the sparse table adds no cost to it.
  package subscript(slot: UInt32) -> UInt32 {
    @inline(__always) get {
      Int(slot) < dense.count ? dense[slot] : UInt32(truncatingIfNeeded: sparse[place(of: slot)])
    }
    @inline(__always) set {
      if Int(slot) < dense.count { dense[slot] = newValue } else { put(newValue, slot) }
    }
  }

  /// Returns the place of a slot, or the place where it would be inserted.
  private func place(of slot: UInt32) -> Int {
    // Fibonacci hashing with the bits of the golden ratio spreads adjacent slots.
    var place = Int(truncatingIfNeeded: (UInt64(slot) &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    while sparse[place] != 0, sparse[place] >> 32 != UInt64(slot) + 1 { place = (place + 1) & (sparse.count - 1) }
    return place
  }

  private mutating func put(_ mark: UInt32, _ slot: UInt32) {
    var place = place(of: slot)
    if sparse[place] == 0 {
      sparseCount += 1
      if sparseCount > sparse.count / 2 {
        resize(bits: 65 - shift)
        place = self.place(of: slot)
      }
    }
    sparse[place] = (UInt64(slot) + 1) << 32 | UInt64(mark)
  }

  private mutating func resize(bits: UInt64) {
    var old = Buffer<UInt64>()
    old.resize(to: 1 << Int(bits), repeating: 0)
    swap(&old, &sparse)
    shift = 64 - bits
    for index in 0..<old.count where old[index] != 0 {
      sparse[place(of: UInt32(truncatingIfNeeded: old[index] >> 32 - 1))] = old[index]
    }
  }

  /// The allocated bytes.
  var byteCount: Int { dense.byteCount + sparse.byteCount }

  /// Returns a sentence for each broken invariant. Complexity: O(places).
  package func checkInvariants() -> [String] {
    var broken: [String] = []
    var found = 0
    for index in 0..<sparse.count where sparse[index] != 0 {
      found += 1
      if place(of: UInt32(truncatingIfNeeded: sparse[index] >> 32 - 1)) != index {
        broken.append("a slot is stored where it is searched for, one at \(index) does not")
      }
    }
    if found != sparseCount { broken.append("the count is right: \(found) slots, not \(sparseCount)") }
    if isSparse, !sparse.isEmpty, 2 * found > sparse.count { broken.append("half of the places are free") }
    return broken
  }

  /// Moves a mark to a wrong place, for the test that checks that this is reported.
  package mutating func damage() {
    guard let used = (0..<sparse.count).first(where: { sparse[$0] != 0 }),
      let free = (used + 2..<sparse.count).first(where: { sparse[$0] == 0 })
    else { return }
    sparse[free] = sparse[used]
    sparse[used] = 0
  }
}

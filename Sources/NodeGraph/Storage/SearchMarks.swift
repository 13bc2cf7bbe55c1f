// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// For each node the side of a search that reached it last, as a number; 0 for none.
///
/// A search that is made again and again keeps a number for each slot. One that is made once, on a graph that others may
/// read at the same time, brings a table of its own that grows with what it reaches: numbers for all slots would have to
/// be cleared for it, which takes longer than most searches.
///
/// Invariants (see `checkInvariants`): the table has free places, and each slot in it once, where it is looked for.
package struct SearchMarks: ~Copyable {
  private let isSparse: Bool
  /// By slot.
  private var dense = Buffer<UInt32>()
  /// The slot, plus one, above its mark; 0 for a free place. A slot lies at the place that its bits name, or in the next
  /// free one.
  private var sparse = Buffer<UInt64>()
  private var sparseCount = 0
  /// How far the product of a slot is shifted to get a place.
  private var shift: UInt64 = 64

  package init(isSparse: Bool) { self.isSparse = isSparse }

  /// Makes room for marks of so many slots.
  package mutating func reserve(slots: Int) {
    if isSparse {
      if sparse.isEmpty { resize(bits: 6) }
    } else if dense.count < slots {
      dense.resize(to: slots, repeating: 0)
    }
  }

  /// Keeps room for marks of so many slots, if most of what there is isn't needed.
  mutating func shrink(slots: Int) { dense.shrink(to: slots) }

  /// Takes all marks away.
  package mutating func removeAll() {
    for index in 0..<dense.count { dense[index] = 0 }
    for index in 0..<sparse.count { sparse[index] = 0 }
    sparseCount = 0
  }

  // Whether there is a number for the slot is asked in any case, so that a table of its own costs the other kind nothing.
  package subscript(slot: UInt32) -> UInt32 {
    @inline(__always) get {
      Int(slot) < dense.count ? dense[slot] : UInt32(truncatingIfNeeded: sparse[place(of: slot)])
    }
    @inline(__always) set {
      if Int(slot) < dense.count { dense[slot] = newValue } else { put(newValue, slot) }
    }
  }

  /// Where a slot lies, or would.
  private func place(of slot: UInt32) -> Int {
    // The golden ratio's bits: what lies side by side is spread.
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

  /// The bytes it holds on to.
  var byteCount: Int { dense.byteCount + sparse.byteCount }

  /// The rules that are broken, as sentences. Complexity: O(places).
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

  /// Moves a mark to a place where it is not looked for, for the test that sees it reported.
  package mutating func damage() {
    guard let used = (0..<sparse.count).first(where: { sparse[$0] != 0 }),
      let free = (used + 2..<sparse.count).first(where: { sparse[$0] == 0 })
    else { return }
    sparse[free] = sparse[used]
    sparse[used] = 0
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The owners of cells. A cell is a word for a value (of an output, a literal or an input's default) or for the code of a
/// node. The evaluator stores the values.
///
/// Invariants (see `checkInvariants`): each cell has an entry for its owner; cells never handed out have no owner.
@usableFromInline
package struct CellTable: ~Copyable {
  /// Owners that are not nodes; their numbers are greater than all slots.
  package enum Owner {
    package static let none = UInt32.max - 0x1_0002
    package static let ofDefault = none + 1
    /// Owns the first word after the outputs of a node that has code of its own.
    static let ofCode = none + 2
    fileprivate static let firstLiteral = none + 3

    /// Returns the owner of literals of a type. There are at most 65,536 types.
    package static func ofLiteral(_ type: Int) -> UInt32 {
      precondition(type < 0x1_0000, "the literals of a graph have 65,536 types at most")
      return firstLiteral + UInt32(type)
    }
  }

  /// For each cell the slot of the node whose output it is, or a value of `Owner`.
  package var owners = Buffer<UInt32>()
  @usableFromInline var blocks = BlockAllocator()

  package init() {}

  /// The number of cell words, used or free.
  @inlinable package var end: Int { Int(blocks.end) }

  /// Reserves `words` adjacent cells for `owner` and returns the first.
  @inline(__always)
  package mutating func make(_ words: UInt32, for owner: UInt32) -> UInt32 {
    let start = blocks.allocate(words)
    if Int(blocks.end) > owners.count { owners.extend(to: Int(blocks.end), repeating: Owner.none) }
    if words == 1 {
      owners[start] = owner
    } else {
      for cell in start..<start + words { owners[cell] = owner }
    }
    return start
  }

  /// Returns the type number a literal's cell was made with; `nil` for other cells.
  package func literalType(of cell: UInt32) -> Int? {
    owners[cell] < Owner.firstLiteral ? nil : Int(owners[cell] - Owner.firstLiteral)
  }

  /// Calls `body` with the first word of the code of each node that has code of its own. Complexity: O(cells).
  func forEachCode(_ body: (_ cell: UInt32) -> Void) {
    for cell in 0..<UInt32(end) where owners[cell] == Owner.ofCode { body(cell) }
  }

  /// Frees cells. The caller destroys the values in them.
  mutating func release(_ start: UInt32, words: UInt32) {
    for cell in start..<start + words { owners[cell] = Owner.none }
    blocks.release(start, length: words)
  }

  /// Releases the cells at the end if most of the table is unused. Complexity: see `BlockAllocator.shrink`.
  mutating func shrink(clock: Int) {
    let stride = MemoryLayout<UInt32>.stride
    if let end = blocks.shrink(capacity: owners.capacity, stride: stride, clock: clock) { owners.truncate(to: end) }
  }

  /// Moves cells to other places, without gaps.
  mutating func move(by map: borrowing CellMap) {
    var moved = Buffer<UInt32>()
    moved.resize(to: Int(map.end), repeating: Owner.none)
    for cell in 0..<UInt32(end) where map.isPlaced(cell) { moved[map[cell]] = owners[cell] }
    swap(&owners, &moved)
    blocks = BlockAllocator(end: map.end)
  }

  /// Returns a copy with storage of its own.
  package func copy() -> CellTable {
    var result = CellTable()
    result.owners = owners.copy()
    result.blocks = blocks
    return result
  }

  /// The allocated bytes.
  package var byteCount: Int { owners.byteCount }

  /// Returns a sentence for each broken invariant. Complexity: O(cells).
  package func checkInvariants() -> [String] {
    guard end <= owners.count else { return ["each cell has an owner, \(end - owners.count) have none"] }
    var broken = blocks.checkInvariants("cells")
    for cell in end..<owners.count where owners[cell] != Owner.none {
      broken.append("free cells have no owner, \(cell) has")
    }
    return broken
  }
}

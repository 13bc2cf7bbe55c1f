// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whose the cells are. A cell is a word for a value: of an output, a literal, or the default of an input, or for the code of
/// a node. The values are the evaluator's.
///
/// Invariants (see `checkInvariants`): each cell has an owner; cells that were never handed out have no owner.
@usableFromInline
package struct CellTable: ~Copyable {
  /// Owners of cells that belong to no node; they are greater than all slots.
  package enum Owner {
    package static let none = UInt32.max - 0x1_0002
    package static let ofDefault = none + 1
    /// The first word behind the outputs of a node that has code of its own.
    static let ofCode = none + 2
    fileprivate static let firstLiteral = none + 3

    /// The owner of literals of a type, of which there are 65,536 at most.
    package static func ofLiteral(_ type: Int) -> UInt32 {
      precondition(type < 0x1_0000, "the literals of a graph have 65,536 types at most")
      return firstLiteral + UInt32(type)
    }
  }

  /// By cell the slot of the node whose output it is, or one of `Owner`.
  package var owners = Buffer<UInt32>()
  @usableFromInline var blocks = BlockAllocator()

  package init() {}

  /// How many words of cells there are, used or free.
  @inlinable package var end: Int { Int(blocks.end) }

  /// Reserves cells of `words` words for `owner`.
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

  /// The type of a literal's cell, as it was made; `nil` for other cells.
  package func literalType(of cell: UInt32) -> Int? {
    owners[cell] < Owner.firstLiteral ? nil : Int(owners[cell] - Owner.firstLiteral)
  }

  /// Calls `body` with the first word of each code. Complexity: O(cells).
  func forEachCode(_ body: (_ cell: UInt32) -> Void) {
    for cell in 0..<UInt32(end) where owners[cell] == Owner.ofCode { body(cell) }
  }

  /// Takes cells back. The values in them are the caller's to destroy.
  mutating func release(_ start: UInt32, words: UInt32) {
    for cell in start..<start + words { owners[cell] = Owner.none }
    blocks.release(start, length: words)
  }

  /// Gives the cells at the end back if most of the table is unused. Complexity: see `BlockAllocator.shrink`.
  mutating func shrink(clock: Int) {
    let stride = MemoryLayout<UInt32>.stride
    if let end = blocks.shrink(capacity: owners.capacity, stride: stride, clock: clock) { owners.truncate(to: end) }
  }

  /// Gives cells other places, without gaps.
  mutating func move(by map: borrowing CellMap) {
    var moved = Buffer<UInt32>()
    moved.resize(to: Int(map.end), repeating: Owner.none)
    for cell in 0..<UInt32(end) where map.isPlaced(cell) { moved[map[cell]] = owners[cell] }
    swap(&owners, &moved)
    blocks = BlockAllocator(end: map.end)
  }

  /// A copy with storage of its own.
  package func copy() -> CellTable {
    var result = CellTable()
    result.owners = owners.copy()
    result.blocks = blocks
    return result
  }

  /// The bytes it holds on to.
  package var byteCount: Int { owners.byteCount }

  /// The rules that are broken, as sentences. Complexity: O(cells).
  package func checkInvariants() -> [String] {
    guard end <= owners.count else { return ["each cell has an owner, \(end - owners.count) have none"] }
    var broken = blocks.checkInvariants("cells")
    for cell in end..<owners.count where owners[cell] != Owner.none {
      broken.append("free cells have no owner, \(cell) has")
    }
    return broken
  }
}

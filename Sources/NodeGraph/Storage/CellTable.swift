// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whose the cells are. A cell is a word for a value: of an output, a literal, or the default of an input. The values
/// are the evaluator's.
///
/// Invariants (see `checkInvariants`): each cell has an owner; cells that were never handed out have no owner.
@usableFromInline
package struct CellTable: ~Copyable {
  /// Owners of cells that belong to no node.
  package enum Owner {
    package static let ofDefault = UInt32.max
    package static let ofLiteral = UInt32.max - 1
    package static let none = UInt32.max - 2
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

  /// Takes cells back. The values in them are the caller's to destroy.
  mutating func release(_ start: UInt32, words: UInt32) {
    for cell in start..<start + words { owners[cell] = Owner.none }
    blocks.release(start, length: words)
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
    var broken: [String] = []
    for cell in end..<owners.count where owners[cell] != Owner.none {
      broken.append("free cells have no owner, \(cell) has")
    }
    return broken
  }
}

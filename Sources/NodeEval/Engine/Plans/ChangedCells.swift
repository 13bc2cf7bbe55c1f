// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A bit for each cell whose value changed in the current replay. Between replays no bit is set.
@safe
@usableFromInline
struct ChangedCells: ~Copyable {
  /// The bits. The number of words is a power of two, or zero. The last word never has a bit: `NodeRecord.none`, which is not a
  /// cell, maps to it.
  private var words = Buffer<UInt64>()

  /// Makes room for a number of cells.
  mutating func reserve(_ cells: Int) {
    let needed = (cells / 64 + 2).nextPowerOfTwo
    if words.count >= needed { return }
    words.removeAll()
    words.resize(to: needed, repeating: 0)
  }

  /// Clears all bits. Complexity: O(cells).
  mutating func removeAll() { unsafe words.base.update(repeating: 0, count: words.count) }

  var isEmpty: Bool { (0..<words.count).allSatisfy { words[$0] == 0 } }

  /// The number of words, of 64 cells each.
  var wordCount: Int { words.count }
}

/// Direct access to the words, for a loop that keeps their address in registers.
extension ChangedCells {
  @unsafe
  @frozen
  @usableFromInline
  struct Bits {
    @usableFromInline let words: UnsafeMutablePointer<UInt64>
    @usableFromInline let mask: UInt32

    @inline(__always)
    init(_ cells: borrowing ChangedCells) {
      unsafe words = cells.words.base
      unsafe mask = UInt32(cells.words.count) &- 1
    }

    /// The bit of a cell in the lowest position: 1 if it has changed. The other bits are undefined.
    @inlinable @inline(__always)
    func bit(of cell: UInt32) -> UInt64 { unsafe words[Int((cell &>> 6) & mask)] &>> UInt64(cell & 63) }

    /// Whether at least one of two cells has changed.
    @inlinable @inline(__always)
    func hasOne(of cells: (UInt32, UInt32)) -> Bool { unsafe (bit(of: cells.0) | bit(of: cells.1)) & 1 != 0 }

    /// Marks a cell as changed if the lowest bit of `isChanged` is set.
    @inlinable @inline(__always)
    func insert(_ cell: UInt32, if isChanged: UInt32) {
      unsafe words[Int((cell &>> 6) & mask)] |= UInt64(isChanged & 1) &<< UInt64(cell & 63)
    }

    /// Clears the bit of a cell.
    @inline(__always)
    func remove(_ cell: UInt32) { unsafe words[Int((cell &>> 6) & mask)] &= ~(1 << UInt64(cell & 63)) }

    /// Clears the whole word that holds the bit of a cell.
    @inline(__always)
    func removeWord(of cell: UInt32) { unsafe words[Int((cell &>> 6) & mask)] = 0 }
  }
}

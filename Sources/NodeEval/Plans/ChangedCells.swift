// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A bit for each cell whose value changed in the replay under way. Between replays none is set.
@safe
@usableFromInline
struct ChangedCells: ~Copyable {
  /// A power of two of them, or none. The last one never has a bit: `NodeRecord.none`, which is no cell, falls into it.
  private var words = Buffer<UInt64>()

  /// Makes room for so many cells.
  mutating func reserve(_ cells: Int) {
    let needed = (cells / 64 + 2).nextPowerOfTwo
    if words.count >= needed { return }
    words.removeAll()
    words.resize(to: needed, repeating: 0)
  }

  /// Forgets everything. Complexity: O(cells).
  mutating func removeAll() { unsafe words.base.update(repeating: 0, count: words.count) }

  var isEmpty: Bool { (0..<words.count).allSatisfy { words[$0] == 0 } }

  /// How many words there are of 64 cells.
  var wordCount: Int { words.count }
}

/// The words themselves, for a loop that keeps them in registers.
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

    /// 1 if a cell has changed, or else 0, in the lowest bit; the others mean nothing.
    @inlinable @inline(__always)
    func bit(of cell: UInt32) -> UInt64 { unsafe words[Int((cell &>> 6) & mask)] &>> UInt64(cell & 63) }

    /// Whether one of two has changed.
    @inlinable @inline(__always)
    func hasOne(of cells: (UInt32, UInt32)) -> Bool { unsafe (bit(of: cells.0) | bit(of: cells.1)) & 1 != 0 }

    /// Notes that a cell has changed if the lowest bit of `isChanged` says so.
    @inlinable @inline(__always)
    func insert(_ cell: UInt32, if isChanged: UInt32) {
      unsafe words[Int((cell &>> 6) & mask)] |= UInt64(isChanged & 1) &<< UInt64(cell & 63)
    }

    /// Forgets a cell.
    @inline(__always)
    func remove(_ cell: UInt32) { unsafe words[Int((cell &>> 6) & mask)] &= ~(1 << UInt64(cell & 63)) }

    /// Forgets a cell, and others that lie beside it.
    @inline(__always)
    func removeWord(of cell: UInt32) { unsafe words[Int((cell &>> 6) & mask)] = 0 }
  }
}

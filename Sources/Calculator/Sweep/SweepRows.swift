// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The set of rows in a summary, stored as few ranges for any number of rows, so that summaries of the same rows aren't joined.
///
/// Invariant: `pieces` are in the order of their rows, and no two neighbours are the halves of a larger piece.
struct SweepRows: Hashable, Sendable {
  /// The rows `index << level ..< (index + 1) << level`.
  struct Piece: Hashable, Sendable {
    let level: Int
    let index: Int
  }

  private(set) var pieces: [Piece] = []

  /// Adds a piece after all others.
  mutating func append(_ piece: Piece) {
    var piece = piece
    while let last = pieces.last, last.level == piece.level, last.index & 1 == 0, last.index + 1 == piece.index {
      pieces.removeLast()
      piece = Piece(level: last.level + 1, index: last.index >> 1)
    }
    pieces.append(piece)
  }

  /// Adds a row after all others.
  mutating func append(_ row: Int) { append(Piece(level: 0, index: row)) }

  /// Adds consecutive rows after all others. Complexity: O(log of their number)
  mutating func append(_ rows: Range<Int>) {
    var start = rows.lowerBound
    while start < rows.upperBound {
      let most = Int.bitWidth - 1 - (rows.upperBound - start).leadingZeroBitCount
      // Row 0 begins a piece of any level.
      let level = start == 0 ? most : min(most, start.trailingZeroBitCount)
      append(Piece(level: level, index: start >> level))
      start += 1 << level
    }
  }

  /// Adds the pieces of other rows. Returns `false` if some rows are in both.
  mutating func merge(_ other: SweepRows) -> Bool {
    let all = (pieces + other.pieces).sorted { ($0.index << $0.level) < ($1.index << $1.level) }
    for (left, right) in zip(all, all.dropFirst()) where (left.index + 1) << left.level > right.index << right.level {
      return false
    }
    pieces = []
    for piece in all { append(piece) }
    return true
  }
}

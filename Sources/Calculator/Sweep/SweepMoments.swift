// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Number, sum and sum of squared differences from the mean.
struct SweepMoments: Hashable, Sendable {
  var count = 0
  var sum = 0.0
  var squares = 0.0

  /// Both together (Chan, Golub and LeVeque 1979).
  static func + (left: SweepMoments, right: SweepMoments) -> SweepMoments {
    if left.count == 0 { return right }
    if right.count == 0 { return left }
    let (first, second) = (Double(left.count), Double(right.count))
    let difference = right.sum / second - left.sum / first
    return SweepMoments(
      count: left.count + right.count, sum: left.sum + right.sum,
      squares: left.squares + right.squares + difference * difference * (first * second / (first + second)))
  }
}

/// Moments of rows, always added in the same order: those of rows 2k and 2k + 1 first, then those of such pairs, and so on,
/// whichever part of a sweep came from where.
///
/// Invariant: `pieces` are in the order of their rows, and no two neighbours are the halves of one.
struct SweepMomentsTree: Hashable, Sendable {
  /// The moments of the rows `index << level ..< (index + 1) << level`.
  struct Piece: Hashable, Sendable {
    let level: Int
    let index: Int
    let moments: SweepMoments
  }

  private(set) var pieces: [Piece] = []

  /// Adds a piece behind all others.
  mutating func append(_ piece: Piece) {
    var piece = piece
    while let last = pieces.last, last.level == piece.level, last.index & 1 == 0, last.index + 1 == piece.index {
      pieces.removeLast()
      piece = Piece(level: last.level + 1, index: last.index >> 1, moments: last.moments + piece.moments)
    }
    pieces.append(piece)
  }

  /// Adds a row behind all others; without a value if it failed.
  mutating func append(_ value: Double?, row: Int) {
    let moments = value.map { SweepMoments(count: 1, sum: $0, squares: 0) } ?? SweepMoments()
    append(Piece(level: 0, index: row, moments: moments))
  }

  /// Joins the pieces of other rows; `false` if some rows are in both.
  mutating func merge(_ other: SweepMomentsTree) -> Bool {
    let all = (pieces + other.pieces).sorted { ($0.index << $0.level) < ($1.index << $1.level) }
    for (left, right) in zip(all, all.dropFirst()) where (left.index + 1) << left.level > right.index << right.level {
      return false
    }
    pieces = []
    for piece in all { append(piece) }
    return true
  }

  /// The moments of all rows.
  var total: SweepMoments { pieces.reversed().reduce(SweepMoments()) { $1.moments + $0 } }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The rows of a ``LaneList``, one after the other: what each shows in the columns of its lanes.
///
/// A row takes O(lanes); all of them together are never in memory.
struct LaneRows: Sequence, IteratorProtocol {
  /// What a row shows in the column of a lane.
  enum Mark: UInt8 {
    case empty, passed, source, reader, unreadSource, unreadReader, touched, ended
  }

  private let reads: [[Int]]
  /// The row that reads each last; -1 if none does.
  private let lastReader: [Int]
  private var columnOf: [Int]
  /// Whether a lane is alive in a column.
  private var isAlive: [Bool] = []
  private var row = 0

  /// Rows that read rows above them.
  init(_ reads: [[Int]]) {
    self.reads = reads
    var lastReader = Array(repeating: -1, count: reads.count)
    for (row, sources) in reads.enumerated() {
      for source in sources { lastReader[source] = row }
    }
    self.lastReader = lastReader
    columnOf = Array(repeating: -1, count: reads.count)
  }

  mutating func next() -> [Mark]? {
    guard row < reads.count else { return nil }
    defer { row += 1 }
    let sources = reads[row]
    var marks = isAlive.map { $0 ? Mark.passed : .empty }
    var own: Int?
    for source in sources {
      let column = columnOf[source]
      let ends = lastReader[source] == row
      marks[column] = ends ? .ended : .touched
      if ends {
        isAlive[column] = false
        own = Swift.min(own ?? column, column)
      }
    }
    // Only the lane of a value read for the last time makes way for its reader in the same row.
    let column = own ?? marks.firstIndex(of: .empty) ?? marks.count
    if column == marks.count {
      marks.append(.empty)
      isAlive.append(false)
    }
    columnOf[row] = column
    isAlive[column] = lastReader[row] > row
    marks[column] =
      switch (sources.isEmpty, isAlive[column]) {
      case (true, true): .source
      case (true, false): .unreadSource
      case (false, true): .reader
      case (false, false): .unreadReader
      }
    while isAlive.last == false { isAlive.removeLast() }
    while marks.last == .empty { marks.removeLast() }
    return marks
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The rows of a ``LaneList``, one after the other, with the marks in the columns of their lanes.
///
/// A row takes O(lanes). The rows are never in memory together.
struct LaneRows: Sequence, IteratorProtocol {
  /// The mark of a row in the column of a lane.
  enum Mark: UInt8 {
    case empty, passed, source, reader, unreadSource, unreadReader, touched, ended
  }

  private let reads: [[Int]]
  /// The last row that reads each row; -1 if none does.
  private let lastReader: [Int]
  private var columnOf: [Int]
  /// Whether the lane in each column is in use.
  private var isAlive: [Bool] = []
  private var row = 0

  /// Creates the rows, of which each reads rows above it.
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
    // A reader takes over the lane of a value only if no later row reads that value.
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

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Processes the elements of long lists in blocks. After each block it checks whether the evaluation has to stop. Lists of one
/// block are processed without that check.
enum ListBlocks {
  /// The number of elements of a block, which take some milliseconds at most.
  static let size = 1 << 16

  /// Throws if the evaluation is to stop.
  static func check() throws(ValueFailure) {
    do throws(InterruptionError) { try Evaluator.checkInterruption() } catch { throw .interrupted }
  }

  /// Makes a list of the lists that a closure makes for the ranges of blocks.
  ///
  /// - Parameters:
  ///   - count: The number of elements that the blocks divide.
  ///   - isFull: Whether the result has as many elements.
  ///   - part: Makes the elements for a range of indices.
  /// - Returns: The elements, in order.
  /// - Throws: What `part` throws, and ``ValueFailure/interrupted``.
  @inline(__always)
  static func map<Element>(
    _ count: Int, isFull: Bool = true, _ part: (Range<Int>) throws(ValueFailure) -> [Element]
  ) throws(ValueFailure) -> [Element] {
    if count <= size { return try part(0..<count) }
    var elements: [Element] = []
    if isFull { elements.reserveCapacity(count) }
    var start = 0
    while start < count {
      let end = min(start + size, count)
      elements += try part(start..<end)
      start = end
      try check()
    }
    return elements
  }

  /// The elements in ascending order.
  static func sorted<Element: Comparable>(_ list: [Element]) throws(ValueFailure) -> [Element] {
    if list.count <= size { return list.sorted() }
    var list = list
    var counter = Counter()
    do {
      try list.sort { left, right in
        try counter.step()
        return left < right
      }
    } catch {
      throw .interrupted
    }
    return list
  }

  /// Counts the steps of a loop, and asks after each block of them.
  struct Counter {
    private var left = size

    /// Counts steps. Throws if the evaluation is to stop.
    @inline(__always)
    mutating func step(by count: Int = 1) throws(ValueFailure) {
      left -= count
      if left <= 0 { try endBlock() }
    }

    @inline(never)
    private mutating func endBlock() throws(ValueFailure) {
      left = size
      try check()
    }
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Counts of numbers with equal sign, exponent and first ten bits of the significand.
///
/// The key of a bin consists of these bits of its numbers' magnitude, and is negative for negative numbers. The bins
/// of one exponent and sign form a page, so that a number is counted without hashing, and exponents without numbers
/// take no memory.
package struct QuantileBins: Sendable {
  private static let pageSize = 1 << 10
  private static let pageCount = 1 << 12
  private static let negative = 1 << 21

  /// The page with the counts of each sign and exponent; 0 if it has none. Empty until a number is counted.
  private var places: [UInt16] = []
  /// The counts, in pages. The first page is not used for numbers.
  private var counts: [Int] = []

  package init() {}

  package var isEmpty: Bool { counts.isEmpty }

  /// Counts a finite number.
  package mutating func add(_ number: Double) {
    let bits = Int(number.bitPattern >> 42)
    // Negative zero, and negative numbers whose only bits are later ones, count as positive.
    add(1, in: bits == Self.negative ? 0 : bits)
  }

  /// Adds a count to a bin. Returns `false`, without a change, if no finite number belongs to the bin.
  @discardableResult
  package mutating func add(_ count: Int, at key: Int) -> Bool {
    guard key.magnitude < 0x7ff << 10 else { return false }
    add(count, in: key < 0 ? Self.negative | -key : key)
    return true
  }

  private mutating func add(_ count: Int, in bin: Int) {
    if counts.isEmpty {
      places = Array(repeating: 0, count: Self.pageCount)
      counts = Array(repeating: 0, count: Self.pageSize)
    }
    let page = bin >> 10
    if places[page] == 0 {
      places[page] = UInt16(counts.count >> 10)
      counts.append(contentsOf: repeatElement(0, count: Self.pageSize))
    }
    counts[Int(places[page]) << 10 | bin & (Self.pageSize - 1)] += count
  }

  /// Adds the counts of other bins. Complexity: O(bins)
  package mutating func merge(_ other: QuantileBins) {
    for page in other.places.indices {
      for place in other.bins(of: page) { add(other.counts[place], in: page << 10 | place & (Self.pageSize - 1)) }
    }
  }

  /// The indices of a page's counts that are not 0.
  private func bins(of page: Int) -> [Int] {
    if places[page] == 0 { return [] }
    let start = Int(places[page]) << 10
    return (start..<start + Self.pageSize).filter { counts[$0] > 0 }
  }

  /// The bins with numbers, from the lowest to the highest. Complexity: O(bins)
  package var list: [(key: Int, count: Int)] {
    var list: [(key: Int, count: Int)] = []
    for page in places.indices.reversed() where page >= Self.pageCount / 2 {
      for place in bins(of: page).reversed() {
        let bin = page << 10 | place & (Self.pageSize - 1)
        list.append((Self.negative - bin, counts[place]))
      }
    }
    for page in places.indices where page < Self.pageCount / 2 {
      for place in bins(of: page) { list.append((page << 10 | place & (Self.pageSize - 1), counts[place])) }
    }
    return list
  }
}

extension QuantileBins: Equatable {
  package static func == (left: QuantileBins, right: QuantileBins) -> Bool {
    left.list.elementsEqual(right.list) { $0.key == $1.key && $0.count == $1.count }
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Quantiles of numbers that may be added in any parts: exact for up to ``exactLimit`` numbers; for more, with a
/// relative error below ``greatestError``, from counts by sign, exponent and ten bits of the significand.
struct SweepQuantiles: Sendable {
  /// The greatest number of numbers that are stored.
  static let exactLimit = 1 << 20
  /// The greatest relative error of a quantile of more numbers.
  static let greatestError = 0x1p-11

  /// The numbers in any order; empty if there are too many.
  private var values: [Double] = []
  private var bins = QuantileBins()
  private(set) var total = 0

  init() {}

  /// Creates quantiles from numbers that were written as text.
  init(values: [Double]) { add(contentsOf: values) }

  /// Creates quantiles from counts that were written as text; `nil` if a bin can't contain numbers.
  init?(counts: [Int: Int]) {
    for (key, count) in counts {
      guard bins.add(count, at: key) else { return nil }
      total += count
    }
  }

  /// Whether all numbers are stored.
  var isExact: Bool { bins.isEmpty }

  /// The counts of numbers in bins, from the lowest to the highest; empty if all numbers are stored.
  var counts: [(key: Int, count: Int)] { bins.list }

  /// The stored numbers in ascending order. Complexity: O(n)
  var sorted: [Double] { NumberSort.ascending(values) }

  mutating func add(_ value: Double) {
    total += 1
    if bins.isEmpty, total <= Self.exactLimit {
      values.append(value)
    } else {
      spill()
      bins.add(value)
    }
  }

  /// Adds numbers. Complexity: O(numbers)
  mutating func add(contentsOf numbers: [Double]) {
    total += numbers.count
    if bins.isEmpty, total <= Self.exactLimit {
      values += numbers
    } else {
      spill()
      for number in numbers { bins.add(number) }
    }
  }

  mutating func merge(_ other: SweepQuantiles) {
    total += other.total
    if isExact, other.isExact, total <= Self.exactLimit {
      values += other.values
      return
    }
    spill()
    for value in other.values { bins.add(value) }
    bins.merge(other.bins)
  }

  private mutating func spill() {
    for value in values { bins.add(value) }
    values = []
  }

  /// The values at some percentages of the way from the least to the greatest, in ascending order. The value at 50
  /// percent is equal to `median()`.
  ///
  /// - Complexity: O(n + bins).
  func values(atPercents percents: [Int], least: Double, greatest: Double) -> [Double] {
    if isExact { return OrderStatistics.values(at: percents, of: 100, in: values) }
    var result: [Double] = []
    var seen = 0
    for (key, number) in counts {
      seen += number
      while result.count < percents.count, seen * 100 >= percents[result.count] * total {
        let low = Double(bitPattern: UInt64(key.magnitude) << 42)
        // The lowest exponent stands for zero.
        let middle = key.magnitude < 1 << 10 ? 0 : low * (1 + Self.greatestError)
        result.append(min(greatest, max(least, key < 0 ? -middle : middle)))
      }
    }
    while result.count < percents.count { result.append(greatest) }
    return result
  }
}

extension SweepQuantiles: Hashable {
  static func == (left: SweepQuantiles, right: SweepQuantiles) -> Bool {
    left.total == right.total && left.bins == right.bins && left.sorted == right.sorted
  }

  func hash(into hasher: inout Hasher) { hasher.combine(total) }
}

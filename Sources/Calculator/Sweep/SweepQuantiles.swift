// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Quantiles of numbers, from whatever parts they came: exact ones of up to ``exactLimit`` numbers, and of more with an error
/// below ``greatestError`` of their size, from counts by sign, exponent and ten bits of the significand.
struct SweepQuantiles: Sendable {
  /// How many numbers are kept.
  static let exactLimit = 1 << 20
  /// How far a quantile of more numbers may be from the exact one, as a part of it.
  static let greatestError = 0x1p-11

  /// The numbers in no order; none if there are too many.
  private var values: [Double] = []
  private(set) var counts: [Int: Int] = [:]
  private(set) var total = 0

  init() {}

  /// Numbers that were written.
  init(values: [Double]) { for value in values { add(value) } }

  /// Counts that were written.
  init(counts: [Int: Int]) {
    self.counts = counts
    total = counts.values.reduce(0, +)
  }

  /// Whether all numbers are kept.
  var isExact: Bool { counts.isEmpty }

  /// The numbers that are kept, in ascending order. Complexity: O(n log n)
  var sorted: [Double] { values.sorted() }

  mutating func add(_ value: Double) {
    total += 1
    if counts.isEmpty, total <= Self.exactLimit {
      values.append(value)
    } else {
      spill()
      count(value)
    }
  }

  mutating func merge(_ other: SweepQuantiles) {
    total += other.total
    if isExact, other.isExact, total <= Self.exactLimit {
      values += other.values
      return
    }
    spill()
    for value in other.values { count(value) }
    for (key, number) in other.counts { counts[key, default: 0] += number }
  }

  private mutating func count(_ value: Double) {
    let bits = Int(value.magnitude.bitPattern >> 42)
    counts[value < 0 ? -bits : bits, default: 0] += 1
  }

  private mutating func spill() {
    for value in values { count(value) }
    values = []
  }

  /// The values at these percents of the way from the least to the greatest, in ascending order. The median is that of
  /// `median()`.
  ///
  /// - Complexity: O(n log n), of counts O(bins log bins).
  func values(atPercents percents: [Int], least: Double, greatest: Double) -> [Double] {
    if isExact {
      let sorted = sorted
      return percents.map { OrderStatistics.value(at: $0, of: 100, in: sorted) }
    }
    var result: [Double] = []
    var seen = 0
    for (key, number) in counts.sorted(by: { $0.key < $1.key }) {
      seen += number
      while result.count < percents.count, seen * 100 >= percents[result.count] * total {
        let low = Double(bitPattern: UInt64(key.magnitude) << 42)
        // The lowest exponent is that of zero.
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
    left.total == right.total && left.counts == right.counts && left.sorted == right.sorted
  }

  func hash(into hasher: inout Hasher) { hasher.combine(total) }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A histogram of at most 32 bars, whose width is the least power of two that is sufficient for the values. So the
/// bars of parts can be joined to the bars of the whole, and the result depends only on the values.
struct SweepHistogram: Hashable, Sendable {
  static let barLimit = 32

  /// The exponent of the width of a bar.
  private(set) var exponent = Int.min
  /// The number of values in `index × width ..< (index + 1) × width`.
  private(set) var bars: [Int: Int] = [:]
  private var least = Double.infinity
  private var greatest = -Double.infinity

  init() {}

  /// Creates a histogram that was written as text.
  init(exponent: Int, bars: [Int: Int], least: Double, greatest: Double) {
    self.exponent = exponent
    self.bars = bars
    self.least = least
    self.greatest = greatest
  }

  mutating func add(_ value: Double) {
    widen(least: value, greatest: value)
    bars[Self.index(value, exponent), default: 0] += 1
  }

  /// Adds numbers whose least and greatest are known. Complexity: O(numbers)
  mutating func add(contentsOf values: [Double], least low: Double, greatest high: Double) {
    widen(least: low, greatest: high)
    let scaling = Scaling(exponent)
    let lowest = scaling.index(low)
    var counts = Array(repeating: 0, count: Self.barLimit)
    for value in values { counts[scaling.index(value) &- lowest] &+= 1 }
    for (index, count) in counts.enumerated() where count > 0 { bars[lowest + index, default: 0] += count }
  }

  mutating func merge(_ other: SweepHistogram) {
    if other.bars.isEmpty { return }
    widen(least: other.least, greatest: other.greatest)
    for (index, count) in other.bars { bars[Self.shifted(index, by: exponent - other.exponent), default: 0] += count }
  }

  private mutating func widen(least low: Double, greatest high: Double) {
    if low >= least && high <= greatest { return }
    least = min(least, low)
    greatest = max(greatest, high)
    let magnitude = max(abs(least), abs(greatest))
    // The index of a bar is a whole number, small enough to be exact.
    var wider = max(magnitude == 0 ? -1022 : Int(magnitude.exponent) - 50, -1022)
    if exponent > wider { wider = exponent }
    while Self.index(greatest, wider) - Self.index(least, wider) >= Self.barLimit { wider += 1 }
    if wider == exponent { return }
    if !bars.isEmpty {
      var joined: [Int: Int] = [:]
      for (index, count) in bars { joined[Self.shifted(index, by: wider - exponent), default: 0] += count }
      bars = joined
    }
    exponent = wider
  }

  private static func index(_ value: Double, _ exponent: Int) -> Int { Scaling(exponent).index(value) }

  /// Finds the bars of values, which are less than 2⁵¹ widths from zero.
  private struct Scaling {
    // Scaling by a power of two takes two steps, because the factor itself may be infinite.
    private let first: Double
    private let second: Double

    init(_ exponent: Int) {
      let half = exponent / 2
      first = Double(sign: .plus, exponent: -half, significand: 1)
      second = Double(sign: .plus, exponent: half - exponent, significand: 1)
    }

    @inline(__always)
    func index(_ value: Double) -> Int {
      // A sum of zeros is positive. A number that is scaled to a negative zero is below zero.
      let scaled = (value + 0) * first * second
      // Adding and subtracting 1.5 × 2⁵² rounds to a whole number, which is in the lower bits of the sum.
      let sum = scaled + 0x1.8p52
      let whole = Int(truncatingIfNeeded: sum.bitPattern) &- Int(truncatingIfNeeded: 0x1.8p52.bitPattern)
      // A branch would cost seven times as much, because values are random.
      let rest = scaled - (sum - 0x1.8p52)
      return whole &+ Int(truncatingIfNeeded: Int64(bitPattern: rest.bitPattern) >> 63)
    }
  }

  private static func shifted(_ index: Int, by bits: Int) -> Int { index >> min(bits, 63) }

  /// The bars from the lowest to the highest, with their lower bounds.
  var list: [(from: Double, through: Double, count: Int)] {
    let width = Double(sign: .plus, exponent: max(exponent, -1022), significand: 1)
    return bars.sorted { $0.key < $1.key }.map { (Double($0.key) * width, Double($0.key + 1) * width, $0.value) }
  }
}

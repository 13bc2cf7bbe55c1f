// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An axis of a chart: a range of numbers, and round numbers in it.
///
/// ```swift
/// ChartScale(from: 3, through: 97, atMost: 6).ticks  // 0, 20, 40, 60, 80, 100
/// ```
struct ChartScale: Hashable, Sendable {
  /// The least number of the range.
  let least: Double
  /// The greatest number of the range.
  let greatest: Double
  /// Multiples of 1, 2 or 5 times a power of ten; the ends of the range if it has none.
  let ticks: [Double]

  /// Creates an axis.
  ///
  /// - Parameters:
  ///   - least: The least number that has to be in the range.
  ///   - greatest: The greatest number that has to be in the range.
  ///   - count: The greatest number of round numbers wanted; those at the ends of a widened range may be added.
  ///   - leastStep: The least distance of two round numbers: 1 for numbers that are whole.
  ///   - isWidened: Whether the range ends at round numbers.
  init(from least: Double, through greatest: Double, atMost count: Int, leastStep: Double = 0, isWidened: Bool = true) {
    var (low, high) = (least, greatest)
    let limit = Double.greatestFiniteMagnitude
    if low == high {
      // A single number is in the middle.
      let room = leastStep > 0 ? leastStep / 2 : low == 0 ? 1 : low.magnitude / 2
      (low, high) = (max(low - room, -limit), min(high + room, limit))
    }
    // Halves are subtracted, because the difference of two finite numbers may be infinite.
    let wanted = (high / 2 - low / 2) / Double(max(count - 1, 1))
    let step = max(leastStep, Histogram.niceWidth(atLeast: min(wanted, limit / 4) * 2))
    let first = (low / step).rounded(isWidened ? .down : .up)
    let last = (high / step).rounded(isWidened ? .up : .down)
    // Numbers that differ only in their last digits have no round numbers between them.
    guard step.isFinite, step > 0, last >= first, last - first <= Double(4 * count), max(-first, last) < 0x1p52 else {
      (self.least, self.greatest, ticks) = (low, high, [low, high])
      return
    }
    let ticks = (0...Int(last - first)).map { (first + Double($0)) * step }.filter(\.isFinite)
    self.ticks = ticks
    self.least = isWidened ? min(low, ticks.first ?? low) : low
    self.greatest = isWidened ? max(high, ticks.last ?? high) : high
  }

  /// The position of a number in the range: 0 at its beginning, 1 at its end.
  func share(of number: Double) -> Double {
    let extent = greatest / 2 - least / 2
    return extent > 0 ? (number / 2 - least / 2) / extent : 0.5
  }

  /// The least and the greatest finite number of lists; `nil` if none is finite.
  ///
  /// - Complexity: O(numbers).
  static func extent(_ lists: [[Double]]) -> (least: Double, greatest: Double)? {
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for list in lists {
      for number in list where number.isFinite {
        if number < least { least = number }
        if number > greatest { greatest = number }
      }
    }
    return least <= greatest ? (least, greatest) : nil
  }
}

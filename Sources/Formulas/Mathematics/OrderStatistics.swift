// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Medians and other quantiles: values at a fraction of the way from the least to the greatest value, interpolated linearly.
package enum OrderStatistics {
  /// The value at `numerator` / `denominator` of the way, which is the median at half of it; NaN for no values.
  ///
  /// - Parameters:
  ///   - numerator: From 0 to the denominator.
  ///   - denominator: The number of parts into which the way is divided.
  ///   - sorted: The values in ascending order.
  /// - Returns: The value.
  /// - Complexity: O(1)
  static func value(
    at numerator: Int, of denominator: Int, in sorted: some RandomAccessCollection<Double>
  ) -> Double {
    value(at: numerator, of: denominator, count: sorted.count) { place in
      sorted[sorted.index(sorted.startIndex, offsetBy: place)]
    }
  }

  /// The values at several fractions of the way, for numbers in any order. Complexity: O(values), far less than sorting them.
  package static func values(at numerators: [Int], of denominator: Int, in values: [Double]) -> [Double] {
    if values.isEmpty { return numerators.map { _ in .nan } }
    let places = numerators.flatMap { numerator in
      let place = (values.count - 1) * numerator / denominator
      return [place, min(place + 1, values.count - 1)]
    }
    let chosen = NumberSort.values(at: places, of: values)
    return numerators.indices.map { index in
      value(at: numerators[index], of: denominator, count: values.count) { place in
        chosen[2 * index + place - places[2 * index]]
      }
    }
  }

  /// The value at a fraction of the way through `count` values in ascending order.
  private static func value(
    at numerator: Int, of denominator: Int, count: Int, _ sorted: (_ place: Int) -> Double
  ) -> Double {
    guard count > 0 else { return .nan }
    let (place, part) = ((count - 1) * numerator).quotientAndRemainder(dividingBy: denominator)
    let low = sorted(place)
    if part == 0 { return low }
    let high = sorted(place + 1)
    // In the middle the result is correctly rounded, even if the sum of both numbers is too large for a number.
    if part * 2 == denominator { return ExactSum.mean([low, high]) }
    let share = Double(part) / Double(denominator)
    return low * (1 - share) + high * share
  }
}

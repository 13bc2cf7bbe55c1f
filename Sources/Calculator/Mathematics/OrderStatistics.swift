// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Medians and other quantiles: values at a part of the way from the least to the greatest, between two in a straight line.
enum OrderStatistics {
  /// The value at the place `numerator` / `denominator` of the way; NaN of no values. Halfway it is the median.
  ///
  /// - Parameters:
  ///   - numerator: From 0 to the denominator.
  ///   - denominator: Into how many parts the way is divided.
  ///   - sorted: The values in ascending order.
  /// - Returns: The value.
  /// - Complexity: O(1)
  static func value(
    at numerator: Int, of denominator: Int, in sorted: some RandomAccessCollection<Double>
  ) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let (place, part) = ((sorted.count - 1) * numerator).quotientAndRemainder(dividingBy: denominator)
    let low = sorted[sorted.index(sorted.startIndex, offsetBy: place)]
    if part == 0 { return low }
    let high = sorted[sorted.index(sorted.startIndex, offsetBy: place + 1)]
    // Correctly rounded in the middle, where the sum may be too large.
    if part * 2 == denominator { return ExactSum.mean([low, high]) }
    let share = Double(part) / Double(denominator)
    return low * (1 - share) + high * share
  }
}

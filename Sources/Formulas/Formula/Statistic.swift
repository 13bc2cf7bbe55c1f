// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// A function of any number of numbers whose result doesn't depend on their order.
package enum Statistic: Sendable {
  case sum, mean, median, variance, deviation, hypotenuse

  /// Whether one number is too few, although one list is enough.
  var needsTwoNumbers: Bool {
    switch self {
    case .variance, .deviation, .hypotenuse: true
    case .sum, .mean, .median: false
    }
  }

  /// The result, rounded once; infinite if it is too large, and NaN if there are too few numbers.
  ///
  /// - Parameter values: The numbers, which may be reordered.
  /// - Returns: The result.
  /// - Complexity: O(numbers); for `median` O(n log n).
  func value(of values: inout some RandomAccessCollection<Double> & MutableCollection) -> Double {
    switch self {
    case .sum: return ExactSum.sum(values)
    case .mean: return ExactSum.mean(values)
    case .median:
      values.sort()
      return OrderStatistics.value(at: 1, of: 2, in: values)
    case .variance: return ExactMoments(values).variance
    case .deviation: return ExactMoments(values).deviation
    case .hypotenuse:
      guard values.count == 2, let first = values.first, let second = values.last else {
        return ExactSum.rootOfSquares(values)
      }
      return PortableMathematics.hypotenuse(first, second)
    }
  }
}

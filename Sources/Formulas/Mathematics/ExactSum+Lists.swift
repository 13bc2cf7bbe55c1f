// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Sums of whole lists. As long as two numbers can hold the sum, which is nearly always the case, no digits are stored.
extension ExactSum {
  /// The sum of the numbers in a list.
  private enum Total {
    /// The exact total, as the unevaluated sum of two numbers.
    case pair(PortableMathematics.Pair)
    case digits(ExactSum)
  }

  /// The number of terms between checks that a pair still holds the exact total.
  private static let block = 512

  /// Adds numbers in two parts: each rounding error is added to the second part. If that addition is also rounded,
  /// the remaining numbers are added digit by digit.
  @inline(__always)
  private static func total<Failure: Error>(
    of values: some RandomAccessCollection<Double>, _ step: (Int) throws(Failure) -> Void
  ) throws(Failure) -> Total {
    var (high, low) = (0.0, 0.0)
    var start = values.startIndex
    while start != values.endIndex {
      let end = values.index(start, offsetBy: block, limitedBy: values.endIndex) ?? values.endIndex
      var (sum, errors, lost) = (high, low, 0.0)
      for value in values[start..<end] {
        let next = PortableMathematics.Pair(sum: sum, value)
        let error = PortableMathematics.Pair(sum: errors, next.low)
        (sum, errors) = (next.high, error.high)
        lost += error.low.magnitude
      }
      // `lost` is NaN where the sum or a number is not finite.
      guard lost == 0 else {
        var exact = ExactSum()
        exact.add(high)
        exact.add(low)
        exact.add(contentsOf: values[start...])
        return .digits(exact)
      }
      (high, low, start) = (sum, errors, end)
      try step(block)
    }
    return .pair(PortableMathematics.Pair(sum: high, low))
  }

  /// The number nearest to the sum of a list; 0 for an empty list, infinite if the sum is too large.
  ///
  /// - Complexity: O(numbers), two to three times the cost of adding them one after the other.
  package static func sum(_ values: some RandomAccessCollection<Double>) -> Double { sum(values) { _ in } }

  /// The sum, as ``sum(_:)``. The closure is called with the number of terms after some hundred; what it throws ends the summation.
  static func sum<Failure: Error>(
    _ values: some RandomAccessCollection<Double>, _ step: (Int) throws(Failure) -> Void
  ) throws(Failure) -> Double {
    switch try total(of: values, step) {
    case .pair(let sum): sum.high
    case .digits(let sum): sum.value
    }
  }

  /// The number nearest to the arithmetic mean; NaN for an empty list. Complexity: O(numbers)
  package static func mean(_ values: some RandomAccessCollection<Double>) -> Double { mean(values) { _ in } }

  /// The mean, as ``mean(_:)``, with a step as in ``sum(_:_:)``.
  static func mean<Failure: Error>(
    _ values: some RandomAccessCollection<Double>, _ step: (Int) throws(Failure) -> Void
  ) throws(Failure) -> Double {
    let count = values.count
    guard count > 0 else { return .nan }
    switch try total(of: values, step) {
    case .pair(let sum): return quotient(sum, Double(count)) ?? exact(sum).mean(of: count)
    case .digits(let sum): return sum.mean(of: count)
    }
  }

  private static func exact(_ pair: PortableMathematics.Pair) -> ExactSum {
    var sum = ExactSum()
    sum.add(pair.high)
    sum.add(pair.low)
    return sum
  }

  /// The number nearest to a quotient; `nil` where the quotient is too near to the middle of two numbers to be sure (Ziv 1991).
  private static func quotient(_ sum: PortableMathematics.Pair, _ divisor: Double) -> Double? {
    if sum.high == 0 { return 0 }
    // Outside of this range products are not exact.
    guard sum.high.magnitude < 0x1p960, sum.high.magnitude > 0x1p-900 else { return nil }
    let first = sum.high / divisor
    let product = PortableMathematics.Pair(product: first, divisor)
    let second = (((sum.high - product.high) - product.low) + sum.low) / divisor
    let error = second.magnitude * 0x1p-48
    let (least, most) = (first + (second - error), first + (second + error))
    return least == most ? least : nil
  }

  /// The number nearest to the square root of the sum of squares; 0 for an empty list. Complexity: O(numbers)
  package static func rootOfSquares(_ values: some Sequence<Double>) -> Double {
    var squares = ExactSum(ofProductsOf: 2)
    for value in values { squares.add(value, times: value) }
    return squares.root
  }

  /// The number nearest to the sum of the products of the numbers at the same index; infinite if it is too large.
  ///
  /// - Complexity: O(numbers), for more than two lists O(numbers × lists).
  package static func sumOfProducts(_ lists: [[Double]]) -> Double {
    guard let first = lists.first, lists.count > 1 else { return sum(lists.first ?? []) }
    var sum = ExactSum(ofProductsOf: lists.count)
    if lists.count == 2 {
      for (x, y) in zip(first, lists[1]) { sum.add(x, times: y) }
    } else {
      for index in first.indices { sum.add(productOf: lists.map { $0[index] }) }
    }
    return sum.mean(of: 1)
  }
}

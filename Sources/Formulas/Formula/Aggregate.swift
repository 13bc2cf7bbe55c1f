// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Functions of any number of numbers, applied to all elements of a list.
enum Aggregate {
  /// The value of a function such as `sum` for the elements of a list.
  ///
  /// - Complexity: O(elements), of `median` O(n log n).
  static func value(_ function: FormulaFunction, _ values: [Double]) throws(ValueFailure) -> Double {
    let result = try number(function, values)
    guard result.isFinite else { throw .formula(result.isNaN ? FormulaFailure(kept: result) : .overflow) }
    return result
  }

  private static func number(_ function: FormulaFunction, _ values: [Double]) throws(ValueFailure) -> Double {
    switch function.rule.code {
    case .statistic(let statistic):
      if values.isEmpty {
        guard case .sum = statistic else { throw .empty(function) }
      }
      if values.count > ListBlocks.size { return try Self.value(statistic, ofMany: values) }
      var values = values
      return statistic.value(of: &values)
    case .fold(let call), .foldOfTwo(let call):
      guard var result = values.first else {
        // The neutral number of the operator, if it has one.
        if function.row.name == "product" { return 1 }
        throw .empty(function)
      }
      // A single number is combined with the neutral number, so that the function still checks or changes it.
      if function.rule.needsTwoNumbers, values.count == 1 { return call(result, function.row.name == "lcm" ? 1 : 0) }
      var counter = ListBlocks.Counter()
      for value in values.dropFirst() {
        result = call(result, value)
        try counter.step()
      }
      return result
    default: throw .empty(function)
    }
  }

  /// The value for so many numbers that the evaluation may be stopped meanwhile.
  private static func value(_ statistic: Statistic, ofMany values: [Double]) throws(ValueFailure) -> Double {
    switch statistic {
    case .sum, .mean:
      var counter = ListBlocks.Counter()
      let next = { (count: Int) throws(ValueFailure) in try counter.step(by: count) }
      return statistic == .sum ? try ExactSum.sum(values, next) : try ExactSum.mean(values, next)
    case .median:
      var values = try ListBlocks.sorted(values)
      return statistic.value(of: &values)
    case .variance, .deviation, .hypotenuse:
      var values = values
      return statistic.value(of: &values)
    }
  }
}

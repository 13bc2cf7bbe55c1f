// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Functions of any number of numbers, applied to all elements of a list, as they are to arguments: from left to right.
enum Aggregate {
  /// The value of a function such as `sum` for the elements of a list.
  ///
  /// - Complexity: O(elements), of `median` O(n log n).
  static func value(_ function: FormulaFunction, _ values: [Double]) throws(ValueFailure) -> Double {
    let result = try number(function, values)
    guard result.isFinite else { throw .formula(result.isNaN ? .domain : .overflow) }
    return result
  }

  private static func number(_ function: FormulaFunction, _ values: [Double]) throws(ValueFailure) -> Double {
    switch function.rule.code {
    case .sum: return try sum(values)
    case .mean where !values.isEmpty: return try sum(values) / Double(values.count)
    case .median where !values.isEmpty:
      let sorted = values.sorted()
      let middle = sorted.count / 2
      return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    case .deviation where values.count > 1: return WholeNumbers.deviation(values)
    case .deviation where values.count == 1: throw .formula(.domain)
    case .fold(let call), .foldOfTwo(let call):
      guard var result = values.first else {
        // What is neutral to the operator, where it has such a number.
        if function.row.name == "product" { return 1 }
        throw .empty(function)
      }
      // Of one number, what the function makes of it and what changes nothing.
      if function.rule.needsTwoNumbers, values.count == 1 { return call(result, function.row.name == "lcm" ? 1 : 0) }
      for value in values.dropFirst() { result = call(result, value) }
      return result
    default: throw .empty(function)
    }
  }

  private static func sum(_ values: [Double]) throws(ValueFailure) -> Double {
    // As `sum` of arguments begins with the first of them.
    guard var sum = values.first else { return 0 }
    for value in values.dropFirst() { sum += value }
    guard sum.isFinite else { throw .formula(.overflow) }
    return sum
  }
}

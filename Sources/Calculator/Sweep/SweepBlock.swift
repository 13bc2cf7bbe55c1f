// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Some consecutive rows of a sweep: the values that inputs were given, and the values of outputs.
struct SweepBlock {
  /// The values of an output.
  enum Column {
    /// Numbers, in a unit if they have one, and the failures of rows without a number, by row counted from the first
    /// of the block.
    case numbers([Double], UnitOfMeasure?, failures: [Int: NodeValue])
    case values([NodeValue])

    /// The value in a row, counted from the first of the block.
    subscript(row: Int) -> NodeValue {
      switch self {
      case .numbers(let numbers, let unit, let failures):
        if !failures.isEmpty, let failure = failures[row] { return failure }
        return .value(unit.map { .quantity(numbers[row], $0) } ?? .number(numbers[row]))
      case .values(let values): return values[row]
      }
    }

    /// Appends the values to an array.
    func append(to values: inout [NodeValue], count: Int) { for row in 0..<count { values.append(self[row]) } }

    /// Whether any row has no value.
    var hasFailures: Bool {
      switch self {
      case .numbers(_, _, let failures): !failures.isEmpty
      case .values(let values): values.contains(where: \.isFailure)
      }
    }
  }

  let rows: Range<Int>
  /// For each input, the values that it was given, in the unit in which it was given them.
  let given: [[Double]]
  /// For each output, its values.
  let columns: [Column]

  /// The values of the outputs in a row, counted from the first row of the block.
  func results(_ row: Int) -> [NodeValue] { columns.map { $0[row] } }

  /// Whether any output has no value in some row.
  var hasFailures: Bool { columns.contains(where: \.hasFailures) }
}

extension SweepSummary {
  /// Adds the values of an output in consecutive rows, which follow all previous rows.
  mutating func add(_ column: SweepBlock.Column, rows: Range<Int>) {
    if case .numbers(let numbers, nil, let failures) = column, failures.isEmpty { return add(numbers, rows: rows) }
    for row in rows { add(column[row - rows.lowerBound], row: row) }
  }
}

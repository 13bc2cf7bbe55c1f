// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeEval
import NodeGraph

/// Blocks of rows, each row of which gives an input of a graph a value.
enum Blocks {
  /// The rows of a block, as many as a program has at most.
  static let rowCount = 512

  /// Evaluates blocks of a chain of formulas, each of which reads the value of the preceding one as `p`.
  static func formulas(_ formula: String, growth: Double, _ count: Int) throws -> Subject {
    let session = try Formulas.chain(formula, count)
    guard let first = session.node(named: "n0"), let last = session.node(named: "n\(count)"),
      let variable = try session.evaluator.variable(first, as: Double.self),
      let output = try session.evaluator.output(last.output, as: Double.self)
    else { throw Mismatch("the chain has no ends") }
    return try subject(session.evaluator, variable, output, count, growth: growth * Double(count))
  }

  /// Evaluates blocks of a chain of declared kinds that add two numbers.
  static func declared(_ count: Int) throws -> Subject {
    let (evaluator, source, last) = try Formulas.chain(of: Formulas.declared, count)
    guard let output = try evaluator.output(last, as: Double.self) else { throw Mismatch("the chain has no end") }
    return try subject(evaluator, source, output, count, growth: Double(count))
  }

  private static func subject(
    _ evaluator: Evaluator, _ variable: Variable<Double>, _ output: Output<Double>, _ count: Int, growth: Double
  ) throws -> Subject {
    let program = try ScenarioProgram(evaluator, varying: variable, reading: output)
    guard program.blockSize == rowCount else { throw Mismatch("a block has \(program.blockSize) rows") }
    let run = ScenarioRun(of: program)
    let values = (0..<rowCount).map { Double($0) }
    run.give(variable, to: values)
    run.evaluate()
    for row in 0..<rowCount {
      guard try run.value(of: output, at: row) == values[row] + growth else { throw Mismatch("row \(row) is wrong") }
    }
    return Subject(Declared.name, evaluations: Double(count), divisor: Double(count)) { updates in
      for _ in 0..<updates {
        run.give(variable, to: values)
        run.evaluate()
        if let value = try? run.value(of: output, at: rowCount - 1) { use(value) }
      }
    }
  }
}

extension Row {
  /// Rows for blocks of scenarios; goals are those of a node and row, for a block of rows.
  static var blocks: [Row] {
    let unit = "ns/node and \(Blocks.rowCount) rows"
    return [
      Row(
        "blocks of formulas of 8 operations", 1000, unit, goal: 2.5 * Double(Blocks.rowCount),
        [(Declared.name, { try Blocks.formulas("(((p + 1) * 2 - 1) / 2 + 3) * 4 / 4 - 3", growth: 0.5, 1000) })]),
      Row(
        "blocks of declared kinds", 1000, unit, goal: 1.5 * Double(Blocks.rowCount),
        [(Declared.name, { try Blocks.declared(1000) })]),
    ]
  }
}

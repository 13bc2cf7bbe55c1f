// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A model that any thread can evaluate in blocks of rows: its program, inputs and outputs.
struct ColumnPlan: Sendable {
  /// The type of an input.
  enum ColumnType: Hashable {
    case number
    case boolean
    case text([String])
  }

  let program: ScenarioProgram
  let names: [String]
  let inputs: [ColumnType]
  /// The inputs that are given values in a unit other than their own, with both units.
  let conversions: [(place: Int, from: UnitOfMeasure, to: UnitOfMeasure)]
  let outputs: [(node: NodeID, type: CalculatorType)]

  /// The number of rows that a thread evaluates before it hands over their results: up to 16 blocks, fewer for a
  /// large model, which would otherwise take long to stop.
  var partSize: Int {
    let (rows, nodes) = (program.blockSize, max(1, program.nodeCount))
    return rows * max(1, min(16, (1 << 23) / (rows * nodes)))
  }
}

/// Evaluates blocks of rows of a model, for one thread.
final class ColumnRunner {
  /// The greatest number of rows that are evaluated at once.
  let rowLimit: Int
  private let plan: ColumnPlan
  private let run: ScenarioRun
  /// The name of a node where a failure originated.
  private let title: (NodeID) -> String?

  init(_ plan: ColumnPlan, rowLimit: Int, title: @escaping (NodeID) -> String?) {
    self.plan = plan
    self.rowLimit = rowLimit
    self.title = title
    run = ScenarioRun(of: plan.program, rowLimit: rowLimit)
  }

  /// Whether the last evaluation was stopped before its end.
  private(set) var isStopped = false

  /// Called between two nodes; returns whether to stop.
  var isInterrupted: (() -> Bool)? {
    get { run.isInterrupted }
    set { run.isInterrupted = newValue }
  }

  /// Evaluates some rows. The result of an evaluation that was stopped is empty.
  ///
  /// - Complexity: O(rows × nodes between inputs and outputs).
  func evaluate(_ rows: Range<Int>, of scenarios: Scenarios) -> SweepBlock {
    var given: [[Double]] = []
    for place in plan.inputs.indices {
      var column: [Double] = []
      scenarios.fill(&column, input: place, rows: rows)
      given.append(column)
    }
    run.beginBlock(of: rows.count)
    let skipped = give(given)
    isStopped = !run.evaluate()
    if isStopped { return SweepBlock(rows: rows, given: given, columns: plan.outputs.map { _ in .values([]) }) }
    return SweepBlock(rows: rows, given: given, columns: plan.outputs.indices.map { column($0, rows.count, skipped) })
  }

  /// Assigns values to inputs. Returns the failures of rows with an infinite value or a NaN, which are skipped.
  private func give(_ given: [[Double]]) -> [Int: NodeValue] {
    var skipped: [Int: NodeValue] = [:]
    for (place, input) in plan.inputs.enumerated() {
      var column = given[place]
      for conversion in plan.conversions where conversion.place == place {
        for row in column.indices { column[row] = conversion.from.converted(column[row], to: conversion.to) }
      }
      // A value that isn't finite makes the sum of these products different from 0.
      if column.reduce(0, { $0 + $1 * 0 }) != 0 {
        for row in column.indices where !column[row].isFinite && skipped[row] == nil {
          skipped[row] = .failure(message: ScenarioModel.notFinite, origin: plan.names[place])
          run.skip(row)
        }
      }
      switch input {
      case .number: run.give(place, column)
      case .boolean: run.give(place, column.map { $0 != 0 })
      case .text(let texts): run.give(place, column.map { $0.isFinite ? texts[Int($0)] : "" })
      }
    }
    return skipped
  }

  private func column(_ index: Int, _ count: Int, _ skipped: [Int: NodeValue]) -> SweepBlock.Column {
    let type = plan.outputs[index].type
    guard type == .number || type.unit != nil && !type.isList else { return .values(values(index, count, skipped)) }
    var numbers: [Double] = []
    run.read(index, into: &numbers)
    var failures = skipped
    if run.hasFailures { for row in 0..<count where skipped[row] == nil { failures[row] = failure(index, row) } }
    return .numbers(numbers, type.unit, failures: failures)
  }

  private func values(_ index: Int, _ count: Int, _ skipped: [Int: NodeValue]) -> [NodeValue] {
    let type = plan.outputs[index].type
    return (0..<count).map { row in skipped[row] ?? failure(index, row) ?? .value(value(index, row, type)) }
  }

  private func failure(_ index: Int, _ row: Int) -> NodeValue? {
    guard let failure = run.failure(index, at: row) else { return nil }
    let origin = failure.origin == plan.outputs[index].node ? nil : title(failure.origin)
    return .failure(message: failure.message, origin: origin)
  }

  private func value(_ index: Int, _ row: Int, _ type: CalculatorType) -> CalculatorValue {
    switch type {
    case .number: .number(run.value(index, at: row))
    case .boolean: .boolean(run.value(index, at: row))
    case .color: .color(run.value(index, at: row))
    case .text: .text(run.value(index, at: row))
    case .numbers: .numbers(run.value(index, at: row))
    case .booleans: .booleans(run.value(index, at: row))
    case .colors: .colors(run.value(index, at: row))
    case .texts: .texts(run.value(index, at: row))
    case .quantity(let unit): .quantity(run.value(index, at: row), unit)
    case .quantities(let unit): .quantities(run.value(index, at: row), unit)
    }
  }
}

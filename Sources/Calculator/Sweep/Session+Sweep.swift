// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

extension Session {
  /// Evaluates some nodes for each value of an input.
  ///
  /// The nodes between the input and the outputs are copied into another session, which is evaluated instead: this
  /// session is unchanged, and its observers aren't called.
  ///
  /// ```swift
  /// try session.run("price = 25; qty = 3; total = price * qty")
  /// let sweep = try session.sweep(price, over: SweepRange(from: 10, through: 50, step: 10), [total])
  /// sweep.columns[0].values.map(\.text)  // ["30", "60", "90", "120", "150"]
  /// ```
  ///
  /// - Parameters:
  ///   - input: The name of a number that is not computed.
  ///   - range: The values that the input is given.
  ///   - outputs: The names of the nodes to evaluate.
  ///   - progress: Called from time to time with the fraction of the work that is done, from 0 to 1.
  /// - Returns: The values of the outputs.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, an input that is computed or not a number, and if
  ///   ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  /// - Complexity: O(values × nodes between the input and the outputs), and O(nodes that the outputs depend on).
  public func sweep(
    _ input: SourceName, over range: SweepRange, _ outputs: [SourceName], progress: (Double) -> Void = { _ in }
  ) throws(Diagnostic) -> Sweep {
    var scenarios = Scenarios()
    try scenarios.vary(input.text, over: range)
    return try sweep(scenarios, [input], outputs, progress: progress)
  }

  /// Evaluates some nodes for each row of some scenarios. This session is unchanged, and its observers aren't called.
  ///
  /// ```swift
  /// var scenarios = Scenarios()
  /// try scenarios.vary("price", over: [10, 20])
  /// try scenarios.vary("qty", over: [1, 2])
  /// try session.sweep(scenarios, ["total"]).columns[0].values.map(\.text)  // ["10", "20", "20", "40"]
  /// ```
  ///
  /// - Parameters:
  ///   - scenarios: The values of the inputs, which are numbers that are not computed.
  ///   - outputs: The names of the nodes to evaluate.
  ///   - progress: Called from time to time with the fraction of the work that is done, from 0 to 1.
  /// - Returns: The values of the outputs.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, an input that is computed or not a number, and if
  ///   ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  /// - Complexity: O(rows × nodes between the inputs and the outputs), and O(nodes that the outputs depend on).
  public func sweep(
    _ scenarios: Scenarios, _ outputs: [String], progress: (Double) -> Void = { _ in }
  ) throws(Diagnostic) -> Sweep {
    try sweep(
      scenarios, scenarios.names.map { SourceName(naming: $0) }, outputs.map { SourceName(naming: $0) },
      progress: progress)
  }

  /// Evaluates some nodes for the values that a line gives an input, which may be dates.
  package func sweep(
    _ input: SourceName, over steps: SweepSteps, _ outputs: [SourceName], progress: (Double) -> Void = { _ in }
  ) throws(Diagnostic) -> Sweep {
    var scenarios = Scenarios()
    try scenarios.vary(input.text, over: steps.values)
    return try sweep(
      scenarios, [input], outputs, given: steps.unit.map { [input.text: .quantity($0)] } ?? [:], progress: progress)
  }

  /// The unit of a node; `nil` if it has none.
  package func unit(of name: SourceName) throws(Diagnostic) -> UnitOfMeasure? {
    evaluator.unit(of: try formulas.scopedNode(name))
  }

  private func sweep(
    _ scenarios: Scenarios, _ inputs: [SourceName], _ outputs: [SourceName], given: [String: SweptKind] = [:],
    progress: (Double) -> Void
  ) throws(Diagnostic) -> Sweep {
    // Copying a node is counted like evaluating it once.
    let rounds = Double(scenarios.count + 1)
    let model = try ScenarioModel(
      of: self, from: inputs, to: outputs, given: given.merging(scenarios.kinds) { $1 }, plain: scenarios.plain
    ) { progress($0 / rounds) }
    model.isInterrupted = evaluator.isInterrupted
    var columns = outputs.map { Sweep.Column(name: $0.text, values: []) }
    for rows in model.blocks(of: 0..<scenarios.count) {
      progress(Double(rows.lowerBound + 1) / rounds)
      let block = model.evaluate(rows, of: scenarios)
      if model.hasUnfinished || evaluator.isInterrupted?() == true { throw Self.sweepStopped(inputs.first) }
      for index in columns.indices { block.columns[index].append(to: &columns[index].values, count: rows.count) }
    }
    return Sweep(scenarios: scenarios, rows: 0..<scenarios.count, columns: columns, kinds: model.kinds)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A node of a session as a function of some inputs, which are numbers or quantities; it is evaluated for many values at once.
package struct ModelFunction {
  /// An input with its current value.
  package struct ModelInput {
    package let name: SourceName
    package let value: Double
    package let unit: UnitOfMeasure?

    /// Whether values are whole numbers, as days are.
    package var isWhole: Bool { unit == .date }

    /// Converts a number of the input to a value.
    package func value(_ number: Double) -> CalculatorValue { unit.map { .quantity(number, $0) } ?? .number(number) }
  }

  package let inputs: [ModelInput]
  let output: SourceName
  /// The unit of the node; `nil` if it has none.
  package let unit: UnitOfMeasure?
  private let session: Session
  private let model: ScenarioModel

  /// Copies the part of a session between some inputs and a node.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, an input that is computed or not a number, a node that is
  ///   not a number, and if ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  /// - Complexity: O(nodes that the node depends on).
  package init(of session: Session, from names: [SourceName], to output: SourceName) throws(Diagnostic) {
    unit = try Self.unit(of: try session.formulas.scopedNode(output), output, in: session)
    self.session = session
    self.output = output
    var inputs: [ModelInput] = []
    var given: [String: SweptKind] = [:]
    for name in names {
      let node = try session.formulas.scopedNode(name)
      let unit = try Self.unit(of: node, name, in: session)
      given[name.text] = unit.map { .quantity($0) }
      inputs.append(ModelInput(name: name, value: session.value(of: node).number ?? .nan, unit: unit))
    }
    self.inputs = inputs
    model = try ScenarioModel(of: session, from: names, to: [output], given: given)
    model.isInterrupted = session.evaluator.isInterrupted
  }

  /// The unit of a number or a quantity; `nil` for a number.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` for a node of another type.
  private static func unit(
    of node: NodeID, _ name: SourceName, in session: Session
  ) throws(Diagnostic) -> UnitOfMeasure? {
    let type = session.formulas.outputType(of: node).flatMap(CalculatorType.init)
    guard let type, type == .number || type.unit != nil && !type.isList else {
      throw Diagnostic(.type, "'\(name.text)' is \(type?.phrase ?? "no value"), not a number", name.range)
    }
    return type.unit
  }

  /// The current values of the inputs.
  var values: [Double] { inputs.map(\.value) }

  /// Returns the value of the node for some values of each input; `nil` where the node has no value.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  package func numbers(for columns: [[Double]]) throws(Diagnostic) -> [Double?] {
    guard let count = columns.first?.count, count > 0 else { return [] }
    var scenarios = Scenarios()
    try scenarios.vary(inputs.map(\.name.text), over: columns)
    var results: [Double?] = []
    for rows in model.blocks(of: 0..<count) {
      let column = model.evaluate(rows, of: scenarios).columns[0]
      if model.hasUnfinished || session.evaluator.isInterrupted?() == true {
        throw Diagnostic(.command, "stopped; nothing changed", output.range)
      }
      for row in 0..<rows.count { results.append(column[row].number) }
    }
    for (input, column) in zip(inputs, columns) {
      guard let calendar = input.unit?.calendar else { continue }
      for row in 0..<count where !calendar.contains(column[row]) { results[row] = nil }
    }
    return results
  }

  /// Returns the value of the node for each of some changes of one input; `nil` where the node has no value.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  func numbers(changing changes: [(input: Int, value: Double)]) throws(Diagnostic) -> [Double?] {
    var results: [Double?] = []
    // One block at a time, because each row has a value for each input.
    for block in changes.indices.blocks(of: max(model.blockSize, 64)) {
      var columns = values.map { Array(repeating: $0, count: block.count) }
      for (row, change) in changes[block].enumerated() { columns[change.input][row] = change.value }
      results += try numbers(for: columns)
    }
    return results
  }

  /// Returns the derivatives with respect to the inputs; `nil` where a derivative does not exist.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the node has no value, or if a stop is requested.
  package func slopes() throws(Diagnostic) -> [Slope?] {
    var slopes: [Slope?] = Array(repeating: nil, count: inputs.count)
    if case .failure(let message, _) = session.value(of: try session.formulas.scopedNode(output)) {
      throw Diagnostic(.domain, "'\(output.text)' has no value: \(message)", output.range)
    }
    if let plan = model.plan {
      let run = ScenarioRun(of: plan.program)
      run.isInterrupted = session.evaluator.isInterrupted
      slopes = (try? run.slopes(at: values)) ?? slopes
    }
    // Days are whole, so only neighbouring days can be compared.
    for index in inputs.indices where slopes[index] == nil || inputs[index].isWhole {
      slopes[index] = try difference(index)
    }
    return slopes
  }

  /// Computes the derivative with respect to one input from differences.
  private func difference(_ index: Int) throws(Diagnostic) -> Slope? {
    func numbers(_ trials: [Double]) throws(Diagnostic) -> [Double?] {
      try self.numbers(changing: trials.map { (index, $0) })
    }
    let value = inputs[index].value
    guard inputs[index].isWhole else {
      let trials = DifferenceQuotient.trials(around: value)
      return DifferenceQuotient.slope(trials, try numbers(trials)).map { Slope(value: $0.slope, method: .differences) }
    }
    let values = try numbers([value - 1, value + 1])
    guard let before = values[0], let after = values[1] else { return nil }
    return Slope(value: (after - before) / 2, method: .differences)
  }
}

extension Session {
  /// The numbers and quantities that a node depends on and that are not computed, in evaluation order; the node
  /// itself, if it is one.
  package func numberInputs(of output: SourceName) throws(Diagnostic) -> [SourceName] {
    numberInputs(of: try formulas.scopedNode(output)).map(\.name)
  }

  /// The numbers with names that are not computed, among a node and those that it depends on, in evaluation order.
  package func numberInputs(of node: NodeID) -> [(node: NodeID, name: SourceName)] {
    (evaluator.graph.upstream(of: node) + [node]).compactMap { source in
      guard (try? evaluator.variable(source, as: Double.self)) != nil else { return nil }
      return modelName(of: source).map { (source, $0) }
    }
  }

  /// The name by which statements in the current scope refer to a node; `nil` if no name leads to it.
  package func modelName(of node: NodeID) -> SourceName? {
    (formulas.reportedName(of: node) ?? evaluator.shownName(of: node)).map { SourceName(naming: $0) }
  }
}

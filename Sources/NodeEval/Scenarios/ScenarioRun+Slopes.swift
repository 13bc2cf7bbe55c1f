// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The derivative of an output with respect to a variable, at the values that the variables have.
///
/// ```swift
/// let slopes = try evaluator.slopes(of: total, by: [price, quantity])
/// slopes[0]?.value  // how much total changes for one unit of price
/// ```
public struct Slope: Hashable, Sendable {
  /// How a derivative was found.
  public enum Method: Hashable, Sendable {
    /// By the chain rule, from derivatives that each node's code computes: as exact as the values.
    case exact
    /// From differences of values nearby, of single nodes or of the output.
    case differences
  }

  /// The derivative: the change of the output, in its units, for one unit of the variable.
  public let value: Double
  /// How the derivative was found.
  public let method: Method

  /// Creates a derivative.
  package init(value: Double, method: Method) { (self.value, self.method) = (value, method) }
}

extension ScenarioRun {
  /// The derivatives of the only output, which is a number, with respect to all variables, which are numbers as well.
  ///
  /// - Parameter numbers: A value for each variable.
  /// - Returns: The derivative for each variable; `nil` where the output has none.
  /// - Throws: The reason why the output has no value.
  /// - Complexity: O(nodes and connections), and 25 evaluations for each variable for which ``passSlopes(at:)`` finds no
  ///   derivative.
  package func slopes(at numbers: [Double]) throws(NodeFailure) -> [Slope?] {
    var slopes = try passSlopes(at: numbers)
    let unknown = slopes.indices.filter { slopes[$0] == nil }
    let count = DifferenceQuotient.trialCount
    // In blocks, since each row has a value for each variable.
    for places in unknown.indices.blocks(of: max(1, rowCapacity / count)) {
      var columns = numbers.map { Array(repeating: $0, count: places.count * count) }
      for (place, variable) in unknown[places].enumerated() {
        let trials = DifferenceQuotient.trials(around: numbers[variable])
        columns[variable].replaceSubrange(place * count..<(place + 1) * count, with: trials)
      }
      let values = self.numbers(for: columns)
      for (place, variable) in unknown[places].enumerated() {
        let part = place * count..<(place + 1) * count
        let found = DifferenceQuotient.slope(Array(columns[variable][part]), Array(values[part]))
        slopes[variable] = found.map { Slope(value: $0.slope, method: .differences) }
      }
    }
    return slopes
  }

  /// The values of the only output, which is a number, for some values of each variable; `nil` where the output has none.
  package func numbers(for columns: [[Double]]) -> [Double?] {
    var results: [Double?] = []
    for block in (columns.first ?? [0]).indices.blocks(of: rowCapacity) {
      for (index, column) in columns.enumerated() { give(index, column[block]) }
      let isEvaluated = evaluate()
      for row in 0..<block.count {
        results.append(isEvaluated && failure(0, at: row) == nil ? value(0, at: row) : nil)
      }
    }
    return results
  }

  /// Computes the derivatives by one pass from the output to the variables.
  ///
  /// The pass multiplies derivatives of nodes along all paths (reverse mode; Baur and Strassen 1983), so its time doesn't
  /// depend on the number of variables. The derivative of a node comes from its code, or else from differences of its values.
  ///
  /// - Parameter numbers: A value for each variable.
  /// - Returns: The derivative for each variable; `nil` where a path leads through a value that is not a number, or through a
  ///   node without a derivative there.
  /// - Throws: The reason why the output has no value.
  /// - Complexity: O(nodes and connections).
  func passSlopes(at numbers: [Double]) throws(NodeFailure) -> [Slope?] {
    for (index, number) in numbers.enumerated() { give(index, CollectionOfOne(number)) }
    beginBlock(of: 1)
    endGiving()
    let port = parts.outputs[0]
    if let failure = port.failure { throw failure }
    var pass = SlopePass(of: parts)
    evaluateAlone(0) {
      guard failures.isEmpty else { return }
      pass.begin(at: port)
      for index in parts.steps.indices.reversed() where pass.isReached(index) { propagate(index, &pass) }
    }
    if let failure = failure(0, at: 0) { throw failure }
    return pass.slopes
  }

  /// Propagates the derivative with respect to a node's value to its arguments.
  private func propagate(_ index: Int, _ pass: inout SlopePass) {
    let step = parts.steps[index]
    let words = step.inputs.flatMap { $0 }
    var slopes: [Double]?
    var isExact = false
    if pass.needsSlopes(of: index), hasAllInputs(step) {
      prepareAlone(step, 0)
      if let code = step.columns?.slopes {
        var found = Array(repeating: 0.0, count: words.count)
        isExact = code(loneCall(step), &found)
        if isExact { slopes = found }
      }
      if slopes == nil, pass.isCondition(index) {
        // The condition of a kind is assumed not to change; a formula has reported that its condition is about to change.
        slopes = step.columns?.slopes == nil ? words.map { _ in 0 } : nil
      } else if slopes == nil {
        let first = step.words.lowerBound
        slopes = differences(step, words.map { pass.isNumber(parts.words[$0]) ? $0 - first : nil })
      }
    }
    for (position, word) in words.enumerated() {
      pass.add(to: parts.words[word], slopes?[position], isExact: isExact, from: index)
    }
  }

  /// The derivatives of a node with respect to some of its arguments, from differences; `nil` if one of them does not exist.
  ///
  /// - Parameters:
  ///   - step: The node, whose argument block is prepared.
  ///   - places: The place of each argument in the block; `nil` for arguments that are constants here.
  /// - Returns: The derivative for each argument.
  private func differences(_ step: ScenarioProgram.NodeStep, _ places: [Int?]) -> [Double]? {
    var slopes: [Double] = []
    for place in places {
      guard let place else {
        slopes.append(0)
        continue
      }
      let trials = DifferenceQuotient.trials(around: argument(place))
      let values = trials.map { value(of: step, withArgument: $0, at: place) }
      guard let slope = DifferenceQuotient.slope(trials, values)?.slope else { return nil }
      slopes.append(slope)
    }
    return slopes
  }
}

/// The derivatives of an output, computed from the output towards the variables.
private struct SlopePass {
  /// The derivative with respect to a value, as far as the pass has come.
  private struct Partial {
    var slope = 0.0
    /// Whether the output depends on the value, as far as the pass has come.
    var isReached = false
    /// Whether the derivative can't be found by this pass.
    var isUnknown = false
    var isExact = true
  }

  private enum Source {
    case step(Int)
    case variable(Int)
  }

  private let parts: ScenarioProgram.Parts
  private var steps: [Partial]
  private var variables: [Partial]
  /// The variables by column.
  private var variableOfColumn: [UInt32: Int] = [:]

  init(of parts: ScenarioProgram.Parts) {
    self.parts = parts
    steps = Array(repeating: Partial(), count: parts.steps.count)
    variables = Array(repeating: Partial(), count: parts.variables.count)
    for (index, variable) in parts.variables.enumerated() { variableOfColumn[variable.place.start] = index }
  }

  /// The step or variable that a word of an argument block refers to; `nil` for constants.
  private func source(_ word: ScenarioProgram.Word) -> Source? {
    guard case .argument(let place, let step) = word else { return nil }
    if step >= 0 { return .step(Int(step)) }
    return place.stride == 0 ? nil : variableOfColumn[place.start].map { .variable($0) }
  }

  /// The types of all outputs of a node or a variable.
  private func types(_ source: Source) -> [ValueType] {
    switch source {
    case .step(let index): parts.steps[index].kernel.outputs
    case .variable(let index): [parts.variables[index].type]
    }
  }

  private static func areNumber(_ types: [ValueType]) -> Bool {
    types.count == 1 && types[0].port.identity == ObjectIdentifier(Double.self)
  }

  /// Whether a word refers to a number that depends on a variable.
  func isNumber(_ word: ScenarioProgram.Word) -> Bool { source(word).map { Self.areNumber(types($0)) } ?? false }

  func isReached(_ step: Int) -> Bool { steps[step].isReached }

  /// Whether the value of a step is a Boolean.
  func isCondition(_ step: Int) -> Bool { Self.areCondition(parts.steps[step].kernel.outputs) }

  private static func areCondition(_ types: [ValueType]) -> Bool {
    types.count == 1 && types[0].port.identity == ObjectIdentifier(Bool.self)
  }

  /// Whether the derivatives of a step with respect to its arguments are needed.
  func needsSlopes(of step: Int) -> Bool { !steps[step].isUnknown }

  mutating func begin(at output: ScenarioProgram.Port) {
    if let step = output.step {
      let isUnknown = !Self.areNumber(parts.steps[step].kernel.outputs)
      steps[step] = Partial(slope: 1, isReached: true, isUnknown: isUnknown)
    } else if output.place.stride > 0, let variable = variableOfColumn[output.place.start] {
      variables[variable] = Partial(slope: 1, isReached: true)
    }
  }

  /// Adds to the derivative with respect to an argument.
  ///
  /// - Parameters:
  ///   - word: The word that refers to the argument.
  ///   - slope: The derivative of the reader with respect to the argument; `nil` if it is unknown.
  ///   - isExact: Whether the derivative comes from the reader's code.
  ///   - reader: The step that reads the argument.
  mutating func add(to word: ScenarioProgram.Word, _ slope: Double?, isExact: Bool, from reader: Int) {
    guard let source = source(word) else { return }
    let types = types(source)
    if slope != nil, Self.areCondition(types) {
      // What a condition selects doesn't change as long as the condition doesn't.
      if case .step(let index) = source { steps[index].isReached = true }
      return
    }
    if slope == 0, isExact { return }
    let part = slope.map { $0 * steps[reader].slope } ?? .nan
    func accumulate(_ partial: inout Partial) {
      partial.isReached = true
      partial.isExact = partial.isExact && isExact && steps[reader].isExact
      if part.isFinite, Self.areNumber(types) {
        partial.slope += part
      } else {
        partial.isUnknown = true
      }
    }
    switch source {
    case .step(let index):
      var partial = steps[index]
      accumulate(&partial)
      steps[index] = partial
    case .variable(let index): accumulate(&variables[index])
    }
  }

  /// The derivatives with respect to the variables.
  var slopes: [Slope?] {
    variables.map { $0.isUnknown ? nil : Slope(value: $0.slope, method: $0.isExact ? .exact : .differences) }
  }
}

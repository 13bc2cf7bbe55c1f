// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The distribution of a node's values if the uncertain inputs that it depends on are drawn many times.
///
/// ```swift
/// try session.run("price = 20 ± 1; qty = 3 ± 0.5; total = price * qty")
/// let spread = try session.spread(of: SourceName("total", range: 0..<5))
/// spread.mean             // near 60
/// spread.quantile(0.95)   // 95 % of the draws give less
/// ```
///
/// Draws are independent of each other, and repeatable with the same seed: in row 7, the inputs have the values that
/// ``Scenarios/draw(_:from:)`` gives them in that row.
public struct Spread: Hashable, Sendable {
  /// The name of the node.
  public let name: String
  /// The names of the inputs that were drawn.
  public let inputs: [String]
  /// The unit of the numbers; `nil` if they have none.
  public let unit: UnitOfMeasure?
  /// The values of the draws that have one, in ascending order. There is at least one.
  public let values: [Double]
  /// The average of the values.
  public let mean: Double
  /// The sample standard deviation of the values; 0 for a single value.
  public let deviation: Double
  /// The number of draws without a value.
  public let failureCount: Int
  /// The failure of the first draw without a value; `nil` if all have a value.
  public let failure: NodeValue?

  /// The number of draws.
  public var sampleCount: Int { values.count + failureCount }

  /// The value below which a fraction of the values is, interpolated linearly between two values.
  ///
  /// - Parameter share: The fraction, from 0 for the least value to 1 for the greatest; 0.5 is the median.
  /// - Returns: The value.
  /// - Precondition: `share` is in `0...1`.
  /// - Complexity: O(1)
  public func quantile(_ share: Double) -> Double {
    precondition(share >= 0 && share <= 1, "a share is in 0...1, and \(share) is not")
    let place = share * Double(values.count - 1)
    let low = Int(place)
    let part = place - Double(low)
    if part == 0 || low + 1 >= values.count { return values[low] }
    return values[low] * (1 - part) + values[low + 1] * part
  }

  /// Creates the spread of the values of rows.
  fileprivate init(
    name: String, inputs: [String], unit: UnitOfMeasure?, numbers: [Double], failureCount: Int, failure: NodeValue?
  ) {
    (self.name, self.inputs, self.unit) = (name, inputs, unit)
    (self.failureCount, self.failure) = (failureCount, failure)
    var moments = ExactMoments()
    moments.add(contentsOf: numbers)
    mean = moments.mean
    deviation = moments.count > 1 ? moments.deviation : 0
    values = numbers.sorted()
  }

  /// The greatest number of draws in one call.
  public static let maximumSampleCount = 10_000_000
}

extension Spread {
  /// The mean, the standard deviation, quantiles and a histogram as lines.
  ///
  /// - Parameters:
  ///   - width: The greatest number of characters in a line.
  ///   - isASCII: Whether bars are drawn in ASCII.
  /// - Returns: The lines, without indentation.
  /// - Complexity: O(values)
  package func lines(width: Int, isASCII: Bool) -> [String] {
    func text(_ number: Double) -> String { SweepSteps.text(number, unit) }
    let difference = unit.map { $0.ofDifferences ?? $0 }
    let names = MessageText.list(inputs.prefix(6).map(SourceName.readSpelling), of: inputs.count)
    let size = unit?.number(ofDifference: deviation) ?? deviation
    var lines = [
      "\(SourceName.readSpelling(name)): \(sampleCount) draws of \(names)",
      "mean \(text(mean))  deviation \(SweepSteps.text(size, difference))",
      "5% \(text(quantile(0.05)))  50% \(text(quantile(0.5)))  95% \(text(quantile(0.95)))",
    ]
    lines += Histogram(values)?.lines(width: width, isASCII: isASCII, text) ?? []
    if let failure {
      lines.append("\(failureCount) of \(sampleCount) draws have no value; the first: \(failure.text)")
    }
    return lines
  }
}

extension Session {
  /// Draws the uncertain inputs that a node depends on, and evaluates the node for each draw. This session is unchanged.
  ///
  /// Inputs are uncertain if they are defined as `price = 20 ± 1` or `price ~ normal(20, 1)`. All other inputs keep
  /// their current values.
  ///
  /// - Parameters:
  ///   - name: The name of a number or a quantity.
  ///   - samples: The number of draws, from 1 to ``Spread/maximumSampleCount``.
  ///   - seed: The seed of the draws, which also depend on the index of the row and the names of the inputs.
  ///   - progress: Called from time to time with the fraction of the work that is done, from 0 to 1.
  /// - Returns: The values.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, a node of another type or one that depends on no
  ///   uncertain input, if no draw has a value, and if ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  /// - Complexity: O(samples × nodes between the inputs and the node), and O(nodes that it depends on).
  public func spread(
    of name: SourceName, samples: Int = 10_000, seed: UInt64 = 0, progress: (Double) -> Void = { _ in }
  ) throws(Diagnostic) -> Spread {
    guard (1...Spread.maximumSampleCount).contains(samples) else {
      throw Diagnostic(
        .number, "\(samples) is not a number of draws", name.range, hint: "write 1 to \(Spread.maximumSampleCount)")
    }
    let node = try formulas.shownNode(name)
    try requireNumber(node, name)
    let inputs = uncertainInputs(of: node)
    guard !inputs.isEmpty else {
      throw Diagnostic(
        .command, "\(name.text) does not depend on an uncertain input", name.range,
        hint: uncertaintyHint(for: node).map { "write \($0)" })
    }
    var scenarios = Scenarios()
    scenarios.seed = seed
    for input in inputs { try scenarios.draw(input.name, from: input.uncertainty.distribution) }
    try scenarios.repeatRows(samples)
    // Inputs are outside of groups, even if the session is in a group.
    let output = SourceName(formulas.title(of: node), range: name.range)
    let (numbers, failures) = try within(GraphPath()) { () throws(Diagnostic) in
      try drawn(scenarios, inputs.map { SourceName($0.name, range: name.range) }, output, progress)
    }
    guard !numbers.isEmpty else {
      throw Diagnostic(
        .domain, "\(name.text) has no value in any of \(MessageText.counted(samples, "draw"))", name.range,
        hint: failures.first.map(\.text))
    }
    return Spread(
      name: name.text, inputs: inputs.map(\.name), unit: evaluator.unit(of: node), numbers: numbers,
      failureCount: samples - numbers.count, failure: failures.first)
  }

  /// The numbers of an output in the rows that have one, and the failure of the first row that has none.
  private func drawn(
    _ scenarios: Scenarios, _ inputs: [SourceName], _ output: SourceName, _ progress: (Double) -> Void
  ) throws(Diagnostic) -> (numbers: [Double], failures: [NodeValue]) {
    let rounds = Double(scenarios.count + 1)
    let model = try ScenarioModel(of: self, from: inputs, to: [output]) { progress($0 / rounds) }
    model.isInterrupted = evaluator.isInterrupted
    var numbers: [Double] = []
    numbers.reserveCapacity(scenarios.count)
    var failures: [NodeValue] = []
    for rows in model.blocks(of: 0..<scenarios.count) {
      progress(Double(rows.lowerBound + 1) / rounds)
      let block = model.evaluate(rows, of: scenarios)
      if model.hasUnfinished || evaluator.isInterrupted?() == true { throw Self.sweepStopped(output) }
      if case .numbers(let values, _, let failed) = block.columns[0], failed.isEmpty {
        numbers += values
        continue
      }
      for row in 0..<rows.count {
        let value = block.columns[0][row]
        if let number = value.number {
          numbers.append(number)
        } else if failures.isEmpty {
          failures.append(value)
        }
      }
    }
    return (numbers, failures)
  }

  /// The uncertain inputs that a node depends on, including the node itself, in evaluation order.
  private func uncertainInputs(of node: NodeID) -> [(name: String, uncertainty: Uncertainty)] {
    if formulas.uncertainties.isEmpty { return [] }
    let graph = evaluator.graph
    return (graph.upstream(of: node) + [node]).compactMap { source in
      guard let uncertainty = formulas.uncertainty(of: source), let name = graph.name(of: source) else { return nil }
      return (name, uncertainty)
    }
  }

  private func requireNumber(_ node: NodeID, _ name: SourceName) throws(Diagnostic) {
    let type = formulas.outputType(of: node).flatMap(CalculatorType.init)
    if let type, type == .number || !type.isList && type.unit != nil { return }
    throw Diagnostic(
      .type, "'\(name.text)' is \(type?.phrase ?? "no number"), and only a number has a spread", name.range,
      hint: type == .boolean ? "name a number that is computed from it: if(\(name.spelling), 1, 0)" : nil)
  }

  /// A hint at a definition that would make an input uncertain; `nil` if the node depends on no suitable input.
  private func uncertaintyHint(for node: NodeID) -> String? {
    let graph = evaluator.graph
    for source in graph.upstream(of: node) + [node] {
      guard let name = graph.name(of: source), let text = formulas.texts[source], formulas.isAtRoot(source),
        let formula = try? Formula(text), formula.names.isEmpty, formula.isFixed,
        let type = formulas.outputType(of: source).flatMap(CalculatorType.init), type == .number
      else { continue }
      return "\(SourceName.spelling(name)) = \(text) ± 5%"
    }
    return nil
  }
}

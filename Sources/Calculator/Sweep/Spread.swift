// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What values a node takes if the uncertain inputs that it depends on are drawn many times.
///
/// ```swift
/// try session.run("price = 20 ± 1; qty = 3 ± 0.5; total = price * qty")
/// let spread = try session.spread(of: SourceName("total", range: 0..<5))
/// spread.mean             // near 60
/// spread.quantile(0.95)   // 95 % of the draws give less
/// ```
///
/// Draws are independent of each other, and the same for the same seed: row 7 has the values that ``Scenarios/draw(_:from:)``
/// gives the inputs in that row.
public struct Spread: Hashable, Sendable {
  /// The name of the node.
  public let name: String
  /// The names of the inputs that were drawn.
  public let inputs: [String]
  /// The unit of the numbers; `nil` if they have none.
  public let unit: UnitOfMeasure?
  /// The values in ascending order, of the draws that have one. There is at least one.
  public let values: [Double]
  /// The average of the values.
  public let mean: Double
  /// The standard deviation of the values, as of a sample; 0 of a single value.
  public let deviation: Double
  /// How many draws have no value.
  public let failureCount: Int
  /// Why the first of them has none; `nil` if all have a value.
  public let failure: NodeValue?

  /// How many draws there were.
  public var sampleCount: Int { values.count + failureCount }

  /// The value below which a share of the values is, between two values in a straight line.
  ///
  /// - Parameter share: From 0, the least value, to 1, the greatest; 0.5 is the median.
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

  /// The values of rows, in their order.
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

  /// The most draws of one call.
  public static let maximumSampleCount = 10_000_000
}

extension Spread {
  /// Mean, standard deviation, quantiles and a histogram as lines.
  ///
  /// - Parameters:
  ///   - width: How many characters a line has at most.
  ///   - isASCII: Whether bars are of ASCII.
  /// - Returns: The lines, without indentation.
  /// - Complexity: O(values)
  func lines(width: Int, isASCII: Bool) -> [String] {
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
  /// Draws the uncertain inputs that a node depends on, and evaluates it for each draw. This session is unchanged.
  ///
  /// Inputs are uncertain that are defined as `price = 20 ± 1` or `price ~ normal(20, 1)`. All others have the values that they
  /// have now.
  ///
  /// - Parameters:
  ///   - name: The name of a number or a quantity.
  ///   - samples: How many draws there are, from 1 to ``Spread/maximumSampleCount``.
  ///   - seed: What the draws depend on, beside the number of the row and the names of the inputs.
  ///   - progress: Called now and then with how much of the work is done, from 0 to 1.
  /// - Returns: The values.
  /// - Throws: A ``Diagnostic`` for an unknown name, a node of another type or one that depends on no uncertain input, if no
  ///   draw has a value, and if ``/NodeEval/Evaluator/isInterrupted`` asks to stop.
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
        .command, "\(name.text) depends on no uncertain input", name.range,
        hint: uncertaintyHint(for: node).map { "write \($0)" })
    }
    var scenarios = Scenarios()
    scenarios.seed = seed
    for input in inputs { try scenarios.draw(input.name, from: input.uncertainty.distribution) }
    try scenarios.repeatRows(samples)
    // Inputs lie outside of groups, wherever one is.
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

  /// The numbers of an output in the rows that have one, and the failure of the first that has none.
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

  /// The uncertain inputs that a node depends on, itself included, in evaluation order.
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

  /// A definition of an input that would make it uncertain; `nil` if there is none.
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

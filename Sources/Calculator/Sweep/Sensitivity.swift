// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// How much a node changes when one of the numbers that it depends on changes while the others stay the same.
///
/// ```swift
/// try session.run("price = 20; qty = 3; fee = 5; total = price * qty + fee")
/// let sensitivity = try session.sensitivity(of: "total", within: 0.1)
/// sensitivity.inputs.map(\.name)  // ["price", "qty", "fee"]: the one that matters most comes first
/// sensitivity.inputs[0].high      // 71
/// ```
public struct Sensitivity: Hashable, Sendable {
  /// An input, with the values of the node at both ends of the input's range.
  public struct VariedInput: Hashable, Sendable {
    /// The name of the input.
    public let name: String
    /// The range of values that the input was given, in its unit.
    public let range: ClosedRange<Double>
    /// The value of the node at the lower end, in the node's unit; `nil` if the node has no value there.
    public let low: Double?
    /// The value of the node at the upper end, in the node's unit; `nil` if the node has no value there.
    public let high: Double?
    let unit: UnitOfMeasure?

    /// The difference of the node between both ends; infinite if the node has no value at one of them.
    public var swing: Double { low.flatMap { low in high.map { ($0 - low).magnitude } } ?? .infinity }
  }

  /// The name of the node.
  public let output: String
  /// The current value of the node, in its unit.
  public let value: Double
  /// The inputs that the node depends on, those that change it most first.
  public let inputs: [VariedInput]
  let unit: UnitOfMeasure?
  /// Half of the greatest distance of an end from the current value, because distances themselves may be infinite.
  package let halfReach: Double

  init(output: String, value: Double, inputs: [VariedInput], unit: UnitOfMeasure?) {
    (self.output, self.value, self.inputs, self.unit) = (output, value, inputs, unit)
    let ends = inputs.flatMap { [$0.low, $0.high] }.compactMap { $0 }
    halfReach = ends.map { ($0 / 2 - value / 2).magnitude }.max() ?? 0
  }
}

extension Session {
  /// Evaluates a node with each number that it depends on slightly decreased and slightly increased. The session is unchanged.
  ///
  /// - Parameters:
  ///   - output: The name of a node that is a number or a quantity.
  ///   - part: The change of numbers and quantities as a fraction of their value: 0.01 is one percent. Dates change
  ///     by a day, moments by an hour, and temperatures by a degree. Uncertain inputs change by their deviation instead.
  ///   - ranges: Other ranges for some inputs, by name, in their units.
  /// - Returns: The inputs, those that change the node most first.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, a node that is not a number or has no value, a range for
  ///   an input that the node doesn't depend on, and if ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  /// - Complexity: O(inputs × nodes that the node depends on).
  public func sensitivity(
    of output: String, within part: Double = 0.01, ranges: [String: ClosedRange<Double>] = [:]
  ) throws(Diagnostic) -> Sensitivity {
    try sensitivity(of: SourceName(naming: output), within: part, ranges: ranges)
  }

  package func sensitivity(
    of output: SourceName, within part: Double, ranges: [String: ClosedRange<Double>]
  ) throws(Diagnostic) -> Sensitivity {
    let function = try modelFunction(of: output)
    let nodes = function.inputs.map { try? formulas.scopedNode($0.name) }
    var chosen: [NodeID: ClosedRange<Double>] = [:]
    for (name, range) in ranges.sorted(by: { $0.key < $1.key }) {
      let node = try formulas.scopedNode(SourceName(name, range: output.range))
      guard nodes.contains(node) else {
        throw Diagnostic(.name, "'\(output.text)' doesn't depend on '\(name)'", output.range)
      }
      chosen[node] = range
    }
    let given = zip(function.inputs, nodes).map { input, node in
      let extent = node.flatMap(formulas.uncertainty)?.distribution.extent
      return node.flatMap { chosen[$0] } ?? input.limited(extent ?? input.surroundings(within: part))
    }
    let ends = given.enumerated().flatMap { [($0, $1.lowerBound), ($0, $1.upperBound)] }
    let numbers = try function.numbers(changing: [(0, function.values[0])] + ends)
    guard let value = numbers[0] else {
      guard case .failure(let message, _) = value(of: try formulas.scopedNode(output)) else {
        throw Self.sweepStopped(output)
      }
      throw Diagnostic(.domain, "'\(output.text)' has no value: \(message)", output.range)
    }
    let inputs = given.indices.map { index in
      Sensitivity.VariedInput(
        name: function.inputs[index].name.text, range: given[index], low: numbers[1 + 2 * index],
        high: numbers[2 + 2 * index], unit: function.inputs[index].unit)
    }
    let order = inputs.indices.sorted { (inputs[$1].swing, $0) < (inputs[$0].swing, $1) }
    return Sensitivity(output: output.text, value: value, inputs: order.map { inputs[$0] }, unit: function.unit)
  }

  /// The derivatives of a node with respect to the numbers that it depends on. The session is unchanged.
  ///
  /// ```swift
  /// try session.run("price = 20; qty = 3; total = price * qty")
  /// try session.gradient(of: "total").map { ($0.input, $0.slope?.value) }  // [("price", 3), ("qty", 20)]
  /// ```
  ///
  /// One pass over all formulas computes all derivatives (reverse mode), in time that doesn't depend on the number of
  /// inputs. Formulas with lists, and nodes of kinds, are differentiated by differences; ``/NodeEval/Slope/method``
  /// says which method was used.
  ///
  /// - Parameter output: The name of a node that is a number or a quantity.
  /// - Returns: Each input with its derivative: units of the node per unit of the input, or per day for a date. The
  ///   derivative is `nil` where it does not exist, at a corner or a jump.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, a node that is not a number or has no value, and if
  ///   ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  /// - Complexity: O(nodes that the node depends on).
  public func gradient(of output: String) throws(Diagnostic) -> [(input: String, slope: Slope?)] {
    let function = try modelFunction(of: SourceName(naming: output))
    return zip(function.inputs, try function.slopes()).map { ($0.name.text, $1) }
  }

  /// Returns a node as a function of all numbers that it depends on.
  package func modelFunction(of output: SourceName) throws(Diagnostic) -> ModelFunction {
    let inputs = try numberInputs(of: output)
    if inputs.isEmpty {
      throw Diagnostic(.name, "'\(output.text)' does not depend on a number that can be changed", output.range)
    }
    return try ModelFunction(of: self, from: inputs, to: output)
  }
}

extension DrawnDistribution {
  /// The values between the bounds, or within one standard deviation around the middle.
  fileprivate var extent: ClosedRange<Double> {
    switch self {
    case .uniform(let low, let high), .triangular(let low, _, let high): low...high
    case .normal(let mean, let deviation): mean - deviation...mean + deviation
    case .lognormal(let mean, let deviation):
      PortableMathematics.exponential(mean - deviation)...PortableMathematics.exponential(mean + deviation)
    }
  }
}

extension ModelFunction.ModelInput {
  /// The range of numbers around the current one.
  fileprivate func surroundings(within part: Double) -> ClosedRange<Double> {
    var distance = (value * part).magnitude
    // A fraction has no meaning on a scale with an offset.
    if unit?.zero != nil { distance = unit?.isMoment == true ? 3600 : 1 }
    return value - distance...value + distance
  }

  /// The part of a range whose numbers are finite and, for dates and moments, in the calendar.
  fileprivate func limited(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let limit = Double.greatestFiniteMagnitude
    return range.clamped(to: unit?.calendar ?? -limit...limit)
  }
}

// MARK: - Text

extension Sensitivity {
  /// The inputs as lines with bars on both sides of the current value of the node: a tornado chart.
  ///
  /// - Parameters:
  ///   - room: The greatest number of characters in a line.
  ///   - isASCII: Whether bars are drawn in ASCII.
  /// - Returns: The lines.
  package func lines(width room: Int, isASCII: Bool) -> [String] {
    let widest = inputs.map { TextWidth.columns(of: SourceName.readSpelling($0.name)) }.max() ?? 0
    let ranges = inputs.map { range(of: $0, dots: isASCII ? ".." : "…") }
    let results = inputs.map { (result($0.low), result($0.high)) }
    let rangeWidth = ranges.map(TextWidth.columns).max() ?? 0
    let lowWidth = results.map { TextWidth.columns(of: $0.0) }.max() ?? 0
    let highWidth = results.map { TextWidth.columns(of: $0.1) }.max() ?? 0
    let half = max(4, min(20, (room - widest - rangeWidth - lowWidth - highWidth - 9) / 2))
    var lines = ["\(SourceName.readSpelling(output)) is \(result(value)) now"]
    for index in inputs.indices {
      let (left, right) = bars(inputs[index], half, isASCII)
      let name = SourceName.readSpelling(inputs[index].name)
      lines.append(
        Self.padded(name, to: widest) + "  " + Self.padded(ranges[index], to: rangeWidth) + "  "
          + Self.padded(results[index].0, to: lowWidth) + "  \(left)\(isASCII ? "|" : "│")\(right)  " + results[index].1
      )
    }
    return lines
  }

  /// The range of values that an input was given, as text.
  package func range(of input: VariedInput, dots: String) -> String {
    let (low, high) = (input.range.lowerBound, input.range.upperBound)
    return "\(text(low, input.unit, high)) \(dots) \(text(high, input.unit, low))"
  }

  /// Half of the distance of a number from the current value.
  private func half(of end: Double) -> Double { end / 2 - value / 2 }

  /// The distance of a number from the current value, as a fraction of the greatest distance: −1 to 1.
  package func offset(of end: Double) -> Double { halfReach > 0 ? half(of: end) / halfReach : 0 }

  /// The bars below and above the current value.
  private func bars(_ input: VariedInput, _ half: Int, _ isASCII: Bool) -> (String, String) {
    let offsets = [input.low, input.high].compactMap { $0.map(offset(of:)) }
    func length(_ offset: Double) -> Int { Int((offset * Double(half)).rounded()) }
    let (below, above) = (length(max(0, -(offsets.min() ?? 0))), length(max(0, offsets.max() ?? 0)))
    let block = isASCII ? "#" : "█"
    return (
      String(repeating: " ", count: half - below) + String(repeating: block, count: below),
      String(repeating: block, count: above) + String(repeating: " ", count: half - above)
    )
  }

  package func result(_ number: Double?) -> String { number.map { text($0, unit, value) } ?? "⚠" }

  /// The text of a number with as many digits as distinguish it from another one.
  private func text(_ number: Double, _ unit: UnitOfMeasure?, _ other: Double) -> String {
    let texts = [6, 9, 12, 15].lazy.map { digits in
      (SweepSteps.text(number, unit, digits: digits), SweepSteps.text(other, unit, digits: digits))
    }
    return texts.first { number == other || $0 != $1 }?.0 ?? SweepSteps.text(number, unit, digits: 15)
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - TextWidth.columns(of: text), 0))
  }
}

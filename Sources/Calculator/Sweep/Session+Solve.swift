// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// Searches for the values of an input at which a node has a certain value: the goal seek of spreadsheets. The
  /// session is unchanged.
  ///
  /// ```swift
  /// try session.run("price = 25; qty = 3; total = price * qty")
  /// let found = try session.solve("total", equals: 90, for: "price")
  /// found.solutions[0].value  // 30
  /// ```
  ///
  /// - Parameters:
  ///   - output: The name of a node that is a number or a quantity.
  ///   - target: The value that the node is to have, in its unit.
  ///   - input: The name of a number, quantity or date that is not computed.
  ///   - range: The range to search, in the unit of the input; `nil` searches around its current value and at all magnitudes.
  /// - Returns: The solutions, or the nearest values if there are none.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, an input that is computed or not a number, a node that
  ///   doesn't depend on the input, and if ``/NodeEval/Evaluator/isInterrupted`` requests a stop.
  /// - Complexity: O(nodes between input and output) for each of some thousand evaluations.
  public func solve(
    _ output: String, equals target: Double, for input: String, in range: ClosedRange<Double>? = nil
  ) throws(Diagnostic) -> Solutions {
    try solve(
      ModelFunction(of: self, from: [SourceName(naming: input)], to: SourceName(naming: output)), equals: target,
      in: range)
  }

  private func solve(
    _ function: ModelFunction, equals target: Double, in range: ClosedRange<Double>?
  ) throws(Diagnostic) -> Solutions {
    let input = function.inputs[0]
    try requireDependence(of: function.output, on: input.name)
    return try Solutions.search(
      for: target, around: input.value, in: range, isWhole: input.isWhole
    ) { (numbers) throws(Diagnostic) in try function.numbers(for: [numbers]) }
  }

  private func requireDependence(of output: SourceName, on input: SourceName) throws(Diagnostic) {
    let (node, source) = (try formulas.scopedNode(output), try formulas.scopedNode(input))
    if node == source || evaluator.graph.upstream(of: node).contains(source) { return }
    throw Diagnostic(.name, "'\(output.text)' doesn't depend on '\(input.text)'", input.range)
  }

  /// Executes `solve`.
  ///
  /// - Returns: The result in sentences, and the statement that gives the input the solution nearest to its value;
  ///   `nil` without a solution.
  package func solve(_ request: SolveRequest) throws(Diagnostic) -> (rows: [(String, String)], statement: String?) {
    let report = try report(on: request)
    return (report.rows, report.nearest)
  }

  /// Searches as `solve` does.
  package func report(on request: SolveRequest) throws(Diagnostic) -> SolveReport {
    let function = try ModelFunction(of: self, from: [request.input], to: request.output)
    let range = try request.range.map { (range) throws(Diagnostic) in try ends(of: range, function.inputs[0]) }
    let found = try solve(function, equals: try target(request, function), in: range)
    return SolveReport(found, function, hasRange: range != nil)
  }

  /// Reads the value that the node is to have, in its unit.
  private func target(_ request: SolveRequest, _ function: ModelFunction) throws(Diagnostic) -> Double {
    let text = request.target
    func placed(_ error: Diagnostic) -> Diagnostic {
      var diagnostic = error
      diagnostic.range = text.range
      return diagnostic
    }
    let value: CalculatorValue
    do throws(Diagnostic) {
      let written = try Formula(text.text)
      let formula = try spelledOut(written) ?? written
      for name in formula.names {
        let (node, input) = (try formulas.scopedNode(name), try formulas.scopedNode(request.input))
        guard node != input, !evaluator.graph.upstream(of: node).contains(input) else {
          throw Diagnostic(
            .name, "'\(name.text)' changes with '\(request.input.text)', and solve needs a fixed value", text.range,
            hint: "define the difference, and solve it for 0")
        }
      }
      value = try formulas.constant(formula)
    } catch {
      throw placed(error)
    }
    switch (value, function.unit) {
    case (.number(let number), nil): return number
    case (.quantity(let number, let given), let unit?) where given.dimension == unit.dimension:
      return given.converted(number, to: unit)
    default:
      let unit = function.unit
      throw Diagnostic(
        .type, "'\(request.output.text)' is \(unit?.quantity ?? "a Number"), and the value is \(value.type.phrase)",
        text.range, hint: unit.map { $0.isCalendar ? nil : "write its unit: 5 \($0)" } ?? nil)
    }
  }

  /// Reads the ends of a range, in the unit of an input.
  private func ends(of range: SourceName, _ input: ModelFunction.ModelInput) throws(Diagnostic) -> ClosedRange<Double> {
    let bounds = try SweepSteps.bounds(range, for: input.name, in: input.unit)
    if bounds.lowerBound < bounds.upperBound { return bounds }
    throw Diagnostic(.command, "the range has one value only", range.range, hint: "write a..b")
  }
}

/// The result of a search, in sentences.
package struct SolveReport {
  private let found: Solutions
  private let function: ModelFunction
  private let hasRange: Bool
  private let input: String
  private let output: String

  init(_ found: Solutions, _ function: ModelFunction, hasRange: Bool) {
    (self.found, self.function, self.hasRange) = (found, function, hasRange)
    input = SourceName.readSpelling(function.inputs[0].name.text)
    output = SourceName.readSpelling(function.output.text)
  }

  /// The statement that gives the input the solution nearest to its value; `nil` without a solution.
  var nearest: String? { nearestValue.map { "\(input) = \($0)" } }

  /// The solution nearest to the input's value, with all digits; `nil` if there is none.
  package var nearestValue: String? {
    let value = function.inputs[0].value
    return found.nearest(to: value).map { exact(min(max(value, $0.value), $0.through)) }
  }

  /// The text of a value with all digits, so that it can be typed.
  private func exact(_ value: Double) -> String { function.inputs[0].value(value).exactText }

  private func given(_ value: Double) -> String { ValueStyle().text(.value(function.inputs[0].value(value))) }

  private func result(_ value: Double) -> String {
    ValueStyle().text(.value(function.unit.map { .quantity(value, $0) } ?? .number(value)))
  }

  /// The greatest number of solutions that are listed.
  private static let maximumCount = 16

  /// The lines of the report, in two columns.
  package var rows: [(String, String)] {
    let present = function.inputs[0].value
    let all = found.solutions.sorted { ($0.value - present).magnitude < ($1.value - present).magnitude }
    let shown = all.prefix(Self.maximumCount).sorted { $0.value < $1.value }
    var rows = shown.map { solution in
      let isOne = solution.value == solution.through
      var remarks: [String] = []
      if (solution.output - found.target).magnitude > 1e-12 * found.target.magnitude {
        remarks.append("\(output) is \(result(solution.output)) there")
      }
      if solution.touches { remarks.append("\(output) only touches \(result(found.target)) there") }
      return (
        "\(input) = \(exact(solution.value))" + (isOne ? "" : " … \(exact(solution.through))"),
        remarks.joined(separator: ", ")
      )
    }
    if rows.isEmpty { rows = reasons.map { ($0, "") } }
    let areAllShown = found.isComplete && shown.count == all.count
    if !areAllShown {
      rows.append(
        ("there are more solutions; these are the nearest to the present value, and 'in a..b' finds others", ""))
    }
    return rows
  }

  private var reasons: [String] {
    guard let least = found.least, let greatest = found.greatest, let closest = found.closest else {
      return ["\(output) has no value for any \(input) that was tried"]
    }
    let target = result(found.target)
    if least.output == greatest.output { return ["\(output) is \(result(least.output)) whatever \(input) is"] }
    var reasons = found.jumps.prefix(8).map { jump in
      let place = function.inputs[0].isWhole ? "between \(given(jump.below)) and" : "at \(input) ="
      return "\(output) jumps from \(result(jump.from)) to \(result(jump.to)) \(place) \(given(jump.above))"
    }
    if hasRange {
      let range = "from \(given(found.range.lowerBound)) to \(given(found.range.upperBound))"
      reasons.append("no \(input) \(range) was found for which \(output) is \(target)")
    } else {
      reasons.append("no \(input) was found for which \(output) is \(target)")
    }
    if reasons.count == 1 {
      let value = given(closest.value)
      reasons.append(
        "nearest is \(input) = \(value), where \(output) is \(SweepSteps.text(closest.output, function.unit))")
    }
    return reasons
  }
}

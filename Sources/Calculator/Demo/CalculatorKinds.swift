// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The node kinds of the calculator: the kinds of the ShinpuruNodeUI demo, with its ports.
///
/// An unconnected number is 0, an unconnected colour is black. A result that is not finite is a failure:
/// `division by zero`, `overflow` or `domain`.
public enum CalculatorKinds {
  /// A number that is given, not computed: a source with the output `value`.
  public static let number = NodeDefinition.source("Number", output: numberPort("value"), initial: 0.0)

  /// x + y + z, a node with the output `sum`.
  public static let add = NodeDefinition(
    "Add", inputs: zero("x"), zero("y"), zero("z"), output: numberPort("sum")
  ) { x, y, z in try finite(x + y + z) }

  /// x − y, a node with the output `difference`.
  public static let subtract = NodeDefinition(
    "Subtract", inputs: zero("x"), zero("y"), output: numberPort("difference")
  ) { x, y in try finite(x - y) }

  /// x · y, a node with the output `product`.
  public static let multiply = NodeDefinition(
    "Multiply", inputs: zero("x"), zero("y"), output: numberPort("product")
  ) { x, y in try finite(x * y) }

  /// x ÷ y, a node with the output `quotient`; a division by 0 is a failure.
  public static let divide = NodeDefinition(
    "Divide", inputs: zero("x"), zero("y"), output: numberPort("quotient")
  ) { x, y in
    if y == 0 { throw FormulaFailure.divisionByZero }
    return try finite(x / y)
  }

  /// A colour with the components red, green and blue; each component is rounded and clamped to 0…255.
  public static let color = NodeDefinition(
    "Color", inputs: zero("red"), zero("green"), zero("blue"), output: colorPort("color")
  ) { red, green, blue in RGBColor(clampingRed: red, green: green, blue: blue) }

  /// A colour with each component multiplied by `multiplier` ÷ 255.
  public static let colorAdjust = NodeDefinition(
    "ColorAdjust",
    inputs: ValuePort(
      "color", default: RGBColor(red: 0, green: 0, blue: 0), typeName: CalculatorType.color.description),
    zero("multiplier"), output: colorPort("color")
  ) { color, multiplier in color.adjusted(by: multiplier) }

  /// All kinds of the demo, in the order of a menu. An evaluator of the calculator is created with them; a session's
  /// evaluator also has ``later(by:)``.
  public static let all = [number, add, subtract, multiply, divide, color, colorAdjust]

  /// A node whose output `value` is `x`, delayed by the input `seconds`; until then the output is pending.
  ///
  /// Any change of an input restarts the delay. A negative delay is a failure, `domain`; a delay of more than 10⁹
  /// seconds is shortened to 10⁹ seconds.
  ///
  /// - Parameter clock: The clock that ends the delay. With `nil` the value arrives immediately, in the same edit.
  /// - Returns: The definition of the kind `Later`.
  public static func later(by clock: (any Clock<Duration>)?) -> NodeDefinition {
    let (name, x, seconds, output) = ("Later", zero("x"), zero("seconds"), numberPort("value"))
    guard let clock else {
      return NodeDefinition(name, inputs: x, seconds, output: output) { x, seconds in
        _ = try duration(seconds)
        return x
      }
    }
    return NodeDefinition(name, inputs: x, seconds, output: output, whenInputsChange: .restart) { _, x, seconds in
      try await clock.sleep(for: duration(seconds))
      return x
    }
  }

  private static func duration(_ seconds: Double) throws(FormulaFailure) -> Duration {
    if seconds < 0 { throw .domain }
    return .seconds(min(seconds, 1e9))
  }

  /// The definitions of a session's evaluator.
  static func inSessions(_ clock: (any Clock<Duration>)?) -> [NodeDefinition] { all + [later(by: clock)] }

  /// All kinds that a session knows, in the order in which help lists them.
  package static let known: [NodeKind] = inSessions(nil).map(\.kind)

  /// The known kind with this name; `nil` if there is none.
  package static func named(_ name: String) -> NodeKind? { known.first { $0.name == name } }

  /// Whether a node is of a known kind, and not a formula.
  static func isKnown(_ node: NodeID, in evaluator: Evaluator) -> Bool {
    (try? evaluator.graph.kind(of: node)).map { named($0.name) == $0 } ?? false
  }

  /// The help for the known kinds, one line each: the inputs and the types of the outputs.
  package static var help: [String] {
    known.map { kind in
      let inputs = kind.inputs.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
      let outputs = kind.outputs.map(\.type.name).joined(separator: ", ")
      return "\(kind.name)(\(inputs)) → \(outputs)"
    }
  }

  private static func zero(_ name: String) -> ValuePort<Double> {
    ValuePort(name, default: 0.0, typeName: CalculatorType.number.description)
  }

  private static func numberPort(_ name: String) -> ValuePort<Double> {
    ValuePort(name, typeName: CalculatorType.number.description)
  }

  private static func colorPort(_ name: String) -> ValuePort<RGBColor> {
    ValuePort(name, typeName: CalculatorType.color.description)
  }

  private static func finite(_ value: Double) throws(FormulaFailure) -> Double {
    if value.isFinite { return value }
    throw value.isNaN ? .domain : .overflow
  }
}

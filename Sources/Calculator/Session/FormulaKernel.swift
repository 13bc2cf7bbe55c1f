// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension DynamicInputs: FormulaInputs {
  /// The value of an input in packed form.
  @usableFromInline
  package func load(_ index: Int) throws(FormulaFailure) -> Double {
    do {
      switch CalculatorType(type(index)) {
      case .number: return try value(index, as: Double.self)
      case .boolean: return CalculatorValue.boolean(try value(index, as: Bool.self)).packed
      case .color: return CalculatorValue.color(try value(index, as: RGBColor.self)).packed
      case nil: throw FormulaFailure.unsetInput(index)
      }
    } catch {
      throw .upstream(index)
    }
  }
}

extension Program {
  /// The definition of a formula's node: an input for each free name, one output of the formula's type.
  func definition(names: [String], types: [CalculatorType]) -> NodeDefinition {
    let inputs = zip(names, types).map { NodeKind.Input($0, $1.port) }
    switch type {
    case .number:
      return .dynamic("formula", inputs: inputs, output: FormulaOutputs.number) { inputs in try self.packed(inputs) }
    case .boolean:
      return .dynamic("formula", inputs: inputs, output: FormulaOutputs.boolean) { inputs in
        try self.packed(inputs) != 0
      }
    case .color:
      return .dynamic("formula", inputs: inputs, output: FormulaOutputs.color) { inputs in
        RGBColor(bits: UInt32(try self.packed(inputs)))
      }
    }
  }

  /// Evaluates to the packed form. The failure of an input is passed on with its origin.
  private func packed(_ inputs: borrowing DynamicInputs) throws -> Double {
    do {
      return try evaluate(inputs)
    } catch {
      switch error {
      case .upstream(let index), .unsetInput(let index): throw inputs.failure(index) ?? error
      default: throw error
      }
    }
  }
}

extension CalculatorValue {
  /// The definition of a constant's node.
  var definition: NodeDefinition {
    switch self {
    case .number(let value): FormulaOutputs.constantNumber.starting(with: value)
    case .boolean(let value): FormulaOutputs.constantBoolean.starting(with: value)
    case .color(let value): FormulaOutputs.constantColor.starting(with: value)
    }
  }
}

/// The outputs and constants that all formulas of a type share.
private enum FormulaOutputs {
  static let number = DynamicOutput(port(Double.self, .number))
  static let boolean = DynamicOutput(port(Bool.self, .boolean))
  static let color = DynamicOutput(port(RGBColor.self, .color))
  static let constantNumber = NodeDefinition.source("formula", output: port(Double.self, .number), initial: 0)
  static let constantBoolean = NodeDefinition.source("formula", output: port(Bool.self, .boolean), initial: false)
  static let constantColor = NodeDefinition.source(
    "formula", output: port(RGBColor.self, .color), initial: RGBColor(bits: 0))

  private static func port<Value>(_ type: Value.Type, _ name: CalculatorType) -> ValuePort<Value> {
    ValuePort("value", typeName: name.description)
  }
}

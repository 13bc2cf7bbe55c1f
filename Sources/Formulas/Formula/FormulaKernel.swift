// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension DynamicInputs: ValueInputs {
  /// The value of an input in packed form.
  @usableFromInline
  package func load(_ index: Int) throws(FormulaFailure) -> Double {
    do {
      // This runs for each input at each evaluation of a formula. Only type identities are compared: units don't matter here.
      switch type(index).identity {
      case ObjectIdentifier(Double.self): return try value(index, as: Double.self)
      case ObjectIdentifier(Bool.self): return CalculatorValue.boolean(try value(index, as: Bool.self)).packed
      case ObjectIdentifier(RGBColor.self): return CalculatorValue.color(try value(index, as: RGBColor.self)).packed
      default: throw FormulaFailure.unsetInput(index)
      }
    } catch {
      throw .upstream(index)
    }
  }

  /// The value of an input in the form that programs with lists and texts use.
  package func slot(_ index: Int) throws(FormulaFailure) -> Slot {
    do {
      switch type(index).identity {
      case ObjectIdentifier(String.self): return .text(try value(index, as: String.self))
      case ObjectIdentifier([Double].self): return .scalars(try value(index, as: [Double].self))
      case ObjectIdentifier([Bool].self): return Slot(.booleans(try value(index, as: [Bool].self)))
      case ObjectIdentifier([RGBColor].self): return Slot(.colors(try value(index, as: [RGBColor].self)))
      case ObjectIdentifier([String].self): return .texts(try value(index, as: [String].self))
      default: return .scalar(try load(index))
      }
    } catch {
      throw .upstream(index)
    }
  }
}

extension Program {
  /// The definition of a formula's node: an input for each free name, one output of the formula's type.
  package func definition(names: [String], types: [CalculatorType]) -> NodeDefinition {
    let inputs = zip(names, types).map { NodeKind.Input($0, $1.port) }
    guard isPacked else { return listDefinition(inputs) }
    return switch type {
    case .boolean: packedDefinition(inputs, types, FormulaOutputs.boolean)
    case .color: packedDefinition(inputs, types, FormulaOutputs.color)
    case .quantity: packedDefinition(inputs, types, FormulaOutputs.quantity(Double.self, type))
    default: packedDefinition(inputs, types, FormulaOutputs.number)
    }
  }

  /// The definition of a formula whose inputs and value are packed.
  private func packedDefinition<Value: PackedValue>(
    _ inputs: [NodeKind.Input], _ types: [CalculatorType], _ output: DynamicOutput<Value>
  ) -> NodeDefinition {
    guard let code = PackedCode<Value>(self, types: types) else {
      return .dynamic("formula", inputs: inputs, output: output) { inputs in Value(packed: try self.packed(inputs)) }
    }
    // A closure that captures a single object needs no context of its own.
    return .dynamic("formula", inputs: inputs, output: output, quick: code) { inputs in
      Value(packed: try code.program.packed(inputs))
    }
  }

  /// The definition of a formula with lists or texts.
  private func listDefinition(_ inputs: [NodeKind.Input]) -> NodeDefinition {
    switch type {
    case .number: listDefinition(inputs, FormulaOutputs.number) { $0.scalar }
    case .boolean: listDefinition(inputs, FormulaOutputs.boolean) { $0.scalar != 0 }
    case .color: listDefinition(inputs, FormulaOutputs.color) { RGBColor(bits: UInt32($0.scalar)) }
    case .text: listDefinition(inputs, FormulaOutputs.text) { $0.texts.first ?? "" }
    case .numbers: listDefinition(inputs, FormulaOutputs.numbers) { $0.scalars }
    case .booleans: listDefinition(inputs, FormulaOutputs.booleans) { $0.scalars.map { $0 != 0 } }
    case .colors: listDefinition(inputs, FormulaOutputs.colors) { $0.scalars.map { RGBColor(bits: UInt32($0)) } }
    case .texts: listDefinition(inputs, FormulaOutputs.texts) { $0.texts }
    case .quantity: listDefinition(inputs, FormulaOutputs.quantity(Double.self, type)) { $0.scalar }
    case .quantities: listDefinition(inputs, FormulaOutputs.quantity([Double].self, type)) { $0.scalars }
    }
  }

  private func listDefinition<Value: Equatable & Sendable>(
    _ inputs: [NodeKind.Input], _ output: DynamicOutput<Value>, _ value: @escaping @Sendable (Slot) -> Value
  ) -> NodeDefinition {
    .dynamic("formula", inputs: inputs, output: output) { inputs in
      do throws(ValueFailure) {
        return value(try self.slot(inputs))
      } catch {
        switch error {
        case .formula(let failure): throw Self.cause(failure, inputs)
        case .interrupted: throw InterruptionError()
        default: throw error
        }
      }
    }
  }

  /// Evaluates to the packed form. If an input has failed, throws its failure, with the origin.
  private func packed(_ inputs: borrowing DynamicInputs) throws -> Double {
    do {
      return try evaluate(inputs)
    } catch {
      throw Self.cause(error, inputs)
    }
  }

  /// The failure of the input that a failure refers to; else the failure itself.
  private static func cause(_ failure: FormulaFailure, _ inputs: borrowing DynamicInputs) -> any Error {
    switch failure {
    case .upstream(let index), .unsetInput(let index): inputs.failure(index) ?? failure
    default: failure
    }
  }
}

extension CalculatorValue {
  /// The definition of a constant's node.
  package var definition: NodeDefinition {
    switch self {
    case .number(let value): FormulaOutputs.constantNumber.starting(with: value)
    case .boolean(let value): FormulaOutputs.constantBoolean.starting(with: value)
    case .color(let value): FormulaOutputs.constantColor.starting(with: value)
    case .text(let value): FormulaOutputs.constant(value, .text)
    case .numbers(let value): FormulaOutputs.constant(value, .numbers)
    case .booleans(let value): FormulaOutputs.constant(value, .booleans)
    case .colors(let value): FormulaOutputs.constant(value, .colors)
    case .texts(let value): FormulaOutputs.constant(value, .texts)
    case .quantity(let value, _): FormulaOutputs.constant(value, type)
    case .quantities(let value, _): FormulaOutputs.constant(value, type)
    }
  }
}

/// The outputs and constants that all formulas of a type share.
private enum FormulaOutputs {
  static let number = DynamicOutput(port(Double.self, .number))
  static let boolean = DynamicOutput(port(Bool.self, .boolean))
  static let color = DynamicOutput(port(RGBColor.self, .color))
  static let text = DynamicOutput(port(String.self, .text))
  static let numbers = DynamicOutput(port([Double].self, .numbers))
  static let booleans = DynamicOutput(port([Bool].self, .booleans))
  static let colors = DynamicOutput(port([RGBColor].self, .colors))
  static let texts = DynamicOutput(port([String].self, .texts))
  static let constantNumber = NodeDefinition.source("formula", output: port(Double.self, .number), initial: 0)
  static let constantBoolean = NodeDefinition.source("formula", output: port(Bool.self, .boolean), initial: false)
  static let constantColor = NodeDefinition.source(
    "formula", output: port(RGBColor.self, .color), initial: RGBColor(bits: 0))

  /// Makes a constant that isn't shared: texts and lists are few, and larger than a definition; quantities have many types.
  static func constant<Value: Equatable & Sendable>(_ value: Value, _ type: CalculatorType) -> NodeDefinition {
    .source("formula", output: port(Value.self, type), initial: value)
  }

  /// The output of a formula whose value has a unit.
  static func quantity<Value: Equatable & Sendable>(
    _ value: Value.Type, _ type: CalculatorType
  ) -> DynamicOutput<Value> {
    DynamicOutput(port(value, type))
  }

  private static func port<Value>(_ type: Value.Type, _ name: CalculatorType) -> ValuePort<Value> {
    name.unit == nil
      ? ValuePort("value", typeName: name.description) : ValuePort("value", distinguishedBy: name.description)
  }
}

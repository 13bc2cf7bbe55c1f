// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A call of a user-defined function, with its current values.
///
/// The evaluator runs a node as a whole; the values of calls in it are computed again on request.
struct FunctionCall {
  /// A formula, or the body of a function, with the types and values of its names.
  struct Place {
    let formula: Formula
    let types: [CalculatorType]
    let values: [NodeValue]
  }

  private let table: FormulaTable
  private let place: Place
  /// The operations of the call, from the mark before its first argument up to its span.
  private let range: Range<Int>
  private let function: OwnFunction
  /// The formula of the result that the call takes.
  private let body: Formula
  private let arguments: [(formula: Formula, type: CalculatorType, value: NodeValue)]

  fileprivate init?(_ table: FormulaTable, _ place: Place, _ range: Range<Int>) {
    self.table = table
    self.place = place
    self.range = range
    let operations = place.formula.operations
    let call = place.formula.calls[Int(operations[range.upperBound - 2].instruction.operand)]
    guard let function = table.functions[call.function.text], let body = function.body(of: call.result?.text) else {
      return nil
    }
    self.function = function
    self.body = body
    var arguments: [(formula: Formula, type: CalculatorType, value: NodeValue)] = []
    for argument in Self.arguments(operations, range) {
      let formula = place.formula.part(argument)
      guard let (type, value) = formula.value(at: place) else { return nil }
      arguments.append((formula, type, value))
    }
    self.arguments = arguments
  }

  /// The call with its value: `vat(price) = 16`.
  func text(_ style: ValueStyle) -> String {
    let formula = place.formula.part(range)
    let value = (formula.value(at: place)?.value).map(style.text) ?? ""
    return "\(formula.text) = \(value)"
  }

  /// The arguments and the body: `x = 80, x * 20%`.
  func note(_ style: ValueStyle) -> String {
    let values = zip(function.parameters, arguments).map { "\(SourceName.spelling($0)) = \(style.text($1.value))" }
    return (values + [body.text]).joined(separator: ", ")
  }

  /// The calls in the arguments, then those in the body of the function.
  var calls: [FunctionCall] {
    var inner: [FunctionCall] = []
    for argument in Self.arguments(place.formula.operations, range) { inner += table.calls(in: place, argument) }
    let functions: [String: OwnFunction] = table.functions.all
    guard let body: Formula = try? body.resolved(in: functions) else { return inner }
    var types: [CalculatorType] = []
    var values: [NodeValue] = []
    for name in body.names {
      if let parameter = function.parameters.firstIndex(of: name.text) {
        types.append(arguments[parameter].type)
        values.append(arguments[parameter].value)
      } else {
        let node = table.rootNode(named: name.text)
        types.append(table.type(of: node) ?? .number)
        values.append(table.value(of: node))
      }
    }
    let place = Place(formula: body, types: types, values: values)
    return inner + table.calls(in: place, 0..<body.operations.count)
  }

  /// The ranges of the arguments' operations, without the marks around them.
  private static func arguments(_ operations: [Formula.Operation], _ range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var starts: [Int] = []
    for index in range {
      switch operations[index].instruction.opcode {
      case .argumentThen: starts.append(index + 1)
      case .argumentEnd:
        if let start = starts.popLast(), starts.isEmpty { result.append(start..<index) }
      default: break
      }
    }
    return result
  }
}

extension FormulaTable {
  /// The outermost calls of user-defined functions in the formula of a node, in order.
  func calls(in node: NodeID) -> [FunctionCall] {
    if functions.all.isEmpty { return [] }
    guard let formula = formula(of: node), !formula.functions.isEmpty else { return [] }
    let sources = formula.names.indices.map { evaluator.graph.sources(of: node.input($0)).first?.node }
    let place = FunctionCall.Place(
      formula: formula, types: inputTypes(of: node), values: sources.map { value(of: $0) })
    guard place.types.count == formula.names.count else { return [] }
    return calls(in: place, 0..<formula.operations.count)
  }

  /// The outermost calls in a range of operations, in order.
  fileprivate func calls(in place: FunctionCall.Place, _ range: Range<Int>) -> [FunctionCall] {
    let operations = place.formula.operations
    var calls: [FunctionCall] = []
    /// The marks of the arguments that are open, and the start of the outermost call.
    var starts: [Int] = []
    var start: Int?
    for index in range {
      switch operations[index].instruction.opcode {
      case .argumentThen:
        if starts.isEmpty, start == nil { start = index }
        starts.append(index)
      case .argumentEnd: starts.removeLast()
      case .call where starts.isEmpty:
        if let first = start { calls += FunctionCall(self, place, first..<index + 2).map { [$0] } ?? [] }
        start = nil
      default: break
      }
    }
    return calls
  }

  fileprivate func type(of node: NodeID?) -> CalculatorType? {
    node.flatMap { outputType(of: $0) }.flatMap(CalculatorType.init)
  }

  fileprivate func value(of node: NodeID?) -> NodeValue {
    node.map { currentValue(of: $0) } ?? .failure(message: "\(FormulaFailure.unsetInput(0))", origin: nil)
  }
}

extension Formula {
  /// A range of the operations, as a formula with the same names and functions.
  fileprivate func part(_ range: Range<Int>) -> Formula {
    let part = operations[range]
    let start = part.map(\.range.lowerBound).min() ?? self.range.lowerBound
    let end = part.map(\.range.upperBound).max() ?? start
    var formula = Formula(
      line: line, range: start..<end, names: names, calls: calls, texts: texts, units: units, columns: columns,
      operations: Array(part))
    formula.columnValues = columnValues
    formula.scope = scope ?? [:]
    return formula
  }

  /// The type and value with the types and values of a place; `nil` if the types don't fit.
  fileprivate func value(at place: FunctionCall.Place) -> (type: CalculatorType, value: NodeValue)? {
    guard let program = try? program(types: place.types) else { return nil }
    if place.values.contains(where: \.isPending) { return (program.type, .pending(last: nil)) }
    do throws(ValueFailure) {
      return (program.type, .value(try program.value(for: place.values)))
    } catch {
      if case .formula(.upstream(let index)) = error, case .failure = place.values[index] {
        return (program.type, place.values[index])
      }
      return (program.type, .failure(message: "\(error)", origin: nil))
    }
  }
}

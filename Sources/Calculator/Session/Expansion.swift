// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The result of splitting a formula into nodes.
public struct Expansion: Hashable, Sendable {
  /// The name of the formula's node.
  public let name: String
  /// The names of the new nodes, each after those it depends on.
  public let made: [String]

  /// One line: `expanded total into total_1, total_2 and total`.
  public var text: String {
    let name = SourceName.spelling(name)
    let names = made.prefix(12).map(SourceName.spelling) + (made.count > 12 ? ["… \(made.count - 12) more"] : [])
    return names.isEmpty ? "expanded \(name)" : "expanded \(name) into \(names.joined(separator: ", ")) and \(name)"
  }
}

extension Session {
  /// Splits a formula into a node for each operator: Add, Subtract, Multiply and Divide.
  ///
  /// The node itself becomes the last operator and keeps its id, name, value and readers. The other nodes are named after
  /// it, `total_1` and so on. Signs and percents of constants are computed.
  ///
  /// - Parameter name: The name of a formula.
  /// - Returns: The names of the new nodes.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, a node that is not a formula or has no operator, and an
  ///   operator, function or value that no kind provides; the session is unchanged.
  /// - Complexity: O(operators).
  @discardableResult
  public func expand(_ name: SourceName) throws(Diagnostic) -> Expansion {
    let node = try ownNode(name)
    guard let formula = formulas.formula(of: node) else {
      throw Diagnostic(.kind, "'\(name.text)' is not a formula", name.range)
    }
    let parts: [FormulaPart]
    do throws(Diagnostic) {
      parts = try FormulaPart.parts(of: formula)
    } catch {
      throw Diagnostic(error.code, error.message, name.range, hint: error.hint, notes: error.notes)
    }
    guard !parts.isEmpty else {
      throw Diagnostic(.kind, "'\(name.text)' has no operator to make a node of", name.range)
    }
    // Unlike a formula, a port can't wait for a name.
    for missing in formula.names where formulas.names.meaning(of: missing.text) == nil {
      throw formulas.unknown(SourceName(missing.text, range: name.range))
    }
    for read in formula.names {
      guard
        let type = formulas.names.meaning(of: read.text).flatMap({ type(of: $0, in: formulas.names) })
          .flatMap(CalculatorType.init),
        type.isList || type == .text || type.unit != nil
      else { continue }
      throw Diagnostic(
        .kind,
        "'\(read.text)' is \(type.phrase), and no kind of node takes \(type.isList ? "lists" : type == .text ? "texts" : "quantities"); nothing changed",
        name.range, notes: [formula.text])
    }
    let made = parts.dropLast().map { _ in
      let number = formulas.numbers.next(from: 1, of: "\(name.text)_") { isTaken("\(name.text)_\($0)") }
      return "\(name.text)_\(number)"
    }
    try expand(node, parts, made, name, in: formulas.path.scope)
    return Expansion(name: name.text, made: made)
  }

  private func expand(
    _ node: NodeID, _ parts: [FormulaPart], _ made: [String], _ name: SourceName, in scope: InstanceID?
  ) throws(Diagnostic) {
    _ = try numbered(stepTitle("expand \(SourceName.spelling(name.text))")) { () throws(Diagnostic) in
      let present = try bind(try Formula(formulas.text(of: node) ?? ""), to: name, in: scope)
      return try changing(scope, name.range, of: [node], adopting: waitingInputs(for: Set(made), in: scope)) { edit in
        // Keeps the inputs of the group that only the formula reads.
        let held = try edit.hold([present])
        var nodes: [NodeID] = []
        for (index, part) in parts.enumerated() {
          let isLast = index == parts.count - 1
          if isLast { try edit.setKind(of: node, to: part.kind) }
          let member = isLast ? node : try edit.add(part.kind, named: made[index])
          nodes.append(member)
          for (port, operand) in [part.x, part.y].enumerated() {
            switch operand {
            case .name(let read): try edit.feed(member.input(port), from: formulas.names.meaning(of: read))
            case .part(let index): try edit.feed(member.input(port), from: .node(nodes[index]))
            case .constant(let number): try edit.graph.setLiteral(member.input(port), to: number)
            }
          }
        }
        for node in held { try edit.graph.remove(node) }
        return []
      }
    }
    // These values come from a formula, not from a statement.
    reports.given[node] = nil
  }
}

/// An operator of a formula, which becomes a node of a kind.
private struct FormulaPart {
  enum Operand {
    case name(String)
    case constant(Double)
    /// The result of an earlier part.
    case part(Int)
  }

  let kind: String
  let x: Operand
  let y: Operand

  /// The operators of a formula in the order of evaluation.
  static func parts(of formula: Formula) throws(Diagnostic) -> [FormulaPart] {
    var parts: [FormulaPart] = []
    var stack: [Operand] = []
    func refusal(_ operation: Formula.Operation) -> Diagnostic {
      Diagnostic(
        .kind, "no kind of node computes \(SourceText.quote(formula.line, operation.range)); nothing changed",
        operation.range,
        notes: [formula.text])
    }
    for operation in formula.operations {
      let instruction = operation.instruction
      switch instruction.opcode {
      case .input: stack.append(.name(formula.names[Int(instruction.operand)].text))
      case .number: stack.append(.constant(instruction.value))
      case .span, .plus: break
      case .negate, .percent:
        guard case .constant(let number)? = stack.popLast() else { throw refusal(operation) }
        stack.append(.constant(instruction.opcode == .negate ? -number : number / 100))
      case .add, .subtract, .multiply, .divide:
        guard let y = stack.popLast(), let x = stack.popLast() else { throw refusal(operation) }
        stack.append(.part(parts.count))
        parts.append(FormulaPart(kind: kind(instruction.opcode), x: x, y: y))
      default: throw refusal(operation)
      }
    }
    return parts
  }

  private static func kind(_ opcode: Opcode) -> String {
    switch opcode {
    case .subtract: CalculatorKinds.subtract.kind.name
    case .multiply: CalculatorKinds.multiply.kind.name
    case .divide: CalculatorKinds.divide.kind.name
    default: CalculatorKinds.add.kind.name
    }
  }
}

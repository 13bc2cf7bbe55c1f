// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Assignments and connections to inputs of nodes and groups, by name. In a group, all instances change, or none.
extension Session {
  /// Gives an input a value or a formula.
  func assign(_ formula: Formula, to target: PortReference, in scope: InstanceID?) throws(Diagnostic) -> Result {
    let member = try memberWithPorts(target, hint: "redefine it with '\(target.node.spelling) = …'")
    _ = try formulas.input(target.port, of: member, in: evaluator.graph)
    let part = try bind(formula, to: target.node, in: scope)
    return try changing(scope, target.range, of: [member], outer: part.outer) { edit in
      try edit.feed(part, to: member, target.port)
      return InstanceID(member) == nil ? [member] : []
    }
  }

  /// Connects a name to an input, replacing the input's connection.
  func connect(_ source: SourceName, to target: PortReference, in scope: InstanceID?) throws(Diagnostic) -> Result {
    let formula = try Formula(SourceName.readSpelling(source.text))
    let part: ScopedFormula
    do throws(Diagnostic) {
      part = try bind(formula, to: target.node, in: scope)
    } catch {
      // The range refers to the name alone.
      var diagnostic = error
      diagnostic.range = source.range
      throw diagnostic
    }
    let member = try memberWithPorts(target, hint: "redefine it with '\(target.node.spelling) = …'")
    return try changing(scope, source.range, of: [member], outer: part.outer) { edit in
      try edit.feed(try formulas.input(target.port, of: member, in: edit.graph), from: part.sources[0])
      return InstanceID(member) == nil ? [member] : []
    }
  }

  /// Disconnects an input, which then has the value that it was given, or its default.
  ///
  /// - Parameter target: The input of a node that is not a formula.
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` if the input does not exist, or is not connected; the session is unchanged.
  public func disconnect(_ target: PortReference) throws(Diagnostic) -> Result {
    let input = try input(target)
    guard meaning(readBy: input) != nil else {
      throw Diagnostic(.port, "nothing is connected to \(target.node.text).\(target.port.text)", target.range)
    }
    return try timeline.recorded(stepTitle("disconnect \(target.spelling)")) { () throws(Diagnostic) in
      try changing(formulas.path.scope, target.range, of: [input.node]) { edit in
        try edit.feed(input, from: nil)
        return InstanceID(input.node) == nil ? [input.node] : []
      }
    }
  }

  /// Connects a node to an input, or disconnects them if they are connected.
  ///
  /// - Parameters:
  ///   - source: The name of a node.
  ///   - target: The input of a node that is not a formula.
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` if one of them is unknown, or the connection is refused; the session is
  ///   unchanged.
  public func toggle(_ source: SourceName, _ target: PortReference) throws(Diagnostic) -> Result {
    if let meaning = formulas.names.meaning(of: source.text),
      ScopeNames.Meaning.areSame(self.meaning(readBy: try input(target)), meaning)
    {
      return try disconnect(target)
    }
    return try run(
      Statement(
        form: .connection(source: source, target: target), range: source.range.lowerBound..<target.range.upperBound))
  }

  private func input(_ target: PortReference) throws(Diagnostic) -> InputPort {
    try formulas.input(target.port, of: try memberWithPorts(target), in: evaluator.graph)
  }

  /// The node or group whose inputs can be set. Throws for a formula.
  private func memberWithPorts(_ target: PortReference, hint: String? = nil) throws(Diagnostic) -> NodeID {
    let names = formulas.names
    switch names.meaning(of: target.node.text) {
    case .node(let node):
      if !formulas.isFormula(node) { return node }
      throw Diagnostic(
        .port, "\(target.node.text) is a formula: its inputs are the names in it", target.range, hint: hint)
    case .output(_, let node):
      try requireOwn(node, target.node)
      throw formulas.unknown(target.node)
    case .input:
      throw Diagnostic(
        .port, "'\(target.node.text)' is an input of \(breadcrumb.last ?? "the group"); nothing changed", target.range,
        hint: "outside it is what '\(target.node.spelling)' is connected to")
    case nil:
      if let group = names.group(titled: target.node.text) { return group.node }
      throw formulas.unknown(target.node)
    }
  }
}

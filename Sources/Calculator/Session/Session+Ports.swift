// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Edits of ports, kinds and positions that have no statement of their own.
extension Session {
  /// The input that a statement names.
  func input(_ reference: PortReference) throws(Diagnostic) -> InputPort {
    let node = try node(reference.node)
    if formulas[node] != nil {
      throw Diagnostic(
        .port, "\(reference.node.text) is a formula: its inputs are the names in it", reference.range)
    }
    let inputs = (try? evaluator.graph.kind(of: node).inputs.map(\.name)) ?? []
    if let index = inputs.firstIndex(of: reference.port.text) { return node.input(index) }
    throw Diagnostic(
      .port, "\(reference.node.text) has no input '\(reference.port.text)'", reference.port.range,
      hint: Suggestion.hint(for: reference.port.text, among: inputs)
        ?? (inputs.isEmpty ? nil : "it has \(inputs.joined(separator: ", "))"))
  }

  /// Cuts what is connected to an input, which then has the value it was given, or its default.
  ///
  /// - Throws: A ``Diagnostic`` if there is no such input, or nothing is connected to it.
  public func disconnect(_ target: PortReference) throws(Diagnostic) -> Result {
    let input = try input(target)
    guard !evaluator.graph.sources(of: input).isEmpty else {
      throw Diagnostic(.port, "nothing is connected to \(target.node.text).\(target.port.text)", target.range)
    }
    return try recorded("disconnect \(target.spelling)") { () throws(Diagnostic) in
      let receipt = try edit(target.range) { edit in
        let helpers = helpers(of: input.node, in: edit)
        try edit.disconnect(input)
        try removeIdle(helpers, in: edit)
      }
      return result(of: receipt, editing: input.node)
    }
  }

  /// Connects a node to an input, or cuts that connection if it is there.
  ///
  /// - Throws: A ``Diagnostic`` if one of them is unknown, or the connection is refused.
  public func toggle(_ source: SourceName, _ target: PortReference) throws(Diagnostic) -> Result {
    let (output, input) = (try node(source).output, try input(target))
    if evaluator.graph.sources(of: input).contains(output) { return try disconnect(target) }
    return try run(
      Statement(
        form: .connection(source: source, target: target), range: source.range.lowerBound..<target.range.upperBound))
  }

  /// Puts a node somewhere else in pictures.
  ///
  /// - Throws: A ``Diagnostic`` for an unknown name.
  public func move(_ name: SourceName, to position: Point) throws(Diagnostic) {
    let node = try node(name)
    let place = "\(NumberText.exact(position.x)) \(NumberText.exact(position.y))"
    guard evaluator.graph.position(of: node) != position else { return }
    _ = try recorded("move \(SourceName.spelling(name.text)) \(place)") { () throws(Diagnostic) in
      try edit(name.range) { edit in try edit.move(node, to: position) }
    }
  }
}

extension PortReference {
  /// As one writes it.
  var spelling: String { "\(SourceName.spelling(node.text)).\(SourceName.spelling(port.text))" }
}

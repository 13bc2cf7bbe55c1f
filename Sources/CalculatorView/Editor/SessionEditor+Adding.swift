// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// New nodes, in a group or in the root.
extension SessionEditor {
  /// Adds a node.
  ///
  /// In a group, the node is added to all instances. A name from outside that a formula there uses becomes an input of the group.
  ///
  /// - Parameters:
  ///   - text: The name of a kind, a definition as `tax = sub * rate`, or a formula, which gets a name.
  ///   - position: Its top left corner, in canvas points.
  ///   - path: The groups that contain it; by default the root.
  ///   - source: An output that is connected to the first input that takes it, if the node is one of a kind.
  ///   - connection: A connection that the node is inserted into, as by ``insert(_:into:)``.
  ///   - target: An input to which the node is connected.
  /// - Returns: The node.
  /// - Throws: A ``Formulas/Diagnostic`` if the text can't be read, the name is taken, no input takes the output, or
  ///   the group doesn't exist.
  @discardableResult
  public func add(
    _ text: String, at position: GraphPoint, in path: GraphPath = GraphPath(), from source: OutputPort? = nil,
    into connection: Connection? = nil, for target: InputPort? = nil
  ) throws(Diagnostic) -> NodeID {
    try add(text, in: path, from: source, into: connection, for: target) { node throws(Diagnostic) in
      try change(around: node) { edit in try edit.move(node, to: position) }
    }
  }

  /// Adds a node at a free place near a point and to the right of what it reads, as ``add(_:at:in:from:into:for:)`` does
  /// at a position.
  ///
  /// A node that is inserted into a connection is put between its ends, and what is downstream of it moves to the right as far as
  /// there is no room for it, in the same step.
  ///
  /// - Parameters:
  ///   - text: The name of a kind, a definition as `tax = sub * rate`, or a formula, which gets a name.
  ///   - point: The wanted top left corner, in canvas points; for a connection the wanted middle, for a target the wanted end of
  ///     the node's output.
  ///   - path: The groups that contain it; by default the root.
  ///   - source: An output that is connected to the first input that takes it, if the node is one of a kind.
  ///   - connection: A connection that the node is inserted into, as by ``insert(_:into:)``.
  ///   - target: An input to which the node is connected.
  /// - Returns: The node.
  /// - Throws: As ``add(_:at:in:from:into:for:)``.
  /// - Complexity: O(k log k) for k members of the scope, and as that of adding the node.
  @discardableResult
  public func add(
    _ text: String, near point: GraphPoint, in path: GraphPath = GraphPath(), from source: OutputPort? = nil,
    into connection: Connection? = nil, for target: InputPort? = nil
  ) throws(Diagnostic) -> NodeID {
    try add(text, in: path, from: source, into: connection, for: target) { node throws(Diagnostic) in
      if let connection {
        try makeRoom(for: node, in: connection, near: point)
      } else {
        try placeFreely(node, near: point, for: target)
      }
    }
  }

  private func add(
    _ text: String, in path: GraphPath, from source: OutputPort?, into connection: Connection?, for target: InputPort?,
    placing: (NodeID) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> NodeID {
    guard groups.isValid(path) else { throw refuse(.name, "the group no longer exists") }
    let kind = CalculatorKinds.named(text)
    let form = try session.within(path) { () throws(Diagnostic) in try additionForm(of: text, kind) }
    guard let name = form.definedName else {
      throw refuse(.syntax, "expected one formula, such as 'tax = sub * rate'")
    }
    let title = (groups.titles(along: path) + ["add \(name.spelling)"]).joined(separator: " › ")
    return try step(title) { () throws(Diagnostic) in
      let node = try session.within(path) { () throws(Diagnostic) in
        _ = try session.run(Statement(form: form, range: 0..<text.utf8.count))
        guard let node = session.node(named: name.text) else { throw refuse(.name, "nothing was added") }
        return node
      }
      if let source, let kind {
        let inputs = kind.inputs.indices.map { node.input($0) }
        guard let input = candidates(for: source, among: inputs).first else {
          throw refuse(.type, "no input of \(name.text) takes what \(self.title(of: source)) gives")
        }
        try makeConnection(source, to: input)
      }
      if let connection { try makeInsertion(node, into: connection) }
      if let target { try makeConnection(node.output, to: target) }
      try placing(node)
      return node
    }
  }

  /// The name of an output in formulas of its scope.
  ///
  /// - Parameters:
  ///   - output: An output of a node or a group.
  ///   - path: The groups that contain the node or group.
  /// - Returns: The name as formulas write it; `nil` if it has none.
  public func spelling(of output: OutputPort, in path: GraphPath) -> String? {
    if GroupEdge(output.node) != nil { return name(of: output).map { SourceName.spelling($0) } }
    let source = groups.source(of: output)?.node ?? output.node
    return session.formulas.names(in: path).name(of: source).map { SourceName.spelling($0) }
  }

  /// The statement by which a text adds a node in the current scope, with a name that is free there.
  func additionForm(of text: String, _ kind: NodeKind?) throws(Diagnostic) -> Statement.Form {
    var text = text
    if kind != nil {
      text = "\(freeName(text.lowercased())) = \(text)()"
    } else if text.first == "=" {
      // A refusal says where it is in the text that was given.
      text = " " + text.dropFirst()
    }
    let statements = try session.parse(text.utf8).statements
    guard statements.count == 1, var form = statements.first?.form else {
      throw refuse(.syntax, "expected one formula, such as 'tax = sub * rate'")
    }
    if case .expression(let formula) = form {
      form = .definition(SourceName(freeName(formula.names.isEmpty ? "value" : "formula"), range: 0..<0), formula)
    }
    if let name = form.definedName, session.node(named: name.text) != nil {
      throw refuse(.name, "the name '\(name.text)' is taken")
    }
    return form
  }

  /// A name of a stem and the first number for which the name is free in the current scope and in the root.
  private func freeName(_ stem: String) -> String {
    var number = 1
    while isTaken("\(stem)\(number)") { number += 1 }
    return "\(stem)\(number)"
  }

  private func isTaken(_ name: String) -> Bool {
    session.node(named: name) != nil || session.formulas.rootNode(named: name) != nil
  }
}

extension Statement.Form {
  /// The name of the node that it adds or changes.
  fileprivate var definedName: SourceName? {
    switch self {
    case .definition(let name, _), .construction(let name, _): name
    default: nil
    }
  }
}

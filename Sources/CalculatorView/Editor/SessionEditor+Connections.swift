// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Connections between nodes and groups of a scope, and with the edges of the group that contains them.
extension SessionEditor {
  /// Connects an output to an input. A formula is rewritten to read the output in place of the former source of that
  /// input.
  ///
  /// - Parameters:
  ///   - source: The output.
  ///   - target: The input.
  /// - Throws: A ``Formulas/Diagnostic`` for another type, and for a cycle, with its path.
  public func connect(_ source: OutputPort, to target: InputPort) throws(Diagnostic) {
    try step("connect") { () throws(Diagnostic) in try makeConnection(source, to: target) }
  }

  func makeConnection(_ source: OutputPort, to target: InputPort) throws(Diagnostic) {
    if case .refused(let error) = verdict(onConnecting: source, to: target) {
      throw Diagnostic(error, 0..<0, in: session.evaluator)
    }
    if readsByFormula(target.node) { return try rewrite(target, toRead: source) }
    if try connectAtEdge(source, target) { return }
    _ = try session.connect(source, to: target)
  }

  /// Rewrites a formula to read another output at one of its inputs.
  private func rewrite(_ target: InputPort, toRead source: OutputPort) throws(Diagnostic) {
    guard let name = name(of: source) else {
      throw refuse(.name, "\(session.formulas.title(of: source.node)) is a formula of that port, and has no name")
    }
    guard let text = session.formulas.text(of: target.node) else { throw refuse(.port, "that input does not exist") }
    let formula = try session.formulas.resolved(try Formula(text))
    guard formula.names.indices.contains(target.index) else { throw refuse(.port, "that input does not exist") }
    let renamed = formula.renaming([formula.names[target.index].text: name])
    let form: Statement.Form
    if let own = self.text(of: .name(target.node)) {
      form = .definition(SourceName(own, range: 0..<0), renamed)
    } else if let port = port(fedBy: target.node) {
      form = .assignment(port, renamed)
    } else {
      throw refuseNameless(target.node)
    }
    _ = try session.within(groups.path(of: target.node)) { () throws(Diagnostic) in
      try session.run(Statement(form: form, range: renamed.range))
    }
  }

  /// The name of an output in formulas of its scope; `nil` if it has none there.
  func name(of source: OutputPort) -> String? {
    if let edge = GroupEdge(source.node) { return name(ofPort: source.index, at: edge) }
    return session.formulas.names(in: groups.scope(of: source.node)).name(
      of: groups.source(of: source)?.node ?? source.node)
  }

  /// Throws if a formula reads a node, because that can be changed only in the formula's text.
  func refuseFormula(of node: NodeID, using source: NodeID) throws(Diagnostic) {
    guard readsByFormula(node) else { return }
    throw refuse(
      .port, "the formula of \(title(of: node)) uses \(title(of: source))",
      hint: "change the formula, or connect something else")
  }

  /// Whether a node is a formula, whose text determines what it reads.
  func readsByFormula(_ node: NodeID) -> Bool { InstanceID(node) == nil && session.formulas.text(of: node) != nil }

  /// Cuts a connection. A connection to a formula can't be cut: change the formula.
  ///
  /// - Parameter connection: The connection.
  /// - Throws: A ``Formulas/Diagnostic`` that says what to do instead.
  public func cut(_ connection: Connection) throws(Diagnostic) {
    try step("disconnect") { () throws(Diagnostic) in try removeConnection(connection) }
  }

  func removeConnection(_ connection: Connection) throws(Diagnostic) {
    if try disconnectAtEdge(connection) { return }
    try refuseFormula(of: connection.target.node, using: connection.source.node)
    _ = try session.disconnect(connection)
  }

  /// Moves a connection from one input to another, in one step.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - target: The new target of the connection.
  /// - Throws: As ``connect(_:to:)`` and ``cut(_:)``; both edits are made, or neither.
  public func reroute(_ connection: Connection, to target: InputPort) throws(Diagnostic) {
    try step("reconnect") { () throws(Diagnostic) in
      // An input of a group is removed with its last wire.
      let isAtEdge = GroupEdge(connection.source.node) != nil
      if isAtEdge { try makeConnection(connection.source, to: target) }
      try removeConnection(connection)
      if !isAtEdge { try makeConnection(connection.source, to: target) }
    }
  }

  /// Moves the start of a connection from one output to another, in one step.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - source: The new source of the connection.
  /// - Throws: As ``connect(_:to:)``; also if the connection no longer exists.
  public func reroute(_ connection: Connection, from source: OutputPort) throws(Diagnostic) {
    try step("reconnect") { () throws(Diagnostic) in
      guard shownSources(of: connection.target).contains(connection.source) else {
        throw refuse(.port, "the connection no longer exists")
      }
      try makeConnection(source, to: connection.target)
    }
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Wires between nodes and groups of one scope, by their ports. In a group, all its instances change, or none.
///
/// A formula without a name is removed when the input that it fed reads something else.
extension Session {
  /// Connects an output to an input, replacing the input's connection.
  ///
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` if the graph refuses the edit; the session is unchanged.
  package func connect(_ source: OutputPort, to target: InputPort) throws(Diagnostic) -> Result {
    try changingInputs(of: target.node) { scope in try scope.connect(source, to: target, replacing: true) }
  }

  /// Removes a connection.
  ///
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` if the connection does not exist.
  package func disconnect(_ connection: Connection) throws(Diagnostic) -> Result {
    try changingInputs(of: connection.target.node) { scope in
      try scope.disconnect(connection.source, from: connection.target)
    }
  }

  /// Inserts a node or a group into a connection, as ``/NodeEval/Edit/insert(_:into:)`` does.
  ///
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` if the graph refuses the edit; the session is unchanged.
  package func insert(_ member: NodeID, into connection: Connection) throws(Diagnostic) -> Result {
    try changingInputs(of: connection.target.node) { scope in try scope.insert(member, into: connection) }
  }

  /// Connects an input to a source in its scope, such as an input of the group, or disconnects it with `nil`.
  ///
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` if the graph refuses the edit; the session is unchanged.
  package func feed(_ target: InputPort, from source: ScopeNames.Meaning?) throws(Diagnostic) -> Result {
    try changingInputs(of: target.node) { scope in try feed(target, from: source, in: scope) }
  }

  private func changingInputs(of member: NodeID, _ body: (Edit) throws -> Void) throws(Diagnostic) -> Result {
    let edited = InstanceID(member) == nil ? [member] : []
    return try changing(evaluator.subgraphs.scope(of: member), 0..<0, of: [member]) { edit in
      try body(edit.graph)
      return edited
    }
  }
}

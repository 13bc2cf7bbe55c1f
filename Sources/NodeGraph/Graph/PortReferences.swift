// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A reference to an input port: an ``InputPort`` or a ``NamedInput``.
///
/// Functions of a graph take `some InputReference`, so that both forms can be passed. Don't conform other types to it.
public protocol InputReference {
  /// Returns the port by index.
  ///
  /// - Parameter graph: The graph of the node.
  /// - Returns: The port. An ``InputPort`` returns itself without checking that it exists.
  /// - Throws: ``GraphError/stale(_:)`` or ``GraphError/noSuchInput(_:_:among:)``.
  func resolved(in graph: borrowing Graph) throws(GraphError) -> InputPort
}

/// A reference to an output port: an ``OutputPort`` or a ``NamedOutput``.
///
/// Functions of a graph take `some OutputReference`, so that both forms can be passed. Don't conform other types to it.
public protocol OutputReference {
  /// Returns the port by index.
  ///
  /// - Parameter graph: The graph of the node.
  /// - Returns: The port. An ``OutputPort`` returns itself without checking that it exists.
  /// - Throws: ``GraphError/stale(_:)`` or ``GraphError/noSuchOutput(_:_:among:)``.
  func resolved(in graph: borrowing Graph) throws(GraphError) -> OutputPort
}

extension InputPort: InputReference {
  /// Returns the port itself, without checking that it exists.
  @inlinable public func resolved(in graph: borrowing Graph) throws(GraphError) -> InputPort { self }
}

extension OutputPort: OutputReference {
  /// Returns the port itself, without checking that it exists.
  @inlinable public func resolved(in graph: borrowing Graph) throws(GraphError) -> OutputPort { self }
}

extension NamedInput: InputReference {
  /// Returns the port with the name.
  ///
  /// - Parameter graph: The graph of the node.
  /// - Returns: The port by index.
  /// - Throws: ``GraphError/stale(_:)`` or ``GraphError/noSuchInput(_:_:among:)``, which lists the names of all inputs.
  /// - Complexity: O(1) on average, independent of the number of inputs.
  public func resolved(in graph: borrowing Graph) throws(GraphError) -> InputPort {
    let kind = try graph.kind(of: node)
    guard let index = kind.position(ofInput: name) else {
      throw .noSuchInput(node, .name(name), among: kind.inputs.map(\.name))
    }
    return InputPort(node: node, index: index)
  }
}

extension NamedOutput: OutputReference {
  /// Returns the port with the name.
  ///
  /// - Parameter graph: The graph of the node.
  /// - Returns: The port by index.
  /// - Throws: ``GraphError/stale(_:)`` or ``GraphError/noSuchOutput(_:_:among:)``, which lists the names of all outputs.
  /// - Complexity: O(outputs of the node), of which there are at most 32.
  public func resolved(in graph: borrowing Graph) throws(GraphError) -> OutputPort {
    let kind = try graph.kind(of: node)
    guard let index = kind.position(ofOutput: name) else {
      throw .noSuchOutput(node, .name(name), among: kind.outputs.map(\.name))
    }
    return OutputPort(node: node, index: index)
  }
}

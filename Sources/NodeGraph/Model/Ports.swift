// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An input port of a node.
public struct InputPort: Hashable, Sendable {
  /// The node.
  public let node: NodeID
  // Programs keep a port for each node they make: 12 bytes instead of 16.
  @usableFromInline let position: Int32

  /// The port's position among the node's inputs.
  @inlinable public var index: Int { Int(position) }

  /// The port of the node as documents hold it; see ``NodeID/inDocument``.
  public var inDocument: InputPort { InputPort(node: node.inDocument, index: index) }

  /// Names an input port; whether it exists shows when it is used. An index beyond 32 bits is taken as the nearest that
  /// isn't: no node has that many.
  @inlinable public init(node: NodeID, index: Int) {
    self.node = node
    position = Int32(clamping: index)
  }
}

/// An output port of a node.
public struct OutputPort: Hashable, Sendable {
  /// The node.
  public let node: NodeID
  // Programs keep a port for each node they make: 12 bytes instead of 16.
  @usableFromInline let position: Int32

  /// The port's position among the node's outputs.
  @inlinable public var index: Int { Int(position) }

  /// The port of the node as documents hold it; see ``NodeID/inDocument``.
  public var inDocument: OutputPort { OutputPort(node: node.inDocument, index: index) }

  /// Names an output port; whether it exists shows when it is used. An index beyond 32 bits is taken as the nearest that
  /// isn't: no node has that many.
  @inlinable public init(node: NodeID, index: Int) {
    self.node = node
    position = Int32(clamping: index)
  }
}

/// An input port by name.
///
/// Each use finds the name among the inputs of the node, which takes longer than a position (``InputPort``), but not longer the more
/// inputs there are.
public struct NamedInput: Hashable, Sendable {
  /// The node.
  public let node: NodeID
  /// The port's name.
  public let name: String
}

/// An output port by name. Each use finds the name among the outputs of the node.
public struct NamedOutput: Hashable, Sendable {
  /// The node.
  public let node: NodeID
  /// The port's name.
  public let name: String
}

/// Whatever says which input port is meant: an ``InputPort`` or a ``NamedInput``.
public protocol InputReference {
  /// The port meant in `graph`.
  ///
  /// - Throws: ``GraphError/stale(_:)`` or ``GraphError/noSuchInput(_:_:among:)``.
  func resolved(in graph: borrowing Graph) throws(GraphError) -> InputPort
}

/// Whatever says which output port is meant: an ``OutputPort`` or a ``NamedOutput``.
public protocol OutputReference {
  /// The port meant in `graph`.
  ///
  /// - Throws: ``GraphError/stale(_:)`` or ``GraphError/noSuchOutput(_:_:among:)``.
  func resolved(in graph: borrowing Graph) throws(GraphError) -> OutputPort
}

extension InputPort: InputReference {
  /// The port itself.
  @inlinable public func resolved(in graph: borrowing Graph) throws(GraphError) -> InputPort { self }
}

extension OutputPort: OutputReference {
  /// The port itself.
  @inlinable public func resolved(in graph: borrowing Graph) throws(GraphError) -> OutputPort { self }
}

extension NamedInput: InputReference {
  /// The port of that name.
  public func resolved(in graph: borrowing Graph) throws(GraphError) -> InputPort {
    let kind = try graph.kind(of: node)
    guard let index = kind.position(ofInput: name) else {
      throw .noSuchInput(node, .name(name), among: kind.inputs.map(\.name))
    }
    return InputPort(node: node, index: index)
  }
}

extension NamedOutput: OutputReference {
  /// The port of that name.
  public func resolved(in graph: borrowing Graph) throws(GraphError) -> OutputPort {
    let kind = try graph.kind(of: node)
    guard let index = kind.position(ofOutput: name) else {
      throw .noSuchOutput(node, .name(name), among: kind.outputs.map(\.name))
    }
    return OutputPort(node: node, index: index)
  }
}

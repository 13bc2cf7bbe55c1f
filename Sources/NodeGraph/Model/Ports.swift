// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An input port of a node, named by index.
///
/// It is a name: it may name a port that doesn't exist. ``NodeID/input(_:)-(Int)`` makes one, ``NodeID/input(_:)-(String)``
/// makes a port by name.
///
/// ```swift
/// let first = sum.input(0)
/// try graph.connect(one.output, to: first)
/// ```
///
/// It stays valid while connections change. After ``Graph/setKind(of:to:matching:)`` the same index may name another port.
public struct InputPort: Hashable, Sendable {
  /// The node.
  public let node: NodeID
  // Programs keep a port for each node they make: 12 bytes instead of 16.
  @usableFromInline let position: Int32

  /// The port's index among the node's inputs, from 0: an index in ``NodeKind/inputs``.
  ///
  /// Another kind of the node may have another port there.
  @inlinable public var index: Int { Int(position) }

  /// The port with the id of a document, without the tag of a graph; see ``NodeID/inDocument``.
  public var inDocument: InputPort { InputPort(node: node.inDocument, index: index) }

  /// Names an input port, which need not exist.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - index: The index among the node's inputs, from 0. It is clamped to 32 bits, which no node exceeds.
  @inlinable public init(node: NodeID, index: Int) {
    self.node = node
    position = Int32(clamping: index)
  }
}

/// An output port of a node, named by index.
///
/// It is a name: it may name a port that doesn't exist. ``NodeID/output`` is the first output of a node,
/// ``NodeID/output(_:)-(String)`` makes a port by name.
///
/// It stays valid while connections change. After ``Graph/setKind(of:to:matching:)`` the same index may name another port.
public struct OutputPort: Hashable, Sendable {
  /// The node.
  public let node: NodeID
  // Programs keep a port for each node they make: 12 bytes instead of 16.
  @usableFromInline let position: Int32

  /// The port's index among the node's outputs, from 0: an index in ``NodeKind/outputs``.
  ///
  /// Another kind of the node may have another port there.
  @inlinable public var index: Int { Int(position) }

  /// The port with the id of a document, without the tag of a graph; see ``NodeID/inDocument``.
  public var inDocument: OutputPort { OutputPort(node: node.inDocument, index: index) }

  /// Names an output port, which need not exist.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - index: The index among the node's outputs, from 0. It is clamped to 32 bits, which no node exceeds.
  @inlinable public init(node: NodeID, index: Int) {
    self.node = node
    position = Int32(clamping: index)
  }
}

/// An input port of a node, named by the port's name.
///
/// Each use finds the name among the inputs of the node. That takes longer than an index (``InputPort``), but its cost doesn't
/// grow with the number of inputs. Resolve it once for repeated use:
///
/// ```swift
/// let port = try sum.input("x").resolved(in: graph)
/// for source in graph.sources(of: port) { print(source.node) }
/// ```
///
/// A name is matched exactly. It survives a change of the node's kind if the new kind has a port with this name.
public struct NamedInput: Hashable, Sendable {
  /// The node.
  public let node: NodeID
  /// The port's name in the kind of the node.
  public let name: String
}

/// An output port of a node, named by the port's name.
///
/// Each use compares the name with the outputs of the node. Resolve it once for repeated use:
/// ``OutputReference/resolved(in:)``.
public struct NamedOutput: Hashable, Sendable {
  /// The node.
  public let node: NodeID
  /// The port's name in the kind of the node.
  public let name: String
}

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

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

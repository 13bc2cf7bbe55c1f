// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The id of a definition of a subgraph: the content that all instances of a group share.
///
/// It has no tag of a graph. Applications get it from an evaluator or a document and don't make one.
public struct DefinitionID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number of the definition. Numbers count up and are never reused.
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }

  /// Returns whether a definition was made before another one of the same graph.
  ///
  /// Sort definitions by id to list them in a stable order.
  public static func < (left: DefinitionID, right: DefinitionID) -> Bool { left.number < right.number }

  /// The id as text: `definition 2`.
  public var description: String { "definition \(number)" }
}

/// The permanent id of an instance of a definition: after the instance is removed, its id is refused and never reused.
///
/// An editor shows an instance like a node, so it has an id of that type: ``node``. Its ports are named like those of a node:
/// `tax.input("Rate")`. The graph doesn't have a node with that id, because an instance consists of its inner nodes: calls that
/// need a node throw ``GraphError/group(_:)``.
public struct InstanceID: Hashable, Sendable, CustomStringConvertible {
  /// The id for functions and views that accept both nodes and instances.
  ///
  /// ```swift
  /// document.modes[tax.node.inDocument] = .bypassed
  /// ```
  public let node: NodeID

  /// The first slot that names instances: no graph has as many nodes.
  package static let firstSlot: UInt32 = 1 << 30

  package init(index: UInt32, tag: UInt32) { node = NodeID(slot: Self.firstSlot + index, stamp: tag) }

  /// Creates the id of an instance from an id that may name a node. The result is `nil` for the id of a node.
  ///
  /// Use it to distinguish the two, for instance in a selection. It doesn't tell whether the instance exists.
  ///
  /// - Parameter node: The id of a node or an instance.
  public init?(_ node: NodeID) {
    // Slots from twice the first one on name what only views show.
    guard node.slot >> 30 == 1 else { return nil }
    self.node = node
  }

  /// The id without the tag of a graph, as in documents; see ``NodeID/inDocument``.
  ///
  /// It equals the id in ``GraphDocument/instances``, and no id of a graph.
  public var inDocument: InstanceID { InstanceID(index: index, tag: 0) }

  /// The index of the instance in tables.
  package var index: UInt32 { node.slot - Self.firstSlot }

  /// Names an input of the instance, which is an input of its definition.
  ///
  /// - Parameter name: The name of the port in the definition.
  /// - Returns: The port, which need not exist.
  public func input(_ name: String) -> NamedInput { node.input(name) }

  /// Names an output of the instance, which is an output of its definition.
  ///
  /// - Parameter name: The name of the port in the definition.
  /// - Returns: The port, which need not exist.
  public func output(_ name: String) -> NamedOutput { node.output(name) }

  /// The id as text for logs: `@3`. Documents write `#3`.
  public var description: String { node.description }
}

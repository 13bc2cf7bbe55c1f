// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Names a definition of a subgraph: what a group of nodes consists of, wherever there is an instance of it.
public struct DefinitionID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Counted up, and never used again.
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }

  /// Whether one was made before the other.
  public static func < (left: DefinitionID, right: DefinitionID) -> Bool { left.number < right.number }

  /// The id as text: `definition 2`.
  public var description: String { "definition \(number)" }
}

/// Names an instance of a definition for ever: one that is gone is refused, never another in its place.
///
/// An editor shows an instance as it shows a node, so it has an id of that type: ``node``. Its ports are named as those of
/// a node are: `tax.input("Rate")`. The graph knows no node by that id, because an instance is its inner nodes.
public struct InstanceID: Hashable, Sendable, CustomStringConvertible {
  /// The id by which views and verbs that take nodes and instances know it.
  public let node: NodeID

  /// Slots from here on name instances: no graph has as many nodes.
  package static let firstSlot: UInt32 = 1 << 30

  package init(index: UInt32, tag: UInt32) { node = NodeID(slot: Self.firstSlot + index, stamp: tag) }

  /// The instance with an id of that type, whether it exists or not; `nil` for the id of a node.
  public init?(_ node: NodeID) {
    guard node.slot >= Self.firstSlot else { return nil }
    self.node = node
  }

  /// The id as documents hold it; see ``NodeID/inDocument``.
  public var inDocument: InstanceID { InstanceID(index: index, tag: 0) }

  /// Where a table keeps it.
  package var index: UInt32 { node.slot - Self.firstSlot }

  /// An input by name; whether it exists shows when it is used.
  public func input(_ name: String) -> NamedInput { node.input(name) }

  /// An output by name; whether it exists shows when it is used.
  public func output(_ name: String) -> NamedOutput { node.output(name) }

  /// The id as text: `@3`.
  public var description: String { node.description }
}

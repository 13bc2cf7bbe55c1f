// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One change that an edit has made to a graph. Edits return their changes in the order in which they were made.
///
/// A view updates itself from the changes instead of comparing graphs. Groups of an evaluator are added, removed, moved and
/// renamed like nodes, by the id ``InstanceID/node``.
///
/// ```swift
/// for change in try graph.edit({ graph in try graph.remove(node) }) {
///   if case .disconnected(let connection) = change { wires.remove(connection) }
/// }
/// ```
public enum Change: Hashable, Sendable {
  /// A node was added, unconnected; its connections follow.
  case added(NodeID)
  /// A node was removed, after its connections.
  case removed(NodeID)
  /// A connection was made.
  case connected(Connection)
  /// A connection was removed.
  case disconnected(Connection)
  /// A node's name changed; `nil` stands for no name.
  indirect case renamed(NodeID, from: String?, to: String?)
  /// A node's position changed.
  indirect case moved(NodeID, from: GraphPoint, to: GraphPoint)
  /// A node's kind, and with it its ports, changed. Kept connections are listed as disconnected before and connected after it.
  case kindChanged(NodeID)
  /// An input's literal was set, changed or removed.
  case literalChanged(InputPort)
  /// A node or a group was made active, muted or bypassed.
  case modeChanged(NodeID)
  /// The look of a node or a group, or of one of its connections, changed.
  case lookChanged(NodeID)
}

extension Change {
  /// The nodes that a view has to redraw after the change: for a connection the nodes at both ends, its source first.
  ///
  /// The node of a ``removed(_:)`` change is included, although it no longer exists.
  ///
  /// ```swift
  /// let dirty = Set(changes.flatMap(\.affectedNodes))
  /// ```
  public var affectedNodes: [NodeID] {
    switch self {
    case .added(let node), .removed(let node), .renamed(let node, _, _), .moved(let node, _, _),
      .kindChanged(let node), .modeChanged(let node), .lookChanged(let node):
      [node]
    case .connected(let connection), .disconnected(let connection): [connection.source.node, connection.target.node]
    case .literalChanged(let input): [input.node]
    }
  }

  /// The change that reverses this one.
  ///
  /// It describes what reverting the change would report, for instance to a view; it doesn't revert anything. Changes of kinds,
  /// literals, modes and looks don't contain the old state, so they are their own inverse.
  ///
  /// ```swift
  /// let reverted = changes.reversed().map(\.inverse)
  /// ```
  public var inverse: Change {
    switch self {
    case .added(let node): .removed(node)
    case .removed(let node): .added(node)
    case .connected(let connection): .disconnected(connection)
    case .disconnected(let connection): .connected(connection)
    case .renamed(let node, let from, let to): .renamed(node, from: to, to: from)
    case .moved(let node, let from, let to): .moved(node, from: to, to: from)
    case .kindChanged, .literalChanged, .modeChanged, .lookChanged: self
    }
  }
}

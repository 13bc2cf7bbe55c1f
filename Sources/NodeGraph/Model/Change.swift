// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What an edit did to a graph, one change at a time, in the order in which it happened.
///
/// Where an evaluator has groups, they come, go, move and are renamed like nodes: by ``InstanceID/node``.
public enum Change: Hashable, Sendable {
  /// A node came.
  case added(NodeID)
  /// A node went; its connections went before it.
  case removed(NodeID)
  /// A connection was made.
  case connected(Connection)
  /// A connection was removed.
  case disconnected(Connection)
  /// A node's name changed.
  indirect case renamed(NodeID, from: String?, to: String?)
  /// A node's position changed.
  indirect case moved(NodeID, from: GraphPoint, to: GraphPoint)
  /// A node's kind, and with it its ports, changed.
  case kindChanged(NodeID)
  /// An input's literal was given, changed or taken away.
  case literalChanged(InputPort)
  /// A node, or a group, does its work again, is muted or bypassed.
  case modeChanged(NodeID)
  /// A node or a group, or one of its connections, is shown in another way.
  case lookChanged(NodeID)
}

extension Change {
  /// The nodes that look otherwise after the change: of a connection, those at both ends, its source first.
  public var affectedNodes: [NodeID] {
    switch self {
    case .added(let node), .removed(let node), .renamed(let node, _, _), .moved(let node, _, _),
      .kindChanged(let node), .modeChanged(let node), .lookChanged(let node):
      [node]
    case .connected(let connection), .disconnected(let connection): [connection.source.node, connection.target.node]
    case .literalChanged(let input): [input.node]
    }
  }

  /// The change that takes this one back.
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

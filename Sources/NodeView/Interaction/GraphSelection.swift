// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What is selected in a view.
public struct GraphSelection: Hashable, Sendable {
  /// The nodes, in the order in which they were selected.
  public internal(set) var nodes: [NodeID] = []
  /// The connections, in the order in which they were selected.
  public internal(set) var connections: [Connection] = []

  /// Makes a selection of these nodes and connections.
  ///
  /// - Parameters:
  ///   - nodes: The nodes; repeated ones are left out.
  ///   - connections: The connections; repeated ones are left out.
  public init(nodes: [NodeID] = [], connections: [Connection] = []) {
    var seenNodes: Set<NodeID> = []
    var seenConnections: Set<Connection> = []
    self.nodes = nodes.filter { seenNodes.insert($0).inserted }
    self.connections = connections.filter { seenConnections.insert($0).inserted }
  }

  /// Whether neither a node nor a connection is selected.
  public var isEmpty: Bool { nodes.isEmpty && connections.isEmpty }

  /// What of it passes both filters.
  func filtered(nodes: (NodeID) -> Bool, connections: (Connection) -> Bool) -> GraphSelection {
    GraphSelection(nodes: self.nodes.filter(nodes), connections: self.connections.filter(connections))
  }
}

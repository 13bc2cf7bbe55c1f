// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What is selected in a view.
public struct GraphSelection: Hashable, Sendable {
  /// The nodes, in the order in which they were selected.
  public internal(set) var nodes: [NodeID] = []
  /// The connections, in the order in which they were selected.
  public internal(set) var connections: [Connection] = []

  /// A selection of these nodes and connections.
  ///
  /// - Parameters:
  ///   - nodes: The nodes; of those that come twice the first counts.
  ///   - connections: The connections; of those that come twice the first counts.
  public init(nodes: [NodeID] = [], connections: [Connection] = []) {
    var seenNodes: Set<NodeID> = []
    var seenConnections: Set<Connection> = []
    self.nodes = nodes.filter { seenNodes.insert($0).inserted }
    self.connections = connections.filter { seenConnections.insert($0).inserted }
  }

  /// Whether nothing is selected.
  public var isEmpty: Bool { nodes.isEmpty && connections.isEmpty }
}

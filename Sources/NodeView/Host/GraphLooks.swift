// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How a graph is shown beside where its nodes are: for hosts that keep that themselves, as ``GraphHost`` does.
public struct GraphLooks: Hashable, Sendable {
  /// Nodes that are shown in another way than their parts ask for.
  public var nodes: [NodeID: NodeLook] = [:]
  /// Connections with labels, colours or reroutes.
  public var connections: [Connection: ConnectionLook] = [:]
  /// The frames behind the nodes, of which those with greater ids cover others.
  public var frames: [FrameID: GraphFrame] = [:]

  /// Says nothing.
  public init() {}
}

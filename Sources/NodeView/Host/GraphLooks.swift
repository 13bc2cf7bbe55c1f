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

  /// The looks by the ids of a graph, where they say something by those of a document.
  ///
  /// - Complexity: O(looks).
  func own(in graph: Graph) -> GraphLooks {
    let isForeign =
      nodes.keys.contains { $0.isInDocument }
      || connections.keys.contains { $0.source.node.isInDocument || $0.target.node.isInDocument }
    if !isForeign { return self }
    let own = { (id: NodeID) in graph.node(inDocument: id) ?? id }
    var looks = self
    looks.nodes = Dictionary(nodes.map { (own($0), $1) }) { first, _ in first }
    let moved = connections.map { connection, look in
      let (source, target) = (connection.source, connection.target)
      return (
        Connection(from: own(source.node).output(source.index), to: own(target.node).input(target.index)), look
      )
    }
    looks.connections = Dictionary(moved) { first, _ in first }
    return looks
  }
}

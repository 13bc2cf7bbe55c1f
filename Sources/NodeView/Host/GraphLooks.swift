// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How a graph is shown in addition to the positions of its nodes: for hosts that store that themselves, as
/// ``GraphHost`` does.
///
/// ```swift
/// var looks = GraphLooks()
/// looks.nodes[tax] = NodeLook(form: .compact)
/// looks.connections[Connection(from: tax.output, to: sum.input(0))] = ConnectionLook(label: "net")
/// host.load(graph, looks: looks)
/// ```
///
/// Each value is optional: a node or connection without an entry is shown as its parts and the style ask for.
public struct GraphLooks: Hashable, Sendable {
  /// The looks of nodes that are shown in another way than their parts ask for: another size, depth, form, flow or
  /// colour, or locked.
  public var nodes: [NodeID: NodeLook] = [:]
  /// The looks of connections with labels, colours, widths, dashes, courses or reroutes. A connection that is cut and
  /// made again has its look again.
  public var connections: [Connection: ConnectionLook] = [:]
  /// The frames drawn below the nodes, by id. Those with greater ids cover others; choose ids that are not in use:
  ///
  /// ```swift
  /// let next = FrameID((looks.frames.keys.max()?.number ?? 0) + 1)
  /// ```
  public var frames: [FrameID: GraphFrame] = [:]

  /// Makes looks without any entry: everything is shown as its parts and the style ask for, without frames.
  public init() {}

  /// Returns the looks by the ids of a graph, where they have ids of a document.
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

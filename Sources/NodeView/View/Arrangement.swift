// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The nodes and connections of a scene as a layout takes them.
struct Arrangement {
  /// By id, so that the result doesn't depend on which node is in front.
  let nodes: [NodeID]
  let connections: [Connection]
  /// Where the nodes are, relative to an origin.
  let places: [GraphPoint]
  private(set) var graph = LayoutGraph()

  /// Complexity: O((nodes + connections) log(nodes + connections)).
  init(of scene: Scene, from origin: GraphPoint) {
    nodes = scene.nodes.keys.sorted { ($0.slot, $0.generation) < ($1.slot, $1.generation) }
    connections = nodes.flatMap(scene.incoming).sorted(by: Scene.isOrdered)
    places = nodes.compactMap { scene.nodes[$0].map { $0.frame.origin - origin } }
    var indices: [NodeID: Int] = [:]
    for node in nodes {
      guard let frame = scene.nodes[node]?.frame else { continue }
      indices[node] = graph.nodes.count
      graph.nodes.append(
        LayoutGraph.Node(
          frame.rect.size, inputs: frame.inputHeights.indices.map { frame.inputAnchor($0).y - frame.origin.y },
          outputs: frame.outputHeights.indices.map { frame.outputAnchor($0).y - frame.origin.y }))
    }
    for connection in connections {
      if let source = indices[connection.source.node], let target = indices[connection.target.node] {
        graph.edges.append(
          LayoutGraph.Edge(from: source, output: connection.source.index, to: target, input: connection.target.index))
      }
    }
  }
}

extension GraphView {
  /// The corners of a connection's line on the route that a layout found; none if it has no route, or lost it.
  ///
  /// - Complexity: O(1).
  package func route(of connection: Connection) -> [GraphPoint] { scene.route(of: connection) }

  /// Draws connections along routes, until a node at one of their ends moves.
  ///
  /// - Parameter routes: Connections with their corners; those that are not shown are left out.
  /// - Complexity: O(routes).
  package func setRoutes(_ routes: [(connection: Connection, corners: [GraphPoint])]) {
    presentation.setRoutes(routes.filter { scene.route(of: $0.connection) != $0.corners })
  }
}

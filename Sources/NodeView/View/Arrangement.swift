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

extension GraphView {
  /// Puts all nodes where a layout says, and draws connections along the routes it found until a node at one of their
  /// ends is moved. Tells the delegate of each node that moved, and then that the move has ended.
  ///
  /// ```swift
  /// view.arrange { graph, places in LayeredLayout().layout(graph, previous: places) }
  /// ```
  ///
  /// - Parameters:
  ///   - origin: Where the layout's origin is put, in canvas points.
  ///   - layout: Gets the nodes shown with their sizes, ports and connections, and their places relative to `origin`;
  ///     returns their new places relative to `origin`.
  /// - Complexity: That of the layout, and O(nodes + connections).
  public func arrange(
    at origin: GraphPoint = .zero, with layout: (_ graph: LayoutGraph, _ places: [GraphPoint]) -> LayoutResult
  ) {
    let arrangement = Arrangement(of: scene, from: origin)
    let result = layout(arrangement.graph, arrangement.places)
    var moves: [(node: NodeID, position: GraphPoint)] = []
    for (node, position) in zip(arrangement.nodes, result.positions) {
      let place = (position + origin).limited
      if let frame = scene.nodes[node]?.frame, frame.origin != place { moves.append((node, place)) }
    }
    let routes = zip(arrangement.connections, result.routes).map { connection, route in
      (connection, route.dropFirst().dropLast().map { $0 + origin })
    }
    // At once: a delegate that arranges while it is told something is told of the moves later, when they would make
    // the connections lose their routes.
    presentation.arrange(moves, routes: routes)
    if !moves.isEmpty { enqueue(moves.map { .moved($0, $1) } + [.endedMoving(arrangement.nodes)]) }
  }
}

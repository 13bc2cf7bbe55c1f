// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphView {
  /// Puts all nodes where a layout says, and draws connections the way it found for them until a node at their end is
  /// moved. Tells the delegate of each node that moved, and then that they have been moved.
  ///
  /// ```swift
  /// view.arrange { graph, places in LayeredLayout().layout(graph, previous: places) }
  /// ```
  ///
  /// - Parameters:
  ///   - origin: Where the layout's origin shall be, in canvas points.
  ///   - layout: Gets the nodes shown with their sizes, ports and connections, and where they are from `origin` on;
  ///     says where they shall be from there on.
  /// - Complexity: That of the layout, and O(nodes + connections).
  public func arrange(
    at origin: Point = .zero, with layout: (_ graph: LayoutGraph, _ places: [Point]) -> LayoutResult
  ) {
    // By id, so that the result doesn't depend on who was in front.
    let nodes = scene.nodes.keys.sorted { ($0.slot, $0.generation) < ($1.slot, $1.generation) }
    let connections = nodes.flatMap(scene.incoming).sorted(by: Scene.isOrdered)
    let places = nodes.compactMap { scene.nodes[$0].map { $0.frame.origin - origin } }
    let result = layout(graph(of: nodes, connections), places)
    dirty.everything()
    var moves: [Effect] = []
    for (node, position) in zip(nodes, result.positions) {
      let place = (position + origin).limited
      guard scene.nodes[node]?.frame.origin != place else { continue }
      // At once: a delegate that arranges while it is told something hears of the moves later, when they would make
      // the connections forget their ways.
      move(node, to: place)
      moves.append(.moved(node, place))
    }
    for (connection, route) in zip(connections, result.routes) {
      scene.setCorners(route.dropFirst().dropLast().map { $0 + origin }, of: connection)
    }
    if !moves.isEmpty { enqueue(moves + [.endedMoving(nodes)]) }
  }

  private func graph(of nodes: [NodeID], _ connections: [Connection]) -> LayoutGraph {
    var graph = LayoutGraph()
    var places: [NodeID: Int] = [:]
    for node in nodes {
      guard let frame = scene.nodes[node]?.frame else { continue }
      places[node] = graph.nodes.count
      graph.nodes.append(
        LayoutGraph.Node(
          frame.rect.size, inputs: frame.inputHeights.indices.map { frame.inputAnchor($0).y - frame.origin.y },
          outputs: frame.outputHeights.indices.map { frame.outputAnchor($0).y - frame.origin.y }))
    }
    for connection in connections {
      if let source = places[connection.source.node], let target = places[connection.target.node] {
        graph.edges.append(
          LayoutGraph.Edge(
            from: source, output: connection.source.index, to: target, input: connection.target.index))
      }
    }
    return graph
  }
}

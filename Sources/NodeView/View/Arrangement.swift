// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The nodes and connections of a scene in the form that a layout accepts.
struct Arrangement {
  /// By id, so that the result doesn't depend on which node is in front.
  let nodes: [NodeID]
  let connections: [Connection]
  /// Where the nodes are, relative to an origin.
  private(set) var places: [GraphPoint] = []
  private(set) var graph = LayoutGraph()
  /// Whether both ends of a connection are at the edges that the layout assumes.
  private var isAlong: [Bool] = []
  /// The side to which the drawing leads; the layout itself always leads to the right.
  private let side: NodeSide

  /// Complexity: O((nodes + connections) log(nodes + connections)).
  init(of scene: Scene, from origin: GraphPoint, flow: NodeLook.Flow = .right) {
    side = flow.side
    nodes = scene.nodes.keys.sorted { ($0.slot, $0.generation) < ($1.slot, $1.generation) }
    connections = nodes.flatMap(scene.incoming).sorted(by: Scene.isOrdered)
    var indices: [NodeID: Int] = [:]
    for node in nodes {
      guard let frame = scene.nodes[node]?.frame else { continue }
      indices[node] = graph.nodes.count
      let rect = side.leveled(GraphRect(frame.origin - origin, frame.rect.size))
      places.append(rect.origin)
      graph.nodes.append(
        LayoutGraph.Node(
          rect.size, inputs: ports(frame, frame.inputHeights.count, frame.inputRow),
          outputs: ports(frame, frame.outputHeights.count, frame.outputRow)))
    }
    for connection in connections {
      isAlong.append(scene.isAlong(connection, side))
      if let source = indices[connection.source.node], let target = indices[connection.target.node] {
        graph.edges.append(
          LayoutGraph.Edge(from: source, output: connection.source.index, to: target, input: connection.target.index))
      }
    }
  }

  /// The distances of an edge's ports from the first corner: next to their rows, else evenly spaced, in ascending order
  /// as layouts want them.
  private func ports(_ frame: NodeFrame, _ count: Int, _ row: (Int) -> GraphRect) -> [Double] {
    (0..<count).map {
      side.isLevel ? frame.width * (Double($0) + 0.5) / Double(count) : row($0).midY - frame.origin.y
    }
  }

  /// Where the nodes are as a layout says, relative to the origin.
  func positions(_ result: LayoutResult) -> [GraphPoint] {
    zip(result.positions, graph.nodes).map { position, node in
      side.turned(GraphRect(position, node.size)).origin + start(result)
    }
  }

  /// The corners of connections, without their ends; none where the ports are elsewhere than the layout assumes.
  func corners(_ result: LayoutResult) -> [[GraphPoint]] {
    zip(result.routes, isAlong).map { route, isAlong in
      isAlong ? route.dropFirst().dropLast().map { side.turned($0) + start(result) } : []
    }
  }

  /// The origin of a layout that leads to the left or up.
  private func start(_ result: LayoutResult) -> GraphPoint {
    switch side {
    case .right, .bottom: .zero
    case .left, .top: side.opposite.outward * result.size.width
    }
  }
}

extension GraphView {
  /// The corners of a connection's line on the route that a layout found; none if it has no route, or lost it.
  ///
  /// - Complexity: O(1).
  package func route(of connection: Connection) -> [GraphPoint] { scene.route(of: connection) }

  /// The routes along which connections are drawn now. Complexity: O(connections).
  package var presentRoutes: LineRoutes { scene.presentRoutes }

  /// Draws connections along routes as long as their ends are where the routes lead, those that are shown later too.
  ///
  /// Connections without such a route keep their courses. Set the routes before the nodes are loaded, if possible: then each line is
  /// laid once.
  ///
  /// - Complexity: O(connections).
  package func setRoutes(_ routes: LineRoutes) { presentation.setRoutes(routes) }
}

extension GraphView {
  /// Puts all nodes where a layout says, and draws connections along the routes it found until a node at one of their
  /// ends is moved. Calls ``GraphViewDelegate/graphView(_:didMove:to:)`` for each node that moved, and then
  /// ``GraphViewDelegate/graphView(_:didEndMoving:)``, so that the whole is one undo step.
  ///
  /// ```swift
  /// view.arrange { graph, places in LayeredLayout().layout(graph, previous: places) }
  /// ```
  ///
  /// Locked nodes are moved too. The layout gets the sizes that nodes have in the view: reload first if they changed.
  /// The moves are not animated; ``GraphMotion`` shows moves over time.
  ///
  /// - Parameters:
  ///   - origin: Where the upper left corner of the drawing is put, in canvas points.
  ///   - flow: The direction of the drawing. One other than to the right suits nodes that are turned in the same way
  ///     (``/NodeGraph/NodeLook/flow``): the layout gets a graph that is turned, and its result is turned back.
  ///   - layout: Gets the nodes shown with their sizes, ports and connections, and their positions relative to
  ///     `origin`; returns their new positions relative to `origin`.
  /// - Complexity: That of the layout, and O((nodes + connections) log(nodes + connections)).
  public func arrange(
    at origin: GraphPoint = .zero, flow: NodeLook.Flow = .right,
    with layout: (_ graph: LayoutGraph, _ places: [GraphPoint]) -> LayoutResult
  ) {
    let arrangement = Arrangement(of: scene, from: origin, flow: flow)
    let result = layout(arrangement.graph, arrangement.places)
    var moves: [(node: NodeID, position: GraphPoint)] = []
    for (node, position) in zip(arrangement.nodes, arrangement.positions(result)) {
      let place = (position + origin).limited
      if let frame = scene.nodes[node]?.frame, frame.origin != place { moves.append((node, place)) }
    }
    let routes = zip(arrangement.connections, arrangement.corners(result)).map { connection, corners in
      (connection, corners.map { $0 + origin })
    }
    // At once: a delegate that arranges while it is called is notified of the moves later, when they would make the
    // connections lose their routes.
    presentation.arrange(moves, routes: routes)
    if !moves.isEmpty { enqueue(moves.map { .moved($0, $1) } + [.endedMoving(arrangement.nodes)]) }
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// The routes that the last layout found for connections, which all views of a session show.
///
/// A view drops a route when an end of the connection moves. The route is stored here, and shown again when both ends are back, so
/// what a view shows depends on the positions of nodes, and not on how they were moved there.
struct SessionRoutes {
  private struct Route {
    let corners: [GraphPoint]
    let start: GraphPoint
    let end: GraphPoint
  }

  private var routes: [Connection: Route] = [:]

  init() {}

  /// The routes of a view that a layout has arranged.
  init(of view: GraphView, _ graph: Graph) {
    for connection in graph.connections {
      let corners = view.route(of: connection)
      guard !corners.isEmpty, let path = view.path(of: connection) else { continue }
      routes[connection] = Route(corners: corners, start: path.source, end: path.target)
    }
  }

  /// Makes a view show the routes of some nodes, and of the nodes that read them, if their ends are where they were.
  ///
  /// - Complexity: O(connections of these nodes); O(1) without routes.
  func show(in view: GraphView, near nodes: [NodeID], _ graph: Graph) {
    if routes.isEmpty { return }
    var near: Set<NodeID> = []
    for node in nodes where graph.contains(node) {
      near.insert(node)
      // A longer value makes the rows of readers wider, and so moves their outputs.
      for connection in graph.connections(of: node) { near.insert(connection.target.node) }
    }
    var fitting: [(connection: Connection, corners: [GraphPoint])] = []
    for node in near {
      for connection in graph.connections(of: node) {
        guard let route = routes[connection], let path = view.path(of: connection), path.source == route.start,
          path.target == route.end
        else { continue }
        fitting.append((connection, route.corners))
      }
    }
    view.setRoutes(fitting)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The routes that a layout has found for connections, each with the points between which it leads.
///
/// A connection is drawn along its route while its ends are at these points. What a view shows therefore depends on where nodes are,
/// and not on how they were moved there.
package struct LineRoutes: Sendable {
  private struct Route {
    let corners: [GraphPoint]
    let start: GraphPoint
    let end: GraphPoint
  }

  private var routes: [Connection: Route] = [:]

  /// Creates routes of no connection.
  package init() {}

  var isEmpty: Bool { routes.isEmpty }

  /// Sets the route of a connection whose ends are at two points.
  package mutating func set(
    _ corners: [GraphPoint], of connection: Connection, from start: GraphPoint, to end: GraphPoint
  ) {
    routes[connection] = Route(corners: corners, start: start, end: end)
  }

  /// The corners of the route that leads a connection from one point to another; empty without such a route.
  func corners(of connection: Connection, from start: GraphPoint, to end: GraphPoint) -> [GraphPoint] {
    guard let route = routes[connection], route.start == start, route.end == end else { return [] }
    return route.corners
  }
}

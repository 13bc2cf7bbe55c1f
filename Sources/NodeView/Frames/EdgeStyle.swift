// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A built-in course that the lines of connections take from output to input.
///
/// ``GraphViewStyle/edgeStyle`` sets the course of all connections of a view, and
/// ``GraphViewRendererProvider/graphView(_:courseOf:)`` that of one. Implement ``EdgeCourse`` for a course of your own.
///
/// ```swift
/// let line = EdgePath(from: GraphPoint(0, 0), to: GraphPoint(200, 80), style: .smoothStep(radius: 12))
/// canvas.stroke(line.path, with: Stroke(.black, width: 2))
/// ```
///
/// The line begins 4 canvas points outside the output and ends 4 canvas points outside the input, where its
/// ``EdgeMarker``s are. In every style, a line between ports at any edges leaves and reaches the nodes at a right
/// angle, except for ``straight``.
public enum EdgeStyle: Hashable, Sendable, Codable {
  /// The curve of ShinpuruNodeUI: a cubic whose control points are max(|dx|, 40) · 0.75 points to the right of the
  /// output and to the left of the input, and whose ends are 4 points outside of these ports.
  case curve
  /// A straight line, or straight lines through the reroutes.
  case straight
  /// Horizontal and vertical lines. Where the input is to the left of the output, they lead around both nodes, halfway
  /// between the heights of the ports.
  case orthogonal
  /// Horizontal and vertical lines whose corners have this radius, in canvas points. The radius is smaller where there
  /// isn't enough room.
  case smoothStep(radius: Double)
  /// A curve where the line is flat, with at most 1.6 points up or down for each point to the right, and otherwise
  /// horizontal, vertical and horizontal lines.
  ///
  /// Corners have this radius, in canvas points, or half the distance to the nearer of the adjacent points if that is
  /// smaller. It suits the lanes of ``LayeredLayout/laneSpacing``.
  case lanes(radius: Double)
}

/// The shape of the marker at an end of a connection, with its size in canvas points.
///
/// ``GraphViewStyle/sourceMarker`` and ``GraphViewStyle/targetMarker`` set the markers of all connections of a view.
/// Markers have the colour of the connection.
public enum EdgeMarker: Hashable, Sendable, Codable {
  /// No marker.
  case none
  /// A square with sides of this length, in canvas points.
  case square(Double)
  /// A disc of this diameter, in canvas points.
  case circle(Double)
  /// A square standing on a corner, with diagonals of this length, in canvas points.
  case diamond(Double)
  /// A filled triangle that points from output to input, with this length and width, in canvas points.
  case arrow(Double)

  /// The length and the width of the marker, in canvas points.
  package var size: Double {
    switch self {
    case .none: 0
    case .square(let size), .circle(let size), .diamond(let size), .arrow(let size): size
    }
  }

  /// The outline of the marker.
  ///
  /// - Parameters:
  ///   - tail: The point where the marker begins: the end of the line for a marker at its end, the port for one at its
  ///     beginning.
  ///   - direction: The direction in which the marker points, a vector of any length above zero.
  /// - Returns: An outline that reaches from `tail` ahead by the length of the marker; `nil` for ``none``, and if
  ///   `direction` has no finite length above zero.
  package func path(at tail: GraphPoint, direction: GraphPoint) -> DrawingPath? {
    let length = direction.distance(to: .zero)
    guard length > 0, length.isFinite else { return nil }
    let ahead = direction * (1 / length)
    let aside = GraphPoint(-ahead.y, ahead.x)
    func corner(_ along: Double, _ across: Double) -> GraphPoint { tail + ahead * along + aside * across }
    switch self {
    case .none: return nil
    case .square(let size):
      let half = size / 2
      return DrawingPath(polygon: [corner(0, -half), corner(size, -half), corner(size, half), corner(0, half)])
    case .circle(let size):
      let center = corner(size / 2, 0)
      return DrawingPath(
        GraphRect(x: center.x - size / 2, y: center.y - size / 2, width: size, height: size), cornerRadius: size)
    case .diamond(let size):
      return DrawingPath(polygon: [
        corner(0, 0), corner(size / 2, -size / 2), corner(size, 0), corner(size / 2, size / 2),
      ])
    case .arrow(let size):
      return DrawingPath(polygon: [corner(0, -size / 2), corner(size, 0), corner(0, size / 2)])
    }
  }
}

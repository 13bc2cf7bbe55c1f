// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The course a connection takes from output to input.
public enum EdgeStyle: Hashable, Sendable, Codable {
  /// The curve of ShinpuruNodeUI: a cubic whose control points lie max(|dx|, 40) · 0.75 points to the right of the output
  /// and to the left of the input, and whose ends lie 4 points beside them.
  case curve
  /// A straight line.
  case straight
  /// Horizontal and vertical lines.
  case orthogonal
  /// Horizontal and vertical lines with round corners of this radius, in canvas points; smaller where there is no room.
  case smoothStep(radius: Double)
  /// A curve where it is flat, at most 1.6 points up or down for each to the right; else level, upright and level again,
  /// with round corners of this radius, in canvas points; smaller where the points beside a corner are nearer than twice that.
  case lanes(radius: Double)
}

/// What the ends of a connection look like.
public enum EdgeMarker: Hashable, Sendable, Codable {
  /// No marker.
  case none
  /// A square with sides of this length, in canvas points.
  case square(Double)
  /// A disc of this diameter, in canvas points.
  case circle(Double)
  /// A square on its corner, this wide, in canvas points.
  case diamond(Double)
  /// A filled triangle of this length that points from output to input, in canvas points.
  case arrow(Double)

  /// How long and wide it is.
  package var size: Double {
    switch self {
    case .none: 0
    case .square(let size), .circle(let size), .diamond(let size), .arrow(let size): size
    }
  }

  /// The outline of the marker.
  ///
  /// - Parameters:
  ///   - tail: Where it begins: the end of the line for one at its end, the port for one at its beginning.
  ///   - direction: Where it points; of any length, but not zero.
  /// - Returns: An outline that reaches from `tail` as far ahead as the marker is long; `nil` for ``none``.
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

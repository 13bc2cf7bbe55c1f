// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The outline of a port, which identifies its type where colours can't be distinguished.
package enum PortShape: CaseIterable {
  case disc, diamond, square, bar, bars, hexagon, triangle
  /// A disc with a hole, for types without a shape of their own.
  case ring

  /// The outline of a port.
  ///
  /// - Parameters:
  ///   - center: The middle of the port.
  ///   - diameter: The diameter of a disc. Other shapes are scaled to look equally large.
  /// - Returns: A closed outline.
  package func path(at center: GraphPoint, diameter: Double) -> DrawingPath {
    let radius = diameter / 2
    func point(_ x: Double, _ y: Double) -> GraphPoint { center + GraphPoint(x, y) * radius }
    func box(_ x: Double, _ y: Double) -> DrawingPath {
      DrawingPath(GraphRect(from: point(-x, -y), to: point(x, y)))
    }
    switch self {
    case .disc, .ring:
      return DrawingPath(GraphRect(from: point(-1, -1), to: point(1, 1)), cornerRadius: radius)
    case .diamond:
      return DrawingPath(polygon: [point(-1.22, 0), point(0, -1.22), point(1.22, 0), point(0, 1.22)])
    case .square: return box(0.94, 0.94)
    case .bar: return box(1.1, 0.66)
    case .bars:
      let bars = [-0.78, 0, 0.78].map { middle in
        DrawingPath(GraphRect(from: point(-1.08, middle - 0.26), to: point(1.08, middle + 0.26)))
      }
      return DrawingPath(bars.flatMap(\.elements))
    case .hexagon:
      // The cosine of 30° is 0.866.
      let (far, side) = (1.1, 1.1 * 0.866)
      return DrawingPath(polygon: [
        point(0, -far), point(side, -far / 2), point(side, far / 2), point(0, far), point(-side, far / 2),
        point(-side, -far / 2),
      ])
    case .triangle: return DrawingPath(polygon: [point(-0.88, -1.1), point(1.21, 0), point(-0.88, 1.1)])
    }
  }
}

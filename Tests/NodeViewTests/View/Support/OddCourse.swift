// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// Unusual courses that a host may return: an arc, one that goes far away, and some that are invalid.
struct OddCourse: EdgeCourse {
  let kind: Int

  func line(from source: EdgeEnd, to target: EdgeEnd, through points: [GraphPoint]) -> DrawingPath {
    switch kind {
    case 0:
      let low = max(source.point.y, target.point.y) + 80
      return DrawingPath([
        .move(source.point),
        .curve(
          control1: GraphPoint(source.point.x, low), control2: GraphPoint(target.point.x, low), end: target.point),
      ])
    case 1: return DrawingPath(through: [source.point, source.point + GraphPoint(0, 3000)] + points + [target.point])
    case 2: return DrawingPath()
    case 3: return DrawingPath(through: [source.point, GraphPoint(.nan, .infinity), target.point])
    default: return DrawingPath([.move(source.point), .close])
    }
  }
}

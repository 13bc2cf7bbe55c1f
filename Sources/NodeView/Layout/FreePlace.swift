// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Finds free places on a canvas, for nodes that are added.
package struct FreePlace {
  /// The least distance between nodes that are added and others.
  package static let gap = 24.0
  /// How far apart the tried columns are, and how many are tried on each side.
  private static let (step, stepCount) = (24.0, 256)

  private let taken: [GraphRect]

  /// Creates a canvas on which some rectangles are taken.
  package init(among taken: [GraphRect]) { self.taken = taken }

  /// Returns the free place that is nearest to a point, measured along both axes; of equal ones the lower and the
  /// right one.
  ///
  /// - Parameters:
  ///   - size: The size of the rectangle that has to fit.
  ///   - point: The corner at its top left that is wanted.
  ///   - left: The least x coordinate of that corner.
  /// - Returns: Its top left corner.
  /// - Complexity: O(k log k) for each tried column, of which there are at most 513, for k rectangles.
  package func origin(for size: GraphSize, near point: GraphPoint, rightOf left: Double = -.infinity) -> GraphPoint {
    let start = GraphPoint(max(point.x, left), point.y)
    var best = (place: start, cost: Double.infinity)
    for step in 0...Self.stepCount {
      let distance = Double(step) * Self.step
      if distance >= best.cost { break }
      for x in step == 0 ? [start.x] : [start.x + distance, start.x - distance] where x >= left {
        let y = freeY(nearest: start.y, inColumn: x, size)
        let cost = distance + abs(y - start.y)
        if cost < best.cost { best = (GraphPoint(x, y), cost) }
      }
    }
    return best.place
  }

  /// The nearest free y coordinate if the left edge is known.
  private func freeY(nearest y: Double, inColumn x: Double, _ size: GraphSize) -> Double {
    // Each rectangle in the way blocks an interval of coordinates, without its ends.
    let blocked = taken.filter { $0.minX - Self.gap < x + size.width && $0.maxX + Self.gap > x }
      .map { (low: $0.minY - Self.gap - size.height, high: $0.maxY + Self.gap) }
    var lower = y
    for interval in blocked.sorted(by: { $0.low < $1.low }) where interval.low < lower && lower < interval.high {
      lower = interval.high
    }
    if lower == y { return y }
    var upper = y
    for interval in blocked.sorted(by: { $0.high > $1.high }) where interval.low < upper && upper < interval.high {
      upper = interval.low
    }
    return lower - y <= y - upper ? lower : upper
  }
}

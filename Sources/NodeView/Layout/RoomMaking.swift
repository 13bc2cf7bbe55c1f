// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Moves nodes to the right to make room for one that is inserted before them.
package struct RoomMaking {
  /// How far each rectangle moves to the right.
  package private(set) var shifts: [Double]

  /// Finds the least moves that give the first ones their room without new overlaps.
  ///
  /// A rectangle moves if what it reads, or what is in its row, would come nearer to it than before and than the gap.
  ///
  /// - Parameters:
  ///   - first: Some rectangles, with the least x coordinate of each.
  ///   - rects: The rectangles.
  ///   - edges: For each rectangle those that read it.
  ///   - isFixed: Whether a rectangle must not move.
  /// - Complexity: O(k log k + k·m) for k rectangles, of which m move, and O(edges).
  package init(
    for first: [(rect: Int, left: Double)], among rects: [GraphRect], edges: [[Int]],
    isFixed: (_ rect: Int) -> Bool
  ) {
    var shifts = [Double](repeating: 0, count: rects.count)
    for (rect, left) in first where !isFixed(rect) { shifts[rect] = max(shifts[rect], left - rects[rect].minX) }
    // What moves is to the left of what it pushes, so one pass from left to right finds all.
    var moved: [(rect: GraphRect, shift: Double, readers: Set<Int>)] = []
    for index in rects.indices.sorted(by: { (rects[$0].minX, $0) < (rects[$1].minX, $1) }) {
      let rect = rects[index]
      if !isFixed(index) {
        for other in moved where other.rect.maxX <= rect.minX {
          let isInRow = other.rect.minY < rect.maxY && rect.minY < other.rect.maxY
          guard isInRow || other.readers.contains(index) else { continue }
          let distance = min(FreePlace.gap, rect.minX - other.rect.maxX)
          shifts[index] = max(shifts[index], other.rect.maxX + other.shift + distance - rect.minX)
        }
      }
      if shifts[index] > 0 { moved.append((rect, shifts[index], Set(edges[index]))) }
    }
    self.shifts = shifts
  }
}

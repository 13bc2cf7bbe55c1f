// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An outline in cell coordinates that finds, row by row, the cells whose centre is inside, by the non-zero winding
/// rule.
struct CellOutline {
  private let edges: [(from: GraphPoint, to: GraphPoint)]
  /// The rows that may contain cells whose centre is inside.
  let rows: Range<Int>

  /// Creates the outline of these runs of points, each of which a straight line closes.
  init(_ runs: [[GraphPoint]]) {
    var edges: [(from: GraphPoint, to: GraphPoint)] = []
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for run in runs {
      guard var previous = run.last else { continue }
      for point in run {
        if point.y != previous.y { edges.append((previous, point)) }
        (top, bottom) = (min(top, point.y), max(bottom, point.y))
        previous = point
      }
    }
    self.edges = edges
    rows = top < bottom ? DecimalText.floor(top)..<DecimalText.floor(bottom) + 1 : 0..<0
  }

  /// The columns of a row whose cells have their centre inside. Complexity: O(edges · log edges).
  func columns(inRow row: Int) -> [Range<Int>] {
    let y = Double(row) + 0.5
    var crossings: [(x: Double, direction: Int)] = []
    for (from, to) in edges where (from.y <= y) != (to.y <= y) {
      let x = from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)
      crossings.append((x, from.y < to.y ? 1 : -1))
    }
    crossings.sort { ($0.x, $0.direction) < ($1.x, $1.direction) }
    var spans: [Range<Int>] = []
    var (winding, start) = (0, 0.0)
    for crossing in crossings {
      if winding == 0 { start = crossing.x }
      winding += crossing.direction
      if winding == 0 {
        let (first, end) = (-DecimalText.floor(0.5 - start), -DecimalText.floor(0.5 - crossing.x))
        if first < end { spans.append(first..<end) }
      }
    }
    return spans
  }
}

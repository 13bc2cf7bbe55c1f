// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Packs the drawings of parts that are not connected next to each other.
struct PartPacking {
  let spacing: Double

  /// The desired ratio of the width to the height of the whole drawing.
  static let aspectRatio = 1.6

  /// Combines the drawings of all parts.
  ///
  /// - Parameters:
  ///   - drawings: The drawings of the parts. Each begins at the origin unless it keeps its place.
  ///   - parts: The parts.
  ///   - graph: The whole graph.
  ///   - keepsPlaces: Whether parts stay at their previous positions, and move down only where they would overlap.
  /// - Returns: The drawing of the whole graph, which doesn't reach above or to the left of the origin.
  func packed(
    _ drawings: [LayoutResult], _ parts: [GraphPart], of graph: LayoutGraph, keepsPlaces: Bool
  ) -> LayoutResult {
    let boxes = drawings.map(bounds)
    let corners = keepsPlaces ? keptCorners(drawings, boxes, parts) : rowCorners(boxes)
    var result = LayoutResult(
      positions: [GraphPoint](repeating: .zero, count: graph.nodes.count),
      routes: [[GraphPoint]](repeating: [], count: graph.edges.count),
      isReversed: [Bool](repeating: false, count: graph.edges.count), size: .zero)
    let start = GraphPoint(min(0, corners.map(\.x).min() ?? 0), min(0, corners.map(\.y).min() ?? 0))
    for index in parts.indices {
      let offset = corners[index] - start - boxes[index].origin
      for (place, node) in parts[index].nodes.enumerated() {
        result.positions[node] = drawings[index].positions[place] + offset
      }
      for (place, edge) in parts[index].edges.enumerated() {
        result.routes[edge] = drawings[index].routes[place].map { $0 + offset }
        result.isReversed[edge] = drawings[index].isReversed[place]
      }
      let end = corners[index] - start + GraphPoint(boxes[index].width, boxes[index].height)
      result.size = GraphSize(max(result.size.width, end.x), max(result.size.height, end.y))
    }
    return result
  }

  private func bounds(of drawing: LayoutResult) -> GraphRect {
    var (least, most) = (GraphPoint(.infinity, .infinity), GraphPoint(drawing.size.width, drawing.size.height))
    for point in drawing.positions { least = GraphPoint(min(least.x, point.x), min(least.y, point.y)) }
    for point in drawing.routes.joined() {
      least = GraphPoint(min(least.x, point.x), min(least.y, point.y))
      most = GraphPoint(max(most.x, point.x), max(most.y, point.y))
    }
    return GraphRect(from: least, to: most)
  }

  /// Arranges parts in rows from the top, the highest parts first. Next to a high part, lower ones are stacked in
  /// columns.
  private func rowCorners(_ boxes: [GraphRect]) -> [GraphPoint] {
    let area = boxes.reduce(0) { $0 + ($1.width + spacing) * ($1.height + spacing) }
    let width = max(boxes.map(\.width).max() ?? 0, (area * Self.aspectRatio).squareRoot())
    var corners = [GraphPoint](repeating: .zero, count: boxes.count)
    var corner = GraphPoint.zero
    var rowHeight = 0.0
    /// The column to the left of the corner: its left edge, its width, and the bottom of its parts.
    var column = (left: 0.0, width: 0.0, bottom: 0.0)
    for index in boxes.indices.sorted(by: { (-boxes[$0].height, $0) < (-boxes[$1].height, $1) }) {
      let below = column.bottom + 2 * spacing
      if column.left > 0, boxes[index].width <= column.width, below + boxes[index].height <= corner.y + rowHeight {
        corners[index] = GraphPoint(column.left, below)
        column.bottom = below + boxes[index].height
        continue
      }
      if corner.x > 0, corner.x + boxes[index].width > width {
        corner = GraphPoint(0, corner.y + rowHeight + 2 * spacing)
        rowHeight = 0
      }
      corners[index] = corner
      column = (corner.x, boxes[index].width, corner.y + boxes[index].height)
      corner.x += boxes[index].width + 2 * spacing
      rowHeight = max(rowHeight, boxes[index].height)
    }
    return corners
  }

  /// The previous position of each part. A part without a previous position is placed below all others.
  private func keptCorners(_ drawings: [LayoutResult], _ boxes: [GraphRect], _ parts: [GraphPart]) -> [GraphPoint] {
    var wishes: [GraphPoint] = []
    for index in parts.indices {
      let moves = parts[index].previous.enumerated().compactMap { place, point in
        point.map { $0.x - drawings[index].positions[place].x }
      }.sorted()
      wishes.append(
        moves.isEmpty
          ? GraphPoint(0, .infinity) : GraphPoint(boxes[index].minX + moves[moves.count / 2], boxes[index].minY))
    }
    var corners = wishes
    var skyline = Skyline()
    for index in wishes.indices.sorted(by: { (wishes[$0].y, $0) < (wishes[$1].y, $1) }) {
      let box = boxes[index]
      let isNew = wishes[index].y == .infinity
      let free = isNew ? skyline.bottom : skyline.bottom(from: wishes[index].x, to: wishes[index].x + box.width)
      let least = free == -.infinity ? (isNew ? 0 : wishes[index].y) : free + spacing
      corners[index] = GraphPoint(wishes[index].x, isNew ? least : max(wishes[index].y, least))
      skyline.add(corners[index].x, corners[index].x + box.width, bottom: corners[index].y + box.height)
    }
    return corners
  }
}

/// The lowest bottoms of placed parts, from left to right.
private struct Skyline {
  private var steps: [(from: Double, to: Double, bottom: Double)] = []
  private(set) var bottom = -Double.infinity

  func bottom(from start: Double, to end: Double) -> Double {
    steps.reduce(-.infinity) { $1.from < end && start < $1.to ? max($0, $1.bottom) : $0 }
  }

  mutating func add(_ start: Double, _ end: Double, bottom: Double) {
    var kept: [(from: Double, to: Double, bottom: Double)] = []
    for step in steps {
      if step.from < start { kept.append((step.from, min(step.to, start), step.bottom)) }
      if step.to > end { kept.append((max(step.from, end), step.to, step.bottom)) }
    }
    kept.append((start, end, bottom))
    steps = kept
    self.bottom = max(self.bottom, bottom)
  }
}

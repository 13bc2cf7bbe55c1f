// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The position of a text that belongs to a line: above it where it is flat, to the right where it is steep, never on
/// it, and where the nodes at its ends don't cover it.
///
/// Other nodes are left out: where one of them moves, the line is not drawn again.
struct TextBesideLine {
  private let line: EdgePath
  /// The point halfway along the line.
  private let middle: GraphPoint
  private let isSteep: Bool
  /// The distance of the text from the line.
  private let gap: Double
  /// The nodes at its ends, with the lines around them.
  private let nodes: [GraphRect]
  /// The greatest distance from the line of what is drawn of it.
  private let reach: Double

  /// Makes the position of texts for a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - nodes: The nodes at its ends.
  ///   - gap: How far from the line the text is.
  ///   - reach: How far from the line it may be where the room next to it is covered.
  init(_ line: EdgePath, between nodes: [GraphRect], gap: Double, reach: Double) {
    self.line = line
    middle = line.labelPoint
    let direction = line.labelDirection
    isSteep = abs(direction.y) > abs(direction.x)
    self.gap = gap
    self.nodes = nodes.map { $0.expanded(by: 2) }
    self.reach = reach
  }

  /// The position of a text if no node is in its way.
  func usual(_ size: GraphSize) -> GraphRect { beside(size, isAhead: true) }

  /// The position of a text that no node at the ends covers: next to the middle of the line, else above or below what
  /// would cover it, whichever is nearer; `nil` if that is too far away.
  func place(_ size: GraphSize) -> GraphRect? {
    for place in [usual(size), beside(size, isAhead: false)] where isFree(place) { return place }
    let left = (line.source.x + line.target.x - size.width) / 2
    let column = nodes.filter { $0.minX < left + size.width && left < $0.maxX }
    let above = column.reduce(min(line.source.y, line.target.y) - gap) { min($0, $1.minY) } - size.height - 1
    let below = column.reduce(max(line.source.y, line.target.y) + gap) { max($0, $1.maxY) } + 1
    let bounds = line.bounds.expanded(by: reach)
    return [above, below].map { GraphRect(GraphPoint(left, $0), size) }.filter { bounds.union($0) == bounds }.min {
      abs($0.midY - middle.y) < abs($1.midY - middle.y)
    }
  }

  /// The position above or below the middle of the line, or to its right or left.
  private func beside(_ size: GraphSize, isAhead: Bool) -> GraphRect {
    let corner =
      isSteep
      ? GraphPoint(isAhead ? middle.x + gap : middle.x - gap - size.width, middle.y - size.height / 2)
      : GraphPoint(middle.x - size.width / 2, isAhead ? middle.y - gap - size.height : middle.y + gap)
    return GraphRect(corner, size)
  }

  private func isFree(_ place: GraphRect) -> Bool { !nodes.contains { $0.intersects(place) } }
}

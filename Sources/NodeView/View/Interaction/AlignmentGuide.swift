// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A line that shows with which neighbours a dragged node is aligned: upright or level, from the first of them to the
/// last.
///
/// The view draws it. Use ``GraphView/alignmentGuides`` only to draw guides in another way, or to give haptic feedback
/// when they appear.
public struct AlignmentGuide: Hashable, Sendable {
  /// The upper or left end, in canvas points: at the edge of the first of the aligned rectangles, the dragged one
  /// included.
  public let start: GraphPoint
  /// The lower or right end, in canvas points. It has the same x as ``start`` if the guide is upright, and the same y
  /// if it is level.
  public let end: GraphPoint

  init(_ start: GraphPoint, _ end: GraphPoint) {
    self.start = start
    self.end = end
  }

  /// What it covers.
  var bounds: GraphRect { GraphRect(from: start, to: end) }
}

/// How far a rectangle that is dragged is from being aligned with others: its edges with their edges, its middle with theirs.
struct Alignment {
  /// The offset that aligns the rectangle.
  private(set) var offset = GraphPoint.zero
  /// The guides of the alignment.
  private(set) var guides: [AlignmentGuide] = []

  /// How far away neighbours are considered, in view points, and how many at most: among more, lines would have no
  /// meaning.
  static let range = 600.0
  static let mostNeighbours = 256

  /// The extent of a rectangle along one axis, and its places that can be aligned.
  private struct Extent {
    let low: Double
    let high: Double
    var edges: [Double] { [low, high] }
    var middle: Double { (low + high) / 2 }

    /// The shortest way to another's edge or middle; of two equally long ones the negative one.
    func shortestWay(to other: Extent) -> Double {
      let ways = edges.flatMap { edge in other.edges.map { $0 - edge } } + [other.middle - middle]
      return ways.reduce(Double.infinity) { Self.isShorter($1, $0) ? $1 : $0 }
    }

    static func isShorter(_ one: Double, _ other: Double) -> Bool { (abs(one), one) < (abs(other), other) }

    /// The places at which it is aligned with another.
    func places(alignedWith other: Extent) -> [Double] {
      let same = { (one: Double, other: Double) in abs(one - other) < 0.001 }
      return edges.filter { edge in other.edges.contains { same($0, edge) } }
        + (same(middle, other.middle) ? [middle] : [])
    }
  }

  /// Finds the nearest alignment along each axis.
  ///
  /// - Complexity: O(neighbours).
  init(of rect: GraphRect, with neighbours: [GraphRect], within reach: Double) {
    let across = { (rect: GraphRect) in Extent(low: rect.minX, high: rect.maxX) }
    let down = { (rect: GraphRect) in Extent(low: rect.minY, high: rect.maxY) }
    offset.x = Self.way(from: across(rect), to: neighbours.map(across), within: reach)
    offset.y = Self.way(from: down(rect), to: neighbours.map(down), within: reach)
    let moved = GraphRect(rect.origin + offset, rect.size)
    guides =
      Self.lines(of: moved, with: neighbours, along: across, from: down).map { x, ends in
        AlignmentGuide(GraphPoint(x, ends.low), GraphPoint(x, ends.high))
      }
      + Self.lines(of: moved, with: neighbours, along: down, from: across).map { y, ends in
        AlignmentGuide(GraphPoint(ends.low, y), GraphPoint(ends.high, y))
      }
  }

  private static func way(from own: Extent, to others: [Extent], within reach: Double) -> Double {
    let shortest = others.reduce(Double.infinity) { best, other in
      let way = own.shortestWay(to: other)
      return Extent.isShorter(way, best) ? way : best
    }
    return abs(shortest) <= reach ? shortest : 0
  }

  /// The places where the rectangle is aligned with neighbours, in order, and the extent of these.
  private static func lines(
    of rect: GraphRect, with neighbours: [GraphRect], along axis: (GraphRect) -> Extent,
    from other: (GraphRect) -> Extent
  ) -> [(Double, Extent)] {
    let own = axis(rect)
    var lines: [(place: Double, ends: Extent)] = []
    for neighbour in neighbours {
      for place in own.places(alignedWith: axis(neighbour)) {
        let known = lines.firstIndex { $0.place == place }
        let (ends, reach) = (known.map { lines[$0].ends } ?? other(rect), other(neighbour))
        let joined = Extent(low: min(ends.low, reach.low), high: max(ends.high, reach.high))
        if let known { lines[known].ends = joined } else { lines.append((place, joined)) }
      }
    }
    return lines.sorted { $0.place < $1.place }
  }
}

extension Scene {
  /// The rectangles of the nodes that meet a part of the canvas, without the moved ones, in no particular order; none
  /// if they are more than `most`.
  ///
  /// - Complexity: O(nodes around it): one search.
  func rects(in part: GraphRect, without moved: [Interaction.Start], most: Int) -> [GraphRect] {
    let moved = Set(moved.map(\.node))
    var rects: [GraphRect] = []
    search(part) { id, rect in
      if rects.count <= most, rect.intersects(part), !moved.contains(id) { rects.append(rect) }
    }
    return rects.count > most ? [] : rects
  }
}

extension Interaction {
  /// The alignment of dragged nodes with their neighbours: how far they have to be moved, and with which they are
  /// aligned then. Nodes are not aligned at a zoom at which this can't be seen, nor while the command key is held.
  func alignment(of starts: [Start], by offset: GraphPoint, _ reaction: Reaction) -> Alignment? {
    guard profile.alignmentRadius > 0, profile.gridSnap == nil, viewport.zoom >= 0.35,
      !reaction.modifiers.contains(.command)
    else { return nil }
    let rects = starts.compactMap { start in
      reaction.scene.nodes[start.node].map { GraphRect(start.position + offset, $0.frame.rect.size) }
    }
    guard let first = rects.first else { return nil }
    let rect = rects.dropFirst().reduce(first) { $0.union($1) }
    let visible = viewport.visible
    let near = rect.expanded(by: Alignment.range / viewport.zoom)
    let part = GraphRect(
      from: GraphPoint(max(near.minX, visible.minX), max(near.minY, visible.minY)),
      to: GraphPoint(min(near.maxX, visible.maxX), min(near.maxY, visible.maxY)))
    guard near.intersects(visible) else { return nil }
    return Alignment(
      of: rect, with: reaction.scene.rects(in: part, without: starts, most: Alignment.mostNeighbours),
      within: profile.alignmentRadius / viewport.zoom)
  }
}

extension GraphView {
  /// The lines that show with which neighbours the dragged nodes are aligned; empty unless
  /// ``InteractionProfile/alignmentRadius`` is above 0 and nodes are being dragged. The view draws them.
  ///
  /// They are also empty at a zoom below 0.35, while the command key is held, and with a
  /// ``InteractionProfile/gridSnap``.
  public var alignmentGuides: [AlignmentGuide] { interaction.guides }
}

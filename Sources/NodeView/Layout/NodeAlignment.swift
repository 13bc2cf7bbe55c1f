// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How nodes are aligned with each other, or distributed.
///
/// ```swift
/// let rects = view.selection.nodes.compactMap { view.frame(of: $0)?.rect }
/// let corners = NodeAlignment.left.origins(of: rects)
/// ```
public enum NodeAlignment: String, Hashable, Sendable, CaseIterable {
  /// The left edges are at the leftmost one.
  case left
  /// The middles are below each other, at the middle of the rectangle around all.
  case center
  /// The right edges are at the rightmost one.
  case right
  /// The top edges are at the uppermost one.
  case top
  /// The middles are next to each other, at the middle of the rectangle around all.
  case middle
  /// The bottom edges are at the lowest one.
  case bottom
  /// The gaps from left to right are equal.
  case across
  /// The gaps from top to bottom are equal.
  case down

  /// The least number of nodes that it has a meaning for: 3 for equal gaps, 2 otherwise.
  public var leastCount: Int {
    switch self {
    case .left, .center, .right, .top, .middle, .bottom: 2
    case .across, .down: 3
    }
  }

  /// The gap between nodes that have no room for equal gaps between the first and the last one, in canvas points.
  public static let leastGap = FreePlace.gap

  /// Returns the corners that rectangles move to. They move along one axis only.
  ///
  /// For equal gaps, rectangles keep their order, and stay within the rectangle around all. If they have no room there,
  /// the gaps are ``leastGap``, and the rectangle around all grows to the right or down.
  ///
  /// - Parameter rects: The rectangles. Fewer than ``leastCount`` stay where they are.
  /// - Returns: The top left corner of each, in the same order.
  /// - Complexity: O(k log k) for k rectangles.
  public func origins(of rects: [GraphRect]) -> [GraphPoint] {
    guard rects.count >= leastCount, let first = rects.first else { return rects.map(\.origin) }
    let whole = rects.dropFirst().reduce(first) { $0.union($1) }
    switch self {
    case .left: return rects.map { GraphPoint(whole.minX, $0.minY) }
    case .center: return rects.map { GraphPoint(whole.midX - $0.width / 2, $0.minY) }
    case .right: return rects.map { GraphPoint(whole.maxX - $0.width, $0.minY) }
    case .top: return rects.map { GraphPoint($0.minX, whole.minY) }
    case .middle: return rects.map { GraphPoint($0.minX, whole.midY - $0.height / 2) }
    case .bottom: return rects.map { GraphPoint($0.minX, whole.maxY - $0.height) }
    case .across:
      let places = Self.places(of: rects.map { ($0.minX, $0.width) }, in: whole.width)
      return zip(places, rects).map { GraphPoint($0, $1.minY) }
    case .down:
      let places = Self.places(of: rects.map { ($0.minY, $0.height) }, in: whole.height)
      return zip(places, rects).map { GraphPoint($1.minX, $0) }
    }
  }

  /// The places along one axis at which the gaps between parts are equal.
  private static func places(of parts: [(start: Double, length: Double)], in extent: Double) -> [Double] {
    let order = parts.indices.sorted {
      let (one, other) = (parts[$0], parts[$1])
      return (one.start + one.length / 2, $0) < (other.start + other.length / 2, $1)
    }
    let room = extent - parts.reduce(0) { $0 + $1.length }
    let gap = room < 0 ? leastGap : room / Double(parts.count - 1)
    var places = parts.map(\.start)
    var next = places.min() ?? 0
    for index in order {
      places[index] = next
      next += parts[index].length + gap
    }
    return places
  }
}

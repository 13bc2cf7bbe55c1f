// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Where to show something small beside a node or a connection: a toolbar, a bubble with an explanation.
///
/// All rectangles are in one coordinate system of your choice: canvas points with ``GraphView/frame(of:)``, or view points
/// if you convert the node's frame first.
///
/// ```swift
/// if let node = view.frame(of: id)?.rect {
///   let bubble = AccessoryPlacement(GraphSize(120, 30), beside: node, within: view.viewport.visible)
///   canvas.draw(text, in: bubble.frame, style: TextStyle())
/// }
/// ```
public struct AccessoryPlacement: Hashable, Sendable {
  /// A side of the rectangle it belongs to.
  public enum Edge: Hashable, Sendable {
    /// Above it.
    case top
    /// Below it.
    case bottom
    /// On its left.
    case leading
    /// On its right.
    case trailing

    var opposite: Edge {
      switch self {
      case .top: .bottom
      case .bottom: .top
      case .leading: .trailing
      case .trailing: .leading
      }
    }
  }

  /// The side it is on: the preferred one, or the opposite one if there is more room.
  public let edge: Edge
  /// Its rectangle, in the coordinates of the rectangles given. It may reach beyond the bounds where there is no room.
  public let frame: GraphRect

  /// Places an accessory in the middle of the preferred side, or of the opposite side if it reaches less far beyond the
  /// bounds there; then shifts it along that side to stay within the bounds.
  ///
  /// - Parameters:
  ///   - size: How big it is.
  ///   - rect: The rectangle it belongs to.
  ///   - bounds: What it should stay in, such as the visible part of the canvas.
  ///   - preferred: The side preferred.
  ///   - gap: The distance between the two.
  public init(
    _ size: GraphSize, beside rect: GraphRect, within bounds: GraphRect, preferred: Edge = .top, gap: Double = 8
  ) {
    func placed(_ edge: Edge) -> GraphRect {
      let middle = GraphPoint(rect.midX - size.width / 2, rect.midY - size.height / 2)
      let origin =
        switch edge {
        case .top: GraphPoint(middle.x, rect.minY - gap - size.height)
        case .bottom: GraphPoint(middle.x, rect.maxY + gap)
        case .leading: GraphPoint(rect.minX - gap - size.width, middle.y)
        case .trailing: GraphPoint(rect.maxX + gap, middle.y)
        }
      return GraphRect(origin, size)
    }
    func overhang(_ edge: Edge) -> Double {
      let frame = placed(edge)
      return switch edge {
      case .top: max(0, bounds.minY - frame.minY)
      case .bottom: max(0, frame.maxY - bounds.maxY)
      case .leading: max(0, bounds.minX - frame.minX)
      case .trailing: max(0, frame.maxX - bounds.maxX)
      }
    }
    edge = overhang(preferred) > overhang(preferred.opposite) ? preferred.opposite : preferred
    var frame = placed(edge)
    switch edge {
    case .top, .bottom: frame.origin.x = max(bounds.minX, min(frame.minX, bounds.maxX - size.width))
    case .leading, .trailing: frame.origin.y = max(bounds.minY, min(frame.minY, bounds.maxY - size.height))
    }
    self.frame = frame
  }
}

extension AccessoryPlacement {
  /// Places an accessory halfway along a connection: above its line where that is flat, to the right where it is steep, or on the
  /// other side if it reaches less far beyond the bounds there.
  ///
  /// ```swift
  /// if let line = view.path(of: connection) {
  ///   let button = AccessoryPlacement(GraphSize(24, 24), on: line, within: view.viewport.visible)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - size: How big it is, in canvas points.
  ///   - path: The line of the connection.
  ///   - bounds: What it should stay in, such as the visible part of the canvas.
  ///   - gap: The distance between the two.
  public init(_ size: GraphSize, on path: EdgePath, within bounds: GraphRect, gap: Double = 8) {
    let direction = path.labelDirection
    self.init(
      size, beside: GraphRect(path.labelPoint, .zero), within: bounds,
      preferred: abs(direction.y) > abs(direction.x) ? .trailing : .top, gap: gap)
  }
}

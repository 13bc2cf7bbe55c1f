// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A position next to a node or a connection for something small, such as a toolbar or a bubble with an explanation.
///
/// All rectangles are in one coordinate system of your choice: canvas points with ``GraphView/frame(of:)``, or view
/// points if you convert the node's frame first.
///
/// ```swift
/// if let node = view.frame(of: id)?.rect {
///   let bubble = AccessoryPlacement(GraphSize(120, 30), beside: node, within: view.viewport.visible)
///   canvas.draw(text, in: bubble.frame, style: TextStyle())
/// }
/// ```
///
/// A placement is a value: compute it again when the node moves or the viewport changes.
public struct AccessoryPlacement: Hashable, Sendable {
  /// A side of the rectangle that the accessory belongs to.
  public enum Edge: Hashable, Sendable {
    /// Above the rectangle.
    case top
    /// Below the rectangle.
    case bottom
    /// To the left of the rectangle.
    case leading
    /// To the right of the rectangle.
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

  /// The side of the rectangle where the accessory is.
  ///
  /// It is the preferred side, unless the accessory would reach further beyond the bounds there than on the opposite
  /// side. Draw the tip of a bubble on the opposite side of ``frame``.
  public let edge: Edge
  /// The rectangle of the accessory, in the coordinates of the given rectangles.
  ///
  /// It may reach beyond the bounds if there isn't enough room on either side, and it may then overlap neighbours,
  /// which aren't considered.
  public let frame: GraphRect

  /// Places an accessory in the middle of a side of a rectangle.
  ///
  /// The side is the preferred one, or the opposite one if the accessory reaches less far beyond the bounds there. The
  /// accessory is then shifted along that side to stay within the bounds; one that is larger than the bounds begins at
  /// their left or top.
  ///
  /// - Parameters:
  ///   - size: The size of the accessory.
  ///   - rect: The rectangle that it belongs to, such as a node's.
  ///   - bounds: The rectangle in which it should stay, such as the visible part of the canvas.
  ///   - preferred: The preferred side.
  ///   - gap: The distance between the accessory and `rect`. In view points, it keeps its size on the screen; in canvas
  ///     points, it grows with the zoom.
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
  /// Places an accessory halfway along a connection.
  ///
  /// It is above the line where that is flat and to its right where it is steep, or on the other side if it reaches
  /// less far beyond the bounds there.
  ///
  /// ```swift
  /// if let line = view.path(of: connection) {
  ///   let button = AccessoryPlacement(GraphSize(24, 24), on: line, within: view.viewport.visible)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - size: The size of the accessory, in canvas points.
  ///   - path: The line of the connection, in canvas points.
  ///   - bounds: The rectangle in which it should stay, such as the visible part of the canvas.
  ///   - gap: The distance between the accessory and the line, in canvas points.
  /// - Complexity: O(pieces of the line).
  public init(_ size: GraphSize, on path: EdgePath, within bounds: GraphRect, gap: Double = 8) {
    let direction = path.labelDirection
    self.init(
      size, beside: GraphRect(path.labelPoint, .zero), within: bounds,
      preferred: abs(direction.y) > abs(direction.x) ? .trailing : .top, gap: gap)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An edge of a node, at which ports are and connections begin and end.
///
/// A node's look sets the edges of all its ports with ``/NodeGraph/NodeLook/flow``, and ``RowRenderer/side`` sets that
/// of one port.
public enum NodeSide: String, Hashable, Sendable, CaseIterable {
  /// The left edge, where inputs are by default.
  case left
  /// The right edge, where outputs are by default.
  case right
  /// The upper edge.
  case top
  /// The lower edge.
  case bottom

  /// The direction away from the node, as a vector of length 1: `(-1, 0)` for ``left`` and `(0, 1)` for ``bottom``.
  ///
  /// Lines of connections run in this direction where they leave an output, and against it where they reach an input.
  public var outward: GraphPoint {
    switch self {
    case .left: GraphPoint(-1, 0)
    case .right: GraphPoint(1, 0)
    case .top: GraphPoint(0, -1)
    case .bottom: GraphPoint(0, 1)
    }
  }

  /// The edge on the other side of the node.
  public var opposite: NodeSide {
    switch self {
    case .left: .right
    case .right: .left
    case .top: .bottom
    case .bottom: .top
    }
  }

  /// Whether this is the upper or the lower edge.
  var isLevel: Bool { self == .top || self == .bottom }
}

extension NodeSide {
  /// The point in a coordinate system that is turned so that the direction away from this edge is to the right.
  func leveled(_ point: GraphPoint) -> GraphPoint {
    switch self {
    case .right: point
    case .left: GraphPoint(-point.x, point.y)
    case .bottom: GraphPoint(point.y, point.x)
    case .top: GraphPoint(-point.y, point.x)
    }
  }

  /// The inverse of ``leveled(_:)-(GraphPoint)``.
  func turned(_ point: GraphPoint) -> GraphPoint {
    switch self {
    case .right: point
    case .left: GraphPoint(-point.x, point.y)
    case .bottom: GraphPoint(point.y, point.x)
    case .top: GraphPoint(point.y, -point.x)
    }
  }

  /// The rectangle in a coordinate system that is turned so that the direction away from this edge is to the right.
  func leveled(_ rect: GraphRect) -> GraphRect {
    let corner =
      switch self {
      case .right, .bottom: rect.origin
      case .left: GraphPoint(rect.maxX, rect.minY)
      case .top: GraphPoint(rect.minX, rect.maxY)
      }
    return GraphRect(leveled(corner), swapped(rect.size))
  }

  /// The inverse of ``leveled(_:)-(GraphRect)``.
  func turned(_ rect: GraphRect) -> GraphRect {
    let corner = self == .left || self == .top ? GraphPoint(rect.maxX, rect.minY) : rect.origin
    return GraphRect(turned(corner), swapped(rect.size))
  }

  private func swapped(_ size: GraphSize) -> GraphSize { isLevel ? GraphSize(size.height, size.width) : size }
}

extension NodeLook.Flow {
  /// The edge at which a node of this flow has its outputs. Its inputs are at the opposite edge.
  ///
  /// A ``RowRenderer/side`` of a row has precedence, so use ``NodeFrame/outputSide(_:)`` for the edge of a certain
  /// port.
  public var side: NodeSide {
    switch self {
    case .right: .right
    case .down: .bottom
    case .left: .left
    case .up: .top
    }
  }
}

/// An end of a connection's line: a port of a node, or the pointer that drags a new connection.
///
/// ```swift
/// let source = EdgeEnd(node.outputAnchor(0), node.outputSide(0))
/// let line = EdgePath(from: source, to: EdgeEnd(pointer, .left), course: EdgeStyle.curve)
/// ```
public struct EdgeEnd: Hashable, Sendable {
  /// The position of the port, in canvas points.
  public var point: GraphPoint
  /// The edge of the node at which the port is. The line leaves or reaches the node at a right angle to it.
  public var side: NodeSide

  /// Creates an end of a line.
  ///
  /// - Parameters:
  ///   - point: The position of the port, in canvas points.
  ///   - side: The edge of the node at which the port is.
  public init(_ point: GraphPoint, _ side: NodeSide) {
    self.point = point
    self.side = side
  }

  /// The point outside of the port at which the line begins or ends.
  var terminal: GraphPoint { point + side.outward * EdgePath.terminalLength }
}

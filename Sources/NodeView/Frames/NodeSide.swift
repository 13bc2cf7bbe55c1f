// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An edge of a node, at which ports are and connections begin and end.
public enum NodeSide: String, Hashable, Sendable, CaseIterable {
  /// The left edge, at which inputs are unless somebody says otherwise.
  case left
  /// The right edge, at which outputs are unless somebody says otherwise.
  case right
  /// The upper edge.
  case top
  /// The lower edge.
  case bottom

  /// Which way leads away from the node: a vector of length 1.
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

  /// Whether it is the upper or the lower edge.
  var isLevel: Bool { self == .top || self == .bottom }
}

extension NodeSide {
  /// A point as it is where what leads away from this edge leads to the right.
  func leveled(_ point: GraphPoint) -> GraphPoint {
    switch self {
    case .right: point
    case .left: GraphPoint(-point.x, point.y)
    case .bottom: GraphPoint(point.y, point.x)
    case .top: GraphPoint(-point.y, point.x)
    }
  }

  /// The point that ``leveled(_:)-(GraphPoint)`` makes into this one.
  func turned(_ point: GraphPoint) -> GraphPoint {
    switch self {
    case .right: point
    case .left: GraphPoint(-point.x, point.y)
    case .bottom: GraphPoint(point.y, point.x)
    case .top: GraphPoint(point.y, -point.x)
    }
  }

  /// A rectangle as it is where what leads away from this edge leads to the right.
  func leveled(_ rect: GraphRect) -> GraphRect {
    let corner =
      switch self {
      case .right, .bottom: rect.origin
      case .left: GraphPoint(rect.maxX, rect.minY)
      case .top: GraphPoint(rect.minX, rect.maxY)
      }
    return GraphRect(leveled(corner), swapped(rect.size))
  }

  /// The rectangle that ``leveled(_:)-(GraphRect)`` makes into this one.
  func turned(_ rect: GraphRect) -> GraphRect {
    let corner = self == .left || self == .top ? GraphPoint(rect.maxX, rect.minY) : rect.origin
    return GraphRect(turned(corner), swapped(rect.size))
  }

  private func swapped(_ size: GraphSize) -> GraphSize { isLevel ? GraphSize(size.height, size.width) : size }
}

extension NodeLook.Flow {
  /// At which edge a node has its outputs; its inputs are at the opposite one.
  public var side: NodeSide {
    switch self {
    case .right: .right
    case .down: .bottom
    case .left: .left
    case .up: .top
    }
  }
}

/// Where a connection begins or ends: at a port of a node, or at the pointer that pulls it.
public struct EdgeEnd: Hashable, Sendable {
  /// The place of the port, in canvas points.
  public var point: GraphPoint
  /// The edge of the node that the port is at.
  public var side: NodeSide

  /// Describes an end.
  ///
  /// - Parameters:
  ///   - point: The place of the port, in canvas points.
  ///   - side: The edge of the node that the port is at.
  public init(_ point: GraphPoint, _ side: NodeSide) {
    self.point = point
    self.side = side
  }

  /// Where the line begins or ends, beside the port.
  var terminal: GraphPoint { point + side.outward * EdgePath.terminalLength }
}

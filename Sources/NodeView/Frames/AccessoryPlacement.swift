// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Where something small is shown beside a node: a toolbar, a bubble with an explanation.
public struct AccessoryPlacement: Hashable, Sendable {
  /// A side of what it belongs to.
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

  /// The side it is on: the one preferred, or the one across where there is more room.
  public let edge: Edge
  /// Where it is.
  public let frame: Rect

  /// Places an accessory: on the preferred side, or on the other if it would reach beyond the border there and not, or
  /// less, here. Along the side it is moved to stay within the bounds.
  ///
  /// - Parameters:
  ///   - size: How big it is.
  ///   - rect: What it belongs to.
  ///   - bounds: What it should stay in, such as the visible part of the canvas.
  ///   - preferred: The side preferred.
  ///   - gap: How far it stays away.
  public init(_ size: Size, beside rect: Rect, within bounds: Rect, preferred: Edge = .top, gap: Double = 8) {
    func placed(_ edge: Edge) -> Rect {
      let middle = Point(rect.midX - size.width / 2, rect.midY - size.height / 2)
      let origin =
        switch edge {
        case .top: Point(middle.x, rect.minY - gap - size.height)
        case .bottom: Point(middle.x, rect.maxY + gap)
        case .leading: Point(rect.minX - gap - size.width, middle.y)
        case .trailing: Point(rect.maxX + gap, middle.y)
        }
      return Rect(origin, size)
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

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A rectangle with a title behind nodes: around what belongs together, or around the nodes of a group that is open.
///
/// ```swift
/// looks.frames[FrameID(0)] = GraphFrame("Tax", GraphRect(x: 180, y: 20, width: 420, height: 260))
/// ```
///
/// What lies in it is known by where it lies, and moves along when the frame is moved.
public struct GraphFrame: Hashable, Sendable {
  /// What stands in its upper left corner; what doesn't fit is cut.
  public var title: String
  /// Where it is, in canvas points.
  public var rect: GraphRect
  /// Its colour; `nil` for that of the style.
  public var color: GraphColor?

  /// Puts a title and a ground behind part of a canvas.
  ///
  /// - Parameters:
  ///   - title: What stands in its upper left corner.
  ///   - rect: Where it is, in canvas points.
  ///   - color: Its colour; `nil` for that of the style.
  public init(_ title: String, _ rect: GraphRect, color: GraphColor? = nil) {
    (self.title, self.rect, self.color) = (title, rect, color)
  }

  /// The room for the title above what lies in a frame, and that at the other sides, in canvas points.
  package static let titleHeight = 48.0
  package static let margin = 24.0

  /// Where a frame is whose content lies in a rectangle.
  package static func rect(around content: GraphRect) -> GraphRect {
    GraphRect(
      x: content.minX - margin, y: content.minY - titleHeight, width: content.width + 2 * margin,
      height: content.height + titleHeight + margin)
  }
}

extension GraphSize {
  /// Whether something can have this size.
  package var isUsable: Bool { width.isFinite && height.isFinite && width >= 0 && height >= 0 }
}

/// Names a frame of a graph, or of a definition. A number is not used again, but for a frame that comes out of
/// a group again.
public struct FrameID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Counts frames, from 0.
  public let number: UInt32

  /// Names a frame that a host keeps itself: an evaluator names its frames by itself.
  ///
  /// - Parameter number: A number that no other frame has.
  public init(_ number: UInt32) { self.number = number }

  /// Whether the frame was made earlier.
  public static func < (left: FrameID, right: FrameID) -> Bool { left.number < right.number }

  /// The number.
  public var description: String { "\(number)" }
}

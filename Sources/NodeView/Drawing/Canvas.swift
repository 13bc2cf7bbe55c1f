// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What pictures are drawn on: a file, a terminal, a window's layer.
///
/// Coordinates are points from the top left, x to the right and y down, in the system of the innermost open group.
/// What is drawn later covers what was drawn before.
public protocol Canvas: AnyObject {
  /// Fills the inside of a path.
  func fill(_ path: Path, with paint: Paint)

  /// Draws the line of a path.
  func stroke(_ path: Path, with stroke: Stroke)

  /// Draws text on one line, vertically centred in `frame`; what doesn't fit its width is cut with an ellipsis.
  ///
  /// Line breaks and control characters are shown as visible stand-ins.
  func draw(_ text: String, in frame: Rect, style: TextStyle)

  /// Begins a group; everything up to the matching ``endGroup()`` belongs to it.
  func beginGroup(_ group: CanvasGroup)

  /// Ends the innermost group.
  func endGroup()
}

extension Canvas {
  /// Draws what `body` draws as a group.
  public func group<Failure>(_ group: CanvasGroup, _ body: () throws(Failure) -> Void) throws(Failure) {
    beginGroup(group)
    defer { endGroup() }
    try body()
  }

  /// Fills a rectangle.
  public func fill(_ rect: Rect, with paint: Paint) { fill(Path(rect), with: paint) }
}

/// What drawings have in common that are drawn as a group.
public struct CanvasGroup: Hashable, Sendable {
  /// What tells the group from others, such as `node-3`; pictures that can keep it do.
  public var id: String?
  /// Where the group's origin lies in the system around it.
  public var offset: Point
  /// How many points of the system around it a point of the group's takes.
  public var scale: Double
  /// How opaque it is as a whole, 0…1.
  public var opacity: Double
  /// The part, in the group's system, outside of which nothing is shown.
  public var clip: Rect?

  /// Describes a group.
  ///
  /// - Parameters:
  ///   - id: What tells the group from others.
  ///   - offset: Where its origin lies in the system around it.
  ///   - scale: How many points of the system around it a point of its own takes.
  ///   - opacity: How opaque it is as a whole, 0…1.
  ///   - clip: The part, in its own system, outside of which nothing is shown.
  public init(
    id: String? = nil, offset: Point = .zero, scale: Double = 1, opacity: Double = 1, clip: Rect? = nil
  ) {
    self.id = id
    self.offset = offset
    self.scale = scale
    self.opacity = opacity
    self.clip = clip
  }
}

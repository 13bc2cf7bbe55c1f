// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What pictures are drawn on: a file, a terminal, a window's layer. Implement it to draw with a toolkit of yours.
///
/// Coordinates are points from the top left, x to the right and y down, in the system of the innermost open group.
/// What is drawn later covers what was drawn before.
public protocol DrawingCanvas: AnyObject {
  /// Fills the inside of a path, by the non-zero winding rule.
  func fill(_ path: DrawingPath, with paint: Paint)

  /// Draws the line of a path; a width of 0 draws nothing.
  func stroke(_ path: DrawingPath, with stroke: Stroke)

  /// Draws text on one line, vertically centred in `frame`; what doesn't fit its width is cut with an
  /// ellipsis, where ``TextStyle/truncation`` says.
  ///
  /// Line breaks and control characters are drawn as visible stand-ins.
  func draw(_ text: String, in frame: GraphRect, style: TextStyle)

  /// Begins a group. All that is drawn up to the matching ``endGroup()`` belongs to it; prefer
  /// ``group(_:_:)``, which ends it for you.
  func beginGroup(_ group: CanvasGroup)

  /// Ends the innermost group. Does nothing if none is open.
  func endGroup()
}

extension DrawingCanvas {
  /// Draws all that `body` draws as a group, and ends the group if `body` throws.
  public func group<Failure>(_ group: CanvasGroup, _ body: () throws(Failure) -> Void) throws(Failure) {
    beginGroup(group)
    defer { endGroup() }
    try body()
  }

  /// Fills a rectangle: ``fill(_:with:)-(DrawingPath,_)`` with its outline.
  public func fill(_ rect: GraphRect, with paint: Paint) { fill(DrawingPath(rect), with: paint) }
}

/// What the drawings of a group have in common.
public struct CanvasGroup: Hashable, Sendable {
  /// A name such as `node-3`, which canvases with named groups, like ``SVGCanvas``, write out; `nil` for none.
  public var id: String?
  /// Where the group's origin lies, in the coordinates of the group around it.
  public var offset: GraphPoint
  /// How many points of the group around it one of its points takes; applied before `offset`.
  public var scale: Double
  /// How opaque it is, 0…1. ``SVGCanvas`` blends the group as a whole; ``TextCanvas`` applies it to each thing drawn, so
  /// that overlapping things show through each other there.
  public var opacity: Double
  /// The part, in the group's system, to which the group is clipped; `nil` for no clipping.
  public var clip: GraphRect?
  /// The radius of the clip's corners; limited to half its shorter side. ``TextCanvas`` clips to the rectangle.
  public var clipRadius: Double

  /// Describes a group.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - offset: Where its origin lies, in the coordinates of the group around it.
  ///   - scale: How many points of the group around it one of its points takes.
  ///   - opacity: How opaque it is as a whole, 0…1.
  ///   - clip: The rectangle, in its own coordinates, to which it is clipped.
  ///   - clipRadius: The radius of the clip's corners.
  public init(
    id: String? = nil, offset: GraphPoint = .zero, scale: Double = 1, opacity: Double = 1, clip: GraphRect? = nil,
    clipRadius: Double = 0
  ) {
    self.id = id
    self.offset = offset
    self.scale = scale
    self.opacity = opacity
    self.clip = clip
    self.clipRadius = clipRadius
  }
}

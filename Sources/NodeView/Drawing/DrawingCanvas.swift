// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A surface that pictures are drawn on, such as a file, a terminal or a window's layer.
///
/// Implement it to draw with the toolkit of your application. ``SVGCanvas``, ``TextCanvas`` and ``RecordingCanvas`` are
/// implementations of this module.
///
/// Coordinates are points from the top left, with x to the right and y downwards, in the system of the innermost open
/// group. What is drawn later covers what was drawn before. A view draws within groups that carry its scrolling and
/// zoom, so a canvas has to keep a stack of transforms, clips and opacities:
///
/// ```swift
/// final class StrokeCounter: DrawingCanvas {  // a canvas may ignore what it can't show
///   private(set) var count = 0
///   func stroke(_ path: DrawingPath, with stroke: Stroke) { count += 1 }
///   func fill(_ path: DrawingPath, with paint: Paint) {}
///   func draw(_ text: String, in frame: GraphRect, style: TextStyle) {}
///   func beginGroup(_ group: CanvasGroup) {}
///   func endGroup() {}
/// }
/// ```
///
/// Drawing has no way to report a failure. An implementation that writes to a device keeps its error and reports it
/// when the picture is complete.
public protocol DrawingCanvas: AnyObject {
  /// Fills the inside of a path, by the non-zero winding rule. Open parts are filled as if they were closed.
  ///
  /// - Parameters:
  ///   - path: The outline, in points of the innermost open group. An empty path isn't drawn.
  ///   - paint: The colour.
  func fill(_ path: DrawingPath, with paint: Paint)

  /// Draws the line of a path, centred on it.
  ///
  /// - Parameters:
  ///   - path: The line, in points of the innermost open group. An empty path isn't drawn.
  ///   - stroke: The colour, width and dashes. A line with a width of 0 isn't drawn.
  func stroke(_ path: DrawingPath, with stroke: Stroke)

  /// Draws text on one line, vertically centred in `frame`.
  ///
  /// Text that is wider than `frame` is cut with an ellipsis, at the place that ``TextStyle/truncation`` names. Line
  /// breaks and control characters are drawn as visible stand-ins.
  ///
  /// - Parameters:
  ///   - text: The text, which may contain any characters.
  ///   - frame: The room for it, in points of the innermost open group.
  ///   - style: The size, colour and alignment.
  func draw(_ text: String, in frame: GraphRect, style: TextStyle)

  /// Begins a group, which contains everything that is drawn up to the matching ``endGroup()``.
  ///
  /// Prefer ``group(_:_:)``, which ends the group itself. Groups nest: offsets and scales combine, opacities multiply,
  /// and only what all clips leave is visible.
  ///
  /// - Parameter group: The transform, opacity, clip and name of the group.
  func beginGroup(_ group: CanvasGroup)

  /// Ends the innermost open group and restores the coordinates, opacity and clip of the group around it. A call
  /// without an open group has no effect.
  func endGroup()
}

extension DrawingCanvas {
  /// Draws what `body` draws as one group, which ends also if `body` throws.
  ///
  /// ```swift
  /// canvas.group(CanvasGroup(offset: GraphPoint(10, 20), scale: 2)) {
  ///   canvas.fill(GraphRect(x: 0, y: 0, width: 4, height: 4), with: .black)  // 8 × 8 points at (10, 20)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - group: The transform, opacity, clip and name of the group.
  ///   - body: Draws the contents, in the group's coordinates.
  /// - Throws: What `body` throws. What was drawn before it threw remains.
  public func group<Failure>(_ group: CanvasGroup, _ body: () throws(Failure) -> Void) throws(Failure) {
    beginGroup(group)
    defer { endGroup() }
    try body()
  }

  /// Fills a rectangle by filling its outline with ``fill(_:with:)-(DrawingPath,_)``.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points of the innermost open group.
  ///   - paint: The colour.
  public func fill(_ rect: GraphRect, with paint: Paint) { fill(DrawingPath(rect), with: paint) }
}

/// The transform, opacity, clip and name that the drawings of a group share.
///
/// A point *p* of the group is at `offset + p * scale` in the group around it. The clip is in the group's own
/// coordinates, so it moves and scales with the contents.
///
/// ```swift
/// let group = CanvasGroup(id: "node-3", offset: frame.origin, clip: GraphRect(.zero, frame.size))
/// canvas.group(group) { renderer.draw(in: canvas, size: frame.size) }
/// ```
public struct CanvasGroup: Hashable, Sendable {
  /// A name such as `node-3`, which canvases with named groups write; `nil` for none.
  ///
  /// ``SVGCanvas`` changes names that aren't valid or that another group has already. Other canvases of this module
  /// don't use it, except that ``RecordingCanvas`` records it.
  public var id: String?
  /// The position of the group's origin, in points of the group around it.
  ///
  /// It is applied after ``scale``, so it isn't scaled by the group itself.
  public var offset: GraphPoint
  /// The length, in points of the group around it, of one point of this group. It is applied before ``offset``.
  ///
  /// It scales line widths and font sizes too.
  public var scale: Double
  /// The opacity of the group, from 0 to 1.
  ///
  /// ``SVGCanvas`` blends the group as a whole. ``TextCanvas`` applies the opacity to each drawing, so overlapping
  /// drawings show through each other there.
  public var opacity: Double
  /// The visible rectangle of the group, in the group's coordinates; `nil` for no clipping.
  ///
  /// Clips of nested groups intersect. An empty rectangle hides the whole group.
  public var clip: GraphRect?
  /// The corner radius of the clip, in points of the group, limited to half the clip's shorter side.
  ///
  /// It has no effect without ``clip``. ``TextCanvas`` ignores it and clips to the rectangle.
  public var clipRadius: Double

  /// Creates the description of a group. By default, a group leaves its contents as they are.
  ///
  /// - Parameters:
  ///   - id: A name for canvases with named groups.
  ///   - offset: The position of the group's origin, in points of the group around it.
  ///   - scale: The length, in points of the group around it, of one point of this group.
  ///   - opacity: The opacity, from 0 to 1.
  ///   - clip: The visible rectangle, in the group's coordinates; `nil` for no clipping.
  ///   - clipRadius: The corner radius of the clip, in points of the group.
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

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A small picture of all nodes and of the visible part of the canvas.
///
/// ```swift
/// let map = Minimap(of: view, size: GraphSize(160, 120))
/// map.draw(view, in: canvas)
/// view.center(on: map.canvasPoint(click))  // a click into the picture
/// ```
///
/// It is a snapshot of the scale: make another one when nodes move or the viewport changes.
public struct Minimap: Hashable, Sendable {
  /// The size of the picture, in its own points. A canvas that the picture is drawn on has its origin at the top left
  /// corner.
  public let size: GraphSize
  /// The part of the canvas that the picture shows, in canvas points: all nodes, connections and frames, and the
  /// visible part of the view.
  public let content: GraphRect
  /// How many of the picture's points a canvas point takes.
  package let scale: Double
  /// The visible part of the view, in canvas points.
  private let visible: GraphRect

  /// Measures the picture of a view. Width and height have the same scale, so that room stays free on two sides if the
  /// proportions differ.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - size: How large the picture is, in its own points.
  /// - Complexity: O(nodes + connections).
  public init(of view: GraphView, size: GraphSize) {
    visible = view.viewport.visible
    content = view.contentBounds?.union(visible) ?? visible
    self.size = size
    scale = min(size.width / max(content.width, 1), size.height / max(content.height, 1))
  }

  /// Converts a part of the canvas to the picture's points.
  ///
  /// ```swift
  /// if let node = view.frame(of: found) { highlight(map.rect(of: node.rect)) }
  /// ```
  ///
  /// - Parameter part: A rectangle in canvas points. One that reaches beyond ``content`` is converted to one partly or
  ///   wholly outside the picture: clip what you draw there.
  /// - Returns: The rectangle in the picture's points, from its top left corner.
  public func rect(of part: GraphRect) -> GraphRect {
    GraphRect(place(of: part.origin), GraphSize(part.width * scale, part.height * scale))
  }

  /// The visible part of the canvas when the picture was measured, in the picture's points. It is within the picture.
  ///
  /// Hit-test it to let the user drag it, and center the view on ``canvasPoint(_:)`` of its new middle. After that the
  /// viewport has changed: measure another minimap.
  public var visibleRect: GraphRect { rect(of: visible) }

  /// Converts a point of the picture to a canvas point, for example one that was clicked to show it in the middle of
  /// the view. A point in the picture's margin is converted to one outside ``content``.
  ///
  /// ```swift
  /// view.center(on: map.canvasPoint(click))
  /// ```
  ///
  /// - Parameter point: A point in the picture's points, from its top left corner.
  /// - Returns: The point in canvas points.
  public func canvasPoint(_ point: GraphPoint) -> GraphPoint { content.origin + (point - margin) * (1 / scale) }

  private func place(of point: GraphPoint) -> GraphPoint { (point - content.origin) * scale + margin }

  /// The free room where picture and content have different proportions.
  private var margin: GraphPoint {
    GraphPoint((size.width - content.width * scale) / 2, (size.height - content.height * scale) / 2)
  }

  /// Draws the picture, clipped to its size, in the colours of the view's style.
  ///
  /// - Parameters:
  ///   - view: The view it was made of, whose nodes are drawn where they are now.
  ///   - canvas: What to draw on.
  /// - Complexity: O(n log n) for n nodes and, where the style is themed, connections.
  public func draw(_ view: GraphView, in canvas: any DrawingCanvas) {
    if let palette = view.style.palette { return draw(view, palette, in: canvas) }
    canvas.group(CanvasGroup(id: "minimap", clip: GraphRect(.zero, size))) {
      canvas.fill(GraphRect(.zero, size), with: view.style.background)
      let selection = view.selection
      for node in view.nodes {
        guard let frame = view.frame(of: node) else { continue }
        let paint = selection.contains(node) ? view.style.selectedStroke.paint : view.style.titleFill
        canvas.fill(rect(of: frame.rect), with: paint)
      }
      canvas.stroke(DrawingPath(visibleRect), with: Stroke(view.style.selectedStroke.paint))
    }
  }

  /// Draws the picture of a themed view: the visible part stands out from the ground in a frame, and nodes are blocks
  /// in the colours of their categories.
  private func draw(_ view: GraphView, _ palette: GraphPalette, in canvas: any DrawingCanvas) {
    canvas.group(CanvasGroup(id: "minimap", clip: GraphRect(.zero, size))) {
      canvas.fill(GraphRect(.zero, size), with: view.style.background)
      let shown = DrawingPath(visibleRect, cornerRadius: 3)
      canvas.fill(shown, with: palette.body)
      for (_, frame) in view.presentation.framesInOrder {
        var paint = frame.color.map(Paint.init) ?? palette.blocks.group
        paint.opacity = 0.22
        canvas.fill(DrawingPath(rect(of: frame.rect), cornerRadius: 2), with: paint)
      }
      let lines = view.scene.connections(near: content).compactMap(view.scene.ends)
      let path = DrawingPath(lines.flatMap { [.move(place(of: $0.0)), .line(place(of: $0.1))] })
      if !lines.isEmpty { canvas.stroke(path, with: Stroke(palette.quietInk, width: 0.7)) }
      let selection = view.selection
      for node in view.nodes {
        guard let frame = view.frame(of: node) else { continue }
        let appearance = view.presentation.renderers[node]?.appearance ?? NodeAppearance()
        let isFailed =
          appearance.condition == .failed
          || appearance.condition == .normal && view.scene.nodes[node]?.isFailed == true
        let paint =
          selection.contains(node) ? palette.accent : isFailed ? palette.danger : palette.blocks[appearance.category]
        canvas.fill(DrawingPath(rect(of: frame.rect), cornerRadius: 1), with: paint)
      }
      canvas.stroke(shown, with: Stroke(palette.accent, width: 1.75))
    }
  }
}

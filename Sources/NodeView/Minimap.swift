// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A small picture of all nodes and of the part that shows.
public struct Minimap: Hashable, Sendable {
  /// How big it is, in its own points.
  public let size: Size
  /// The part of the canvas that it shows: all nodes and all that the view shows.
  public let content: Rect
  /// How many of its points a canvas point takes.
  public let scale: Double
  /// What the view shows.
  private let visible: Rect

  /// A picture of what a view could show.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - size: How big the picture is.
  /// - Complexity: O(nodes + connections).
  public init(of view: GraphView, size: Size) {
    visible = view.viewport.visible
    content = view.contentBounds?.union(visible) ?? visible
    self.size = size
    scale = min(size.width / max(content.width, 1), size.height / max(content.height, 1))
  }

  /// Where a part of the canvas is in the picture.
  public func rect(of part: Rect) -> Rect {
    Rect(place(of: part.origin), Size(part.width * scale, part.height * scale))
  }

  /// Where the visible part is in the picture.
  public var visibleRect: Rect { rect(of: visible) }

  /// The canvas point under a point of the picture, such as one to show in the middle of the view.
  public func canvasPoint(_ point: Point) -> Point { content.origin + (point - margin) * (1 / scale) }

  private func place(of point: Point) -> Point { (point - content.origin) * scale + margin }

  /// What is left over where picture and content have other proportions.
  private var margin: Point {
    Point((size.width - content.width * scale) / 2, (size.height - content.height * scale) / 2)
  }

  /// Draws the picture.
  ///
  /// - Parameters:
  ///   - view: The view it was made of.
  ///   - canvas: What to draw on.
  /// - Complexity: O(nodes).
  public func draw(_ view: GraphView, in canvas: any Canvas) {
    canvas.group(CanvasGroup(id: "minimap", clip: Rect(.zero, size))) {
      canvas.fill(Rect(.zero, size), with: view.style.background)
      let selected = Set(view.selection.nodes)
      for node in view.nodes {
        guard let frame = view.frame(of: node) else { continue }
        let paint = selected.contains(node) ? view.style.selectedStroke.paint : view.style.titleFill
        canvas.fill(rect(of: frame.rect), with: paint)
      }
      canvas.stroke(Path(visibleRect), with: Stroke(view.style.selectedStroke.paint))
    }
  }
}

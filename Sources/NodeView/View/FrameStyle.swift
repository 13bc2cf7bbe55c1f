// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The colours of frames, and how large their titles are.
struct FrameStyle {
  let paint: Paint
  let ink: Paint
  let groundOpacity: Double
  let textSize: Double

  /// The part of a frame that shows its title, by which it is moved.
  static func titleBar(of rect: GraphRect) -> GraphRect {
    GraphRect(rect.origin, GraphSize(rect.width, min(36, rect.height)))
  }

  /// The corner by which a frame is resized.
  static func corner(of rect: GraphRect) -> GraphRect {
    let size = min(16, rect.width / 2, rect.height / 2)
    return GraphRect(x: rect.maxX - size, y: rect.maxY - size, width: size, height: size)
  }

  /// Draws a frame.
  func draw(_ frame: GraphFrame, isHovered: Bool = false, on canvas: any DrawingCanvas) {
    let paint = frame.color.map(Paint.init) ?? paint
    func faded(_ opacity: Double) -> Paint {
      var faded = paint
      faded.opacity = opacity
      return faded
    }
    let outline = DrawingPath(frame.rect, cornerRadius: 14)
    canvas.fill(outline, with: faded(groundOpacity))
    canvas.stroke(outline, with: Stroke(faded(isHovered ? 0.9 : 0.55), width: 1.25))
    let height = textSize * 1.25
    let room = GraphRect(
      x: frame.rect.minX + 16, y: frame.rect.minY + 12, width: max(frame.rect.width - 32, 0), height: height)
    canvas.draw(frame.title, in: room, style: TextStyle(size: textSize, paint: ink, isBold: true))
    guard isHovered else { return }
    // The corner that can be pulled.
    let corner = Self.corner(of: frame.rect)
    let lines = [6.0, 10].flatMap { inset in
      [
        DrawingPath.Element.move(GraphPoint(corner.maxX - 4, corner.maxY - inset)),
        .line(GraphPoint(corner.maxX - inset, corner.maxY - 4)),
      ]
    }
    canvas.stroke(DrawingPath(lines), with: Stroke(faded(0.9), width: 1.25, isRound: true))
  }
}

extension ThemedPainter {
  /// Draws the frames that meet the part, those with smaller ids lowest.
  func drawFrames() {
    for (id, frame) in view.presentation.framesInOrder where frame.rect.intersects(part) { draw(id, frame) }
  }

  /// Draws a frame; from far away its title is as large on the screen as near.
  func draw(_ id: FrameID, _ frame: GraphFrame) {
    let isDark = palette.canvas.contrasting == .white
    let style = FrameStyle(
      paint: palette.blocks.group, ink: palette.ink, groundOpacity: isDark ? 0.13 : 0.1, textSize: screen(13))
    canvas.group(CanvasGroup(id: "frame-\(id)")) {
      style.draw(frame, isHovered: hovered?.frame == id, on: canvas)
    }
  }
}

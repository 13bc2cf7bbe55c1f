// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The colours of frames, and how large their titles are.
struct FrameStyle {
  let paint: Paint
  let ink: Paint
  let groundOpacity: Double
  let textSize: Double

  /// Draws frames, those that come first lowest, where they lie in a part of the canvas.
  func draw(_ frames: [GraphFrame], in part: GraphRect, on canvas: any DrawingCanvas) {
    for frame in frames where frame.rect.intersects(part) {
      let outline = DrawingPath(frame.rect, cornerRadius: 14)
      canvas.fill(outline, with: faded(groundOpacity))
      canvas.stroke(outline, with: Stroke(faded(0.55), width: 1.25))
      let height = textSize * 1.25
      let room = GraphRect(
        x: frame.rect.minX + 16, y: frame.rect.minY + 12, width: max(frame.rect.width - 32, 0), height: height)
      canvas.draw(frame.title, in: room, style: TextStyle(size: textSize, paint: ink, isBold: true))
    }
  }

  private func faded(_ opacity: Double) -> Paint {
    var paint = paint
    paint.opacity = opacity
    return paint
  }
}

extension ThemedPainter {
  /// Draws the frames; from far away their titles are as large on the screen as near.
  func drawFrames() {
    if view.frames.isEmpty { return }
    let isDark = palette.canvas.contrasting == .white
    let style = FrameStyle(
      paint: palette.blocks.group, ink: palette.ink, groundOpacity: isDark ? 0.13 : 0.1, textSize: screen(13))
    style.draw(view.frames, in: part, on: canvas)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The colours of frames, and how large their texts are.
package struct FrameStyle {
  let paint: Paint
  let ink: Paint
  let groundOpacity: Double
  let textSize: Double
  /// The colour of links in the text.
  let link: Paint

  /// The part of a frame by which it is moved: its title, or the whole of a note.
  static func handle(of frame: GraphFrame) -> GraphRect {
    if frame.title.isEmpty, !frame.text.isEmpty { return frame.rect }
    return GraphRect(frame.rect.origin, GraphSize(frame.rect.width, min(36, frame.rect.height)))
  }

  /// The distance of the text from the edges of a frame at the left and right, and above and below.
  static let inset = GraphSize(16, 12)

  /// The lines of the text of a frame, in the area below its title, and where this begins.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - textSize: The font size of the title.
  /// - Returns: The lines, and the upper left corner of their area.
  static func text(of frame: GraphFrame, textSize: Double) -> (lines: NoteText, origin: GraphPoint) {
    let top = frame.title.isEmpty ? inset.height : inset.height + textSize * 1.25 + 7
    let lines = NoteText(
      frame.text, width: frame.rect.width - 2 * inset.width, upTo: frame.rect.height - top - inset.height / 2,
      size: noteSize(besideTitle: textSize))
    return (lines, frame.rect.origin + GraphPoint(inset.width, top))
  }

  /// The font size of the title at a zoom: from far away it is as large on the screen as near.
  static func textSize(_ zoom: Double) -> Double { 13 / min(1, zoom) }

  /// The font size of the text: as on cards it gets smaller with the zoom, as long as these show everything. From farther away
  /// it can be read, and less of it has room.
  private static func noteSize(besideTitle size: Double) -> Double {
    size <= 13 / GraphViewStyle.detailedZoom + 0.01 ? 13 : size * 11 / 13
  }

  /// The height of a frame without a title that shows all of a text.
  package static func height(of text: String, width: Double) -> Double {
    NoteText(text, width: width - 2 * inset.width, size: textSize(1)).height + 2 * inset.height
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
      x: frame.rect.minX + Self.inset.width, y: frame.rect.minY + Self.inset.height,
      width: max(frame.rect.width - 2 * Self.inset.width, 0), height: height)
    canvas.draw(frame.title, in: room, style: TextStyle(size: textSize, paint: ink, isBold: true))
    if !frame.text.isEmpty {
      let (lines, origin) = Self.text(of: frame, textSize: textSize)
      lines.draw(at: origin, ink: ink, link: link, on: canvas)
    }
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

  /// Draws a frame; from far away its texts can be read.
  func draw(_ id: FrameID, _ frame: GraphFrame) {
    let isDark = palette.canvas.contrasting == .white
    let style = FrameStyle(
      paint: palette.blocks.group, ink: palette.ink, groundOpacity: isDark ? 0.13 : 0.1,
      textSize: FrameStyle.textSize(zoom), link: palette.accent)
    canvas.group(CanvasGroup(id: "frame-\(id)")) {
      style.draw(frame, isHovered: hovered?.frame == id, on: canvas)
    }
  }
}

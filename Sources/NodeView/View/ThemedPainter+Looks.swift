// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What looks add to nodes and connections: reroutes, locks, and nodes of one row or of a point.
extension ThemedPainter {
  /// Draws the points that a connection was put through, each in ground that keeps it apart from its line.
  ///
  /// - Returns: The points.
  @discardableResult
  func drawReroutes(of connection: Connection, _ paint: Paint) -> [GraphPoint] {
    guard let reroutes = scene.reroutes[connection] else { return [] }
    let diameter = max(12, 8 / zoom)
    for (index, place) in reroutes.enumerated() {
      canvas.fill(PortShape.disc.path(at: place, diameter: diameter + 4), with: ground)
      if hovered == .reroute(connection, index) || activity.isMoving(index, of: connection) {
        var halo = paint
        halo.opacity = 0.25
        canvas.fill(PortShape.disc.path(at: place, diameter: diameter + 10), with: halo)
      }
      canvas.fill(PortShape.disc.path(at: place, diameter: diameter), with: paint)
    }
    return reroutes
  }

  /// A label above a point that its connection was put through.
  func draw(_ label: String, above place: GraphPoint, _ paint: Paint) {
    let size = EdgeAttributes.size(ofLabel: label)
    canvas.draw(
      label, in: GraphRect(GraphPoint(place.x - size.width / 2, place.y - size.height - 8), size),
      style: TextStyle(size: 12, paint: paint, alignment: .center))
  }

  /// A padlock.
  ///
  /// - Returns: How much room it takes.
  func drawLock(at center: GraphPoint, _ paint: Paint) -> Double {
    func at(_ x: Double, _ y: Double) -> GraphPoint { center + GraphPoint(x, y) }
    canvas.fill(DrawingPath(GraphRect(at(-4.5, -1), GraphSize(9, 6.5)), cornerRadius: 1.5), with: paint)
    let shackle: [DrawingPath.Element] = [
      .move(at(-2.8, -1)), .line(at(-2.8, -3)),
      .curve(control1: at(-2.8, -6.4), control2: at(2.8, -6.4), end: at(2.8, -3)),
      .line(at(2.8, -1)),
    ]
    canvas.stroke(DrawingPath(shackle), with: Stroke(paint, width: 1.4, isRound: true))
    return 18
  }

  /// The padlock of a node that has no title bar: on its upper edge.
  func drawLockOnEdge(of card: Card) {
    guard detail == .all, card.node.isLocked, card.frame.titleHeight == 0 else { return }
    let center = GraphPoint(card.rect.minX + 20, card.rect.minY)
    canvas.fill(PortShape.disc.path(at: center, diameter: 20), with: palette.body)
    canvas.stroke(PortShape.disc.path(at: center, diameter: 20), with: Stroke(palette.line))
    _ = drawLock(at: center, palette.secondaryInk)
  }

  /// Draws a sheet on the upper edge of a node that has a note.
  func drawNoteMark(of card: Card) {
    guard detail != .blocks, card.parts.look.note != nil else { return }
    // From far away it is smaller, so that it covers no value.
    let unit = detail == .all ? 1 : screen(0.6)
    let left = card.rect.maxX - min(28 * unit, card.rect.width / 2)
    let sheet = GraphRect(x: left, y: card.rect.minY - 11 * unit, width: 13 * unit, height: 14 * unit)
    let shape = DrawingPath(sheet, cornerRadius: 3 * unit)
    canvas.fill(shape, with: palette.body)
    canvas.stroke(shape, with: Stroke(palette.secondaryInk, width: unit))
    let lines = [(4.5, 6.5), (7.0, 6.5), (9.5, 4.0)].flatMap { y, width in
      [
        DrawingPath.Element.move(sheet.origin + GraphPoint(3.25 * unit, y * unit)),
        .line(sheet.origin + GraphPoint((3.25 + width) * unit, y * unit)),
      ]
    }
    canvas.stroke(DrawingPath(lines), with: Stroke(palette.secondaryInk, width: unit))
  }

  /// Draws the corner that resizes a node, where the node is pointed at or selected.
  func drawCorner(of card: Card) {
    guard detail == .all, card.node.hasCorner, card.isHovered || card.isSelected else { return }
    let corner = GraphPoint(card.rect.maxX, card.rect.maxY)
    let lines = [6.0, 10].flatMap { inset in
      [
        DrawingPath.Element.move(corner - GraphPoint(4, inset)), .line(corner - GraphPoint(inset, 4)),
      ]
    }
    canvas.stroke(DrawingPath(lines), with: Stroke(palette.quietInk, width: 1.25, isRound: true))
  }

  // MARK: Compact nodes

  private func valueWidth(of card: Card) -> Double {
    min(card.parts.outputs.first?.intrinsicContentSize.width ?? 0, card.frame.width)
  }

  /// The title at the left of the one row.
  func drawCompactTitle(_ card: Card, on fill: Paint) {
    let left = card.rect.minX + 12
    var room = card.rect.maxX - (detail == .blocks ? 0 : valueWidth(of: card)) - left
    let ink = ink(card, on: fill)
    if detail == .all, card.node.isLocked { room -= drawLock(at: GraphPoint(left + room - 6, card.rect.midY), ink) }
    canvas.draw(
      card.node.title, in: GraphRect(x: left, y: card.rect.minY, width: max(room, 0), height: card.frame.height),
      style: TextStyle(
        size: max(style.titleTextSize, detail == .all ? 0 : 11 / zoom), paint: ink, isBold: true, truncation: .middle))
  }

  /// The value of the first output at the right of the one row, or the whole row where it shows the title as well.
  func drawCompactValue(_ card: Card) {
    guard let row = card.parts.outputs.first else { return }
    let width = card.frame.titleHeight > 0 ? valueWidth(of: card) : card.frame.width
    let room = GraphRect(x: card.rect.maxX - width, y: card.rect.minY, width: width, height: card.frame.height)
    draw(row, room, scale: detail == .all ? 1 : 0.8 / zoom)
  }

  // MARK: Dots

  /// Draws a node that is a point: in the colour of its first output's type, with its title above.
  func drawDot(_ card: Card) {
    let center = GraphPoint(card.rect.midX, card.rect.midY)
    let type = card.parts.kind.outputs.first?.type ?? card.parts.kind.inputs.first?.type
    var paint = card.parts.look.color.map(Paint.init) ?? type.map(paint) ?? palette.quietInk
    if card.condition == .failed { paint = palette.danger }
    func disc(_ diameter: Double, _ paint: Paint, opacity: Double = 1) {
      var paint = paint
      paint.opacity = opacity
      canvas.fill(PortShape.disc.path(at: center, diameter: diameter), with: paint)
    }
    // The wires that reach it are continued to the middle.
    for (anchor, isUsed) in dotEnds(of: card) where isUsed {
      canvas.stroke(DrawingPath(through: [anchor, center]), with: Stroke(paint, width: style.edgeStroke.width))
    }
    if card.isSelected { disc(12 + screen(12), palette.accent, opacity: 0.25) }
    if card.isHovered, !card.isSelected { disc(22, paint, opacity: 0.2) }
    disc(16, ground)
    disc(12, paint)
    if card.isSelected {
      canvas.stroke(PortShape.disc.path(at: center, diameter: 14), with: Stroke(palette.accent, width: screen(2)))
    }
    if card.isFocused {
      canvas.stroke(
        PortShape.disc.path(at: center, diameter: 14 + screen(10)), with: Stroke(palette.ink, width: screen(2)))
    }
    guard detail == .all, !card.node.title.isEmpty else { return }
    let width = TextWidth.points(of: card.node.title, size: 11) + 8
    canvas.draw(
      card.node.title, in: GraphRect(x: center.x - width / 2, y: card.rect.minY - 17, width: width, height: 16),
      style: TextStyle(size: 11, paint: palette.secondaryInk, alignment: .center, truncation: .middle))
  }

  private func dotEnds(of card: Card) -> [(GraphPoint, Bool)] {
    var ends: [(GraphPoint, Bool)] = []
    if !card.frame.inputHeights.isEmpty {
      ends.append((card.frame.inputAnchor(0), card.node.sources.contains { !$0.isEmpty }))
    }
    if !card.frame.outputHeights.isEmpty {
      let isUsed = card.frame.outputHeights.indices.contains { scene.isUsed(card.id.output($0)) }
      ends.append((card.frame.outputAnchor(0), isUsed))
    }
    return ends
  }
}

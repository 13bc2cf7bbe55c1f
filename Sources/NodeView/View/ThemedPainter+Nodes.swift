// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension ThemedPainter {
  /// What is drawn of one node.
  struct Card {
    let id: NodeID
    let node: Scene.Node
    let parts: NodeRenderers
    let frame: NodeFrame
    let radius: Double
    let condition: NodeAppearance.Condition
    let isSelected: Bool
    let isFocused: Bool
    let isHovered: Bool
    /// The line around it.
    let outline: DrawingPath

    var rect: GraphRect { frame.rect }
  }

  /// The state of an input while a connection is made.
  private enum Candidacy {
    case none, taken, aimedAt, refused, refusedUnderPointer
  }

  func draw(_ id: NodeID) {
    guard let node = scene.nodes[id], let parts = view.presentation.renderers[id] else { return }
    var condition = parts.appearance.condition
    if condition == .normal, node.isFailed { condition = .failed }
    let rect = node.frame.rect
    let isPill = node.frame.titleHeight == 0
    let radius = isPill ? min(rect.height / 2, 22) : style.cornerRadius
    let card = Card(
      id: id, node: node, parts: parts, frame: node.frame, radius: radius, condition: condition,
      isSelected: selection.contains(id), isFocused: focused?.node == id,
      isHovered: hovered?.node == id, outline: DrawingPath(rect, cornerRadius: radius))
    let inputs = isWiring ? parts.inputs.indices.map { candidacy(of: id.input($0)) } : []
    let source = pulledSource?.node
    // Nodes that can't be connected step back, unless their rows say why.
    let isOut =
      isWiring && source != id && !inputs.contains { $0 == .taken || $0 == .aimedAt }
      && !(detail == .all && parts.inputs.indices.contains { view.candidates.word(for: id.input($0)) != nil })
    let isAimedAtInVain = inputs.contains(.refusedUnderPointer)
    // The node that accepts the dragged one shows through it.
    let isFaint = isOut && !isAimedAtInVain || receiver != nil && isDragged(id)
    canvas.group(CanvasGroup(id: "node-\(id)", opacity: isFaint ? style.dimmedOpacity : 1)) {
      if node.frame.form == .dot { return drawDot(card) }
      if detail == .blocks { return drawBlock(card) }
      drawGround(card)
      drawHead(card)
      drawRows(card, inputs)
      drawProgress(of: card)
      drawBypass(of: card)
      drawBorder(card)
      drawCorner(of: card)
      drawPorts(card, isOut && !isAimedAtInVain ? [] : inputs)
      drawRuns(of: card)
      drawLockOnEdge(of: card)
      drawNoteMark(of: card)
      drawFocus(card)
    }
  }

  private func candidacy(of input: InputPort) -> Candidacy {
    if refusedInput == input { return .refusedUnderPointer }
    if wire?.target == input { return .aimedAt }
    // As `GraphView.isDimmed(_:)`, without asking the view for its state once more for each row.
    guard let source = pulledSource else { return .taken }
    if connectionSource == nil, wire?.taken?.target == input { return .taken }
    return view.isRefused(source, input, pulled: source) ? .refused : .taken
  }

  /// A node from far away: one block, with a mark on its corner if it failed.
  private func drawBlock(_ card: Card) {
    let own =
      card.condition == .failed
      ? palette.danger : card.parts.look.color.map(Paint.init) ?? palette.blocks[card.parts.appearance.category]
    let radius = min(screen(3), card.rect.height / 2)
    let fill = card.isSelected ? palette.accent : own
    canvas.fill(DrawingPath(card.rect, cornerRadius: radius), with: fill)
    drawTitle(ofBlock: card, on: fill)
    drawFocus(card)
    if card.condition == .failed { drawFailure(of: card, diameter: screen(10)) }
  }

  /// The title of a block, 10 points high on the screen, where some letters of it have room.
  private func drawTitle(ofBlock card: Card, on fill: Paint) {
    let (size, room) = (10 / zoom, card.rect.width - 4 / zoom)
    guard card.rect.height * zoom >= 8, room * zoom >= 22 else { return }
    canvas.draw(
      card.node.title,
      in: GraphRect(x: card.rect.minX + 2 / zoom, y: card.rect.minY, width: room, height: card.rect.height),
      style: TextStyle(size: size, paint: fill.contrasting, alignment: .center, truncation: .middle))
  }

  /// A red disc on the corner, which shows failures from far away.
  private func drawFailure(of card: Card, diameter: Double) {
    let disc = GraphRect(
      x: card.rect.maxX - diameter / 2, y: card.rect.minY - diameter / 2, width: diameter, height: diameter)
    // The block below has the same colour.
    if detail == .blocks {
      canvas.fill(
        DrawingPath(disc.expanded(by: screen(1.5)), cornerRadius: diameter / 2 + screen(1.5)), with: ground)
    }
    canvas.fill(DrawingPath(disc, cornerRadius: diameter / 2), with: palette.danger)
    guard detail == .values else { return }
    canvas.stroke(
      cross(at: GraphPoint(disc.midX, disc.midY), reach: diameter / 5),
      with: Stroke(palette.body, width: diameter / 8, isRound: true))
  }

  private func cross(at center: GraphPoint, reach: Double) -> DrawingPath {
    DrawingPath([
      .move(center + GraphPoint(-reach, -reach)), .line(center + GraphPoint(reach, reach)),
      .move(center + GraphPoint(reach, -reach)), .line(center + GraphPoint(-reach, reach)),
    ])
  }

  /// Shadows, halos and the body.
  private func drawGround(_ card: Card) {
    let lift = isDragged(card.id) ? 2.6 : card.isHovered ? 1.5 : 1
    let spreads = [(0.5, 1.0), (1.8, 2.0), (3.6, 4.0)]
    let count = detail == .all ? 3 : 2
    for ((out, down), opacity) in zip(spreads, palette.shadowOpacities).prefix(count) {
      let rect = GraphRect(card.rect.origin + GraphPoint(0, down * lift), card.rect.size).expanded(by: out * lift)
      var paint = palette.shadow
      paint.opacity = opacity
      canvas.fill(DrawingPath(rect, cornerRadius: card.radius + out * lift), with: paint)
    }
    if card.isSelected {
      var halo = palette.accent
      halo.opacity = 0.2
      let width = screen(4)
      canvas.fill(DrawingPath(card.rect.expanded(by: width), cornerRadius: card.radius + width), with: halo)
    }
    if card.parts.appearance.category == .group, card.condition != .off, card.condition != .unneeded {
      // The cards below.
      for shift in [8.0, 4.0] {
        let below = GraphRect(card.rect.origin + GraphPoint(shift, shift), card.rect.size)
        canvas.fill(DrawingPath(below, cornerRadius: card.radius), with: palette.body)
        canvas.stroke(DrawingPath(below, cornerRadius: card.radius), with: Stroke(palette.border))
      }
    }
    canvas.fill(card.outline, with: palette.body)
    // A pill has no title bar that could have the colour.
    if card.frame.titleHeight == 0, var tint = card.parts.look.color.map(Paint.init) {
      tint.opacity = 0.2
      canvas.fill(card.outline, with: tint)
    }
  }

  private func isDragged(_ id: NodeID) -> Bool {
    switch activity {
    case .moving(let drag): drag.moves(id)
    case .framing(let drag, _): drag.nodes.contains { $0.node == id }
    default: false
    }
  }

  /// The size of the text in title bars: at least 11 points on the screen.
  private var titleSize: Double { max(style.titleTextSize, detail == .all ? 0 : 11 / zoom) }

  /// The title bar as it is drawn: seen from far away, as high as its text needs it.
  private func titleBar(of card: Card) -> GraphRect {
    var bar = card.frame.titleBar
    if detail == .values, bar.height > 0 { bar.size.height = min(titleSize * 1.5, card.rect.height / 2) }
    return bar
  }

  private func drawHead(_ card: Card) {
    let bar = titleBar(of: card)
    guard bar.height > 0 else { return }
    var fill = palette.head(card.parts.appearance)
    if card.condition == .failed {
      fill = palette.failedHead
    } else if let own = card.parts.look.color.map(Paint.init) ?? provider?.graphView(view, titleFillOf: card.id) {
      fill = own
    }
    if card.frame.form == .compact {
      canvas.fill(card.outline, with: fill)
      return drawCompactTitle(card, on: fill)
    }
    canvas.fill(DrawingPath(bar, topRadius: card.radius), with: fill)

    let left = bar.minX + 12
    var right = bar.maxX - 12
    let firstLine = min(bar.height, 28)
    let middle = bar.minY + firstLine / 2
    if detail == .all {
      right -= drawMark(of: card, right: right, middle: middle)
      if card.node.isLocked { right -= drawLock(at: GraphPoint(right - 6, middle), ink(card, on: fill)) }
    }
    let size = titleSize
    let isQuiet = card.condition.isQuiet
    let quiet = ink(card, on: fill)
    let isOwn = card.parts.look.color != nil && card.condition != .failed
    let second = isOwn ? quiet : isQuiet ? palette.quietInk : palette.secondaryInk
    let text = detail == .all ? card.parts.appearance.detail : ""
    let isBelow = bar.height >= 40
    let titleWidth = TextWidth.points(of: card.node.title, size: size, isBold: true)
    let detailRoom = right - left - titleWidth - 10
    canvas.draw(
      card.node.title,
      in: GraphRect(x: left, y: bar.minY, width: max(right - left, 0), height: detail == .all ? firstLine : bar.height),
      style: TextStyle(size: size, paint: quiet, isBold: true, truncation: .middle))
    guard !text.isEmpty else { return }
    if isBelow {
      canvas.draw(
        text, in: GraphRect(x: left, y: bar.minY + 22, width: max(bar.maxX - 12 - left, 0), height: 20),
        style: TextStyle(size: 12, paint: second))
    } else if detailRoom > 16 {
      canvas.draw(
        text, in: GraphRect(x: right - detailRoom, y: bar.minY, width: detailRoom, height: firstLine),
        style: TextStyle(size: 12, paint: second, alignment: .trailing))
    }
  }

  /// The colour of texts and signs on a title bar of a colour.
  func ink(_ card: Card, on fill: Paint) -> Paint {
    if card.parts.look.color != nil, card.condition != .failed { return fill.contrasting }
    return card.condition.isQuiet || card.condition == .off ? palette.quietInk : palette.ink
  }

  /// Draws the sign of the node's condition, so that the condition can be told without the colour.
  ///
  /// - Returns: How much room it takes.
  private func drawMark(of card: Card, right: Double, middle: Double) -> Double {
    let center = GraphPoint(right - 6, middle)
    switch card.condition {
    case .normal, .stale, .unneeded, .off: return 0
    case .waiting, .muted, .bypassed: drawSign(of: card.condition, at: center)
    case .failed:
      let disc = GraphRect(x: center.x - 7, y: center.y - 7, width: 14, height: 14)
      canvas.fill(DrawingPath(disc, cornerRadius: 7), with: palette.danger)
      canvas.stroke(cross(at: center, reach: 2.6), with: Stroke(palette.body, width: 1.8, isRound: true))
    case .blocked:
      // A line that is cut.
      let pieces = [(-6.0, 0.0, -2.0, 0.0), (2, 0, 6, 0), (-1.5, -4, 1.5, 4)].flatMap {
        [DrawingPath.Element.move(center + GraphPoint($0.0, $0.1)), .line(center + GraphPoint($0.2, $0.3))]
      }
      canvas.stroke(DrawingPath(pieces), with: Stroke(palette.secondaryInk, width: 1.5, isRound: true))
    }
    return 20
  }

  private func drawRows(_ card: Card, _ inputs: [Candidacy]) {
    let frame = card.frame
    if frame.form == .compact { return drawCompactValue(card) }
    guard detail == .all else { return drawValues(card) }
    for (index, candidacy) in inputs.enumerated() {
      let row = frame.inputRow(index)
      let inside = GraphRect(x: row.minX + 0.5, y: row.minY, width: row.width - 1, height: row.height)
      switch candidacy {
      case .none, .refused: break
      case .taken, .aimedAt:
        var tint = palette.candidate
        tint.opacity = candidacy == .aimedAt ? 0.24 : 0.11
        canvas.fill(inside, with: tint)
      case .refusedUnderPointer: canvas.fill(inside, with: palette.dangerGround)
      }
    }
    // What hosts fill keeps within the corners.
    let rounded = frame.itemSize.height > 0 ? CanvasGroup(clip: card.rect, clipRadius: card.radius) : nil
    if let rounded { canvas.beginGroup(rounded) }
    draw(card.parts.shownItem, frame.item)
    for (index, row) in card.parts.inputs.enumerated() {
      if !drawRefusal(of: card, index, inputs) { draw(row, frame.inputRow(index)) }
    }
    for (index, row) in card.parts.outputs.enumerated() { draw(row, frame.outputRow(index)) }
    if rounded != nil { canvas.endGroup() }
  }

  /// Draws the row of an input that refuses the connection being made: its name and a word for the reason, or a cross
  /// where the wire is above it and a hint says all of it.
  ///
  /// - Returns: Whether it was drawn; `false` where the host has no word.
  private func drawRefusal(of card: Card, _ index: Int, _ inputs: [Candidacy]) -> Bool {
    guard inputs.indices.contains(index), inputs[index] == .refused || inputs[index] == .refusedUnderPointer,
      let word = view.candidates.word(for: card.id.input(index))
    else { return false }
    let isBelow = inputs[index] == .refusedUnderPointer
    let row = card.frame.inputRow(index)
    let room = GraphRect(x: row.minX + 14, y: row.minY, width: max(row.width - 26, 0), height: row.height)
    let wordWidth = isBelow ? 12 : min(TextWidth.points(of: word, size: 11) + 1, room.width)
    canvas.draw(
      card.parts.kind.inputs[index].name,
      in: GraphRect(x: room.minX, y: room.minY, width: max(room.width - wordWidth - 8, 0), height: room.height),
      style: TextStyle(size: 12, paint: isBelow ? palette.danger : palette.ink, truncation: .middle))
    if isBelow {
      canvas.stroke(
        cross(at: GraphPoint(room.maxX - 4, room.midY), reach: 3.2),
        with: Stroke(palette.danger, width: 1.6, isRound: true))
    } else {
      canvas.draw(
        word, in: GraphRect(x: room.maxX - wordWidth, y: room.minY, width: wordWidth, height: room.height),
        style: TextStyle(size: 11, paint: palette.danger, alignment: .trailing))
    }
    return true
  }

  /// The rows of outputs alone, drawn for less room and enlarged, so that values can be read from further away. A single
  /// one is in the middle of what the title bar leaves.
  private func drawValues(_ card: Card) {
    let (frame, scale) = (card.frame, 0.8 / zoom)
    let isItem = frame.outputHeights.isEmpty || frame.itemSize.height > 0
    if isItem { draw(card.parts.shownItem, frame.item, scale: scale) }
    guard !isItem, frame.titleHeight > 0, let row = card.parts.outputs.first, card.parts.outputs.count == 1 else {
      for (index, row) in card.parts.outputs.enumerated() {
        let room = frame.outputRow(index)
        draw(row, room, scale: max(1, min(scale, room.height / 15)))
      }
      return
    }
    let room = card.rect.maxY - titleBar(of: card).maxY
    let enlarged = max(1, min(0.9 / zoom, room / 22, card.rect.width / 88))
    let height = min(room, enlarged * 30)
    // Without the line at the top of the row.
    let size = GraphSize(card.rect.width / enlarged, height / enlarged)
    let origin = GraphPoint(card.rect.minX, card.rect.maxY - (room + height) / 2)
    let clip = GraphRect(x: 0, y: 1, width: size.width, height: size.height - 1)
    canvas.group(CanvasGroup(offset: origin, scale: enlarged, clip: clip)) { row.draw(in: canvas, size: size) }
  }

  func draw(_ part: any NodePartRenderer, _ frame: GraphRect, scale: Double = 1) {
    guard frame.height > 0 else { return }
    let size = GraphSize(frame.width / scale, frame.height / scale)
    let group = CanvasGroup(offset: frame.origin, scale: scale, clip: GraphRect(.zero, size))
    canvas.group(group) { part.draw(in: canvas, size: size) }
  }

  private func drawBorder(_ card: Card) {
    // As wide on the screen from further away, or it fades.
    var stroke = Stroke(palette.border, width: screen(1))
    if card.isHovered { stroke = Stroke(palette.secondaryInk, width: screen(1.25)) }
    switch card.condition {
    case .normal: break
    case .failed: stroke = Stroke(palette.danger, width: screen(1.75))
    case .blocked: stroke = Stroke(palette.quietInk, width: screen(1.25), dash: [screen(5), screen(3)])
    case .unneeded, .off: stroke = Stroke(palette.border, width: screen(1), dash: [screen(2), screen(3)])
    case .waiting, .stale, .muted, .bypassed: break
    }
    canvas.stroke(card.outline, with: stroke)
    let takesDrop = receiver == card.id
    if card.isSelected || takesDrop || connectionSource?.node == card.id {
      let outside = screen(1)
      let paint = card.isSelected && !takesDrop ? palette.accent : palette.candidate
      canvas.stroke(
        DrawingPath(card.rect.expanded(by: outside), cornerRadius: card.radius + outside),
        with: Stroke(paint, width: screen(2)))
    }
    if card.condition == .failed, detail == .values { drawFailure(of: card, diameter: screen(22)) }
  }

  /// Draws the ring of the keyboard focus, which differs from the selection: around the port if the keyboard is at one.
  private func drawFocus(_ card: Card) {
    guard card.isFocused else { return }
    if detail != .blocks, let port = focusedPort(of: card.frame) {
      let ring = PortShape.disc.path(at: port, diameter: screen(21))
      return canvas.stroke(ring, with: Stroke(palette.ink, width: screen(2)))
    }
    let outside = screen(6)
    canvas.stroke(
      DrawingPath(card.rect.expanded(by: outside), cornerRadius: card.radius + outside),
      with: Stroke(palette.ink, width: screen(2)))
  }
}

// MARK: Ports

extension ThemedPainter {
  private func focusedPort(of frame: NodeFrame) -> GraphPoint? {
    switch focused {
    case .inputPort(let port)? where frame.inputHeights.indices.contains(port.index): frame.inputAnchor(port.index)
    case .outputPort(let port)? where frame.outputHeights.indices.contains(port.index): frame.outputAnchor(port.index)
    default: nil
    }
  }
}

extension ThemedPainter {
  private func drawPorts(_ card: Card, _ inputs: [Candidacy]) {
    guard style.portSize > 0 else { return }
    for (index, port) in card.parts.kind.inputs.enumerated() {
      let isFree = card.node.sources[index].isEmpty
      let input = card.id.input(index)
      let isHovered = hovered == .inputPort(input) || activity.inputWire?.target == input
      drawPort(
        at: card.frame.inputAnchor(index), port.type, isFree: isFree, isHovered: isHovered,
        inputs.isEmpty ? .none : inputs[index])
    }
    for (index, output) in card.parts.kind.outputs.enumerated() {
      let port = card.id.output(index)
      let isHovered = hovered == .outputPort(port) || pulledSource == port
      let candidacy: Candidacy =
        activity.inputWire?.source == port ? .aimedAt : refusedOutput == port ? .refusedUnderPointer : .none
      drawPort(
        at: card.frame.outputAnchor(index), output.type, isFree: !scene.isUsed(port), isHovered: isHovered, candidacy)
    }
  }

  /// Draws a port in the shape of its type, hollow if it is not connected; halos show its candidacy.
  private func drawPort(
    at center: GraphPoint, _ type: PortType, isFree: Bool, isHovered: Bool, _ candidacy: Candidacy
  ) {
    let mark = palette.mark(of: type)
    let paint = provider?.graphView(view, paintOf: type) ?? mark.paint
    var diameter = max(style.portSize, 6 / zoom)
    func disc(_ radius: Double, _ paint: Paint, opacity: Double = 1) {
      var paint = paint
      paint.opacity = opacity
      let radius = screen(radius)
      let rect = GraphRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      canvas.fill(DrawingPath(rect, cornerRadius: radius), with: paint)
    }
    switch candidacy {
    case .refused, .refusedUnderPointer: return drawRefusal(at: center)
    case .taken:
      disc(13, palette.candidate, opacity: 0.18)
      disc(9.5, palette.candidate, opacity: 0.3)
      diameter += 2
    case .aimedAt:
      disc(13.5, palette.candidate, opacity: 0.28)
      let ring = PortShape.disc.path(at: center, diameter: screen(19))
      canvas.fill(ring, with: palette.body)
      canvas.stroke(ring, with: Stroke(palette.candidate, width: screen(2.5)))
      diameter += 1
    case .none:
      if isHovered {
        disc(10, paint, opacity: 0.2)
        diameter += 2
      }
    }
    let shape = mark.shape
    let isRing = shape == .ring
    // The ground first, so that no border is visible through hollow shapes, and halos stay apart from their ports.
    if isFree || isRing || isHovered || candidacy != .none {
      canvas.fill(shape.path(at: center, diameter: diameter + 3.2), with: palette.body)
    }
    if !isFree, !isRing { return canvas.fill(shape.path(at: center, diameter: diameter), with: paint) }
    let width = shape == .bars ? 1 : 1.8
    let dash = isRing && isFree ? [2.6, 1.7] : []
    canvas.stroke(
      shape.path(at: center, diameter: shape == .bars ? diameter : diameter - width),
      with: Stroke(paint, width: width, dash: dash))
    if isRing, !isFree { canvas.fill(shape.path(at: center, diameter: diameter / 2), with: paint) }
  }

  /// Draws a struck-out ring: this input refuses the connection.
  private func drawRefusal(at center: GraphPoint) {
    let outline = PortShape.disc.path(at: center, diameter: 12)
    canvas.fill(outline, with: palette.body)
    let stroke = Stroke(palette.danger, width: 1.6)
    canvas.stroke(outline, with: stroke)
    canvas.stroke(
      DrawingPath(through: [center + GraphPoint(-3.6, 3.6), center + GraphPoint(3.6, -3.6)]), with: stroke)
  }
}

extension DrawingPath {
  /// The outline of a rectangle with round corners at its top.
  init(_ rect: GraphRect, topRadius: Double) {
    let radius = max(0, min(topRadius, rect.width / 2, rect.height))
    guard radius > 0 else {
      self.init(rect)
      return
    }
    let pull = radius * (1 - 0.552_284_749_830_793_6)
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    self.init([
      .move(GraphPoint(left, bottom)), .line(GraphPoint(left, top + radius)),
      .curve(
        control1: GraphPoint(left, top + pull), control2: GraphPoint(left + pull, top),
        end: GraphPoint(left + radius, top)),
      .line(GraphPoint(right - radius, top)),
      .curve(
        control1: GraphPoint(right - pull, top), control2: GraphPoint(right, top + pull),
        end: GraphPoint(right, top + radius)),
      .line(GraphPoint(right, bottom)), .close,
    ])
  }
}

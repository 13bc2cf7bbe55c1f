// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Draws the row of an output: the result, in bold, next to its port, or why there is none. For a node that is one row, it
/// draws the whole pill.
final class CardResultRenderer: OutputRowRenderer {
  private let output: OutputPort
  private let renderers: CalculatorRenderers
  private let palette: GraphPalette
  private var value = NodeValue.failure(message: "", origin: nil)
  private var shown = CardValue(text: "")
  private var forms: [String] { shown.forms }
  /// The name of an output of a group, left of its value; `nil` for other nodes, which have one output.
  private var name: String?
  /// The name in a pill; `nil` for a card.
  private var title: String?
  /// The condition of the node.
  private var condition = NodeAppearance.Condition.normal
  /// The curve of a list of numbers.
  private var curve: Sparkline?
  /// The position of a pill's value on its track, from 0 to 1; `nil` without a slider.
  private var share: Double?

  init(_ output: OutputPort, _ renderers: CalculatorRenderers, _ palette: GraphPalette) {
    self.output = output
    self.renderers = renderers
    self.palette = palette
  }

  var intrinsicContentSize: GraphSize {
    let height = name == nil ? CardMetrics.resultHeight : CardMetrics.rowHeight
    return GraphSize(width, height + (hasRoomForCurve ? CardMetrics.curveRoom : 0))
  }

  /// Whether the row of a card has a part for the curve. An output of a group is one of several rows.
  private var hasRoomForCurve: Bool { curve != nil && title == nil && name == nil }

  private var width: Double {
    if let title {
      let name = CardMetrics.width(title, CardMetrics.titleSize, isBold: true)
      let swatch = isColor ? 30.0 : curve == nil ? 0 : CardMetrics.curveWidth
      return CardMetrics.width(
        for: name + CardMetrics.width(forms[0], CardMetrics.givenSizes[0], isBold: true) + 56 + swatch, atLeast: 128,
        far: PillLayout.farRoom(shown))
    }
    let room =
      switch value {
      case .value(.color): CardMetrics.width(forms[0], 14, isBold: true) + 52
      case .value(.boolean): CardMetrics.width(forms[0], CardMetrics.valueSizes[0], isBold: true) + 20
      case .value: CardMetrics.width(forms[0], CardMetrics.valueSizes[0], isBold: true)
      case .failure(let message, nil): CardMetrics.width(message, isBold: true)
      case .failure(_, let origin?): CardMetrics.width("no value:") + CardMetrics.width(origin, isBold: true) + 34
      case .pending: CardMetrics.width(forms[0], CardMetrics.valueSizes[0], isBold: true)
      }
    let caption = condition.caption.map { CardMetrics.width($0) + 9 } ?? 0
    // The name of a group's output is cut at low zoom.
    let far = shown.farRoom > 0 ? shown.farRoom + 2 * CardMetrics.padding + 2 + (name == nil ? 0 : 32) : 0
    return CardMetrics.width(for: nameWidth + caption + room + 2 * CardMetrics.padding + 4, far: far)
  }

  /// The width that the name takes from the value.
  private var nameWidth: Double { name.map { CardMetrics.width($0) + 14 } ?? 0 }

  private var isColor: Bool { if case .value(.color) = value { true } else { false } }

  func reload() {
    value = renderers.values.value(output)
    let outputs = renderers.values.kind(output.node)?.outputs ?? []
    name =
      renderers.values.isGroup(output.node) && outputs.indices.contains(output.index)
      ? outputs[output.index].name : nil
    title = renderers.isOneRow(output.node) ? renderers.title(output.node) : nil
    share = title == nil ? nil : renderers.slider(output.node)
    condition = renderers.isGiven(output.node) ? .normal : renderers.values.condition(output.node)
    if case .value(let given) = value.orLast { curve = Sparkline(given, after: curve) } else { curve = nil }
    // A value that is intentionally out of date is not a failure.
    if value.isFailure, condition.hasOldValue { value = .pending(last: nil) }
    shown =
      switch value {
      case .value(let value), .pending(let value?): CardValue(value, renderers.values.format(output))
      // A node that is one row has no room for the reason.
      case .failure: CardValue(text: title == nil ? "" : "✕")
      case .pending(nil): CardValue(text: condition.hasOldValue ? "–" : NodeValue.pendingText(nil))
      }
  }

  /// The part of the row for the value.
  private func valueRoom(in size: GraphSize) -> GraphRect {
    var room = GraphRect(
      x: CardMetrics.padding, y: 0, width: size.width - 2 * CardMetrics.padding - 2, height: size.height)
    if let name {
      let width = min(CardMetrics.width(name) + 1, room.width * 0.5)
      room = GraphRect(x: room.minX + width + 8, y: 0, width: max(room.width - width - 8, 0), height: size.height)
    }
    if let caption = condition.caption {
      let width = min(CardMetrics.width(caption) + 9, room.width * 0.6)
      room = GraphRect(x: room.minX + width, y: 0, width: room.width - width, height: size.height)
    }
    return room
  }

  private var sizes: [Double] { shown.sizes(name == nil ? CardMetrics.valueSizes : [14, 12, 11]) }

  func valueStart(in size: GraphSize) -> Double {
    let room = valueRoom(in: size)
    let fitted = FittedText(forms, in: room.width, sizes: sizes, isBold: true)
    return max(room.minX, room.maxX - CardMetrics.width(fitted.text, fitted.size, isBold: true))
  }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {
    if let title { return drawPill(title, canvas, size) }
    canvas.stroke(DrawingPath(through: [GraphPoint(1, 0), GraphPoint(size.width - 1, 0)]), with: Stroke(palette.line))
    var size = size
    // At low zoom, the value is shown alone.
    if hasRoomForCurve, size.height >= CardMetrics.resultHeight + CardMetrics.curveRoom - 0.5 {
      size.height -= CardMetrics.curveRoom
      drawCurve(
        canvas,
        GraphRect(
          x: CardMetrics.padding, y: size.height, width: size.width - 2 * CardMetrics.padding,
          height: CardMetrics.curveHeight))
    }
    let room = valueRoom(in: size)
    var left = CardMetrics.padding
    if let name {
      let width = min(CardMetrics.width(name) + 1, (size.width - 2 * CardMetrics.padding - 2) * 0.5)
      canvas.draw(
        name, in: GraphRect(x: left, y: 0, width: width, height: size.height),
        style: TextStyle(
          size: CardMetrics.textSize, paint: condition.isQuiet ? palette.quietInk : palette.secondaryInk,
          truncation: .middle))
      left += width + 8
    }
    if let caption = condition.caption {
      canvas.draw(
        caption, in: GraphRect(x: left, y: 0, width: max(room.minX - left - 8, 0), height: size.height),
        style: TextStyle(
          size: CardMetrics.textSize, paint: condition.captionPaint(palette), truncation: .middle))
    }
    switch value {
    case .value(.color(let color)): drawColor(color, canvas, room)
    case .value(.boolean(let isTrue)): drawBoolean(isTrue, canvas, room)
    case .value, .pending: drawValue(forms, sizes, canvas, room)
    case .failure(let message, nil): drawFailure(message, canvas, room)
    case .failure(_, let origin?): drawBlocked(origin, canvas, room)
    }
  }

  /// Draws the value at the right, in the largest size that fits.
  private func drawValue(_ forms: [String], _ sizes: [Double], _ canvas: any DrawingCanvas, _ room: GraphRect) {
    let fitted = FittedText(forms, in: room.width, sizes: sizes, isBold: true)
    canvas.draw(
      fitted.text, in: room,
      style: TextStyle(
        size: fitted.size, paint: condition.hasOldValue ? palette.quietInk : palette.ink, alignment: .trailing,
        isBold: true, truncation: .middle, hasTabularFigures: true))
  }

  private func drawPill(_ title: String, _ canvas: any DrawingCanvas, _ size: GraphSize) {
    let hasCurve = curve != nil && size.height >= CardMetrics.resultHeight
    let pill = PillLayout(
      title: title, value: shown, lead: isColor ? 30 : hasCurve ? CardMetrics.curveWidth : 0, size: size)
    // At low zoom, there is not enough room to grab it.
    if let share, size.height >= CardMetrics.resultHeight { drawSlider(share, canvas, pill.track) }
    canvas.draw(
      title, in: pill.name,
      style: pill.isFar
        ? TextStyle(size: CardMetrics.textSize, paint: palette.secondaryInk, truncation: .middle)
        : TextStyle(size: CardMetrics.titleSize, paint: palette.ink, isBold: true, truncation: .middle))
    let room = pill.value
    if case .value(.color(let color)) = value {
      drawSwatch(color, canvas, GraphRect(x: room.minX, y: size.height / 2 - 8, width: 24, height: 16))
      let rest = GraphRect(x: room.minX + 30, y: 0, width: max(room.width - 30, 0), height: size.height)
      // As in a card: a part of the code is useless.
      if CardMetrics.width(forms[0], 10, isBold: true) <= rest.width { drawValue(forms, [14, 12, 10], canvas, rest) }
      return
    }
    var rest = room
    if hasCurve, room.width > CardMetrics.curveWidth {
      let width = CardMetrics.curveWidth - 8
      drawCurve(canvas, GraphRect(x: room.minX, y: size.height / 2 - 8, width: width, height: 16))
      rest = GraphRect(x: room.minX + width + 8, y: 0, width: room.width - width - 8, height: size.height)
    }
    drawValue(forms, shown.sizes(pill.isFar ? [14, 12] : CardMetrics.givenSizes), canvas, rest)
  }

  private func drawCurve(_ canvas: any DrawingCanvas, _ rect: GraphRect) {
    curve?.draw(in: canvas, rect, condition.hasOldValue ? palette.quietInk : palette.types.list)
  }

  /// Fills the track up to the value, and draws a thumb there, above and below the digits.
  private func drawSlider(_ share: Double, _ canvas: any DrawingCanvas, _ track: GraphRect) {
    var filled = palette.accent
    filled.opacity = 0.16
    let edge = track.minX + share * track.width
    canvas.fill(
      DrawingPath(GraphRect(x: track.minX, y: track.minY, width: edge - track.minX, height: track.height)), with: filled
    )
    for y in [track.minY + 1, track.maxY - 8] {
      canvas.fill(DrawingPath(GraphRect(x: edge - 1, y: y, width: 2, height: 7)), with: palette.accent)
    }
  }

  private func drawSwatch(_ color: RGBColor, _ canvas: any DrawingCanvas, _ rect: GraphRect) {
    let swatch = DrawingPath(rect, cornerRadius: 5)
    canvas.fill(swatch, with: Paint(red: color.red, green: color.green, blue: color.blue))
    canvas.stroke(swatch, with: Stroke(palette.border))
  }

  private func drawColor(_ color: RGBColor, _ canvas: any DrawingCanvas, _ room: GraphRect) {
    let height = min(20, room.height - 4)
    let rest = GraphRect(x: room.minX + 48, y: room.minY, width: max(room.width - 48, 0), height: room.height)
    // A truncated code is useless, so only the colour is drawn if the code doesn't fit.
    let hasCode = CardMetrics.width(forms[0], 12, isBold: true) <= rest.width
    drawSwatch(
      color, canvas,
      GraphRect(x: room.minX, y: room.midY - height / 2, width: hasCode ? 44 : room.width, height: height))
    if hasCode { drawValue(forms, [14, 12], canvas, rest) }
  }

  /// Draws a mark and the word.
  private func drawBoolean(_ isTrue: Bool, _ canvas: any DrawingCanvas, _ room: GraphRect) {
    drawValue(forms, CardMetrics.valueSizes, canvas, room)
    let width = CardMetrics.width(forms[0], CardMetrics.valueSizes[0], isBold: true)
    let center = GraphPoint(room.maxX - width - 12, room.midY)
    guard center.x > room.minX else { return }
    let points: [[(Double, Double)]] =
      isTrue ? [[(-5.4, 0.6), (-1.8, 4.2), (5.4, -4.2)]] : [[(-4.2, -4.2), (4.2, 4.2)], [(4.2, -4.2), (-4.2, 4.2)]]
    let mark = DrawingPath(
      points.flatMap { DrawingPath(through: $0.map { center + GraphPoint($0.0, $0.1) }).elements })
    canvas.stroke(mark, with: Stroke(palette.types.boolean, width: 2, isRound: true))
  }

  /// Draws the message, on two lines if it is long.
  private func drawFailure(_ message: String, _ canvas: any DrawingCanvas, _ room: GraphRect) {
    func draw(_ text: String, _ size: Double, _ rect: GraphRect) {
      canvas.draw(
        text, in: rect,
        style: TextStyle(size: size, paint: palette.danger, isBold: true, truncation: .middle))
    }
    let fitted = FittedText([message], in: room.width, sizes: [12, 11], isBold: true)
    if CardMetrics.width(message, fitted.size, isBold: true) <= room.width { return draw(message, fitted.size, room) }
    // At low zoom only a meaningless part of the message would fit, so the mark on the corner shows the failure.
    if room.height < 32 { return }
    let lines = Self.lines(of: message, width: room.width)
    for (index, line) in lines.enumerated() {
      draw(line, 11, GraphRect(x: room.minX, y: room.minY + 3 + 15 * Double(index), width: room.width, height: 15))
    }
  }

  /// Breaks a message at the last space that fits the first line.
  private static func lines(of message: String, width: Double) -> [String] {
    var end: String.Index?
    for index in message.indices where message[index] == " " {
      guard CardMetrics.width(String(message[..<index]), 11, isBold: true) <= width else { break }
      end = index
    }
    guard let end else { return [message] }
    return [String(message[..<end]), String(message[message.index(after: end)...])]
  }

  /// Draws the origin of the failure, in a chip.
  private func drawBlocked(_ origin: String, _ canvas: any DrawingCanvas, _ room: GraphRect) {
    let wished = CardMetrics.width(origin, isBold: true) + 28
    // If there is little room, only the origin is drawn.
    let hasCaption = CardMetrics.width("no value:") + 6 + min(wished, 60) <= room.width
    let caption = hasCaption ? CardMetrics.width("no value:") + 6 : 0
    if hasCaption {
      canvas.draw(
        "no value:", in: room, style: TextStyle(size: CardMetrics.textSize, paint: palette.secondaryInk))
    }
    let width = min(wished, room.width - caption)
    guard width > 28 else { return }
    let chip = GraphRect(x: room.minX + caption, y: room.midY - 10, width: width, height: 20)
    canvas.fill(DrawingPath(chip, cornerRadius: 10), with: palette.dangerGround)
    canvas.stroke(DrawingPath(chip, cornerRadius: 10), with: Stroke(palette.danger))
    let center = GraphPoint(chip.minX + 12, chip.midY)
    let cross = [(-2.4, -2.4, 2.4, 2.4), (2.4, -2.4, -2.4, 2.4)].flatMap {
      [DrawingPath.Element.move(center + GraphPoint($0.0, $0.1)), .line(center + GraphPoint($0.2, $0.3))]
    }
    canvas.stroke(DrawingPath(cross), with: Stroke(palette.danger, width: 1.5, isRound: true))
    canvas.draw(
      origin, in: GraphRect(x: chip.minX + 20, y: chip.minY, width: width - 26, height: 20),
      style: TextStyle(size: CardMetrics.textSize, paint: palette.danger, isBold: true, truncation: .middle))
  }
}

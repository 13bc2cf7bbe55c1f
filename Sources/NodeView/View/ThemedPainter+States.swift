// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Drawings that show the state of a node's value: signs in its title bar, the bar of its progress, the line of a
/// bypassed input, and a pill about its runs.
extension ThemedPainter {
  /// Draws the sign of a node that waits, is muted or is bypassed: a clock, an eye that is struck out, an arrow that
  /// leads past.
  func drawSign(of condition: NodeAppearance.Condition, at center: GraphPoint) {
    func at(_ x: Double, _ y: Double) -> GraphPoint { center + GraphPoint(x, y) }
    let stroke = Stroke(palette.secondaryInk, width: 1.5, isRound: true)
    switch condition {
    case .waiting:
      canvas.stroke(PortShape.disc.path(at: center, diameter: 11), with: stroke)
      canvas.stroke(DrawingPath(through: [at(0, -3), at(0, 0), at(2, 1.5)]), with: stroke)
    case .muted:
      let elements: [DrawingPath.Element] = [
        .move(at(-6, 0)), .curve(control1: at(-3, -4.5), control2: at(3, -4.5), end: at(6, 0)),
        .curve(control1: at(3, 4.5), control2: at(-3, 4.5), end: at(-6, 0)), .close, .move(at(-5, 5)), .line(at(5, -5)),
      ]
      canvas.stroke(DrawingPath(elements), with: stroke)
    case .bypassed:
      let elements: [DrawingPath.Element] = [
        .move(at(-6, 3)), .curve(control1: at(-3, -5), control2: at(3, -5), end: at(5, 1)), .move(at(5.5, -3)),
        .line(at(5.5, 1.5)), .line(at(1, 1.5)),
      ]
      canvas.stroke(DrawingPath(elements), with: stroke)
    case .normal, .failed, .blocked, .stale, .unneeded, .off: break
    }
  }

  /// A bar on the lower edge of a node that waits: how much is done, or a third of it that travels.
  func drawProgress(of card: Card) {
    guard case .waiting(let progress) = card.condition else { return }
    let height = screen(3)
    let inset = min(card.radius, card.rect.width / 4)
    let track = GraphRect(
      x: card.rect.minX + inset, y: card.rect.maxY - height - 1, width: card.rect.width - 2 * inset, height: height)
    canvas.fill(DrawingPath(track, cornerRadius: height / 2), with: palette.line)
    if let progress {
      let done = GraphRect(
        track.origin, GraphSize(track.width * NodeAppearance.Condition.share(progress), track.height))
      if done.width > 0 { canvas.fill(DrawingPath(done, cornerRadius: height / 2), with: palette.accent) }
    } else {
      let line = DrawingPath(through: [GraphPoint(track.minX, track.midY), GraphPoint(track.maxX, track.midY)])
      canvas.stroke(
        line,
        with: Stroke(
          palette.accent, width: height, dash: [track.width / 3, track.width * 2 / 3], isAnimated: true))
    }
  }

  /// Draws a line from the input of a node that is bypassed to the value that it passes on instead of its own.
  func drawBypass(of card: Card) {
    guard detail == .all, case .bypassed(let input?) = card.condition, let row = card.parts.outputs.first,
      card.frame.inputHeights.indices.contains(input)
    else { return }
    let (fed, output) = (card.frame.inputRow(input), card.frame.outputRow(0))
    let size = GraphSize(output.width, output.height)
    let start = GraphPoint(fed.minX, fed.midY)
    let tip = GraphPoint(card.rect.minX + max(row.valueStart(in: size) - 8, 20), output.midY)
    let type = card.parts.kind.outputs[0].type
    let radius = min(6, (tip.y - start.y) / 2)
    let left = card.rect.minX + 8
    let line = DrawingPath([
      .move(start), .line(GraphPoint(left - 2, start.y)),
      .curve(
        control1: GraphPoint(left, start.y), control2: GraphPoint(left, start.y), end: GraphPoint(left, start.y + 2)),
      .line(GraphPoint(left, tip.y - radius)),
      .curve(
        control1: GraphPoint(left, tip.y), control2: GraphPoint(left, tip.y), end: GraphPoint(left + radius, tip.y)),
      .line(GraphPoint(max(tip.x - 4, left + radius), tip.y)),
    ])
    canvas.stroke(line, with: Stroke(paint(of: type), width: 2, dash: [4, 3]))
    if let arrow = EdgeMarker.arrow(7).path(at: tip - GraphPoint(7, 0), direction: GraphPoint(1, 0)) {
      canvas.fill(arrow, with: paint(of: type))
    }
  }

  /// Draws a pill on the upper edge with the number of a node's runs and the duration of the last.
  func drawRuns(of card: Card) {
    guard detail == .all, let runs = card.parts.appearance.runs else { return }
    let (count, time) = ("×\(runs.count) ", Self.text(ofSeconds: runs.seconds))
    let widths = (TextWidth.points(of: count, size: 11), TextWidth.points(of: time, size: 11))
    let width = widths.0 + widths.1 + 16
    let rect = GraphRect(x: card.rect.maxX + 8 - width, y: card.rect.minY - 11, width: width, height: 20)
    let pill = DrawingPath(rect, cornerRadius: 10)
    canvas.fill(pill, with: palette.body)
    canvas.stroke(pill, with: Stroke(palette.line))
    func draw(_ text: String, _ x: Double, _ width: Double, _ paint: Paint) {
      canvas.draw(
        text, in: GraphRect(x: x, y: rect.minY, width: width + 1, height: 20),
        style: TextStyle(size: 11, paint: paint, hasTabularFigures: true))
    }
    draw(count, rect.minX + 8, widths.0, palette.secondaryInk)
    draw(time, rect.minX + 8 + widths.0, widths.1, runs.seconds > 0.016 ? palette.warning : palette.secondaryInk)
  }

  /// A time in the unit in which it has one to three digits before the point: `80 µs`, `0.8 ms`, `12 ms`, `1.5 s`.
  static func text(ofSeconds seconds: Double) -> String {
    func short(_ value: Double) -> String {
      let tenths = DecimalText.floor(value * 10 + 0.5)
      return value < 9.95 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    }
    guard seconds > 0 else { return "0 ms" }
    if seconds >= 1e9 { return "1e9 s" }
    return seconds < 0.0001
      ? "\(short(seconds * 1e6)) µs" : seconds < 0.9995 ? "\(short(seconds * 1000)) ms" : "\(short(seconds)) s"
  }
}

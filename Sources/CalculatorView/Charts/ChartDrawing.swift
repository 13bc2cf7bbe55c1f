// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

extension ChartPicture {
  /// Draws the chart: axes with round numbers, the names of what is drawn, and at most as many points as it has columns.
  ///
  /// - Parameters:
  ///   - canvas: The canvas. Its ground is not painted.
  ///   - size: The size of the chart, in points.
  ///   - palette: The colours, which determine whether it is drawn for a light or a dark ground.
  /// - Complexity: O(numbers), with O(columns) drawing calls.
  public func draw(in canvas: any DrawingCanvas, size: GraphSize, palette: GraphPalette) {
    ChartDrawing(self, canvas, size, palette).draw()
  }
}

/// The layout of a chart on a canvas.
private struct ChartDrawing {
  /// The contents of the axis below the chart.
  private enum Across {
    /// The places of numbers, from 1.
    case places(ChartScale)
    case numbers(ChartList, ChartScale)
    /// Bars, with labels if there are texts.
    case bars(Int, [String]?)
    case ranges(Histogram)
  }

  private static let lightInks: [UInt32] = [0x1d63ed, 0xc2410c, 0x15803d, 0x7e22ce, 0x0f766e, 0xa16207]
  private static let darkInks: [UInt32] = [0x62b0ff, 0xfb923c, 0x4ade80, 0xc084fc, 0x2dd4bf, 0xfacc15]
  /// Lines differ by their dashes as well as by their colours.
  private static let dashes: [[Double]] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2], [12, 4]]
  private static let textSize = 11.0
  private static let lineHeight = 16.0
  /// The greatest number of dots of a list.
  private static let maximumDots = 1500

  private let chart: ChartPicture
  private let canvas: any DrawingCanvas
  private let size: GraphSize
  private let palette: GraphPalette
  private let plot: GraphRect
  private let scale: ChartScale
  private let across: Across
  /// The list whose unit and format the numbers at the left have; `nil` for counts.
  private let upright: ChartList?
  private let histogram: Histogram?

  init(_ chart: ChartPicture, _ canvas: any DrawingCanvas, _ size: GraphSize, _ palette: GraphPalette) {
    (self.chart, self.canvas, self.size, self.palette) = (chart, canvas, size, palette)
    let hasCaption = chart.across != nil
    let (top, bottom) = (36.0, hasCaption ? 42.0 : 26)
    let height = max(size.height - top - bottom, 1)
    let histogram = chart.form == .histogram ? Histogram(chart.lists.flatMap(\.numbers)) : nil
    self.histogram = histogram
    upright = histogram == nil ? chart.lists.first : nil
    let count = max(2, min(8, Int(height / 34)))
    if let histogram {
      let most = chart.lists.flatMap { histogram.counts(of: $0.numbers) }.max() ?? 1
      scale = ChartScale(from: 0, through: Double(max(most, 1)), atMost: count, leastStep: 1)
    } else {
      var lists = chart.lists.map(\.numbers)
      if chart.form == .bars { lists.append([0]) }
      if let mark = chart.mark { lists.append([mark.y]) }
      let (least, greatest) = ChartScale.extent(lists) ?? (0, 1)
      // A range from near zero begins at zero.
      let from = least > 0 && least <= greatest * 0.4 ? 0 : least
      scale = ChartScale(from: from, through: greatest, atMost: count)
    }
    let texts = upright?.texts(of: scale.ticks) ?? Self.plain(scale.ticks)
    let widest = texts.map { Self.width($0) }.max() ?? 0
    let left = min(max(widest + 20, 44), size.width * 0.4)
    let plot = GraphRect(x: left, y: top, width: max(size.width - left - 20, 1), height: height)
    self.plot = plot
    let length = chart.lists.map(\.numbers.count).max() ?? 0
    if let histogram {
      across = .ranges(histogram)
    } else if chart.form == .bars, chart.across == nil {
      across = .bars(length, chart.labels)
    } else if let list = chart.across {
      let (least, greatest) = ChartScale.extent([list.numbers] + (chart.mark.map { [[$0.x]] } ?? [])) ?? (0, 1)
      let isWhole = list.unit?.isCalendar == true
      across = .numbers(
        list,
        Self.fitted(
          in: plot.width, list.texts,
          {
            ChartScale(
              from: least, through: greatest, atMost: $0, leastStep: isWhole ? 1 : 0, isWidened: chart.mark == nil)
          }))
    } else {
      across = .places(Self.places(length, in: plot.width))
    }
  }

  /// The texts of numbers without a unit and a format.
  private static func plain(_ numbers: [Double]) -> [String] {
    numbers.map { ShownNumber.grouped(NumberText.people($0)) }
  }

  private static func places(_ count: Int, in width: Double) -> ChartScale {
    fitted(in: width, plain) {
      ChartScale(from: 1, through: Double(max(count, 1)), atMost: $0, leastStep: 1, isWidened: false)
    }
  }

  /// The axis with as many numbers as have room.
  private static func fitted(
    in width: Double, _ texts: ([Double]) -> [String], _ make: (Int) -> ChartScale
  ) -> ChartScale {
    var count = max(2, Int(width / 60))
    while true {
      let scale = make(count)
      let widest = texts(scale.ticks).map { self.width($0) }.max() ?? 0
      if count <= 2 || (widest + 14) * Double(scale.ticks.count) <= width { return scale }
      count -= 1
    }
  }

  private static func width(_ text: String, isBold: Bool = false) -> Double {
    TextWidth.points(of: VisibleText.standIns(text), size: textSize, isBold: isBold)
  }

  private func ink(_ index: Int) -> Paint {
    let inks = palette.body.contrasting == .white ? Self.darkInks : Self.lightInks
    return Paint(inks[index % inks.count])
  }

  private func y(_ number: Double) -> Double { plot.maxY - scale.share(of: number) * plot.height }

  // MARK: Drawing

  func draw() {
    drawNames()
    drawAxes()
    switch chart.form {
    case .line: drawLines()
    case .scatter: for index in chart.lists.indices { drawDots(index) }
    case .bars, .histogram: drawBars()
    }
    drawMark()
  }

  private func text(
    _ text: String, _ frame: GraphRect, _ alignment: TextStyle.Alignment = .leading, _ paint: Paint? = nil,
    isBold: Bool = false
  ) {
    canvas.draw(
      text, in: frame,
      style: TextStyle(
        size: Self.textSize, paint: paint ?? palette.secondaryInk, alignment: alignment, isBold: isBold,
        truncation: .middle, hasTabularFigures: true))
  }

  /// The names of the lists above the chart, each with a piece of its line.
  private func drawNames() {
    let captions = chart.lists.map(\.caption)
    guard chart.lists.count > 1 else {
      var title = captions.first ?? ""
      if chart.mark != nil { title += " by \(chart.across?.name ?? "")" }
      let frame = GraphRect(x: 16, y: 8, width: size.width - 32, height: Self.lineHeight)
      canvas.draw(
        title, in: frame, style: TextStyle(size: 13, paint: palette.ink, isBold: true, truncation: .middle))
      return
    }
    let room = (size.width - 32) / Double(captions.count)
    var left = 16.0
    for (index, caption) in captions.enumerated() {
      let width = min(Self.width(caption, isBold: true) + 2, room - 36)
      guard width > 0 else { return }
      let sample = GraphRect(x: left, y: 8, width: 18, height: Self.lineHeight)
      drawSample(index, sample)
      text(
        caption, GraphRect(x: left + 24, y: 8, width: width, height: Self.lineHeight), .leading, palette.ink,
        isBold: true)
      left += width + 42
    }
  }

  private func drawSample(_ index: Int, _ rect: GraphRect) {
    switch chart.form {
    case .line:
      let ends = [GraphPoint(rect.minX, rect.midY), GraphPoint(rect.maxX, rect.midY)]
      canvas.stroke(DrawingPath(through: ends), with: stroke(index))
    case .scatter:
      canvas.fill(
        DrawingPath(GraphRect(x: rect.midX - 3, y: rect.midY - 3, width: 6, height: 6), cornerRadius: 3),
        with: ink(index))
    case .bars, .histogram:
      canvas.fill(
        DrawingPath(GraphRect(x: rect.midX - 5, y: rect.midY - 5, width: 10, height: 10), cornerRadius: 2),
        with: ink(index))
    }
  }

  private func stroke(_ index: Int) -> Stroke {
    Stroke(ink(index), width: 2, dash: Self.dashes[index % Self.dashes.count], isRound: index == 0)
  }

  private func drawAxes() {
    let texts = upright?.texts(of: scale.ticks) ?? Self.plain(scale.ticks)
    var lines: [DrawingPath.Element] = []
    for (tick, label) in zip(scale.ticks, texts) {
      let y = y(tick)
      lines += [.move(GraphPoint(plot.minX, y)), .line(GraphPoint(plot.maxX, y))]
      text(label, GraphRect(x: 4, y: y - 8, width: plot.minX - 12, height: Self.lineHeight), .trailing)
    }
    canvas.stroke(DrawingPath(lines), with: Stroke(palette.line))
    let base = y(max(min(0, scale.greatest), scale.least))
    canvas.stroke(
      DrawingPath(through: [GraphPoint(plot.minX, base), GraphPoint(plot.maxX, base)]), with: Stroke(palette.fieldLine))
    var ticks: [DrawingPath.Element] = []
    for (place, label) in placesOfTicks() {
      ticks += [.move(GraphPoint(place, plot.maxY)), .line(GraphPoint(place, plot.maxY + 4))]
      let frame = GraphRect(x: place - 60, y: plot.maxY + 5, width: 120, height: Self.lineHeight)
      let half = Self.width(label) / 2
      if place + half > size.width - 4 {
        text(label, GraphRect(x: size.width - 124, y: frame.minY, width: 120, height: Self.lineHeight), .trailing)
      } else {
        text(label, frame, .center)
      }
    }
    canvas.stroke(DrawingPath(ticks), with: Stroke(palette.fieldLine))
    if case .bars(let count, let labels?) = across { drawLabels(labels, count) }
    if let list = chart.across {
      let frame = GraphRect(x: plot.minX, y: plot.maxY + 22, width: plot.width, height: Self.lineHeight)
      text(list.caption, frame, .trailing, palette.ink)
    }
  }

  /// The numbers below the chart, each with its x coordinate.
  private func placesOfTicks() -> [(Double, String)] {
    func places(_ scale: ChartScale, _ texts: [String]) -> [(Double, String)] {
      zip(scale.ticks, texts).map { (plot.minX + scale.share(of: $0) * plot.width, $1) }
    }
    switch across {
    case .places(let scale): return places(scale, Self.plain(scale.ticks))
    case .numbers(let list, let scale): return places(scale, list.texts(of: scale.ticks))
    case .bars(_, .some): return []
    case .bars(let count, nil):
      let scale = Self.places(count, in: plot.width)
      return zip(scale.ticks, Self.plain(scale.ticks)).map { tick, text in
        (plot.minX + (tick - 0.5) / Double(max(count, 1)) * plot.width, text)
      }
    case .ranges(let histogram):
      guard let list = chart.lists.first, let first = histogram.edges.first, let last = histogram.edges.last else {
        return []
      }
      if first == last { return [(plot.minX + plot.width / 2, list.shown(first))] }
      let scale = Self.fitted(in: plot.width, list.texts) {
        ChartScale(from: first, through: last, atMost: $0, leastStep: histogram.width, isWidened: false)
      }
      return places(scale, list.texts(of: scale.ticks))
    }
  }

  /// The labels of bars, as many as have room.
  private func drawLabels(_ labels: [String], _ count: Int) {
    let width = plot.width / Double(max(count, 1))
    let step = max(1, Int((36 / width).rounded(.up)))
    for place in stride(from: 0, to: min(count, labels.count), by: step) {
      let room = width * Double(step) - 4
      let middle = plot.minX + (Double(place) + 0.5) * width
      let frame = GraphRect(x: middle - room / 2, y: plot.maxY + 5, width: room, height: Self.lineHeight)
      text(labels[place], frame, .center)
    }
  }

  /// The points of a list, without those between the least and the greatest in a column.
  private func points(_ list: ChartList) -> [GraphPoint] {
    func point(_ x: Double, _ number: Double) -> GraphPoint {
      number.isFinite ? GraphPoint(plot.minX + x * plot.width, y(number)) : GraphPoint(.nan, .nan)
    }
    switch across {
    case .numbers(let across, let scale):
      return zip(across.numbers, list.numbers).map { x, number in
        x.isFinite ? point(scale.share(of: x), number) : GraphPoint(.nan, .nan)
      }
    case .places(let scale):
      let (numbers, count) = (ListCurve.points(list.numbers, atMost: max(2, Int(plot.width))), list.numbers.count)
      return numbers.enumerated().map { place, number in
        let share = numbers.count > 1 ? Double(place) / Double(numbers.count - 1) : 0
        return point(scale.share(of: 1 + share * Double(count - 1)), number)
      }
    case .bars, .ranges: return []
    }
  }

  private func drawLines() {
    for (index, list) in chart.lists.enumerated() {
      var parts: [DrawingPath.Element] = []
      var alone: [GraphPoint] = []
      let points = points(list)
      for (place, point) in points.enumerated() where !point.x.isNaN {
        let isFirst = place == 0 || points[place - 1].x.isNaN
        parts.append(isFirst ? .move(point) : .line(point))
        if isFirst, place == points.count - 1 || points[place + 1].x.isNaN { alone.append(point) }
      }
      canvas.stroke(DrawingPath(parts), with: stroke(index))
      for point in alone { drawDot(at: point, radius: 2.5, ink(index)) }
    }
  }

  private func drawDot(at point: GraphPoint, radius: Double, _ paint: Paint) {
    let rect = GraphRect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)
    canvas.fill(DrawingPath(rect, cornerRadius: radius), with: paint)
  }

  /// Draws a dot for each cell of a grid that has some: the finest of a few grids that has not too many.
  private func drawDots(_ index: Int) {
    struct Cell: Hashable {
      let column: Int
      let row: Int
    }
    let all = points(chart.lists[index]).filter { !$0.x.isNaN }
    var dots: [GraphPoint] = []
    var cell = 1.0
    repeat {
      var seen: Set<Cell> = []
      dots = all.filter { seen.insert(Cell(column: Int($0.x / cell), row: Int($0.y / cell))).inserted }
      cell *= 2
    } while dots.count > Self.maximumDots
    // A short line with round ends is a dot, and all are one path.
    let elements = dots.flatMap { [DrawingPath.Element.move($0), .line($0 + GraphPoint(0.05, 0))] }
    var paint = ink(index)
    paint.opacity = 0.8
    canvas.stroke(DrawingPath(elements), with: Stroke(paint, width: dots.count > 200 ? 4 : 7, isRound: true))
  }

  private func drawBars() {
    let heights = histogram.map { histogram in chart.lists.map { histogram.counts(of: $0.numbers).map(Double.init) } }
    let lists = heights ?? chart.lists.map(\.numbers)
    let count = lists.map(\.count).max() ?? 0
    let base = y(max(min(0, scale.greatest), scale.least))
    let step = plot.width / Double(max(count, 1))
    // Bars that are thinner than a column are drawn as lines, from the least to the greatest number.
    if step / Double(lists.count) < 2 { return drawThinBars(lists, base) }
    let gap = histogram == nil || lists.count > 1 ? step * 0.2 : min(1, step * 0.1)
    // A histogram of equal numbers has one bar.
    let most = count == 1 ? min(step, 160) : step
    let width = max((most - gap) / Double(lists.count), 1)
    for (index, numbers) in lists.enumerated() {
      for (place, number) in numbers.enumerated() where number.isFinite && number != 0 {
        let middle = plot.minX + (Double(place) + 0.5) * step
        let left = middle + (Double(index) - Double(lists.count) / 2) * width
        let top = min(y(number), base)
        let height = max((y(number) - base).magnitude, 1)
        canvas.fill(GraphRect(x: left, y: top, width: max(width - 1, 1), height: height), with: ink(index))
      }
    }
  }

  private func drawThinBars(_ lists: [[Double]], _ base: Double) {
    for (index, numbers) in lists.enumerated() {
      let shown = ListCurve.points(numbers, atMost: max(2, Int(plot.width)))
      let step = plot.width / Double(max(shown.count, 1))
      let elements = shown.enumerated().flatMap { place, number -> [DrawingPath.Element] in
        let x = plot.minX + (Double(place) + 0.5) * step
        return number.isFinite ? [.move(GraphPoint(x, base)), .line(GraphPoint(x, y(number)))] : []
      }
      var paint = ink(index)
      paint.opacity = lists.count > 1 ? 0.7 : 1
      canvas.stroke(DrawingPath(elements), with: Stroke(paint, width: max(step, 1)))
    }
  }

  /// The present values: a dot with its text, and a line down to the axis.
  private func drawMark() {
    guard let mark = chart.mark, mark.x.isFinite, case .numbers(let list, let across) = self.across else { return }
    let x = plot.minX + across.share(of: mark.x) * plot.width
    guard mark.y.isFinite, let first = chart.lists.first else { return }
    let point = GraphPoint(x, y(mark.y))
    canvas.stroke(
      DrawingPath(through: [GraphPoint(x, plot.maxY), point]), with: Stroke(palette.secondaryInk, dash: [3, 3]))
    drawDot(at: point, radius: 6, palette.body)
    drawDot(at: point, radius: 4.5, ink(0))
    let label = "\(first.shown(mark.y)) at \(list.shown(mark.x))"
    let width = Self.width(label, isBold: true) + 14
    // Above the curve: at the left of one that rises, at the right of one that falls.
    let known = first.numbers.filter(\.isFinite)
    let isRising = (known.last ?? 0) > (known.first ?? 0)
    let isLeft = isRising ? x - width - 8 >= plot.minX : x + width + 8 > plot.maxX
    let left = isLeft ? x - width - 8 : x + 8
    let top = point.y - 28 >= plot.minY ? point.y - 28 : point.y + 8
    let rect = GraphRect(x: left, y: top, width: width, height: 20)
    canvas.fill(DrawingPath(rect, cornerRadius: 6), with: palette.body)
    canvas.stroke(DrawingPath(rect, cornerRadius: 6), with: Stroke(palette.border))
    text(label, rect, .center, palette.ink, isBold: true)
  }
}

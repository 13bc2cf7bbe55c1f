// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// A list of numbers in a chart.
struct ChartList {
  let name: String
  let numbers: [Double]
  /// The unit of the numbers; `nil` if they have none.
  let unit: UnitOfMeasure?

  init(name: String, numbers: [Double], unit: UnitOfMeasure?) {
    (self.name, self.numbers, self.unit) = (name, numbers, unit)
  }

  /// Creates the list of a value; `nil` if the value is not a list of numbers.
  init?(_ name: String, _ value: CalculatorValue) {
    switch value {
    case .numbers(let numbers): self.init(name: name, numbers: numbers, unit: nil)
    case .quantities(let numbers, let unit): self.init(name: name, numbers: numbers, unit: unit)
    default: return nil
    }
  }

  /// The text of a number of the list.
  func text(_ number: Double) -> String {
    unit.map { $0.text(number) { NumberText.people($0, digits: 6) } } ?? NumberText.people(number, digits: 6)
  }

  /// The list in another unit; `nil` if the units measure different quantities.
  func converted(to other: UnitOfMeasure?) -> ChartList? {
    guard let unit, let other else { return unit == other ? self : nil }
    guard unit.dimension == other.dimension else { return nil }
    return ChartList(name: name, numbers: numbers.map { unit.converted($0, to: other) }, unit: other)
  }
}

/// Lists of numbers as an SVG picture: as curves over their indices, or as histograms.
struct ChartPicture {
  static let size = GraphSize(640, 360)
  private static let inks: [UInt32] = [0x3366cc, 0xc2410c, 0x15803d, 0x7e22ce, 0xb45309, 0x0f766e]

  /// The lists, which have a common unit if they are drawn as curves.
  let lists: [ChartList]

  private let plot = GraphRect(x: 90, y: 40, width: 520, height: 270)

  /// Draws the lists as curves. A list of one number is a dot.
  func curves() -> String {
    let canvas = SVGCanvas(size: Self.size, background: .white, title: title)
    let all = lists.flatMap(\.numbers)
    let (least, greatest) = (all.min() ?? 0, all.max() ?? 0)
    drawAxes(canvas, below: lists[0].text(least), above: lists[0].text(greatest))
    let count = lists.map(\.numbers.count).max() ?? 1
    draw("1", canvas, GraphRect(x: plot.minX, y: plot.maxY + 6, width: 80, height: 16), .leading)
    draw("\(count)", canvas, GraphRect(x: plot.maxX - 80, y: plot.maxY + 6, width: 80, height: 16), .trailing)
    for (index, list) in lists.enumerated() {
      // Only as many points as the picture can show.
      let numbers =
        list.numbers.count > 2 * Int(plot.width) ? ListCurve.columns(list.numbers, 2 * Int(plot.width)) : list.numbers
      let points = numbers.enumerated().map { place, number in
        let across = numbers.count > 1 ? Double(place) / Double(numbers.count - 1) : 0.5
        let extent = greatest / 2 - least / 2
        let up = extent > 0 ? (number / 2 - least / 2) / extent : 0.5
        return GraphPoint(plot.minX + across * plot.width, plot.maxY - up * plot.height)
      }
      let ink = Paint(Self.inks[index % Self.inks.count])
      if points.count > 1 {
        canvas.stroke(DrawingPath(through: points), with: Stroke(ink, width: 1.5))
      } else {
        canvas.fill(GraphRect(x: points[0].x - 2, y: points[0].y - 2, width: 4, height: 4), with: ink)
      }
      drawName(index, list.name, canvas, ink)
    }
    return canvas.text
  }

  /// Draws the first list as a histogram; `nil` if it is empty.
  func bars() -> String? {
    guard let list = lists.first, let histogram = Histogram(list.numbers) else { return nil }
    let canvas = SVGCanvas(size: Self.size, background: .white, title: title)
    let most = histogram.counts.max() ?? 1
    drawAxes(canvas, below: "0", above: "\(most)")
    let width = plot.width / Double(histogram.counts.count)
    let ink = Paint(Self.inks[0])
    for (place, count) in histogram.counts.enumerated() where count > 0 {
      let height = Double(count) / Double(most) * plot.height
      canvas.fill(
        GraphRect(x: plot.minX + Double(place) * width + 1, y: plot.maxY - height, width: width - 2, height: height),
        with: ink)
    }
    let ends = [histogram.edges[0], histogram.edges[histogram.edges.count - 1]].map(list.text)
    draw(ends[0], canvas, GraphRect(x: plot.minX, y: plot.maxY + 6, width: 200, height: 16), .leading)
    draw(ends[1], canvas, GraphRect(x: plot.maxX - 200, y: plot.maxY + 6, width: 200, height: 16), .trailing)
    drawName(0, list.name, canvas, ink)
    return canvas.text
  }

  private var title: String { lists.map(\.name).joined(separator: ", ") }

  private func drawAxes(_ canvas: SVGCanvas, below: String, above: String) {
    canvas.stroke(
      DrawingPath(through: [
        GraphPoint(plot.minX, plot.minY), GraphPoint(plot.minX, plot.maxY), GraphPoint(plot.maxX, plot.maxY),
      ]), with: Stroke(Paint(0x9ca3af)))
    draw(above, canvas, GraphRect(x: 4, y: plot.minY - 8, width: 80, height: 16), .trailing)
    draw(below, canvas, GraphRect(x: 4, y: plot.maxY - 8, width: 80, height: 16), .trailing)
  }

  private func drawName(_ index: Int, _ name: String, _ canvas: SVGCanvas, _ ink: Paint) {
    let width = plot.width / Double(max(1, min(lists.count, 6)))
    let frame = GraphRect(x: plot.minX + Double(index % 6) * width, y: 12, width: width, height: 16)
    canvas.draw(name, in: frame, style: TextStyle(size: 13, paint: ink, isBold: true, truncation: .middle))
  }

  private func draw(_ text: String, _ canvas: SVGCanvas, _ frame: GraphRect, _ alignment: TextStyle.Alignment) {
    canvas.draw(text, in: frame, style: TextStyle(size: 12, paint: Paint(0x374151), alignment: alignment))
  }
}

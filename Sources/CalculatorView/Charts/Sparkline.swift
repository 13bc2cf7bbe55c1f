// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// A list of at least two numbers as a small curve, from its least to its greatest number.
struct Sparkline {
  private let numbers: [Double]
  /// The numbers that are drawn: for each column of a width, if there are more numbers than columns.
  private var shown: (columns: Int, numbers: [Double])?

  /// Creates the curve of a value; `nil` unless it is such a list. The columns of an old curve of an equal list are kept.
  ///
  /// - Complexity: O(1) for the same list, O(numbers) for another one.
  init?(_ value: CalculatorValue, after old: Sparkline?) {
    switch value {
    case .numbers(let numbers), .quantities(let numbers, _): self.numbers = numbers
    default: return nil
    }
    if numbers.count < 2 { return nil }
    if let old, old.numbers == numbers { shown = old.shown }
  }

  /// Draws the curve.
  ///
  /// - Complexity: O(columns), but O(numbers) when it is first drawn in a width.
  mutating func draw(in canvas: any DrawingCanvas, _ rect: GraphRect, _ paint: Paint) {
    let columns = max(2, Int(rect.width))
    let known = shown.flatMap { $0.columns == columns ? $0.numbers : nil }
    let points = known ?? ListCurve.points(numbers, atMost: columns)
    shown = (columns, points)
    let (least, greatest) = ChartScale.extent([points]) ?? (0, 0)
    let extent = greatest / 2 - least / 2
    let path = DrawingPath(
      through: points.enumerated().map { place, number in
        // A list of equal numbers is a line in the middle.
        let share = extent > 0 ? (number / 2 - least / 2) / extent : 0.5
        let across = Double(place) / Double(max(points.count - 1, 1))
        return GraphPoint(rect.minX + across * rect.width, rect.maxY - share * rect.height)
      })
    canvas.stroke(path, with: Stroke(paint, width: 1.5, isRound: true))
  }
}

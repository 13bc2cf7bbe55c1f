// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// A sensitivity as an SVG picture: bars on both sides of the current value of the node, with the longest at the top.
package struct TornadoPicture {
  private static let rowHeight = 28.0
  /// The greatest number of inputs that are drawn; those that change the node least are left out.
  private static let maximumCount = 40

  private let sensitivity: Sensitivity
  private let inputs: ArraySlice<Sensitivity.VariedInput>
  private let plot: GraphRect

  package init(_ sensitivity: Sensitivity) {
    self.sensitivity = sensitivity
    inputs = sensitivity.inputs.prefix(Self.maximumCount)
    plot = GraphRect(x: 240, y: 60, width: 380, height: Double(inputs.count) * Self.rowHeight)
  }

  /// The picture.
  package func svg() -> String {
    let size = GraphSize(640, plot.maxY + 40)
    let canvas = SVGCanvas(size: size, background: .white, title: sensitivity.output)
    let title = "\(SourceName.readSpelling(sensitivity.output)): \(sensitivity.result(sensitivity.value))"
    canvas.draw(
      title, in: GraphRect(x: 16, y: 12, width: size.width - 32, height: 18),
      style: TextStyle(size: 14, paint: Paint(0x1f2937), isBold: true, truncation: .middle))
    for (row, input) in inputs.enumerated() { draw(input, row, canvas) }
    let middle = place(sensitivity.value)
    canvas.stroke(
      DrawingPath(through: [GraphPoint(middle, plot.minY - 4), GraphPoint(middle, plot.maxY + 4)]),
      with: Stroke(Paint(0x374151)))
    let half = sensitivity.halfReach
    for (offset, alignment) in [(-half, TextStyle.Alignment.leading), (half, .trailing)] {
      let frame = GraphRect(x: plot.minX, y: plot.maxY + 10, width: plot.width, height: 16)
      let end = (sensitivity.value / 2 + offset) * 2
      if end.isFinite { label(sensitivity.result(end), canvas, frame, alignment) }
    }
    return canvas.text
  }

  /// The x coordinate of a value of the node.
  private func place(_ value: Double) -> Double { plot.minX + plot.width * (sensitivity.offset(of: value) + 1) / 2 }

  private func draw(_ input: Sensitivity.VariedInput, _ row: Int, _ canvas: SVGCanvas) {
    let top = plot.minY + Double(row) * Self.rowHeight
    let name = GraphRect(x: 16, y: top + 2, width: plot.minX - 28, height: 12)
    label(SourceName.readSpelling(input.name), canvas, name, .trailing)
    let range = GraphRect(x: 16, y: top + 14, width: plot.minX - 28, height: 12)
    canvas.draw(
      sensitivity.range(of: input, dots: "…"), in: range,
      style: TextStyle(size: 10, paint: Paint(0x6b7280), alignment: .trailing, truncation: .middle))
    // The bar for the lower end of the input is lighter.
    for (end, ink) in [(input.low, UInt32(0x93b4e8)), (input.high, 0x3366cc)] {
      guard let end else { continue }
      let (from, to) = (place(min(end, sensitivity.value)), place(max(end, sensitivity.value)))
      canvas.fill(GraphRect(x: from, y: top + 4, width: to - from, height: Self.rowHeight - 8), with: Paint(ink))
    }
    if input.low == nil || input.high == nil {
      let frame = GraphRect(x: plot.minX, y: top + 6, width: plot.width, height: 16)
      label("an error at one end", canvas, frame, .trailing)
    }
  }

  private func label(_ text: String, _ canvas: SVGCanvas, _ frame: GraphRect, _ alignment: TextStyle.Alignment) {
    canvas.draw(
      text, in: frame, style: TextStyle(size: 12, paint: Paint(0x374151), alignment: alignment, truncation: .middle))
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct ReroutedPathTests {
  private static let styles: [EdgeStyle] = [
    .curve, .straight, .orthogonal, .smoothStep(radius: 12), .lanes(radius: 12),
  ]

  @Test(arguments: styles)
  func aLinePassesThroughAllPointsAndHangsTogether(style: EdgeStyle) {
    var random = SplitMix64(seed: 7)
    func place() -> GraphPoint { GraphPoint(Double(random.below(800)), Double(random.below(600))) }
    for _ in 0..<400 {
      let (source, target) = (place(), place())
      let points = (0...random.below(4)).map { _ in place() }
      let line = EdgePath(from: source, to: target, reroutes: points, style: style)
      for point in points + [source + GraphPoint(4, 0), target - GraphPoint(4, 0)] {
        #expect(line.distance(to: point) < 1e-6, "\(style) from \(source) to \(target) through \(points)")
        #expect(line.bounds.expanded(by: 0.001).contains(point))
      }
      #expect(line.path.elements.first == .move(source + GraphPoint(4, 0)))
      #expect(line.path.elements.dropFirst().allSatisfy { if case .move = $0 { false } else { true } })
    }
  }

  @Test func aLineRunsLevelThroughItsPointsAndTurnsBesideThem() {
    // Lines end 4 points outside the ports.
    let line = EdgePath(
      from: .zero, to: GraphPoint(408, 0), reroutes: [GraphPoint(204, 100)], style: .lanes(radius: 12))
    #expect(
      line.path.elements == [
        .move(GraphPoint(4, 0)),
        .curve(control1: GraphPoint(104, 0), control2: GraphPoint(104, 100), end: GraphPoint(204, 100)),
        .curve(control1: GraphPoint(304, 100), control2: GraphPoint(304, 0), end: GraphPoint(404, 0)),
      ])
    // Below and far to the left: the line goes around both ends, and leftwards through the points.
    let back = EdgePath(
      from: GraphPoint(400, 0), to: GraphPoint(0, 0), reroutes: [GraphPoint(300, 200), GraphPoint(100, 200)],
      style: .orthogonal)
    #expect(
      back.path
        == DrawingPath(through: [
          GraphPoint(404, 0), GraphPoint(424, 0), GraphPoint(424, 200), GraphPoint(300, 200), GraphPoint(100, 200),
          GraphPoint(-24, 200), GraphPoint(-24, 0), GraphPoint(-4, 0),
        ]))
  }

  @Test func withoutPointsALineIsAsEver() {
    for style in Self.styles {
      let (source, target) = (GraphPoint(10, 20), GraphPoint(300, 90))
      #expect(
        EdgePath(from: source, to: target, reroutes: [], style: style).path
          == EdgePath(from: source, to: target, style: style).path)
    }
  }
}

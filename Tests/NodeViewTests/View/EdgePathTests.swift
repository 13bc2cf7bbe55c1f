// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct EdgePathTests {
  /// Checks the curves of the demo of ShinpuruNodeUI, computed by hand. Rows are 44 high, the title 44, the item 200.
  ///
  /// - One at (210, 10): its output row begins at y = 10 + 244, with its centre at 276; its right edge is 210 + 202 = 412.
  /// - Two at (220, 350): 350 + 244 + 22 = 616 and 220 + 202 = 422.
  /// - Add at (570, 170): rows begin at 170 + 244 = 414; x is at 436, z at 414 + 88 + 22 = 524; the left edge is 570.
  /// - One to x: dx = 158, so the controls are 158 · 0.75 = 118.5 away: 412 + 118.5 = 530.5 and 570 - 118.5 = 451.5.
  /// - Two to z: dx = 148, so the controls are 111 away: 533 and 459. Lines end 4 points outside the ports.
  @Test func theCurvesOfTheDemoAreTheSeeds() throws {
    let demo = try Demo()
    let first = demo.view.path(of: Connection(from: demo.one.output, to: demo.sum.input(0)))
    #expect(
      first?.path.elements == [
        .move(GraphPoint(416, 276)),
        .curve(control1: GraphPoint(530.5, 276), control2: GraphPoint(451.5, 436), end: GraphPoint(566, 436)),
      ])
    let second = demo.view.path(of: Connection(from: demo.two.output, to: demo.sum.input(2)))
    #expect(
      second?.path.elements == [
        .move(GraphPoint(426, 616)),
        .curve(control1: GraphPoint(533, 616), control2: GraphPoint(459, 524), end: GraphPoint(566, 524)),
      ])
    #expect(demo.view.path(of: Connection(from: demo.one.output, to: demo.sum.input(1))) == nil)
  }

  @Test func controlPointsAreNeverNearerThanThirtyPoints() {
    let path = EdgePath(from: GraphPoint(0, 0), to: GraphPoint(-10, 100), style: .curve)
    #expect(
      path.path.elements.last
        == .curve(control1: GraphPoint(30, 0), control2: GraphPoint(-40, 100), end: GraphPoint(-14, 100)))
  }

  @Test func aTerminalIsASquareOfFourPointsBetweenPortAndLine() throws {
    let outline = try #require(EdgeMarker.square(4).path(at: GraphPoint(412, 276), direction: GraphPoint(3, 0)))
    #expect(
      outline
        == DrawingPath(polygon: [
          GraphPoint(412, 274), GraphPoint(416, 274), GraphPoint(416, 278), GraphPoint(412, 278),
        ]))
    #expect(EdgeMarker.none.path(at: .zero, direction: GraphPoint(1, 0)) == nil)
    #expect(EdgeMarker.arrow(6).path(at: .zero, direction: .zero) == nil)
    #expect(EdgeMarker.arrow(6).path(at: .zero, direction: GraphPoint(0, 2))?.elements.first == .move(GraphPoint(3, 0)))
  }

  @Test func aFlatLineIsACurveAndASteepOneRunsUprightInALane() {
    let style = EdgeStyle.lanes(radius: 12)
    // Lines end 4 points outside the ports: the curve is 92 wide and 100 high.
    let flat = EdgePath(from: .zero, to: GraphPoint(100, 100), style: style)
    #expect(
      flat.path.elements == [
        .move(GraphPoint(4, 0)),
        .curve(control1: GraphPoint(50, 0), control2: GraphPoint(50, 100), end: GraphPoint(96, 100)),
      ])
    // A curve is used up to a height of 1.6 times the width.
    let steep = EdgePath(from: .zero, to: GraphPoint(100, 148), style: style)
    #expect(steep.path == EdgePath(from: .zero, to: GraphPoint(100, 148), style: .smoothStep(radius: 12)).path)
    #expect(EdgePath(from: .zero, to: GraphPoint(100, 147), style: style).path.elements.count == 2)
    // A horizontal line has no bend, and a routed one keeps its corners.
    #expect(EdgePath(from: .zero, to: GraphPoint(100, 0), style: style).path.elements.count == 2)
    let routed = EdgePath(
      from: .zero, to: GraphPoint(300, 250), through: [GraphPoint(60, 0), GraphPoint(60, 200), GraphPoint(200, 200)],
      style: style)
    #expect(routed.distance(to: GraphPoint(60, 100)) == 0 && routed.distance(to: GraphPoint(150, 200)) == 0)
    #expect(
      routed.path.elements.last
        == .curve(
          control1: GraphPoint(248, 200), control2: GraphPoint(248, 250), end: GraphPoint(296, 250)))
    for end in [GraphPoint(-200, 40), GraphPoint(8, 0), GraphPoint(4, 900), GraphPoint(-5, -5)] {
      let path = EdgePath(from: .zero, to: end, style: style)
      #expect(path.path.elements.first == .move(GraphPoint(4, 0)), "\(end)")
      #expect(path.distance(to: GraphPoint(end.x - 4, end.y)) < 1e-9, "\(end)")
    }
  }

  @Test func aCornerReachesHalfTheWayToThePointsBesideItAndAStraightPointIsNone() {
    let corners = [GraphPoint(90, 0), GraphPoint(100, 0), GraphPoint(100, 200), GraphPoint(106, 200)]
    let path = EdgePath(from: .zero, to: GraphPoint(300, 200), through: corners, style: .lanes(radius: 12)).path
    var places: [GraphPoint] = []
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point): places.append(point)
      case .curve(_, _, let end): places.append(end)
      case .close: break
      }
    }
    #expect(
      places == [
        GraphPoint(4, 0), GraphPoint(90, 0), GraphPoint(95, 0), GraphPoint(100, 5), GraphPoint(100, 197),
        GraphPoint(103, 200), GraphPoint(106, 200), GraphPoint(296, 200),
      ])
  }

  @Test func theLabelOfASymmetricLineStandsAtItsMiddle() {
    for style in [EdgeStyle.curve, .straight, .orthogonal, .smoothStep(radius: 8), .lanes(radius: 8)] {
      for end in [GraphPoint(300, 200), GraphPoint(300, 0), GraphPoint(-300, 120), GraphPoint(2000, -9000)] {
        let label = EdgePath(from: .zero, to: end, style: style).labelPoint
        #expect(label.distance(to: end * 0.5) < 1e-6, "\(style) to \(end)")
      }
    }
  }

  @Test func orthogonalLinesHaveOnlyHorizontalAndVerticalPieces() {
    for end in [GraphPoint(300, 200), GraphPoint(30, 50), GraphPoint(-300, 120), GraphPoint(300, 0)] {
      var last = GraphPoint(4, 0)
      for element in EdgePath(from: .zero, to: end, style: .orthogonal).path.elements {
        guard case .line(let point) = element else { continue }
        #expect(point.x == last.x || point.y == last.y)
        last = point
      }
      #expect(last == end - GraphPoint(4, 0))
    }
  }

  @Test func cornersFoundByALayoutArePassed() {
    let corners = [GraphPoint(100, 50), GraphPoint(200, -50)]
    for style in [EdgeStyle.curve, .straight, .orthogonal] {
      let path = EdgePath(from: .zero, to: GraphPoint(300, 0), through: corners, style: style)
      for corner in corners { #expect(path.distance(to: corner) < 1e-9) }
    }
  }

  @Test(arguments: [100.0, 5000, 50_000, 1e6])
  func hitTestingFollowsTheCurveHoweverLongItIs(length: Double) {
    let ends = [GraphPoint(length, length), GraphPoint(length, -length / 3), GraphPoint(-length, length)]
    for end in ends {
      let path = EdgePath(from: .zero, to: end, style: .curve)
      guard case .curve(let one, let two, let last) = path.path.elements.last else { continue }
      for step in 0...200 {
        let t = Double(step) / 200
        let u = 1 - t
        let place =
          GraphPoint(4, 0) * (u * u * u) + one * (3 * u * u * t) + (two * (3 * u * t * t) + last * (t * t * t))
        #expect(path.distance(to: place) <= max(1, length / 25_000), "at \(t)")
        #expect(path.bounds.expanded(by: max(1, length / 25_000)).contains(place))
      }
    }
  }

  @Test func pathsOfNoPlaceDoNotTrap() {
    for wild in [Double.nan, .infinity, 1e308] {
      for style in [EdgeStyle.curve, .straight, .orthogonal, .smoothStep(radius: 8)] {
        let path = EdgePath(from: GraphPoint(wild, 0), to: GraphPoint(0, -wild), style: style)
        _ = (path.bounds, path.labelPoint, path.distance(to: .zero))
      }
    }
  }

  @Test func aTextAlongALineIsNeverUpsideDown() {
    let quarter = Double.pi / 4
    let ends: [(Double, Double, Double)] = [
      (100, 0, 0), (100, 100, quarter), (100, -100, -quarter), (-100, -100, quarter), (-100, 100, -quarter),
      (-200, 0, 0), (100, 173.205_080_756_887_7, .pi / 3), (173.205_080_756_887_7, 100, .pi / 6),
      (100, 26.794_919_243_112_27, .pi / 12),
    ]
    for (x, y, angle) in ends {
      // The line begins and ends 4 points outside its ports.
      let path = EdgePath(from: GraphPoint(-4, 0), to: GraphPoint(x + 4, y), style: .straight)
      #expect(abs(path.labelAngle - angle) < 1e-14, "\(x), \(y)")
      let unit = path.labelDirection * (1 / path.labelDirection.distance(to: .zero))
      #expect(unit.distance(to: GraphPoint(x, y) * (1 / GraphPoint(x, y).distance(to: .zero))) < 1e-12)
    }
    for y in [300.0, -300] {
      #expect(EdgePath(from: GraphPoint(-4, 0), to: GraphPoint(4, y), style: .straight).labelAngle == .pi / 2)
    }
    #expect(EdgePath(from: .zero, to: .zero, style: .orthogonal).labelAngle.isFinite)
  }
}

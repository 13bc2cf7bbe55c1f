// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct GraphMotionTests {
  private let demo: Demo
  private var motion = GraphMotion()

  init() throws {
    demo = try Demo()
    motion.reset(to: demo.view)
  }

  private mutating func move(_ node: NodeID, to place: GraphPoint, at time: Double, isDirect: Bool = false) throws {
    try demo.host.graph.move(node, to: place)
    demo.view.reload(node)
    let told = demo.changes.flatMap(\.self)
    demo.changes = []
    motion.follow(told, of: demo.view, at: time, isDirect: isDirect)
  }

  @Test mutating func aNodeIsDrawnFromWhereItWasToWhereItIs() throws {
    try move(demo.one, to: GraphPoint(410, 10), at: 1)
    #expect(motion.offset(of: demo.one, at: 1) == GraphPoint(-200, 0))
    let middle = motion.offset(of: demo.one, at: 1.08)
    #expect(-200 < middle.x && middle.x < 0 && middle.y == 0)
    #expect(motion.isMoving(at: 1.2) && motion.offset(of: demo.one, at: 1.24) == .zero && !motion.isMoving(at: 1.25))
    #expect(motion.offset(of: demo.two, at: 1.1) == .zero)
    // A node that is dragged by hand is always at its position.
    try move(demo.one, to: GraphPoint(10, 10), at: 2, isDirect: true)
    #expect(motion.offset(of: demo.one, at: 2) == .zero && !motion.isMoving(at: 2))
  }

  @Test mutating func aNodeThatGetsAnotherPlaceGoesOnWithItsSpeed() throws {
    let start = GraphPoint(210, 10)
    try move(demo.one, to: start + GraphPoint(300, 0), at: 0)
    try move(demo.one, to: start + GraphPoint(0, 200), at: 0.1)
    func place(_ time: Double) -> GraphPoint { start + GraphPoint(0, 200) + motion.offset(of: demo.one, at: time) }
    var before = GraphMotion()
    before.reset(to: demo.view)
    // Just before and just after the second change, position and speed are the same.
    let step = 1e-4
    let other = try GraphMotionTests().with(first: start + GraphPoint(300, 0))
    let old = { (time: Double) in start + GraphPoint(300, 0) + other.offset(time) }
    #expect(place(0.1).distance(to: old(0.1)) < 1e-9)
    let (speed, oldSpeed) = ((place(0.1 + step) - place(0.1)) * (1 / step), (old(0.1) - old(0.1 - step)) * (1 / step))
    #expect(speed.distance(to: oldSpeed) < 0.02 * oldSpeed.distance(to: .zero), "\(speed), \(oldSpeed)")
    // The motion ends at the new position.
    #expect(place(0.34) == start + GraphPoint(0, 200))
  }

  private func with(first place: GraphPoint) throws -> (offset: (Double) -> GraphPoint, demo: Demo) {
    var copy = self
    try copy.move(demo.one, to: place, at: 0)
    let (motion, one) = (copy.motion, demo.one)
    return ({ motion.offset(of: one, at: $0) }, demo)
  }

  @Test mutating func nodesComeAndGoAndComeBack() throws {
    let new = try demo.host.graph.add("Number", at: GraphPoint(20, 700))
    demo.view.reload(new)
    motion.follow(demo.changes.flatMap(\.self), of: demo.view, at: 1)
    demo.changes = []
    #expect(motion.opacity(of: new, at: 1) == 0 && abs(motion.opacity(of: new, at: 1.08) - 0.5) < 1e-9)
    #expect(motion.opacity(of: new, at: 2) == 1)
    let kept = demo.host.graph
    try demo.host.graph.remove(new)
    demo.view.reload(new)
    motion.follow(demo.changes.flatMap(\.self), of: demo.view, at: 3)
    demo.changes = []
    #expect(motion.vanishing(at: 3.05) == [new] && abs(motion.opacity(of: new, at: 3.06) - 0.5) < 1e-9)
    // An undo shows it again, starting from its present opacity.
    demo.host.graph = kept
    demo.view.reload(new)
    motion.follow(demo.changes.flatMap(\.self), of: demo.view, at: 3.06)
    #expect(abs(motion.opacity(of: new, at: 3.06) - 0.5) < 1e-9 && motion.vanishing(at: 3.06).isEmpty)
    #expect(motion.isMoving(at: 3.1) && !motion.isMoving(at: 4))
  }

  @Test mutating func aValueThatChangedFades() {
    motion.highlight([demo.sum], at: 5)
    #expect(motion.highlight(of: demo.sum, at: 5) == 1 && abs(motion.highlight(of: demo.sum, at: 5.3) - 0.5) < 1e-9)
    #expect(motion.highlight(of: demo.one, at: 5) == 0 && motion.highlight(of: demo.sum, at: 6) == 0)
  }

  @Test mutating func whoWantsLessMotionHasNone() throws {
    motion.durations = .reduced
    try move(demo.one, to: GraphPoint(900, 10), at: 1)
    #expect(motion.offset(of: demo.one, at: 1) == .zero && !motion.isMoving(at: 1))
  }

  @Test mutating func aSpringMovesNodesBeyondTheirPlacesAndBack() throws {
    let spring = MotionSpring(response: 0.4, damping: 0.5)
    motion.spring = spring
    try move(demo.one, to: GraphPoint(410, 10), at: 1)
    #expect(motion.offset(of: demo.one, at: 1) == GraphPoint(-200, 0))
    #expect(abs(motion.offset(of: demo.one, at: 1.1).x + 200 * (1 - spring.share(at: 1.1 - 1))) < 1e-9)
    let places = (0..<200).map { motion.offset(of: demo.one, at: 1 + Double($0) / 200 * spring.duration).x }
    #expect(places.contains { $0 > 5 } && places.allSatisfy { abs($0) <= 200 })
    let isMoving = motion.isMoving(at: 1 + spring.duration - 0.001)
    #expect(isMoving)
    #expect(!motion.isMoving(at: 1 + spring.duration) && motion.offset(of: demo.one, at: 1 + spring.duration) == .zero)
    // A new target during the motion: it continues from its present position.
    try move(demo.one, to: GraphPoint(10, 10), at: 5)
    let before = GraphPoint(10, 10) + motion.offset(of: demo.one, at: 5.1)
    try move(demo.one, to: GraphPoint(10, 400), at: 5.1)
    #expect((GraphPoint(10, 400) + motion.offset(of: demo.one, at: 5.1)).distance(to: before) < 1e-9)
    // With reduced motion, nodes move at once.
    motion.durations = .reduced
    try move(demo.one, to: GraphPoint(900, 10), at: 9)
    #expect(motion.offset(of: demo.one, at: 9) == .zero && !motion.isMoving(at: 9))
  }

  @Test func theCurveIsThatOfCSS() {
    // The expected values were computed independently, by the formulas of CSS Easing Functions.
    #expect(GraphMotion.eased(0) == 0 && GraphMotion.eased(1) == 1)
    for step in 1..<100 {
      let s = Double(step) / 100
      let time = 0.6 * (1 - s) * (1 - s) * s + s * s * s
      #expect(abs(GraphMotion.eased(time) - (3 * (1 - s) * s * s + s * s * s)) < 1e-9)
    }
  }
}

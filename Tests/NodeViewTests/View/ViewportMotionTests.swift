// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Moving viewports, springs, and moves that bring a viewport to a target.
@Suite struct ViewportMotionTests {
  private let start = Viewport(size: GraphSize(400, 300))

  @Test(arguments: [nil, MotionSpring(), MotionSpring(response: 0.05, damping: 1.5), MotionSpring(damping: 0.1)])
  func aViewportMovesFromWhereItIsToWhereItIsWanted(_ spring: MotionSpring?) {
    var target = start
    target.setZoom(0.5, about: GraphPoint(100, 100))
    var motion = ViewportMotion(spring: spring)
    #expect(motion.viewport(at: 0) == nil)
    motion.move(start, to: target, at: 10)
    #expect(motion.viewport(at: 10) == start && motion.viewport(at: 9) == start && motion.isMoving)
    let middle = motion.viewport(at: 10.05)
    #expect(middle != start && middle != target)
    // The point that the zoom keeps fixed stays fixed during the motion.
    if let middle { #expect(middle.canvasPoint(GraphPoint(100, 100)).distance(to: GraphPoint(100, 100)) < 1e-9) }
    #expect(motion.viewport(at: 20) == target && motion.viewport(at: 21) == nil && !motion.isMoving)
    motion.move(start, to: start, at: 0)
    #expect(!motion.isMoving)
    motion.move(start, to: target, at: 0)
    motion.stop()
    #expect(motion.viewport(at: 0.1) == nil)
  }

  @Test func aSpringOvershootsOnlyWithLittleDamping() {
    func shares(_ spring: MotionSpring) -> [Double] { (0...400).map { spring.share(at: Double($0) / 100) } }
    let critical = shares(MotionSpring())
    #expect(
      critical.allSatisfy { (0...1.0001).contains($0) } && zip(critical, critical.dropFirst()).allSatisfy { $0 <= $1 })
    #expect((shares(MotionSpring(damping: 0.3)).max() ?? 0) > 1.2)
    // x(t) = 1 − (1 + ωt) e^−ωt, at ωt = 2.
    #expect(abs(MotionSpring(response: 1).share(at: 1 / 3.141_592_653_589_793) - 0.593_994_150_29) < 1e-6)
    #expect(MotionSpring().duration < 1 && MotionSpring(damping: 0.1).duration > 1)
  }

  @Test func aPointOfTheCanvasIsCentred() {
    var viewport = start
    viewport.setZoom(2, about: .zero)
    viewport.center(on: GraphPoint(700, 500))
    #expect(viewport.canvasPoint(GraphPoint(200, 150)) == GraphPoint(700, 500) && viewport.zoom == 2)
    let before = viewport
    viewport.center(on: GraphPoint(.nan, 0))
    #expect(viewport == before)
  }

  @Test func fittingLowersTheLeastZoomWhereThatIsAskedFor() {
    let large = GraphRect(x: 0, y: 0, width: 4000, height: 1000)
    var (kept, extended) = (start, start)
    kept.fit(large)
    extended.fit(large, extendingRange: true)
    #expect(kept.zoom == 0.5 && !kept.visible.contains(GraphPoint(1, 500)))
    #expect(extended.zoom == 0.09 && extended.zoomRange == 0.09...2)
    #expect(extended.visible.contains(GraphPoint(1, 500)) && extended.visible.contains(GraphPoint(3999, 500)))
    extended.fit(GraphRect(x: 0, y: 0, width: 100, height: 100), upTo: 1, extendingRange: true)
    #expect(extended.zoom == 1 && extended.zoomRange == 0.09...2)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct RoomMakingTests {
  private func rect(_ x: Double, _ y: Double = 0) -> GraphRect { GraphRect(x: x, y: y, width: 100, height: 40) }

  private func shifts(
    _ rects: [GraphRect], _ edges: [[Int]], left: Double, fixed: Set<Int> = []
  ) -> [Double] {
    RoomMaking(for: [(0, left)], among: rects, edges: edges, isFixed: fixed.contains).shifts
  }

  @Test func whatReadsAndWhatIsInTheRowMovesOnlyAsFarAsNecessary() {
    // A reader with room keeps half of it, one in another row is pushed by its wire, what is to the left stays.
    let rects = [rect(200), rect(340), rect(340, 200), rect(700), rect(0)]
    #expect(shifts(rects, [[1, 2], [], [], [], []], left: 260) == [60, 44, 44, 0, 0])
    #expect(shifts(rects, [[], [], [], [], []], left: 260) == [60, 44, 0, 0, 0])
    #expect(shifts(rects, [[], [], [], [], []], left: 200) == [0, 0, 0, 0, 0])
  }

  @Test func lockedRectanglesStay() {
    #expect(shifts([rect(200), rect(340)], [[1], []], left: 260, fixed: [1]) == [60, 0])
  }

  @Test func nothingOverlapsThatDidNotBefore() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<200 {
      var rects: [GraphRect] = []
      for _ in 0..<14 {
        let size = GraphSize(Double.random(in: 40...160, using: &random), Double.random(in: 30...120, using: &random))
        let point = GraphPoint(Double.random(in: 0...600, using: &random), Double.random(in: 0...300, using: &random))
        rects.append(GraphRect(FreePlace(among: rects).origin(for: size, near: point), size))
      }
      let edges = rects.indices.map { from in
        rects.indices.filter { rects[$0].minX > rects[from].maxX && ($0 + from).isMultiple(of: 3) }
      }
      let shifts = shifts(rects, edges, left: rects[0].minX + 200)
      let moved = zip(rects, shifts).map { $0.offset(by: GraphPoint($1, 0)) }
      for one in moved.indices {
        for other in moved.indices where other > one {
          #expect(!moved[one].intersects(moved[other]), "\(moved[one]) and \(moved[other])")
        }
      }
      #expect(shifts.allSatisfy { $0 >= 0 && $0 < 200.01 })
    }
  }
}

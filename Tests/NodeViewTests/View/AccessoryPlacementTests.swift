// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct AccessoryPlacementTests {
  private let bounds = GraphRect(x: 0, y: 0, width: 1000, height: 800)
  private let size = GraphSize(100, 40)

  @Test(arguments: [
    (AccessoryPlacement.Edge.top, GraphPoint(450, 332)), (.bottom, GraphPoint(450, 428)),
    (.leading, GraphPoint(372, 380)),
    (.trailing, GraphPoint(528, 380)),
  ])
  func itStandsInTheMiddleOfTheSidePreferred(edge: AccessoryPlacement.Edge, origin: GraphPoint) {
    let rect = GraphRect(x: 480, y: 380, width: 40, height: 40)
    let placement = AccessoryPlacement(size, beside: rect, within: bounds, preferred: edge)
    #expect(placement.edge == edge && placement.frame == GraphRect(origin, size))
  }

  @Test(arguments: [
    (AccessoryPlacement.Edge.top, AccessoryPlacement.Edge.bottom, GraphRect(x: 500, y: 47, width: 40, height: 40)),
    (.bottom, .top, GraphRect(x: 500, y: 713, width: 40, height: 40)),
    (.leading, .trailing, GraphRect(x: 107, y: 300, width: 40, height: 40)),
    (.trailing, .leading, GraphRect(x: 853, y: 300, width: 40, height: 40)),
  ])
  func atTheBorderItFlips(preferred: AccessoryPlacement.Edge, other: AccessoryPlacement.Edge, rect: GraphRect) {
    #expect(AccessoryPlacement(size, beside: rect, within: bounds, preferred: preferred).edge == other)
    #expect(AccessoryPlacement(size, beside: rect, within: bounds, preferred: preferred, gap: 7).edge == preferred)
  }

  @Test func whereNeitherSideHasRoomTheOneWithMoreIsTaken() {
    let rect = GraphRect(x: 500, y: 30, width: 40, height: 740)
    #expect(AccessoryPlacement(size, beside: rect, within: bounds).edge == .top, "equal: the one preferred")
    let lower = GraphRect(x: 500, y: 35, width: 40, height: 740)
    #expect(AccessoryPlacement(size, beside: lower, within: bounds, preferred: .bottom).edge == .top)
  }

  @Test func alongTheSideItStaysWithinTheBounds() {
    let left = AccessoryPlacement(size, beside: GraphRect(x: 5, y: 300, width: 20, height: 20), within: bounds)
    #expect(left.frame.minX == 0)
    let right = AccessoryPlacement(size, beside: GraphRect(x: 990, y: 300, width: 20, height: 20), within: bounds)
    #expect(right.frame.maxX == 1000)
    let wide = AccessoryPlacement(
      GraphSize(2000, 40), beside: GraphRect(x: 500, y: 300, width: 20, height: 20), within: bounds)
    #expect(wide.frame.minX == 0)
  }
}

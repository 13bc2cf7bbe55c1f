// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct FreePlaceTests {
  private let size = GraphSize(180, 36)

  @Test func rectanglesThatAreAddedAtOnePointNeverOverlap() {
    var random = SplitMix64(seed: 5)
    var taken: [GraphRect] = []
    for _ in 0..<60 {
      let size = GraphSize(Double.random(in: 40...300, using: &random), Double.random(in: 30...200, using: &random))
      let place = FreePlace(among: taken).origin(for: size, near: GraphPoint(500, 300))
      let rect = GraphRect(place, size)
      #expect(!taken.contains { $0.expanded(by: FreePlace.gap - 0.01).intersects(rect) }, "\(rect)")
      taken.append(rect)
    }
    #expect(taken.map(\.minX).max() ?? 0 < 2500, "they stay near the point")
  }

  @Test func aFreePointIsTakenAndElseTheNearestPlaceBelowOrAbove() {
    let other = GraphRect(x: 100, y: 100, width: 180, height: 36)
    let place = FreePlace(among: [other])
    #expect(place.origin(for: size, near: GraphPoint(100, 200)) == GraphPoint(100, 200))
    #expect(place.origin(for: size, near: GraphPoint(100, 110)) == GraphPoint(100, 160))
    #expect(place.origin(for: size, near: GraphPoint(100, 90)) == GraphPoint(100, 40))
    #expect(place.origin(for: size, near: GraphPoint(100, 100)) == GraphPoint(100, 160), "down, if both are equal")
    // A tall one is passed at its side.
    let tall = FreePlace(among: [GraphRect(x: 100, y: -2000, width: 100, height: 4000)])
    #expect(tall.origin(for: size, near: GraphPoint(120, 0)) == GraphPoint(240, 0))
  }

  @Test func thePlaceIsToTheRightOfTheLeastEdge() {
    let other = GraphRect(x: 300, y: 0, width: 200, height: 400)
    let place = FreePlace(among: [other]).origin(for: size, near: .zero, rightOf: 280)
    #expect(place.x >= 280 && !other.expanded(by: FreePlace.gap - 0.01).intersects(GraphRect(place, size)))
  }
}

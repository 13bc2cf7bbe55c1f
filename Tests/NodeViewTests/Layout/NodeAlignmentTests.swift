// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct NodeAlignmentTests {
  private let rects = [
    GraphRect(x: 100, y: 40, width: 80, height: 20), GraphRect(x: 0, y: 200, width: 200, height: 100),
    GraphRect(x: 260, y: 0, width: 40, height: 60),
  ]

  private func moved(_ alignment: NodeAlignment, _ rects: [GraphRect]) -> [GraphRect] {
    zip(alignment.origins(of: rects), rects).map { GraphRect($0, $1.size) }
  }

  @Test func edgesAndMiddlesAreThoseOfTheRectangleAroundAll() {
    #expect(moved(.left, rects).map(\.minX) == [0, 0, 0])
    #expect(moved(.center, rects).map(\.midX) == [150, 150, 150])
    #expect(moved(.right, rects).map(\.maxX) == [300, 300, 300])
    #expect(moved(.top, rects).map(\.minY) == [0, 0, 0])
    #expect(moved(.middle, rects).map(\.midY) == [150, 150, 150])
    #expect(moved(.bottom, rects).map(\.maxY) == [300, 300, 300])
  }

  @Test func rectanglesMoveAlongOneAxisOnly() {
    for alignment in NodeAlignment.allCases {
      let origins = alignment.origins(of: rects)
      switch alignment {
      case .left, .center, .right, .across: #expect(origins.map(\.y) == rects.map(\.minY))
      case .top, .middle, .bottom, .down: #expect(origins.map(\.x) == rects.map(\.minX))
      }
    }
  }

  @Test func gapsBecomeEqualWithinTheSameExtent() {
    let row = [rects[0], GraphRect(x: 0, y: 0, width: 40, height: 20), GraphRect(x: 280, y: 9, width: 20, height: 20)]
    #expect(moved(.across, row).map(\.minX) == [120, 0, 280])
    // The first and the last are those in the order of their middles, and the extent is that of all.
    let down = moved(.down, rects)
    #expect(down.map(\.minY) == [120, 200, 0])
  }

  @Test func rectanglesWithoutRoomGetGapsThatKeepThemApart() {
    let pile = (0..<4).map { GraphRect(x: Double($0), y: 5, width: 100, height: 30) }
    #expect(moved(.across, pile).map(\.minX) == [0, 124, 248, 372])
    #expect(NodeAlignment.leastGap == 24)
  }

  @Test func tooFewRectanglesStay() {
    for alignment in NodeAlignment.allCases {
      let few = Array(rects.prefix(alignment.leastCount - 1))
      #expect(alignment.origins(of: few) == few.map(\.origin))
      #expect(alignment.origins(of: []).isEmpty)
    }
    #expect(NodeAlignment.allCases.map(\.leastCount) == [2, 2, 2, 2, 2, 2, 3, 3])
  }

  @Test func doingItAgainChangesNothing() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let rects = (0..<6).map { _ in
        GraphRect(
          x: Double(Int.random(in: 0...500, using: &random)), y: Double(Int.random(in: 0...500, using: &random)),
          width: Double(Int.random(in: 20...120, using: &random)), height: 40)
      }
      for alignment in NodeAlignment.allCases {
        let once = moved(alignment, rects)
        for (one, other) in zip(once, moved(alignment, once)) {
          #expect(one.origin.distance(to: other.origin) < 1e-9, "\(alignment) \(rects)")
        }
      }
    }
  }
}

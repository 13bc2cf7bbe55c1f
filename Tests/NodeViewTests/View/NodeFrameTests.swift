// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct NodeFrameTests {
  @Test func aNumberOfTheDemoIs202By288AndAnAdditionOfThreeInputs202By420() throws {
    let demo = try Demo()
    #expect(demo.view.frame(of: demo.one)?.rect == GraphRect(x: 210, y: 10, width: 202, height: 288))
    #expect(demo.view.frame(of: demo.two)?.rect == GraphRect(x: 220, y: 350, width: 202, height: 288))
    #expect(demo.view.frame(of: demo.sum)?.rect == GraphRect(x: 570, y: 170, width: 202, height: 420))
  }

  @Test func titleItemInputsAndOutputsFollowEachOtherWithoutGaps() {
    let frame = NodeFrame(
      at: GraphPoint(100, 50), titleHeight: 44, item: GraphSize(80, 30),
      inputs: [GraphSize(120, 10), GraphSize(90, 20)],
      outputs: [GraphSize(60, 16), GraphSize(70, 18)])
    #expect(frame.rect == GraphRect(x: 100, y: 50, width: 122, height: 138), "the widest part and 2")
    #expect(frame.titleBar == GraphRect(x: 100, y: 50, width: 122, height: 44))
    #expect(frame.trash == GraphRect(x: 178, y: 50, width: 44, height: 44))
    #expect(frame.item == GraphRect(x: 121, y: 94, width: 80, height: 30), "in the middle")
    #expect(frame.inputRow(0) == GraphRect(x: 100, y: 124, width: 122, height: 10))
    #expect(frame.inputRow(1) == GraphRect(x: 100, y: 134, width: 122, height: 20))
    #expect(frame.outputRow(0) == GraphRect(x: 100, y: 154, width: 122, height: 16))
    #expect(frame.outputRow(1) == GraphRect(x: 100, y: 170, width: 122, height: 18))
    #expect(frame.inputAnchor(1) == GraphPoint(100, 144) && frame.outputAnchor(0) == GraphPoint(222, 162))
  }

  @Test func theRowsOfAPartAreThoseThatTouchItAndOneMoreAtMost() {
    var random = SplitMix64(seed: 7)
    for count in [(0, 0), (1, 0), (0, 1), (5, 3), (40, 2)] {
      let sizes = (0..<count.0 + count.1).map { _ in GraphSize(10, [0, 0.1, 7, 20][random.below(4)]) }
      let frame = NodeFrame(
        at: GraphPoint(3, 0.7), titleHeight: 12, item: GraphSize(10, 5), inputs: Array(sizes.prefix(count.0)),
        outputs: Array(sizes.dropFirst(count.0)))
      let rows =
        (0..<count.0).map { ("input", $0, frame.inputRow($0)) }
        + (0..<count.1).map { ("output", $0, frame.outputRow($0)) }
      // Between rows, on their edges, and outside the node.
      let places: [Double] =
        rows.flatMap { row -> [Double] in [row.2.minY, row.2.midY, row.2.maxY] } + [-100, 5, frame.rect.maxY, 1e6]
      for top in places {
        for bottom in places where bottom >= top {
          let found = frame.rows(from: top, to: bottom)
          let touching = rows.filter { $0.2.minY <= bottom && $0.2.maxY >= top }
          for (side, index, _) in touching {
            #expect((side == "input" ? found.inputs : found.outputs).contains(index), "\(side) \(index) at \(top)")
          }
          let close = rows.filter { $0.2.minY <= bottom && $0.2.maxY >= top - 0.01 }
          #expect(found.inputs.count + found.outputs.count <= close.count + 1)
        }
      }
    }
  }

  @Test func partsOfNoSizeOrOfAnyAreLimited() throws {
    let demo = try Demo()
    demo.host.sizes = [
      "row Odd.x ← –": GraphSize(.nan, -5), "row Odd.low": GraphSize(.infinity, 1e300),
      "row Odd.label": GraphSize(0, 0),
    ]
    let odd = try demo.host.graph.add("Split", named: "Odd", at: GraphPoint(.infinity, .nan))
    demo.view.reload(odd)
    let frame = try #require(demo.view.frame(of: odd))
    #expect(frame.inputHeights == [0] && frame.outputHeights == [1e6, 0, 44])
    #expect(frame.rect == GraphRect(x: 1e9, y: 0, width: 1_000_002, height: 1_000_288))
  }
}

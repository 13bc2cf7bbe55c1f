// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Trees whose parents are centred between the centres of their children.
@Suite struct TreeCentringTests {
  private let sizes = [GraphSize(60, 20), GraphSize(80, 20), GraphSize(30, 20), GraphSize(220, 20)]

  @Test func aParentIsCentredBetweenTheMiddlesOfItsOuterChildren() {
    func offsets(_ children: [[Int]], _ sizes: [GraphSize]) -> [Double] {
      let lines = TreeLayout(centring: .middles).layout(children: children, sizes: sizes).lines
      return lines.dropFirst().map { $0[1].x - $0[0].x }
    }
    let two = offsets([[1, 2], [], []], [sizes[1], sizes[2], sizes[3]])
    #expect(two == [-70.5, 70.5])
    let three = offsets([[1, 2, 3], [], [], []], sizes)
    #expect(three[0] == -three[2])
    #expect(offsets([[3, 2, 1], [], [], []], sizes).count == 3)
  }

  @Test func bothWaysOfCentringAgreeForEqualWidths() {
    let sizes = (0..<7).map { GraphSize(40, 10 + Double($0)) }
    let children = [[1, 2, 3], [4, 5], [], [6], [], [], []]
    #expect(
      TreeLayout(centring: .middles).layout(children: children, sizes: sizes)
        == TreeLayout().layout(children: children, sizes: sizes))
  }
}

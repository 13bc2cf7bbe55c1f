// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct GraphSelectionTests {
  private static let nodes = (0..<4).map { NodeID(slot: UInt32($0), generation: 0) }
  private static let wires = (0..<3).map { Connection(from: nodes[$0].output(0), to: nodes[$0 + 1].input(0)) }

  private static func selection(_ nodes: [Int], _ wires: [Int] = []) -> GraphSelection {
    GraphSelection(nodes: nodes.map { Self.nodes[$0] }, connections: wires.map { Self.wires[$0] })
  }

  @Test func nodesAndConnectionsAreSelectedAndDeselectedInPlace() {
    var selection = Self.selection([2], [1])
    #expect(selection.insert(Self.nodes[0]) && !selection.insert(Self.nodes[2]))
    #expect(selection.insert(Self.wires[0]) && !selection.insert(Self.wires[1]))
    #expect(selection == Self.selection([2, 0], [1, 0]))
    #expect(selection.remove(Self.nodes[2]) && !selection.remove(Self.nodes[3]))
    #expect(selection.remove(Self.wires[1]) && !selection.remove(Self.wires[2]))
    #expect(selection == Self.selection([0], [0]) && !selection.contains(Self.nodes[2]))
    #expect(!selection.toggle(Self.nodes[0]) && selection.toggle(Self.nodes[3]))
    #expect(!selection.toggle(Self.wires[0]) && selection.toggle(Self.wires[2]))
    #expect(selection == Self.selection([3], [2]))
    selection.removeAll()
    #expect(selection.isEmpty)
  }

  @Test func selectionsAreCombinedAsSetsThatKeepTheirOrder() {
    let (one, other) = (Self.selection([3, 1], [0, 1]), Self.selection([2, 1], [1, 2]))
    #expect(one.union(other) == Self.selection([3, 1, 2], [0, 1, 2]))
    #expect(one.subtracting(other) == Self.selection([3], [0]))
    #expect(one.intersection(other) == Self.selection([1], [1]))
    #expect(one.symmetricDifference(other) == Self.selection([3, 2], [0, 2]))
    var changed = one
    changed.formUnion(other)
    #expect(changed == one.union(other))
    changed.subtract(one)
    #expect(changed == Self.selection([2], [2]))
    changed.formSymmetricDifference(other)
    #expect(changed == Self.selection([1], [1]))
    changed.formIntersection(GraphSelection())
    #expect(changed.isEmpty)
  }
}

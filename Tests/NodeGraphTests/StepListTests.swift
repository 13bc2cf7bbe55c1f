// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

/// The steps that a graph records during an edit, and the release of their memory.
@Suite struct StepListTests {
  private static let kind = NodeKind("Node", inputs: [.init("x", PortType(Int.self))], outputs: [])

  @Test func stepsThatHoldMemoryAndStepsThatDoNotAreTakenBackTogether() throws {
    var graph = Graph(kinds: [Self.kind])
    let first = try graph.add("Node", named: "first", at: GraphPoint(1, 2))
    for count in [1, 100, 3000] {
      #expect(throws: EditScript.Abandoned.self) {
        try graph.edit { graph in
          for index in 0..<count {
            let node = try graph.add("Node", named: "a name that is too long to lie in place \(index)")
            try graph.move(node, to: GraphPoint(Double(index), 0))
            if index % 3 == 0 { try graph.remove(node) }
          }
          try graph.rename(first, to: nil)
          throw EditScript.Abandoned()
        }
      }
      graph.checkInvariants()
      #expect(graph.nodeCount == 1 && graph.name(of: first) == "first" && graph.position(of: first) == GraphPoint(1, 2))
    }
  }

  @Test func anInnerEditThatFailsLeavesTheStepsOfTheOuterOne() throws {
    var graph = Graph(kinds: [Self.kind])
    var inner: [NodeID] = []
    var outer: [NodeID] = []
    let changes = try graph.edit { graph in
      outer.append(try graph.add("Node", named: "outer"))
      #expect(throws: EditScript.Abandoned.self) {
        try graph.edit { graph in
          for _ in 0..<2000 { inner.append(try graph.add("Node")) }
          try graph.remove(outer[0])
          throw EditScript.Abandoned()
        }
      }
      outer.append(try graph.add("Node"))
    }
    #expect(changes == [.added(outer[0]), .renamed(outer[0], from: nil, to: "outer"), .added(outer[1])])
    #expect(graph.nodes == outer && !inner.contains { graph.contains($0) })
  }

  @Test func aCopyMadeInAnEditHasStepsOfItsOwn() throws {
    var graph = Graph(kinds: [Self.kind])
    var copy = graph
    let first = try graph.add("Node", named: "first")
    #expect(throws: EditScript.Abandoned.self) {
      try graph.edit { graph in
        try graph.rename(first, to: "second")
        copy = graph
        try graph.rename(first, to: "third")
        throw EditScript.Abandoned()
      }
    }
    #expect(graph.name(of: first) == "first" && copy.name(of: first) == "second")
    try copy.edit { try $0.rename(first, to: "fourth") }
    #expect(graph.name(of: first) == "first" && copy.name(of: first) == "fourth")
  }
}

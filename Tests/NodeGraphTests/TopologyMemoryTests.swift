// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct TopologyMemoryTests {
  /// Adds and removes nodes of all kinds, each connected to a hub that stays.
  private func churn(_ graph: inout Graph, hub: NodeID, _ count: Int) throws {
    var nodes: [NodeID] = []
    for index in 0..<count {
      let kind = mixedKinds[index % mixedKinds.count]
      let node = try index % 7 == 0 ? graph.add(own: kind) : graph.add(kind.name, named: "node \(index)")
      for input in kind.inputs.indices where kind.inputs[input].type == number {
        let connections = kind.inputs[input].arity == .many ? 5 : 1
        for _ in 0..<connections { try graph.connect(hub.output, to: node.input(input)) }
      }
      nodes.append(node)
    }
    for node in nodes { try graph.remove(node) }
  }

  @Test func memoryOfRemovedNodesIsUsedAgain() throws {
    // With invariants checked after each edit, a thousand rounds take hours.
    #if DEBUG
      let (rounds, count) = InvariantChecks.areOn ? (3, 100) : (100, 1000)
    #else
      let (rounds, count) = (1000, 1000)
    #endif
    var graph = Graph(kinds: mixedKinds)
    let hub = try graph.add("Number")
    // Some rounds end with less memory than others, because part of it was released.
    var most = 0
    var mostShapes = 0
    for _ in 0..<3 {
      try churn(&graph, hub: hub, count)
      most = max(most, graph.storage.value.byteCount)
      mostShapes = max(mostShapes, graph.storage.value.shapes.count)
    }
    for _ in 0..<rounds {
      try churn(&graph, hub: hub, count)
      #expect(graph.storage.value.byteCount <= most)
      #expect(graph.storage.value.shapes.count <= mostShapes)
    }
    #expect(graph.nodeCount == 1)
    graph.checkInvariants()
  }

  @Test func memoryOfFailedEditsIsUsedAgain() throws {
    var graph = Graph(kinds: mixedKinds)
    let hub = try graph.add("Number")
    func fail() {
      #expect(throws: EditScript.Abandoned.self) {
        try graph.edit { graph in
          try churn(&graph, hub: hub, 100)
          throw EditScript.Abandoned()
        }
      }
    }
    for _ in 0..<3 { fail() }
    let before = graph.storage.value.byteCount
    for _ in 0..<20 { fail() }
    #expect(graph.storage.value.byteCount == before)
    #expect(graph.nodes == [hub])
    graph.checkInvariants()
  }

  @Test func changingKindsBackAndForthTakesNoMoreMemory() throws {
    var graph = Graph(kinds: mixedKinds)
    let one = try graph.add("Number")
    let node = try graph.add("Add")
    func toggle() throws {
      for kind in mixedKinds {
        try graph.setKind(of: node, to: kind.name, matching: .name)
        try? graph.connect(one.output, to: node.input(0))
      }
    }
    for _ in 0..<3 { try toggle() }
    let before = graph.storage.value.byteCount
    for _ in 0..<200 { try toggle() }
    #expect(graph.storage.value.byteCount == before)
    graph.checkInvariants()
  }

  @Test func aFewNodesThatComeAndGoLeaveTheOrderDense() throws {
    var graph = Graph(kinds: mixedKinds)
    let kept = try (0..<100).map { _ in try graph.add("Negate") }
    for _ in 0..<2000 { try graph.remove(try graph.add("Negate")) }
    #expect(graph.nodes == kept)
    #expect(graph.storage.value.nodeAtRank.count <= 2 * 101)
    #expect(graph.storage.value.records.count == 101)
  }
}

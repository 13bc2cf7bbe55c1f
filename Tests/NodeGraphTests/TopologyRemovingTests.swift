// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct TopologyRemovingTests {
  @Test func aHubGoesWithAllItsConnectionsAndComesBackWithThem() throws {
    var graph = Graph(kinds: mixedKinds)
    let hub = try graph.add("Split")
    let total = try graph.add("Sum")
    let others = try (0..<50_000).map { _ in try graph.add("Add") }
    var connections = others.flatMap { [Connection(from: hub.output(0), to: $0.input(0))] }
    connections += others.map { Connection(from: hub.output(2), to: $0.input(1)) }
    connections += [Connection(from: others[7].output, to: total.input(0))]
    connections += (0..<3).map { _ in Connection(from: hub.output(0), to: total.input(0)) }
    try graph.connect(contentsOf: connections)
    let before = try GraphPicture(graph)
    let consumers = graph.connections(of: hub)
    #expect(throws: EditScript.Abandoned.self) {
      try graph.edit { graph in
        try graph.remove(hub)
        throw EditScript.Abandoned()
      }
    }
    #expect(try GraphPicture(graph) == before)
    #expect(graph.connections(of: hub) == consumers, "they come in the order that they had")
    graph.checkInvariants()
    let changes = try graph.edit { graph in try graph.remove(hub) }
    #expect(changes.count == connections.count && changes.last == .removed(hub))
    #expect(graph.connections == [Connection(from: others[7].output, to: total.input(0))])
    graph.checkInvariants()
  }

  /// Removes nodes that read one output several times or several outputs of a node, some with names or positions.
  @Test func removedNodesComeBackAsTheyWere() throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var graph = Graph(kinds: mixedKinds)
      var nodes: [NodeID] = []
      for index in 0..<60 {
        let node = try graph.add(mixedKinds[random.below(mixedKinds.count)].name)
        if random.oneIn(3) { try graph.rename(node, to: "node \(index)") }
        if random.oneIn(3) { try graph.move(node, to: GraphPoint(Double(index), 1)) }
        for input in try graph.kind(of: node).inputs.indices {
          for _ in 0..<4 where !nodes.isEmpty {
            let source = nodes[max(0, nodes.count - 1 - random.below(6))]
            try? graph.connect(source.output(random.below(3)), to: node.input(input))
          }
        }
        nodes.append(node)
      }
      let before = try GraphPicture(graph)
      let connections = nodes.map { graph.connections(of: $0) }
      #expect(throws: EditScript.Abandoned.self) {
        try graph.edit { graph in
          for node in nodes.shuffled(using: &random).prefix(40) { try graph.remove(node) }
          graph.checkInvariants()
          throw EditScript.Abandoned()
        }
      }
      graph.checkInvariants()
      #expect(try GraphPicture(graph) == before, "seed \(seed)")
      #expect(nodes.map { graph.connections(of: $0) } == connections, "seed \(seed)")
      for node in nodes.shuffled(using: &random) {
        try graph.remove(node)
        graph.checkInvariants()
      }
      #expect(graph.nodeCount == 0 && graph.connectionCount == 0)
    }
  }

  @Test func aNodeThatReadsOneOutputVeryOftenGoes() throws {
    var graph = Graph(kinds: mixedKinds)
    let hub = try graph.add("Split")
    let total = try graph.add("Sum")
    try graph.connect(
      contentsOf: (0..<65_536).map { _ in Connection(from: hub.output(0), to: total.input(0)) })
    try graph.remove(total)
    #expect(graph.nodes == [hub] && graph.connectionCount == 0)
    graph.checkInvariants()
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct TopologyOrderTests {
  @Test(arguments: [1, 2] as [UInt64])
  func connectionsInAnyOrderKeepTheNodesSorted(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<2000).map { _ in try graph.add("Sum") }.shuffled(using: &random)
    for round in 0..<6000 {
      let ends = (random.below(2000), random.below(2000))
      guard ends.0 != ends.1 else { continue }
      try graph.connect(nodes[min(ends.0, ends.1)].output, to: nodes[max(ends.0, ends.1)].input(0))
      if round % 500 == 0 { graph.checkInvariants() }
    }
    graph.checkInvariants()
    #expect(try GraphPicture(graph).orderFault == nil, "seed \(seed)")
  }

  @Test func aChainConnectedAgainstTheOrderIsSorted() throws {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<2000).map { _ in try graph.add("Negate") }
    for index in 1..<2000 { try graph.connect(nodes[index].output, to: nodes[index - 1].input(0)) }
    #expect(graph.nodes == nodes.reversed())
    graph.checkInvariants()
  }

  @Test func theWorstOrderForPearceAndKellyIsSorted() throws {
    // Two halves, each connected within. Each connection between them then moves all that were moved before.
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<2000).map { _ in try graph.add("Sum") }
    for index in 1..<1000 {
      try graph.connect(nodes[index - 1].output, to: nodes[index].input(0))
      try graph.connect(nodes[999 + index].output, to: nodes[1000 + index].input(0))
    }
    for index in 0..<1000 {
      try graph.connect(nodes[1000 + index].output, to: nodes[999 - index].input(0))
    }
    graph.checkInvariants()
    #expect(graph.nodes == Array(nodes[1000...]) + Array(nodes[..<1000]))
  }

  @Test func togglingAConnectionMovesNothingTheSecondTime() throws {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<100).map { _ in try graph.add("Sum") }
    try graph.connect(nodes[99].output, to: nodes[0].input(0))
    let order = graph.nodes
    for _ in 0..<10 {
      try graph.disconnect(nodes[0].input(0))
      #expect(graph.nodes == order)
      try graph.connect(nodes[99].output, to: nodes[0].input(0))
      #expect(graph.nodes == order)
    }
  }

  @Test func manyConnectionsAtOnceMayComeInAnyOrder() throws {
    var random = SplitMix64(seed: 7)
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<100_000).map { _ in try graph.add("Add") }.shuffled(using: &random)
    var connections: [Connection] = []
    for index in 1..<nodes.count {
      connections.append(Connection(from: nodes[index - 1].output, to: nodes[index].input(0)))
      connections.append(Connection(from: nodes[random.below(index)].output, to: nodes[index].input(1)))
    }
    connections.shuffle(using: &random)
    let empty = graph.nodes
    #expect(throws: EditScript.Abandoned.self) {
      try graph.edit { graph in
        try graph.connect(contentsOf: connections)
        throw EditScript.Abandoned()
      }
    }
    #expect(graph.nodes == empty && graph.connectionCount == 0)
    try graph.connect(contentsOf: connections)
    #expect(graph.nodes == nodes, "the chain leaves only one order")
    #expect(graph.connectionCount == connections.count)
    graph.checkInvariants()
  }

  @Test func aCycleAmongManyConnectionsIsReportedAndNothingIsMade() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var graph = Graph(kinds: mixedKinds)
      let nodes = try (0..<300).map { _ in try graph.add("Sum") }
      try graph.connect(nodes[7].output, to: nodes[3].input(0))
      let before = try GraphPicture(graph)
      let connections = (0..<450).map { _ in
        Connection(from: nodes[random.below(300)].output, to: nodes[random.below(300)].input(0))
      }
      let error = try #require(throws: GraphError.self) { try graph.connect(contentsOf: connections) }
      guard case .cycle(let path) = error else { throw error }
      #expect(try GraphPicture(graph) == before, "seed \(seed)")
      graph.checkInvariants()
      var consumers: [NodeID: Set<NodeID>] = [nodes[7]: [nodes[3]]]
      for connection in connections { consumers[connection.source.node, default: []].insert(connection.target.node) }
      let last = try #require(path.last)
      var previous = last.node
      for input in path {
        #expect(consumers[previous]?.contains(input.node) == true, "seed \(seed): \(path)")
        previous = input.node
      }
      // No shorter path leads from the node back to itself.
      var reached = consumers[last.node] ?? []
      for _ in 1..<path.count {
        #expect(!reached.contains(last.node), "seed \(seed): \(path)")
        reached.formUnion(reached.flatMap { consumers[$0] ?? [] })
      }
      #expect(reached.contains(last.node))
    }
  }

  @Test func manyConnectionsAreRefusedForTheReasonsOfOne() throws {
    var graph = Graph(kinds: mixedKinds)
    let (one, minus, label) = (try graph.add("Number"), try graph.add("Negate"), try graph.add("Label"))
    let first = Connection(from: one.output, to: minus.input(0))
    let before = try GraphPicture(graph)
    let refused: [(Connection, GraphError)] = [
      (first, .occupied(first)),
      (
        Connection(from: label.output, to: minus.input(0)),
        .typeMismatch(source: label.output, text, target: minus.input(0), number)
      ),
      (Connection(from: one.output, to: label.input(1)), .noSuchInput(label, .index(1), among: ["x"])),
      (Connection(from: one.output(1), to: label.input(0)), .noSuchOutput(one, .index(1), among: ["value"])),
    ]
    for (connection, reason) in refused {
      #expect(throws: reason) { try graph.connect(contentsOf: [first, connection]) }
      #expect(try GraphPicture(graph) == before)
      graph.checkInvariants()
    }
    try graph.connect(contentsOf: [first])
    try graph.connect(contentsOf: [])
    #expect(graph.connections == [first])
  }
}

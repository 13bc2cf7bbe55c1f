// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct TopologyBulkTests {
  /// Adds nodes of mixed kinds, and returns valid connections without cycles among them.
  private func randomConnections(
    _ graph: inout Graph, nodes count: Int, _ random: inout SplitMix64
  ) throws -> [Connection] {
    var nodes: [NodeID] = []
    for _ in 0..<count { nodes.append(try graph.add(mixedKinds[random.below(mixedKinds.count)].name)) }
    nodes.shuffle(using: &random)
    var connections: [Connection] = []
    var taken: Set<InputPort> = []
    for _ in 0..<4 * count {
      let (first, second) = (random.below(count), random.below(count))
      let (source, target) = (nodes[min(first, second)], nodes[max(first, second)])
      let (outputs, inputs) = (try graph.kind(of: source).outputs, try graph.kind(of: target).inputs)
      guard source != target, let output = outputs.indices.randomElement(using: &random),
        let input = inputs.indices.randomElement(using: &random), outputs[output].type == inputs[input].type
      else { continue }
      guard inputs[input].arity == .many || taken.insert(target.input(input)).inserted else { continue }
      connections.append(Connection(from: source.output(output), to: target.input(input)))
    }
    return connections
  }

  @Test func manyConnectionsAtOnceMakeTheSameGraphAsOneByOne() throws {
    for seed in 1...30 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var graph = Graph(kinds: mixedKinds)
      let connections = try randomConnections(&graph, nodes: 5 + random.below(120), &random)
      var oneByOne = graph
      for connection in connections { try oneByOne.connect(connection.source, to: connection.target) }
      let changes = try graph.edit { graph in try graph.connect(contentsOf: connections) }
      graph.checkInvariants()
      #expect(changes == connections.map { .connected($0) })
      var (picture, expected) = (try GraphPicture(graph), try GraphPicture(oneByOne))
      #expect(picture.orderFault == nil, "seed \(seed)")
      // Several orders may be valid.
      (picture.order, expected.order) = ([], [])
      #expect(picture == expected, "seed \(seed)")
    }
  }

  @Test func anEditThatFailsLaterTakesManyConnectionsBack() throws {
    for seed in 31...60 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var graph = Graph(kinds: mixedKinds)
      let connections = try randomConnections(&graph, nodes: 5 + random.below(120), &random)
      let (first, second) = (connections.prefix(connections.count / 3), connections.dropFirst(connections.count / 3))
      try graph.connect(contentsOf: first)
      let before = try GraphPicture(graph)
      let consumers = before.order.map { graph.connections(of: $0) }
      #expect(throws: EditScript.Abandoned.self) {
        try graph.edit { graph in
          try graph.connect(contentsOf: second)
          if let last = first.last { try graph.disconnect(last.source, from: last.target) }
          for node in graph.nodes where random.oneIn(4) { try graph.remove(node) }
          throw EditScript.Abandoned()
        }
      }
      graph.checkInvariants()
      #expect(try GraphPicture(graph) == before, "seed \(seed)")
      #expect(before.order.map { graph.connections(of: $0) } == consumers, "seed \(seed)")
      try graph.connect(contentsOf: second)
      graph.checkInvariants()
    }
  }

  /// Tests each reason for refusing a connection, with accepted connections before and after it.
  @Test func aConnectionThatIsRefusedLeavesNoneOfTheOthers() throws {
    var graph = Graph(kinds: mixedKinds)
    let gone = try graph.add("Number")
    try graph.remove(gone)
    let nodes = try (0..<200).map { _ in try graph.add("Negate") }
    let label = try graph.add("Label")
    let sum = try graph.add("Sum")
    let chain = Array(zip(nodes, nodes.dropFirst()).map { Connection(from: $0.output, to: $1.input(0)) }.reversed())
    let sums = nodes.map { Connection(from: $0.output, to: sum.input(0)) }
    let before = try GraphPicture(graph)
    let start = nodes[0].input(0)
    let refused: [(Connection, GraphError)] = [
      (chain[0], .occupied(chain[0])),
      (
        Connection(from: label.output, to: start),
        .typeMismatch(source: label.output, text, target: start, number)
      ),
      (Connection(from: nodes[4].output, to: label.input(1)), .noSuchInput(label, .index(1), among: ["x"])),
      (Connection(from: nodes[4].output, to: label.input(-1)), .noSuchInput(label, .index(-1), among: ["x"])),
      (Connection(from: nodes[4].output(7), to: start), .noSuchOutput(nodes[4], .index(7), among: ["y"])),
      (Connection(from: gone.output, to: start), .stale(gone)),
      (Connection(from: nodes[4].output, to: gone.input(0)), .stale(gone)),
      (Connection(from: nodes[199].output, to: start), .cycle([start] + nodes.dropFirst().map { $0.input(0) })),
    ]
    for (connection, reason) in refused {
      let error = #expect(throws: GraphError.self) {
        try graph.connect(contentsOf: sums + chain + [connection] + sums)
      }
      if case .cycle(let path) = reason, case .cycle(let found) = error {
        #expect(Set(found) == Set(path) && found.count == path.count)
      } else {
        #expect(error == reason)
      }
      #expect(try GraphPicture(graph) == before)
      graph.checkInvariants()
    }
  }

  @Test func whatFailsAgainAndAgainTakesNoMemory() throws {
    var graph = Graph(kinds: mixedKinds)
    // Few enough that positions among the consumers need no table of their own.
    let nodes = try (0..<120).map { _ in try graph.add("Add") }
    var connections: [Connection] = []
    for node in nodes.dropFirst() {
      for input in 0..<2 { connections.append(Connection(from: nodes[0].output, to: node.input(input))) }
    }
    let refused = [Connection(from: nodes[1].output(5), to: nodes[2].input(1))] + connections
    #expect(throws: GraphError.self) { try graph.connect(contentsOf: refused) }
    let bytes = graph.storage.value.byteCount
    for _ in 0..<20 { #expect(throws: GraphError.self) { try graph.connect(contentsOf: refused) } }
    #expect(graph.storage.value.byteCount == bytes)
    try graph.connect(contentsOf: connections)
    #expect(graph.storage.value.byteCount == bytes)
    graph.checkInvariants()
  }

  @Test func fewConnectionsAmongManyNodesMoveWhatTheyMoveOneByOne() throws {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<2048).map { _ in try graph.add("Negate") }
    // Three connections that go a few ranks back. Sorting all nodes would put those without connections first.
    let connections = (1...3).map { Connection(from: nodes[$0 * 500 + 2].output, to: nodes[$0 * 500].input(0)) }
    var oneByOne = graph
    for connection in connections { try oneByOne.connect(connection.source, to: connection.target) }
    let changes = try graph.edit { try $0.connect(contentsOf: connections) }
    #expect(graph.nodes == oneByOne.nodes)
    #expect(changes == connections.map { .connected($0) })
    graph.checkInvariants()
  }

  @Test(arguments: fuzzSeeds(0...11))
  func fewConnectionsAmongManyNodesAreMadeOrRefusedTogether(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var graph = Graph(kinds: mixedKinds)
    try graph.connect(contentsOf: randomConnections(&graph, nodes: 1100, &random))
    let nodes = graph.nodes
    for _ in 0..<12 {
      let connections = (0..<4).map { _ in
        Connection(from: nodes[random.below(1100)].output(0), to: nodes[random.below(1100)].input(random.below(2)))
      }
      let before = graph
      var oneByOne = graph
      var refusals: [GraphError] = []
      for connection in connections {
        do { try oneByOne.connect(connection.source, to: connection.target) } catch { refusals.append(error) }
      }
      do {
        try graph.connect(contentsOf: connections)
        #expect(refusals.isEmpty && Set(graph.connections) == Set(oneByOne.connections))
      } catch {
        #expect(!refusals.isEmpty)
        #expect(try GraphPicture(graph) == GraphPicture(before))
      }
      #expect(try GraphPicture(graph).orderFault == nil)
    }
    graph.checkInvariants()
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct GraphCandidatesTests {
  /// A graph of all kinds whose connections are made in random order, so that ranks were moved and spaced.
  private func anyGraph(_ random: inout SplitMix64, nodes count: Int) throws -> Graph {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<count).map { _ in try graph.add(random.pick(mixedKinds).name) }
    for _ in 0..<count * 3 {
      let (source, target) = (random.pick(nodes), random.pick(nodes))
      try? graph.connect(source.output(random.below(3)), to: target.input(random.below(3)))
    }
    return graph
  }

  /// Whether a node can be reached from another, by a naive search along the connections.
  private func reaches(_ start: NodeID, _ goal: NodeID, in graph: Graph) -> Bool {
    var (seen, open): (Set<NodeID>, [NodeID]) = ([start], [start])
    while let node = open.popLast() {
      if node == goal { return true }
      for connection in graph.connections(of: node) where connection.source.node == node {
        if seen.insert(connection.target.node).inserted { open.append(connection.target.node) }
      }
    }
    return false
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func candidatesAndVerdictsSayWhatFollowingConnectionsSays(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for round in 0..<12 {
      let graph = try anyGraph(&random, nodes: [3, 10, 30][round % 3])
      var inputs = graph.nodes.flatMap { node in (0..<4).map { node.input($0) } }
      inputs.shuffle(using: &random)
      for node in graph.nodes {
        for index in 0..<3 {
          let source = node.output(index)
          var expected: [InputPort] = []
          for input in inputs {
            guard let output = try? graph.kind(of: node).outputs, output.indices.contains(index),
              let taken = try? graph.kind(of: input.node).inputs, taken.indices.contains(input.index),
              output[index].type == taken[input.index].type
            else { continue }
            let isCycle = reaches(input.node, node, in: graph)
            if !isCycle { expected.append(input) }
            let verdict = graph.verdict(onConnecting: source, to: input)
            if case .refused(.cycle) = verdict {
              #expect(isCycle, "seed \(seed), round \(round)")
            } else {
              #expect(!isCycle, "seed \(seed), round \(round): \(verdict)")
            }
          }
          #expect(graph.candidates(for: source, among: inputs) == expected, "seed \(seed), round \(round)")
        }
      }
    }
  }

  @Test func portsThatAreNotThereAreNoCandidates() throws {
    var graph = Graph(kinds: mixedKinds)
    let (one, two) = (try graph.add("Number"), try graph.add("Add"))
    let gone = try graph.add("Add")
    try graph.remove(gone)
    let inputs = [two.input(-1), two.input(0), two.input(2), gone.input(0), one.input(0), two.input(0), two.input(1)]
    #expect(graph.candidates(for: one.output, among: inputs) == [two.input(0), two.input(0), two.input(1)])
    #expect(graph.candidates(for: one.output(1), among: inputs).isEmpty)
    #expect(graph.candidates(for: gone.output, among: inputs).isEmpty)
  }

  @Test func aSourceWithManyReadersIsFoundThroughTheInput() throws {
    // The connections are removed from last to first, so a search through the input would visit 200 million of them.
    let count = 20_000
    var graph = Graph(kinds: mixedKinds)
    let total = try graph.add("Sum")
    let sources = try (0..<count).map { _ in try graph.add("Number") }
    try graph.connect(contentsOf: sources.map { Connection(from: $0.output, to: total.input(0)) })
    try graph.edit { graph throws(GraphError) in
      for source in sources.dropFirst(2).reversed() { try graph.disconnect(source.output, from: total.input(0)) }
    }
    #expect(graph.sources(of: total.input(0)) == sources.prefix(2).map(\.output))
  }

  @Test func ofConnectionsThatAreTheSameTheFirstIsCut() throws {
    var graph = Graph(kinds: mixedKinds)
    let (one, two) = (try graph.add("Number"), try graph.add("Number"))
    let (total, other) = (try graph.add("Sum"), try graph.add("Sum"))
    for source in [two, one, two, one, two] { try graph.connect(source.output, to: total.input(0)) }
    // First the output has few consumers and the input many connections, then the other way round.
    try graph.disconnect(two.output, from: total.input(0))
    #expect(graph.sources(of: total.input(0)) == [one, two, one, two].map(\.output))
    for _ in 0..<9 { try graph.connect(two.output, to: other.input(0)) }
    try graph.disconnect(two.output, from: total.input(0))
    #expect(graph.sources(of: total.input(0)) == [one, one, two].map(\.output))
    #expect(throws: GraphError.notConnected(Connection(from: one.output, to: other.input(0)))) {
      try graph.disconnect(one.output, from: other.input(0))
    }
    graph.checkInvariants()
  }
}

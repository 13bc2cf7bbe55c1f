// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct GraphConnectionsTests {
  /// A graph of up to nine nodes, connected at random.
  private func randomGraph(_ random: inout SplitMix64) throws -> Graph {
    var graph = Graph(kinds: mixedKinds)
    for _ in 0..<2 + random.below(8) { try graph.add(mixedKinds[random.below(mixedKinds.count)].name) }
    for _ in 0..<40 {
      let (source, target) = (random.below(graph.nodeCount), random.below(graph.nodeCount))
      try? graph.connect(
        graph.nodes[source].output(random.below(3)), to: graph.nodes[target].input(random.below(3)))
    }
    return graph
  }

  @Test func verdictsSayWhatConnectDoes() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let graph = try randomGraph(&random)
      let before = try GraphPicture(graph)
      for (source, target) in graph.nodes.flatMap({ source in graph.nodes.map { (source, $0) } }) {
        for (output, input) in (0..<4).flatMap({ output in (0..<4).map { (output, $0) } }) {
          let (source, target) = (source.output(output), target.input(input))
          let verdict = graph.verdict(onConnecting: source, to: target)
          #expect(outcomes(graph, source, target) == expectations(verdict), "seed \(seed): \(source) to \(target)")
        }
      }
      graph.checkInvariants()
      #expect(try GraphPicture(graph) == before, "a verdict changes nothing, seed \(seed)")
    }
  }

  private func outcomes(_ graph: Graph, _ source: OutputPort, _ target: InputPort) -> [GraphError?] {
    [false, true].map { replacing in
      var copy = graph
      do throws(GraphError) {
        try copy.connect(source, to: target, replacing: replacing)
        copy.checkInvariants()
        return copy.sources(of: target).contains(source) ? nil : .notConnected(Connection(from: source, to: target))
      } catch {
        return error
      }
    }
  }

  private func expectations(_ verdict: ConnectionVerdict) -> [GraphError?] {
    switch verdict {
    case .allowed: [nil, nil]
    case .replacing(let occupant): [.occupied(occupant), nil]
    // A graph without an evaluator has no conversions.
    case .converting: []
    case .refused(let reason): [reason, reason]
    }
  }

  @Test func replacingLeavesOneConnection() throws {
    var graph = Graph(kinds: mixedKinds)
    let (one, two, minus) = (try graph.add("Number"), try graph.add("Number"), try graph.add("Negate"))
    try graph.connect(one.output, to: minus.input(0))
    let changes = try graph.edit { graph in try graph.connect(two.output, to: minus.input(0), replacing: true) }
    let (before, after) = (
      Connection(from: one.output, to: minus.input(0)), Connection(from: two.output, to: minus.input(0))
    )
    #expect(changes == [.disconnected(before), .connected(after)])
    #expect(graph.connections == [after])
    #expect(graph.connections(of: one).isEmpty)
  }

  @Test func anInputThatTakesManyKeepsTheOrderOfItsConnections() throws {
    var graph = Graph(kinds: mixedKinds)
    let numbers = try (0..<10).map { _ in try graph.add("Number") }
    let total = try graph.add("Sum")
    for one in numbers + numbers { try graph.connect(one.output, to: total.input("terms")) }
    try graph.disconnect(numbers[3].output, from: total.input(0))
    try graph.remove(numbers[7])
    let kept = numbers.filter { $0 != numbers[3] && $0 != numbers[7] }.map(\.output)
    let all = numbers.filter { $0 != numbers[7] }.map(\.output)
    #expect(graph.sources(of: total.input(0)) == kept + all)
    graph.checkInvariants()
  }

  @Test func upstreamAndDownstreamAreInEvaluationOrder() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let graph = try randomGraph(&random)
      var upstream: [NodeID: Set<NodeID>] = [:]
      for node in graph.nodes {
        let direct = graph.connections(of: node).map(\.source.node).filter { $0 != node }
        upstream[node] = Set(direct + direct.flatMap { upstream[$0] ?? [] })
      }
      for node in graph.nodes {
        #expect(graph.upstream(of: node) == graph.nodes.filter { upstream[node]?.contains($0) == true })
        #expect(graph.downstream(of: node) == graph.nodes.filter { upstream[$0]?.contains(node) == true })
        for other in graph.nodes {
          #expect(graph.isUpstream(other, of: node) == upstream[node]?.contains(other))
        }
      }
      let some = graph.nodes.filter { _ in random.oneIn(4) }
      #expect(graph.upstream(of: some) == Set(some.flatMap { graph.upstream(of: $0) }))
      #expect(graph.downstream(of: some) == Set(some.flatMap { graph.downstream(of: $0) }))
      #expect(graph.sources == graph.nodes.filter { upstream[$0]?.isEmpty == true })
      #expect(graph.sinks == graph.nodes.filter { graph.downstream(of: $0).isEmpty })
    }
  }
}

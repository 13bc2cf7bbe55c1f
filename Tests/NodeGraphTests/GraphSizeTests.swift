// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Large graphs: no operation recurses over them, and the time of operations documented as cheap does not depend on the size.
@Suite struct GraphSizeTests {
  #if DEBUG
    private let size = InvariantChecks.areOn ? 5000 : 100_000
  #else
    private let size = 1_000_000
  #endif

  /// Makes a chain; its nodes are returned in the order of their connections.
  private func chain(_ count: Int) throws -> (graph: Graph, nodes: [NodeID]) {
    var graph = Graph(kinds: mixedKinds)
    var nodes: [NodeID] = []
    nodes.reserveCapacity(count)
    for _ in 0..<count { nodes.append(try graph.add("Negate")) }
    for index in 1..<count { try graph.connect(nodes[index - 1].output, to: nodes[index].input(0)) }
    return (graph, nodes)
  }

  @Test func aLongChainIsBuiltSearchedAndTakenApart() throws {
    var (graph, nodes) = try chain(size)
    let (first, last) = (nodes[0], nodes[size - 1])
    graph.checkInvariants()
    #expect(graph.nodes == nodes)
    #expect(graph.description == "Graph of \(size) nodes and \(size - 1) connections")
    #expect(graph.upstream(of: last) == Array(nodes.dropLast()))
    #expect(graph.downstream(of: first) == Array(nodes.dropFirst()))
    #expect(graph.isUpstream(first, of: last) && !graph.isUpstream(last, of: first))
    #expect(graph.sources == [first] && graph.sinks == [last])
    let cycle = GraphError.cycle(nodes.map { $0.input(0) })
    #expect(graph.verdict(onConnecting: last.output, to: first.input(0)) == .refused(cycle))
    #expect(throws: cycle) { try graph.connect(last.output, to: first.input(0)) }
    #expect(graph.describe(cycle).utf8.count > size)
    let middle = nodes[size / 2]
    try graph.remove(middle)
    #expect(!graph.isUpstream(first, of: last))
    #expect(throws: EditScript.Abandoned.self) {
      try graph.edit { graph in
        for node in nodes where node != middle { try graph.remove(node) }
        #expect(graph.nodeCount == 0)
        throw EditScript.Abandoned()
      }
    }
    #expect(graph.nodes == nodes.filter { $0 != middle })
    graph.checkInvariants()
    for node in nodes where node != middle { try graph.remove(node) }
    #expect(graph.nodeCount == 0 && graph.connectionCount == 0)
    graph.checkInvariants()
  }

  @Test func aHubFeedsAnyNumberOfNodes() throws {
    var graph = Graph(kinds: mixedKinds)
    let hub = try graph.add("Number")
    let readers = try (0..<size).map { _ in try graph.add("Negate") }
    for reader in readers { try graph.connect(hub.output, to: reader.input(0)) }
    #expect(graph.consumers(of: hub.output).count == size)
    for _ in 0..<1000 {
      try graph.disconnect(readers[size / 2].input(0))
      try graph.connect(hub.output, to: readers[size / 2].input(0))
    }
    for reader in readers[..<(size / 2)] { try graph.remove(reader) }
    graph.checkInvariants()
    try graph.remove(hub)
    #expect(graph.connectionCount == 0 && graph.nodeCount == size - size / 2)
    graph.checkInvariants()
  }

  @Test func anInputTakesAnyNumberOfConnections() throws {
    var graph = Graph(kinds: mixedKinds)
    let numbers = try (0..<size).map { _ in try graph.add("Number") }
    let total = try graph.add("Sum")
    try graph.edit { graph in
      for one in numbers { try graph.connect(one.output, to: total.input("terms")) }
    }
    #expect(graph.sources(of: total.input(0)) == numbers.map(\.output))
    let before = graph.nodes
    #expect(throws: EditScript.Abandoned.self) {
      try graph.edit { graph in
        for one in numbers { try graph.remove(one) }
        throw EditScript.Abandoned()
      }
    }
    #expect(graph.nodes == before)
    #expect(graph.sources(of: total.input(0)) == numbers.map(\.output))
    try graph.edit { graph in
      for one in numbers[..<(size / 2)].reversed() { try graph.remove(one) }
    }
    #expect(graph.sources(of: total.input(0)) == numbers[(size / 2)...].map(\.output))
    graph.checkInvariants()
    try graph.remove(total)
    #expect(graph.connectionCount == 0)
    graph.checkInvariants()
  }

  @Test func aSearchVisitsStackedDiamondsOnce() throws {
    var graph = Graph(kinds: mixedKinds)
    let first = try graph.add("Number")
    var top = first
    var diamonds: [NodeID] = []
    for _ in 0..<1000 {
      let (left, right, bottom) = (try graph.add("Negate"), try graph.add("Negate"), try graph.add("Add"))
      try graph.connect(top.output, to: left.input(0))
      try graph.connect(top.output, to: right.input(0))
      try graph.connect(left.output, to: bottom.input(0))
      try graph.connect(right.output, to: bottom.input(1))
      top = bottom
      diamonds.append(bottom)
    }
    #expect(graph.upstream(of: top).count == 3000)
    #expect(graph.downstream(of: first).count == 3000)
    #expect(graph.isUpstream(first, of: top))
    let gate = try graph.add("Add")
    try graph.connect(top.output, to: gate.input(0))
    // 2^1000 paths lead here; the shortest have two connections for each diamond.
    let late = try graph.add("Add")
    try graph.connect(late.output, to: gate.input(1))
    for bottom in diamonds.reversed() { #expect(graph.isUpstream(bottom, of: gate)) }
    let root = try graph.add("Negate")
    try graph.setKind(of: first, to: "Negate")
    try graph.connect(root.output, to: first.input(0))
    let error = #expect(throws: GraphError.self) { try graph.connect(gate.output, to: root.input(0)) }
    guard case .cycle(let path) = error else { return }
    #expect(path.count == 2003 && isPath(path, in: graph))
    graph.checkInvariants()
  }
}

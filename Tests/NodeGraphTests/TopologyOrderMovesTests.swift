// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct TopologyOrderMovesTests {
  /// The number of ranks, holes included.
  private func ranks(of graph: Graph) -> Int { graph.storage.value.nodeAtRank.count }

  /// The number of times the current edit has changed a node's rank.
  private func movedCount(_ graph: Graph) -> Int {
    (0..<graph.storage.value.steps.count).reduce(0) { $0 + graph.storage.value.steps[$1].rankCount }
  }

  private func makeGraph(_ count: Int) throws -> (graph: Graph, nodes: [NodeID]) {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<count).map { _ in try graph.add("Sum") }
    return (graph, nodes)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func randomConnectionsAgreeWithANaiveSearch(seed: UInt64) throws {
    var script = OrderScript(seed: seed)
    try script.run(600)
    #expect(script.wasSpaced && script.refused > 10 && script.rolledBack > 10, "the script does everything")
  }

  @Test func anOrderThatConnectionsAgreeWithStaysDense() throws {
    var (graph, nodes) = try makeGraph(1000)
    for index in 1..<1000 { try graph.connect(nodes[index / 2].output, to: nodes[index].input(0)) }
    // Small moves need no additional ranks.
    for index in 1..<100 { try graph.connect(nodes[index * 10].output, to: nodes[index * 10 - 1].input(0)) }
    #expect(ranks(of: graph) == 1000)
    graph.checkInvariants()
  }

  @Test(arguments: [10, 64, 65, 500, 4096])
  func aChainMayGrowAtTheFrontAtTheEndAndAroundItsMiddle(count: Int) throws {
    let middle = count / 2
    var outwards: [(source: Int, target: Int)] = []
    for index in 1..<middle {
      outwards.append((middle + index, middle - index))
      outwards.append((middle - index, middle + index - 1))
    }
    let forward: [(source: Int, target: Int)] = (1..<count).map { ($0, $0 - 1) }
    let orders = [forward, forward.reversed(), outwards]
    for edges in orders {
      var (graph, nodes) = try makeGraph(count)
      for edge in edges { try graph.connect(nodes[edge.source].output, to: nodes[edge.target].input(0)) }
      graph.checkInvariants()
      #expect(try GraphPicture(graph).orderFault == nil)
      #expect(ranks(of: graph) <= max(64, 2 * count))
    }
  }

  @Test func movesInALargeGraphMoveFewNodes() throws {
    var (graph, nodes) = try makeGraph(4000)
    var moved = 0
    try graph.edit { graph in
      for index in 1..<4000 { try graph.connect(nodes[index].output, to: nodes[index - 1].input(0)) }
      moved = movedCount(graph)
    }
    #expect(graph.nodes == nodes.reversed())
    // The algorithm of Pearce and Kelly would make 8,000,000 moves.
    #expect(moved < 4000 * 20, "\(moved)")
  }

  @Test func twoChainsThatAreSwappedBackAndForthTakeNoMoreRanks() throws {
    var (graph, nodes) = try makeGraph(2000)
    for index in 1..<1000 {
      try graph.connect(nodes[index - 1].output, to: nodes[index].input(0))
      try graph.connect(nodes[999 + index].output, to: nodes[1000 + index].input(0))
    }
    let halves = [Array(nodes[..<1000]), Array(nodes[1000...])]
    for round in 0..<6 {
      let (first, second) = (halves[1 - round % 2], halves[round % 2])
      try graph.connect(first[999].output, to: second[0].input(0))
      #expect(graph.nodes == first + second)
      try graph.disconnect(second[0].input(0))
    }
    #expect(ranks(of: graph) == 2000)
    graph.checkInvariants()
  }

  @Test func holesOfRemovedNodesAreUsedBeforeTheOrderGrows() throws {
    var (graph, nodes) = try makeGraph(2000)
    let last = nodes.removeLast()
    for index in 0..<990 { try graph.remove(nodes.remove(at: index)) }
    let before = ranks(of: graph)
    for index in 1..<nodes.count { try graph.connect(nodes[index].output, to: nodes[index - 1].input(0)) }
    try graph.connect(last.output, to: nodes[nodes.count - 1].input(0))
    #expect(graph.nodes == [last] + nodes.reversed())
    #expect(ranks(of: graph) == before)
    graph.checkInvariants()
  }

  @Test func nodesAddedBehindAnOrderThatWasSpacedMoveIntoItToo() throws {
    var (graph, nodes) = try makeGraph(300)
    for _ in 0..<5 {
      for index in 1..<nodes.count {
        try graph.connect(nodes[index].output, to: nodes[index - 1].input(0))
      }
      #expect(graph.nodes == nodes.reversed())
      graph.checkInvariants()
      nodes += try (0..<nodes.count).map { _ in try graph.add("Sum") }
      for node in nodes { try graph.disconnect(node.input(0)) }
    }
  }

  @Test func aFailedEditThatSpacedTheOrderOutLeavesItAsItWas() throws {
    var (graph, nodes) = try makeGraph(1000)
    for _ in 0..<3 {
      let (before, end) = (graph.nodes, ranks(of: graph))
      #expect(throws: EditScript.Abandoned.self) {
        try graph.edit { graph in
          let added = try graph.add("Sum")
          for index in 1..<1000 { try graph.connect(nodes[index].output, to: nodes[index - 1].input(0)) }
          #expect(ranks(of: graph) > 1001)
          try graph.remove(nodes[500])
          let late = try graph.add("Sum")
          try graph.connect(late.output, to: nodes[999].input(0))
          try graph.connect(added.output, to: late.input(0))
          throw EditScript.Abandoned()
        }
      }
      #expect(graph.nodes == before && graph.connectionCount == 0 && ranks(of: graph) == end)
      graph.checkInvariants()
      nodes.append(try graph.add("Sum"))
    }
    #expect(graph.nodes == nodes)
  }

  @Test func whatIsTakenBackAgainAndAgainDoesNotSpaceTheOrderEachTime() throws {
    var (graph, nodes) = try makeGraph(2002)
    for index in 1..<2000 { try graph.connect(nodes[index - 1].output, to: nodes[index].input(0)) }
    let before = graph.nodes
    var moved = 0
    for _ in 0..<50 {
      #expect(throws: EditScript.Abandoned.self) {
        try graph.edit { graph in
          try graph.connect(nodes[2001].output, to: nodes[1200].input(0))
          moved += movedCount(graph)
          throw EditScript.Abandoned()
        }
      }
      #expect(graph.nodes == before)
    }
    // Exchanging the ranks of 801 nodes makes 40,050 moves; spacing 2002 nodes each time makes 100,100.
    #expect(moved < 70_000, "\(moved)")
  }

  @Test func aRefusalNamesAShortestPathWhereBothSearchesMeetElsewhere() throws {
    var (graph, nodes) = try makeGraph(400)
    // One long path, and a short one that the forward search, in order of ranks, reaches later.
    for index in 1..<400 { try graph.connect(nodes[index - 1].output, to: nodes[index].input(0)) }
    try graph.connect(nodes[3].output, to: nodes[200].input(0))
    try graph.connect(nodes[200].output, to: nodes[398].input(0))
    let error = try #require(throws: GraphError.self) { try graph.connect(nodes[399].output, to: nodes[0].input(0)) }
    let way = [0, 1, 2, 3, 200, 398, 399].map { nodes[$0] }
    guard case .cycle(let path) = error else { throw error }
    #expect(path.map(\.node) == way)
  }
}

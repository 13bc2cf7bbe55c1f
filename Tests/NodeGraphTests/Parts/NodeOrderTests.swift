// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct NodeOrderTests {
  /// Nodes that take many numbers, the first three and the last two connected in a row. Slots are 0 to 4.
  private func makeGraph() throws -> Graph {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<5).map { _ in try graph.add("Sum") }
    for (source, target) in [(0, 1), (1, 2), (3, 4)] {
      try graph.connect(nodes[source].output, to: nodes[target].input(0))
    }
    return graph
  }

  private func broken(_ body: (inout Topology) -> Void) throws -> [String] {
    let graph = try makeGraph()
    body(&graph.storage.value)
    return graph.storage.value.order.checkInvariants(in: graph.storage.value.wiring)
  }

  @Test func aSoundOrderBreaksNoRule() throws { #expect(try broken { _ in } == []) }

  @Test func aRecordWithAnotherRankIsReported() throws {
    let broken = try broken { topology in topology.wiring.records[4].rank = 7 }
    #expect(
      broken == [
        "ranks and nodes name each other, slot 4 does not have rank 4",
        "ranks and nodes name each other, rank 7 does not have slot 4",
      ])
  }

  @Test func aRankWithoutANodeIsReported() throws {
    let broken = try broken { topology in topology.order.append(4) }
    #expect(
      broken == [
        "ranks and nodes name each other, slot 4 does not have rank 5",
        "the node count is right: 6 ranks and 5 records, not 6",
      ])
  }

  @Test func anEdgeAgainstTheOrderIsReported() throws {
    let broken = try broken { topology in
      let argument = topology.wiring.appendArgument(to: InputPlace(node: 0, input: 0))
      topology.wiring.link(argument, of: 0, to: 4, output: 0)
    }
    #expect(broken == ["an edge leads to a higher rank, that from slot 4 to slot 0 does not"])
  }

  @Test func restoringRanksTwiceChangesNothing() throws {
    let graph = try makeGraph()
    let before = graph.nodes
    let placements = [GraphStep.Placement(node: 3, rank: 0), GraphStep.Placement(node: 0, rank: 3)]
    let topology = graph.storage
    let present = topology.value.order.restoreRanks(placements, in: &topology.value.wiring)
    #expect(graph.nodes == [before[3], before[1], before[2], before[0], before[4]])
    let again = topology.value.order.restoreRanks(present, in: &topology.value.wiring)
    #expect(graph.nodes == before && again == placements)
  }

  @Test func makingRoomKeepsTheRestInItsSequence() throws {
    var graph = try makeGraph()
    let nodes = graph.nodes
    try graph.connect(nodes[4].output, to: nodes[0].input(0))
    #expect(graph.nodes == [3, 4, 0, 1, 2].map { nodes[$0] })
    graph.checkInvariants()
  }

  // MARK: The search

  @Test func aSearchThatDoesNotMeetPassesEachSideInOrder() throws {
    let graph = try makeGraph()
    var search = OrderSearch()
    let isReachable = search.isReachable(4, from: 0, in: &graph.storage.value.wiring)
    _ = search.finish(within: .max, in: &graph.storage.value.wiring)
    let ahead = (0..<search.ahead.passed.count).map { search.ahead.passed[$0] }
    let behind = (0..<search.behind.passed.count).map { search.behind.passed[$0] }
    let broken = search.checkInvariants(graph.storage.value.wiring.records)
    #expect(!isReachable && ahead == [0, 1, 2] && behind == [4, 3] && broken == [])
  }

  @Test func aSearchWhoseNodesHaveMovedIsReported() throws {
    let graph = try makeGraph()
    let topology = graph.storage
    var search = OrderSearch()
    _ = search.isReachable(4, from: 0, in: &topology.value.wiring)
    _ = search.finish(within: .max, in: &topology.value.wiring)
    topology.value.wiring.records[1].rank = 2
    topology.value.wiring.records[2].rank = 1
    topology.value.wiring.records[3].rank = 9
    let broken = search.checkInvariants(topology.value.wiring.records)
    #expect(
      broken == [
        "what was passed ahead rises in rank", "what was passed behind falls in rank",
        "a search stays between its two ends",
      ])
  }

  @Test func aSearchThatMeetsFindsAShortestPath() throws {
    let graph = try makeGraph()
    var search = OrderSearch()
    let isReachable = search.isReachable(2, from: 0, in: &graph.storage.value.wiring)
    let path = search.shortestPath(from: 0, to: 2, in: &graph.storage.value.wiring).map(\.consumer)
    #expect(isReachable && path == [1, 2])
  }
}

@Suite struct SpacingBudgetTests {
  @Test func searchesEarnUpToOneForEachNode() {
    var budget = SpacingBudget()
    budget.earn(60, nodes: 100)
    #expect(budget.credit == 60)
    budget.earn(60, nodes: 100)
    #expect(budget.credit == 100 && budget.affords(100) && !budget.affords(101))
  }

  @Test func whatIsSpentIsEarnedAgain() {
    var budget = SpacingBudget()
    budget.earn(30, nodes: 100)
    budget.spend(40)
    #expect(budget.credit == -10 && !budget.affords(0))
    budget.earn(25, nodes: 100)
    #expect(budget.credit == 15)
  }

  @Test func anOrderThatWasTakenBackIsPaidTwiceBeforeItIsSpacedAgain() {
    var budget = SpacingBudget()
    budget.earn(1000, nodes: 1000)
    budget.penalise(nodes: 1000)
    var searches = 0
    while !budget.affords(SpacingBudget.price(ofOrder: 1000)) {
      budget.earn(250, nodes: 1000)
      searches += 1
    }
    #expect(searches == 9)
  }

  @Test func pricesAreAQuarterForEachRankOfWhatIsSpaced() {
    #expect(SpacingBudget.price(ofWindow: 64) == SpacingBudget.bonus)
    #expect(SpacingBudget.price(ofLookingAt: 64) == 4)
    #expect(SpacingBudget.price(ofOrder: 4) == 64 && SpacingBudget.price(ofOrder: 4000) == 1000)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct NodeOrderTests {
  /// Five nodes that take many numbers: the first three form a chain, and so do the last two. Slots are 0 to 4.
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
    let isReachable = search.isReachable(4, from: 0, in: graph.storage.value.wiring)
    _ = search.finish(within: .max, in: graph.storage.value.wiring)
    let ahead = (0..<search.ahead.passed.count).map { search.ahead.passed[$0] }
    let behind = (0..<search.behind.passed.count).map { search.behind.passed[$0] }
    let broken = search.checkInvariants(graph.storage.value.wiring.records)
    #expect(!isReachable && ahead == [0, 1, 2] && behind == [4, 3] && broken == [])
  }

  @Test func aSearchWhoseNodesHaveMovedIsReported() throws {
    let graph = try makeGraph()
    let topology = graph.storage
    var search = OrderSearch()
    _ = search.isReachable(4, from: 0, in: topology.value.wiring)
    _ = search.finish(within: .max, in: topology.value.wiring)
    topology.value.wiring.records[1].rank = 2
    topology.value.wiring.records[2].rank = 1
    topology.value.wiring.records[3].rank = 9
    let broken = search.checkInvariants(topology.value.wiring.records)
    #expect(
      broken == [
        "nodes that were passed forwards rise in rank", "nodes that were passed backwards fall in rank",
        "a search stays between its two ends",
      ])
  }

  /// Nodes that take many numbers, with connections made in random order.
  private func anyGraph(_ random: inout SplitMix64) throws -> Graph {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<60).map { _ in try graph.add("Sum") }
    for _ in 0..<90 { try? graph.connect(random.pick(nodes).output, to: random.pick(nodes).input(0)) }
    return graph
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aSearchThatIsMadeOnceTakesTheSameSteps(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try anyGraph(&random)
    let slots = graph.nodes.map(\.slot)
    var kept = OrderSearch()
    for (index, target) in slots.enumerated() {
      for source in slots[(index + 1)...] {
        let isReachable = kept.isReachable(source, from: target, in: graph.storage.value.wiring)
        var once = OrderSearch(isMadeOnce: true)
        let isReachableOnce = once.isReachable(source, from: target, in: graph.storage.value.wiring)
        let (costs, costsOnce) = ([kept.ahead.cost, kept.behind.cost], [once.ahead.cost, once.behind.cost])
        #expect(isReachableOnce == isReachable && costsOnce == costs)
      }
    }
  }

  @Test func aSearchThatIsMadeOnceTakesMemoryForWhatItPasses() throws {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<5000).map { _ in try graph.add("Sum") }
    try graph.connect(nodes[0].output, to: nodes[1].input(0))
    var search = OrderSearch(isMadeOnce: true)
    _ = search.isReachable(nodes[4999].slot, from: nodes[0].slot, in: graph.storage.value.wiring)
    let bytes = search.byteCount
    #expect(bytes <= 1500)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aSearchForManyTargetsPassesWhatIsBehindOnce(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try anyGraph(&random)
    let wiring = graph.storage
    for source in graph.nodes {
      let upstream = Set(graph.upstream(of: source).map(\.slot))
      let targets = graph.nodes.prefix { $0 != source }.map(\.slot).shuffled(using: &random)
      guard let lowest = targets.map({ wiring.value.records[$0].rank }).min() else { continue }
      var search = OrderSearch(isMadeOnce: true)
      search.begin(behind: source.slot, from: lowest, in: wiring.value.wiring)
      for target in targets {
        let isReachable = search.isSourceReachable(from: target, in: wiring.value.wiring)
        #expect(isReachable == upstream.contains(target))
      }
      let passed = (0..<search.behind.passed.count).map { search.behind.passed[$0] }
      #expect(Set(passed).count == passed.count && upstream.union([source.slot]).isSuperset(of: passed))
    }
  }

  @Test func aSearchForManyTargetsOfAChainPassesItOnce() throws {
    var graph = Graph(kinds: mixedKinds)
    let nodes = try (0..<2000).map { _ in try graph.add("Negate") }
    for (source, target) in zip(nodes, nodes.dropFirst()) { try graph.connect(source.output, to: target.input(0)) }
    let last = nodes[nodes.count - 1]
    var search = OrderSearch(isMadeOnce: true)
    search.begin(behind: last.slot, from: 0, in: graph.storage.value.wiring)
    var passed = 0
    for node in nodes.dropLast().reversed() {
      let isReachable = search.isSourceReachable(from: node.slot, in: graph.storage.value.wiring)
      #expect(isReachable)
      passed += search.ahead.passed.count
    }
    passed += search.behind.passed.count
    #expect(passed <= 4 * nodes.count)
  }

  @Test func aSearchThatMeetsFindsAShortestPath() throws {
    let graph = try makeGraph()
    var search = OrderSearch()
    let isReachable = search.isReachable(2, from: 0, in: graph.storage.value.wiring)
    let path = search.shortestPath(from: 0, to: 2, in: graph.storage.value.wiring).map(\.consumer)
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

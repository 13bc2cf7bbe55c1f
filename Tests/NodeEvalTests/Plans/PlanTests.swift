// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// When plans are made, used and dropped.
@Suite struct PlanTests {
  /// A source followed by a chain of nodes, each of which reads the two before it.
  private struct Chain {
    let evaluator = Evaluator()
    let source: Variable<Int>
    let nodes: [Output<Int>]

    init(_ count: Int) {
      source = evaluator.input(nil, 0)
      var nodes = [evaluator.node(nil, source) { $0 &+ 1 }]
      for index in 1..<count {
        nodes.append(evaluator.node(nil, nodes[index - 1], nodes[max(index - 2, 0)]) { max($0, $1) &+ 1 })
      }
      self.nodes = nodes
    }

    /// Sets the source so many times. Returns the distinct numbers of nodes that ran.
    func set(_ times: Int) -> Set<Int> {
      let before = evaluator[source]
      return Set((1...times).map { evaluator.set(source, to: before + $0).evaluatedCount })
    }
  }

  @Test func aPlanIsMadeWhenWhatRanWithoutItWouldHavePaidForIt() {
    let chain = Chain(100)
    #expect(chain.set(10) == [100])
    #expect(chain.evaluator.planStatistics.made == 0, "ten times is not enough in a small graph")
    #expect(chain.set(20) == [100])
    #expect(chain.evaluator.planStatistics.made == 1)
    #expect(chain.evaluator.planStatistics.replayed > 0)
    #expect(chain.evaluator.planByteCount >= 3_200)
    #expect(chain.evaluator[chain.nodes[99]] == chain.evaluator[chain.source] + 100)
  }

  /// Readers in distant words of the plan, more of them than an entry has room for: these readers run, and the nodes between them
  /// do not.
  @Test(arguments: [2, 3, 7, 40]) func consumersThatLieApartAreFound(count: Int) {
    let evaluator = Evaluator()
    evaluator.forcesPlans = true
    let source = evaluator.input(nil, 1)
    let hub = evaluator.node(nil, source) { $0 * 2 }
    // This node runs and is cut off, so the nodes after it run only because of the hub.
    var last = evaluator.node(nil, source) { _ in 0 }
    var readers: [Output<Int>] = []
    for index in 1...count {
      for _ in 0..<70 { last = evaluator.node(nil, last) { $0 } }
      readers.append(evaluator.node(nil, last, hub, hub) { $0 + $1 + $2 + index })
    }
    for value in 2...4 {
      let receipt = evaluator.set(source, to: value)
      #expect(receipt.evaluatedCount == 2 + count)
      #expect(readers.map { evaluator[$0] } == (1...count).map { 4 * value + $0 })
    }
    #expect(evaluator.planStatistics.made == 1 && evaluator.planStatistics.replayed == 2)
    #expect(evaluator.planByteCount < 32 * (71 * count + 2) + 5 * count + 40)
    evaluator.checkInvariants()
  }

  /// A small graph samples only some evaluations, and which ones it samples must not follow the order in which sources take
  /// turns. The nodes after one of the sources need no plan, so that source could be sampled forever.
  @Test(arguments: 0..<8) func sourcesThatTakeTurnsGetPlansAllTheSame(needless: Int) {
    let evaluator = Evaluator()
    let sources = (0..<8).map { evaluator.input(nil, $0) }
    for (place, source) in sources.enumerated() {
      var nodes = [evaluator.node(nil, source) { $0 &+ 1 }]
      for index in 1..<32 {
        let other = nodes[place == needless ? index - 1 : max(index - 2, 0)]
        if place == needless {
          nodes.append(evaluator.node(nil, other) { $0 &+ 1 })
        } else {
          nodes.append(evaluator.node(nil, nodes[index - 1], other) { max($0, $1) &+ 1 })
        }
      }
    }
    for value in 0..<1_000 {
      for source in sources { evaluator.set(source, to: value + 100) }
    }
    #expect(evaluator.planStatistics.made == 7 && evaluator.planStatistics.dropped == 0)
  }

  @Test func aChainInTheOrderOfItsMemoryNeedsNoPlan() {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    let end = (0..<100).reduce(evaluator.node(nil, source) { $0 }) { last, _ in evaluator.node(nil, last) { $0 } }
    for value in 1...200 { evaluator.set(source, to: value) }
    #expect(evaluator[end] == 200)
    #expect(evaluator.planStatistics.made == 0 && evaluator.planByteCount == 0)
  }

  /// Only nodes that are each read by the next one form a chain. For other shapes a plan pays even in a graph of a few nodes.
  @Test(arguments: ["in pairs", "all read the source", "a ladder"])
  func allElseHasAPlanSoon(shape: String) {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    var nodes = [evaluator.node(nil, source) { $0 }]
    for index in 1..<60 {
      let last = nodes[index - 1]
      switch shape {
      case "all read the source": nodes.append(evaluator.node(nil, source) { $0 })
      case "a ladder": nodes.append(evaluator.node(nil, last, nodes[max(index - 2, 0)]) { max($0, $1) })
      default: nodes.append(evaluator.node(nil, index % 2 == 0 ? last : nodes[max(index - 2, 0)]) { $0 })
      }
    }
    for value in 1...200 { evaluator.set(source, to: value) }
    #expect(nodes.allSatisfy { evaluator[$0] == 200 })
    #expect(evaluator.planStatistics.made == 1 && evaluator.planStatistics.replayed > 100)
    evaluator.checkInvariants()
  }

  /// Three nodes get a plan where their source has several readers. After a source with one reader they form a row, which runs
  /// without a loop.
  @Test func aFewNodesHaveAPlanUnlessTheyAreARow() {
    let evaluator = Evaluator()
    let (shared, single) = (evaluator.input(nil, 0), evaluator.input(nil, 0))
    let first = evaluator.node(nil, shared) { $0 + 1 }
    let end = evaluator.node(nil, evaluator.node(nil, first, shared) { $0 + $1 }, shared) { $0 + $1 }
    let row = (0..<2).reduce(evaluator.node(nil, single) { $0 + 1 }) { last, _ in evaluator.node(nil, last) { $0 + 1 } }
    for value in 1...2_000 { #expect(evaluator.set(single, to: value).evaluatedCount == 3) }
    #expect(evaluator[row] == 2_003 && evaluator.planStatistics.made == 0)
    for value in 1...2_000 { #expect(evaluator.set(shared, to: value).evaluatedCount == 3) }
    #expect(evaluator[end] == 6_001 && evaluator.planStatistics.made == 1)
    #expect(evaluator.planStatistics.replayed > 0)
    evaluator.set(single, to: 7)
    #expect(evaluator[row] == 10)
  }

  @Test func whatAPlanHasToSaveGrowsWithWhatItCosts() {
    let worth = PlanWorth()
    #expect(worth.entries(forRuns: 1_500, nodeCount: 100) == 100, "in the cache, after 15 times")
    #expect(worth.entries(forRuns: 1_500, nodeCount: 1 << 20) == 450, "in memory, after 4 times")
    var unlucky = worth
    unlucky.settle(entries: 100, runs: 100, nodeCount: 100)
    #expect(unlucky.entries(forRuns: 1_500, nodeCount: 100) == 50, "plans that did not pay double the price")
    unlucky.settle(entries: 0, runs: 0, nodeCount: 100)
    #expect(unlucky.factor == 2, "nothing that is dropped says nothing")
    unlucky.settle(entries: 100, runs: 1_500, nodeCount: 100)
    #expect(unlucky.factor == 1, "those that paid halve it")
    for _ in 0..<20 { unlucky.settle(entries: 100, runs: 0, nodeCount: 100) }
    #expect(unlucky.factor == PlanWorth.greatestFactor)
  }

  @Test func anEditElsewhereLeavesPlansAlone() throws {
    let chain = Chain(10)
    let evaluator = chain.evaluator
    evaluator.forcesPlans = true
    let other = evaluator.input(nil, 1)
    _ = chain.set(1)
    #expect(evaluator.planStatistics.made == 1)
    let reader = evaluator.node(nil, other) { $0 }
    _ = chain.set(1)
    #expect(evaluator.planStatistics.dropped == 1, "call by call nothing says what was touched")
    try evaluator.edit { edit in
      try edit.move(chain.nodes[3].port.node, to: GraphPoint(1, 1))
      try edit.rename(chain.nodes[4].port.node, to: "four")
      try edit.disconnect(reader.port.node.input(0))
      try edit.connect(other.port, to: reader.port.node.input(0))
    }
    _ = chain.set(2)
    #expect(evaluator.planStatistics.dropped == 1)
    #expect(evaluator.planStatistics.replayed == 2)
    try evaluator.edit { edit in
      try edit.connect(chain.nodes[2].port, to: reader.port.node.input(0), replacing: true)
    }
    #expect(chain.set(1) == [11], "what reads a node of the plan since is reached")
    #expect(evaluator.planStatistics.dropped == 2)
  }

  @Test func aPlanIsNotReplayedWhileSomethingElseIsPending() throws {
    let chain = Chain(10)
    let evaluator = chain.evaluator
    evaluator.forcesPlans = true
    let (other, third) = (evaluator.input(nil, 1), evaluator.input(nil, 5))
    let reader = evaluator.node(nil, other) { $0 * 2 }
    _ = chain.set(2)
    #expect(evaluator.planStatistics.replayed == 1)
    let receipt = try evaluator.edit { edit in
      edit.set(chain.source, to: 100)
      try edit.connect(third.port, to: reader.port.node.input(0), replacing: true)
    }
    #expect(evaluator.planStatistics.dropped == 0 && evaluator.planStatistics.replayed == 1)
    #expect(receipt.evaluatedCount == 11)
    #expect(evaluator[reader] == 10 && evaluator[chain.nodes[9]] == 110)
    #expect(chain.set(1) == [10])
    #expect(evaluator.planStatistics.replayed == 2, "it is replayed again")
  }

  /// A node that reads a node of the plan makes the plan stale; the edits that follow must not treat that change as their own.
  @Test func aNodeMadeInCodeKeepsNoPlanThatOneBeforeHasMadeStale() {
    let chain = Chain(10)
    let evaluator = chain.evaluator
    evaluator.forcesPlans = true
    _ = chain.set(2)
    let reader = evaluator.node(nil, chain.nodes[3]) { $0 }
    evaluator.undoLimit = 1 << 20
    _ = evaluator.input(nil, 0)
    #expect(chain.set(1) == [11])
    #expect(evaluator[reader] == evaluator[chain.nodes[3]])
    evaluator.checkInvariants()
  }

  /// Nodes made in code while asynchronous code turns their edits into full edits must not keep a stale plan either.
  @Test func aNodeMadeInCodeBehindALateOneKeepsNoStalePlan() {
    let chain = Chain(10)
    let evaluator = chain.evaluator
    evaluator.forcesPlans = true
    _ = chain.set(2)
    let late = evaluator.asyncNode(nil, chain.nodes[3]) { _, value in value }
    _ = evaluator.node(nil, late) { $0 }
    #expect(evaluator.set(chain.source, to: 100).started == [late.node])
    evaluator.checkInvariants()
  }

  @Test func theSlotOfASourceThatNothingReadsMayHaveAnotherNode() throws {
    let chain = Chain(10)
    let evaluator = chain.evaluator
    evaluator.forcesPlans = true
    let unread = evaluator.input(nil, 0)
    func setBoth(_ value: Int) {
      evaluator.edit { edit in
        edit.set(chain.source, to: value)
        edit.set(unread, to: value)
      }
    }
    setBoth(1)
    setBoth(2)
    #expect(evaluator.planStatistics.replayed == 1)
    try evaluator.edit { edit in try edit.remove(unread.port.node) }
    let other = evaluator.input(nil, "two words")
    #expect(other.port.node.slot == unread.port.node.slot && evaluator.planStatistics.dropped == 0)
    evaluator.checkInvariants()
    #expect(chain.set(1) == [10])
  }

  @Test func anEditOfMoreThanItsSourceMakesNoSecondPlan() throws {
    let chain = Chain(10)
    let evaluator = chain.evaluator
    evaluator.forcesPlans = true
    let (other, third) = (evaluator.input(nil, 1), evaluator.input(nil, 5))
    let reader = evaluator.node(nil, other) { $0 * 2 }
    _ = chain.set(2)
    let (made, byteCount) = (evaluator.planStatistics.made, evaluator.planByteCount)
    for round in 0..<20 {
      try evaluator.edit { edit in
        edit.set(chain.source, to: 100 + round)
        try edit.connect((round % 2 == 0 ? third : other).port, to: reader.port.node.input(0), replacing: true)
      }
    }
    #expect(evaluator.planStatistics.made == made && evaluator.planByteCount == byteCount)
    evaluator.checkInvariants()
  }

  @Test func anEditThatIsRevertedLeavesPlansAsTheyAre() throws {
    let chain = Chain(10)
    let evaluator = chain.evaluator
    evaluator.forcesPlans = true
    let other = evaluator.input(nil, 1)
    _ = chain.set(2)
    let replayed = evaluator.planStatistics.replayed
    for _ in 0..<3 {
      #expect(throws: CancellationError.self) {
        try evaluator.edit { edit in
          try edit.connect(other.port, to: chain.nodes[5].port.node.input(0), replacing: true)
          try edit.remove(chain.nodes[8].port.node)
          throw CancellationError()
        }
      }
      evaluator.checkInvariants()
    }
    #expect(chain.set(1) == [10])
    #expect(evaluator.planStatistics.dropped == 0 && evaluator.planStatistics.replayed == replayed + 1)
  }

  @Test func whatWasAChainMayNeedAPlanLater() {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    var last = evaluator.node(nil, source) { $0 }
    for _ in 0..<100 { last = evaluator.node(nil, last) { $0 } }
    for value in 1...2_000 { evaluator.set(source, to: value) }
    #expect(evaluator.planStatistics.made == 0)
    for _ in 0..<500 { _ = evaluator.node(nil, source) { $0 } }
    for value in 1...2_000 { evaluator.set(source, to: -value) }
    #expect(evaluator.planStatistics.made == 1)
  }

  @Test func anEditBetweenAnyTwoSetsSoonMakesNoMorePlans() throws {
    let chain = Chain(50)
    let evaluator = chain.evaluator
    let end = chain.nodes[49].port.node
    for round in 0..<1_000 {
      try evaluator.edit { edit in
        try edit.connect(chain.nodes[round.isMultiple(of: 2) ? 47 : 48].port, to: end.input(0), replacing: true)
      }
      #expect(chain.set(1).count == 1)
    }
    #expect(evaluator.planStatistics.made <= 10, "each that did not pay doubles the price")
    #expect(evaluator.planStatistics.made > 1)
  }

  @Test func aLimitOfZeroTurnsPlansOffAndASmallOneIsKept() {
    let chain = Chain(20)
    let evaluator = chain.evaluator
    evaluator.forcesPlans = true
    evaluator.planLimit = 0
    _ = chain.set(5)
    #expect(evaluator.planStatistics.made == 0)
    evaluator.planLimit = 300
    #expect(chain.set(5) == [20])
    #expect(evaluator.planStatistics.made == 0, "it needs more than there is room for")
    evaluator.planLimit = 2_000
    #expect(chain.set(5) == [20])
    #expect(evaluator.planStatistics.made == 1)
    #expect(evaluator.planByteCount <= 2_000)
    evaluator.planLimit = -5
    #expect(evaluator.planLimit == 0 && evaluator.planByteCount == 0, "less than nothing is nothing")
    #expect(chain.set(1) == [20])
  }

  @Test func aLimitCountsTheLinksOfPlansToo() {
    let evaluator = Evaluator()
    evaluator.forcesPlans = true
    let source = evaluator.input(nil, 0)
    let hub = evaluator.node(nil, source) { $0 }
    for _ in 0..<300 { _ = evaluator.node(nil, hub) { $0 } }
    evaluator.planLimit = 301 * 32 + 60
    for value in 1...3 { evaluator.set(source, to: value) }
    #expect(evaluator.planByteCount == 0, "its entries fit, and not what leads from word to word")
    evaluator.planLimit = 301 * 32 + 200
    for value in 4...6 { evaluator.set(source, to: value) }
    #expect(evaluator.planStatistics.replayed == 2)
  }

  @Test func plansStayWithinTheirLimitHoweverManySourcesThereAre() {
    let evaluator = Evaluator()
    evaluator.forcesPlans = true
    evaluator.planLimit = 10_000
    let sources = (0..<200).map { evaluator.input(nil, $0) }
    let ends = sources.map { source in
      (0..<5).reduce(evaluator.node(nil, source) { $0 &+ 1 }) { last, _ in evaluator.node(nil, last) { $0 &+ 1 } }
    }
    for round in 1...3 {
      for (source, end) in zip(sources, ends) {
        evaluator.set(source, to: round * 1_000)
        #expect(evaluator[end] == round * 1_000 + 6)
        #expect(evaluator.planByteCount <= 10_000)
      }
    }
    evaluator.checkInvariants()
    #expect(evaluator.planStatistics.dropped > 0)
  }

  #if DEBUG
    private static let distances =
      [1, 62, 63, 64, 65].flatMap { distance in (1...3).map { (distance, $0) } } + [(32_768, 2)]
  #else
    private static let distances = [1, 62, 63, 64, 65, 32_766, 32_767, 32_768, 65_534, 65_535, 65_536]
      .flatMap { distance in (1...3).map { (distance, $0) } }
  #endif

  /// Consumers in the same word, in other words, and further away than distances can encode: one, two, and a list of them.
  @Test(arguments: distances)
  func consumersAreFoundHoweverFarAwayTheyAre(distance: Int, count: Int) throws {
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Successor", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) in x &+ 1 },
      NodeDefinition("Double", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) in 2 &* x },
    ])
    evaluator.planLimit = 1 << 30
    evaluator.forcesPlans = true
    let source = evaluator.input(nil, 0)
    var ends: [NodeID] = []
    try evaluator.edit { edit in
      let first = try edit.add("Successor")
      try edit.connect(source.port, to: first.input(0))
      for _ in 0..<count {
        for _ in 1..<distance {
          let filler = try edit.add("Successor")
          try edit.connect(source.port, to: filler.input(0))
        }
        let end = try edit.add("Double")
        try edit.connect(first.output, to: end.input(0))
        ends.append(end)
      }
    }
    for value in 1...3 {
      #expect(evaluator.set(source, to: value).evaluatedCount == distance * count + 1)
      for end in ends {
        let output = try #require(try evaluator.output(end.output(0), as: Int.self))
        #expect(evaluator[output] == 2 * (value + 1))
      }
    }
    #expect(evaluator.planStatistics.replayed == 2)
    evaluator.checkInvariants()
  }

  /// An edit that touches no node of a plan may still move some of them in the order.
  @Test func receiptsAreInEvaluationOrderAlsoWhereAnEditHasMovedNodes() throws {
    let orders = try [true, false].map { isPlanned in
      let evaluator = Evaluator(definitions: [
        NodeDefinition("Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z")) {
          (x: Int, y: Int) in x &+ y
        }
      ])
      evaluator.forcesPlans = isPlanned
      evaluator.planLimit = isPlanned ? nil : 0
      let source = evaluator.input(nil, 0)
      var nodes: [NodeID] = []
      try evaluator.edit { edit in
        for _ in 0..<5 { nodes.append(try edit.add("Add")) }
        // The second node reads the first. The source reaches the second, the third and the fourth.
        try edit.connect(nodes[0].output, to: nodes[1].input(1))
        for index in 1...3 { try edit.connect(source.port, to: nodes[index].input(0)) }
      }
      func order(_ value: Int) -> [Int?] { evaluator.set(source, to: value).evaluated.map { nodes.firstIndex(of: $0) } }
      let before = [order(1), order(2)]
      try evaluator.edit { edit in try edit.connect(nodes[4].output, to: nodes[0].input(0)) }
      return before + [order(3), order(4)]
    }
    #expect(orders[0] == orders[1])
    #expect(orders[0][1] == [1, 2, 3])
    #expect(orders[0][2] != [1, 2, 3], "the order has changed")
  }

  @Test func whatStopsWaitingInAReplayRuns() async {
    let graph = LateGraph()
    graph.evaluator.forcesPlans = true
    await graph.land()
    for value in [2.0, 3] { graph.evaluator.set(graph.source, to: value) }
    #expect(graph.evaluator.planStatistics.replayed == 1)
    await graph.land()
    #expect(graph.evaluator[graph.next] == 31)
    graph.evaluator.checkInvariants()
  }

  /// No other node is left to run when the last node of the plan stops waiting.
  @Test func whatBecomesDueInAReplayRunsInTheSameEvaluation() {
    struct Negative: Error {}
    let evaluator = Evaluator()
    evaluator.forcesPlans = true
    let source = evaluator.input(nil, 0.0)
    let checked = evaluator.node(nil, source) { (value: Double) in
      if value < 0 { throw Negative() }
      return value
    }
    let late = evaluator.asyncNode(nil, checked) { _, value in value * 10 }
    let next = evaluator.node(nil, late) { $0 + 1 }
    for value in [1.0, 2] { evaluator.set(source, to: value) }
    var edits = 0
    evaluator.onEdit = { _ in edits += 1 }
    let receipt = evaluator.set(source, to: -1)
    #expect(evaluator.planStatistics.left == 1 && receipt.blocked.contains(next.node) && edits == 1)
    #expect(evaluator.failure(of: next.node)?.origin == checked.node)
    evaluator.checkInvariants()
  }

  @Test(arguments: [0, 1, 30, 63, 64, 99])
  func aFailureInAnyPlaceIsThatOfAnEvaluationWithoutAPlan(place: Int) throws {
    struct Odd: Error {}
    let evaluator = Evaluator()
    evaluator.forcesPlans = true
    let source = evaluator.input(nil, 0)
    var last = evaluator.node(nil, source) { $0 }
    var nodes = [last]
    for index in 1..<100 {
      last = evaluator.node(nil, last) { value in
        if index == place, !value.isMultiple(of: 2) { throw Odd() }
        return value
      }
      nodes.append(last)
    }
    for value in 1...6 {
      let receipt = evaluator.set(source, to: value)
      let fails = !value.isMultiple(of: 2) && place > 0
      #expect(receipt.evaluated.count == (fails ? place + 1 : 100))
      #expect(receipt.blocked.count == (fails ? 99 - place : 0))
      #expect((evaluator.failure(of: nodes[99].port.node)?.origin == nodes[place].port.node) == fails)
      if !fails { #expect(evaluator[nodes[99]] == value) }
    }
    #expect(evaluator.planStatistics.replayed == 5)
    // One of the replays runs level by level if the previous failure is over. A failure ends such a replay.
    #expect(evaluator.planStatistics.left <= evaluator.planStatistics.dense)
  }

  @Test func someOfTheSourcesOfASetUseItsPlan() {
    let evaluator = Evaluator()
    evaluator.forcesPlans = true
    let sources = (0..<6).map { evaluator.input(nil, $0) }
    let sums = sources.map { source in evaluator.node(nil, source) { $0 } }
    let total = sums.dropFirst().reduce(sums[0]) { total, sum in evaluator.node(nil, total, sum) { $0 + $1 } }
    func set(_ values: [Int]) -> Int {
      evaluator.edit { edit in for (source, value) in zip(sources, values) { edit.set(source, to: value) } }
        .evaluatedCount
    }
    #expect(set([10, 11, 12, 13, 14, 15]) == 11)
    #expect(evaluator.planStatistics.made == 1)
    #expect(set([10, 11, 0, 13, 0, 0]) == 7, "three have other values")
    #expect(evaluator[total] == 34)
    #expect(evaluator.planStatistics.replayed == 1)
  }
}

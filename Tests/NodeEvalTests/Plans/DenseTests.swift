// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Plans of which nearly all nodes run, replayed level by level and kind by kind.
@Suite struct DenseTests {
  private struct Refused: Error {}

  /// Layers of nodes of several kinds that read random nodes of the layer above, so that the order of ranks differs from the
  /// order of levels.
  private final class Layers {
    let evaluator = Evaluator(definitions: definitions)
    private(set) var sources: [Variable<Int>] = []
    /// All nodes except sources.
    private(set) var nodes: [NodeID] = []
    private var tokens: [ObservationToken] = []
    private(set) var told: [String] = []

    private static let definitions = [
      NodeDefinition.source("Number", output: ValuePort("value"), initial: 0),
      NodeDefinition("Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z")) {
        (x: Int, y: Int) in x &+ y
      },
      NodeDefinition("Mix", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z")) {
        (x: Int, y: Int) in x &* 31 &- y
      },
      NodeDefinition("Step", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z")) {
        (x: Int, y: Int) in x >> 3 &+ y >> 3
      },
      NodeDefinition("Check", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z")) {
        (x: Int, y: Int) in
        if x &+ y == 77 { throw Refused() }
        return y
      },
      NodeDefinition(
        "Choose", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), ValuePort("c", default: 0),
        output: ValuePort("z")
      ) { (x: Int, y: Int, c: Int) in c < 0 ? x : y },
      NodeDefinition("Sum", inputs: ManyPort<Int>("x"), output: ValuePort("z")) { (terms: [Int]) in
        terms.reduce(0, &+)
      },
      NodeDefinition("Split", inputs: ValuePort("x", default: 0), outputs: ValuePort("a"), ValuePort("b")) {
        (x: Int) -> (Int, Int) in (x >> 2, x & 3)
      },
      NodeDefinition(
        "Kept", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z"),
        memo: .bytes(1 << 16)
      ) { (x: Int, y: Int) in x ^ y },
    ]

    init(
      _ kinds: [String], layers: Int = 6, width: Int = 40, sources count: Int = 3, observed: Int = 0, planLimit: Int?
    )
      throws
    {
      evaluator.planLimit = planLimit
      // No kind becomes heavy.
      evaluator.costClock = { 0 }
      var random = SplitMix64(seed: 51)
      var above: [OutputPort] = []
      try evaluator.edit { edit in
        for index in 0..<count {
          let node = try edit.add("Number")
          try edit.set(node, to: index + 1)
          above.append(node.output)
        }
      }
      sources = try above.map { try #require(try evaluator.variable($0.node, as: Int.self)) }
      try evaluator.edit { edit in
        for layer in 0..<layers {
          var made: [OutputPort] = []
          for index in 0..<width {
            let kind = random.pick(kinds)
            let node = try edit.add(kind)
            nodes.append(node)
            for input in 0..<(["Choose": 3, "Split": 1][kind] ?? 2) {
              // Some nodes read two layers above, and some read their own layer.
              let isDeeper = index > 0 && random.oneIn(9)
              let source = isDeeper ? made[random.below(made.count)] : above[random.below(above.count)]
              try edit.connect(source, to: node.input(kind == "Sum" ? 0 : input))
            }
            made.append(node.output(kind == "Split" ? random.below(2) : 0))
          }
          above = layer.isMultiple(of: 2) ? made : made + above
        }
      }
      for index in 0..<observed {
        let node = nodes[(index &* 37) % nodes.count]
        guard let output = try? evaluator.output(node.output, as: Int.self) else { continue }
        tokens.append(evaluator.observe(output) { [unowned self] in told.append("\(node.slot): \($0)") })
      }
    }

    /// Gives sources values. Returns what the receipt and observers report, and the values of all nodes.
    func set(_ values: [Int]) throws -> [String] {
      told = []
      let receipt = evaluator.edit { edit in
        for (source, value) in zip(sources, values) { edit.set(source, to: value) }
      }
      let lists = [receipt.evaluated, receipt.changed, receipt.cutOff, receipt.blocked].map { "\($0.map(\.slot))" }
      return lists + ["\(receipt.evaluatedCount)"] + told + (try self.values())
    }

    /// The values of all nodes, as text.
    func values() throws -> [String] {
      try nodes.map { node in
        if let failure = evaluator.failure(of: node) { return "\(failure)" }
        let isSplit = try evaluator.graph.kind(of: node).name == "Split"
        return try (0..<(isSplit ? 2 : 1)).map { output in
          "\(evaluator[try #require(try evaluator.output(node.output(output), as: Int.self))])"
        }.joined(separator: ", ")
      }
    }
  }

  /// The kind of random values: all different, so that every value changes; small, so that some changes are cut off; or such that
  /// nodes fail occasionally.
  enum Values: CaseIterable { case distinct, small, failing }

  @Test(
    arguments: Values.allCases,
    [(0, Workers.none), (30, .none), (30, .exactly(1)), (0, .exactly(2)), (30, .exactly(3)), (30, .exactly(8))])
  func whatRunsAndWhatIsToldIsAsWithoutPlans(values: Values, observedAndWorkers: (Int, Workers)) throws {
    let (observed, workers) = observedAndWorkers
    var kinds = ["Add", "Mix", "Add", "Mix", "Choose", "Sum", "Split"]
    // With workers, nodes that keep results are heavy.
    if workers == .none { kinds.append("Kept") }
    if values != .distinct { kinds.append("Step") }
    if values == .failing { kinds.append("Check") }
    let planned = try Layers(kinds, layers: 4, width: 90, observed: observed, planLimit: nil)
    let unplanned = try Layers(kinds, layers: 4, width: 90, observed: observed, planLimit: 0)
    // Where most changes are cut off, plans run densely only if that is forced.
    planned.evaluator.forcesPlans = values != .distinct
    planned.evaluator.workers = workers
    var random = SplitMix64(seed: 52)
    // In fewer rounds no node fails during a dense replay.
    for round in 1...max(values == .failing ? 200 : 1, fuzzSteps(200)) {
      let given = (0..<3).map { _ in values == .distinct ? Int(truncatingIfNeeded: random.next()) : random.below(90) }
      let (found, expected) = (try planned.set(given), try unplanned.set(given))
      let place = zip(found, expected).prefix { $0 == $1 }.count
      #expect(
        found == expected,
        "round \(round), item \(place): \(found.dropFirst(place).prefix(2)), not \(expected.dropFirst(place).prefix(2))"
      )
    }
    let statistics = planned.evaluator.planStatistics
    #expect(statistics.dense > 8, "\(statistics)")
    #expect((statistics.shared > 0) == (workers != .none))
    if values == .failing { #expect(statistics.left > 0, "a node that fails ends the replay") }
    planned.evaluator.checkInvariants()
  }

  /// Undo and redo restore the values and failures that nodes had before and after a dense replay.
  @Test(
    arguments: [
      ["Add", "Mix", "Choose"], ["Add", "Mix", "Step", "Check"], ["Add", "Mix", "Split", "Sum", "Kept"],
    ], [Workers.none, .exactly(3)])
  func denseReplaysAreUndone(kinds: [String], workers: Workers) throws {
    let planned = try Layers(kinds, observed: 10, planLimit: nil)
    planned.evaluator.workers = workers
    planned.evaluator.forcesPlans = kinds.contains("Check")
    planned.evaluator.undoLimit = 1 << 26
    var random = SplitMix64(seed: 53)
    var past = [try planned.values()]
    for _ in 0..<100 {
      _ = try planned.set((0..<3).map { _ in kinds.contains("Check") ? random.below(90) : Int(random.below(1 << 40)) })
      past.append(try planned.values())
    }
    let statistics = planned.evaluator.planStatistics
    if kinds.contains("Kept") {
      #expect(statistics.dense == 0, "what has more than one word is kept node by node")
    } else {
      #expect(statistics.dense > 10)
    }
    for values in past.dropLast().reversed() {
      #expect(planned.evaluator.undo() != nil)
      #expect(try planned.values() == values)
    }
    for values in past.dropFirst() {
      #expect(planned.evaluator.redo() != nil)
      #expect(try planned.values() == values)
    }
    planned.evaluator.checkInvariants()
  }

  /// If an edit sets fewer sources than the plan has, nodes that follow only from the others do not run.
  @Test func aPlanOfSeveralSourcesRunsWhatTheGivenOnesReach() throws {
    let planned = try Layers(["Add", "Mix"], sources: 8, planLimit: nil)
    let unplanned = try Layers(["Add", "Mix"], sources: 8, planLimit: 0)
    for round in 1...200 {
      let given = (0..<8).map { round &* 1000 + $0 }
      let some = round.isMultiple(of: 3) ? Array(given.prefix(4)) : given
      #expect(try planned.set(some) == unplanned.set(some))
    }
    #expect(planned.evaluator.planStatistics.dense > 60)
    planned.evaluator.checkInvariants()
  }

  /// A source that reaches some nodes. Those of the first level pass a change on or don't, and each one has some readers, of which
  /// each has one reader.
  private struct Gates {
    let evaluator = Evaluator()
    let source: Variable<Int>
    private let level: [Output<Int>]
    private(set) var last: [Output<Int>] = []

    /// Of `open` gates in a hundred, the value changes.
    init(_ count: Int, open: Int) {
      let (evaluator, source) = (evaluator, evaluator.input(nil, 0))
      self.source = source
      level = (0..<count).map { index in evaluator.node(nil, source) { index % 100 < open ? $0 &+ index : index } }
      for gate in level {
        for step in 0..<4 {
          let node = evaluator.node(nil, gate) { $0 &+ step }
          last.append(evaluator.node(nil, node) { $0 &* 2 })
        }
      }
    }
  }

  /// Changes of a good part of a plan run by level; those of a small part are followed from node to node.
  @Test(arguments: [(80, true), (50, true), (10, false), (1, false)])
  func plansOfWhichAThirdRunsAreDense(open: Int, isDense: Bool) {
    let gates = Gates(200, open: open)
    for value in 1...400 {
      let receipt = gates.evaluator.set(gates.source, to: value)
      #expect(receipt.evaluatedCount == 200 + 200 * open / 100 * 8)
    }
    let before = gates.evaluator.planStatistics
    for value in 401...500 { gates.evaluator.set(gates.source, to: value) }
    let after = gates.evaluator.planStatistics
    #expect(after.replayed - before.replayed == 100)
    #expect(after.dense - before.dense == (isDense ? 100 : 0))
    let expected = (0..<200).flatMap { gate in (0..<4).map { 2 * (gate % 100 < open ? 500 + gate + $0 : gate + $0) } }
    #expect(gates.last.map { gates.evaluator[$0] } == expected)
    gates.evaluator.checkInvariants()
  }

  /// Where most nodes run and few of them change, changes are followed from node to node.
  @Test func plansOfWhichLittleChangesAreNotDense() {
    let evaluator = Evaluator()
    let (first, number) = (evaluator.input(nil, 0), evaluator.input(nil, 0))
    let gathered = evaluator.node(nil, first, number) { [$0, $1] }
    var picks: [Output<Int>] = []
    var ends: [Output<Int>] = []
    for index in 0..<200 {
      // The last element says how many picks take the first one.
      let pick = evaluator.node(nil, gathered) { $0[1] > index ? $0[0] : -1 }
      picks.append(pick)
      ends.append(evaluator.node(nil, pick) { $0 &+ index })
    }
    // Returns how many of 100 replays were dense.
    func replay(changing count: Int) -> Int {
      evaluator.set(number, to: count)
      for value in 1...50 { evaluator.set(first, to: value) }
      let before = evaluator.planStatistics
      for value in 51...150 { #expect(evaluator.set(first, to: value).evaluatedCount == 201 + count) }
      #expect(evaluator.planStatistics.replayed - before.replayed == 100)
      #expect(picks.map { evaluator[$0] } == (0..<200).map { $0 < count ? 150 : -1 })
      #expect(ends.map { evaluator[$0] } == (0..<200).map { $0 + ($0 < count ? 150 : -1) })
      return evaluator.planStatistics.dense - before.dense
    }
    // A plan is made first.
    for value in 1...300 { evaluator.set(first, to: value) }
    #expect(replay(changing: 1) == 0)
    #expect(replay(changing: 150) == 100)
    #expect(replay(changing: 1) == 0)
    #expect(replay(changing: 200) == 100)
    evaluator.checkInvariants()
  }

  /// Nodes read the first level, in which values change, and the level above, in which none does, as in all levels between.
  @Test(arguments: [1, 2, 3, 4, 5, 8, 31, 62, 63, 64, 65, 66, 100])
  func aSpanRunsIfAValueHasChangedInAnyLevelThatItReads(distance: Int) {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    let first = (0..<8).map { index in evaluator.node(nil, source) { $0 &+ index } }
    var above = first
    for _ in 0..<distance { above = above.map { node in evaluator.node(nil, node) { $0 &* 0 } } }
    let readers = (0..<8 * (distance + 3)).map { (index: Int) -> Output<Int> in
      evaluator.node(nil, first[index % 8], above[index % 8]) { (x: Int, y: Int) in x &+ y &+ index }
    }
    for value in 1...100 {
      #expect(evaluator.set(source, to: value).evaluatedCount == 16 + readers.count)
      let found = readers.map { evaluator[$0] }
      let expected = readers.indices.map { (index: Int) -> Int in value + index % 8 + index }
      #expect(found == expected)
    }
    #expect(evaluator.planStatistics.dense > 20 || distance < 5, "\(evaluator.planStatistics)")
    evaluator.checkInvariants()
  }

  /// A budget ends an evaluation in the middle of a level. The rest runs when it is resumed.
  @Test(arguments: [Workers.none, .exactly(2)]) func aBudgetEndsWithinALevel(workers: Workers) throws {
    let (planned, unplanned) = (try Layers(["Add", "Mix"], planLimit: nil), try Layers(["Add", "Mix"], planLimit: 0))
    planned.evaluator.workers = workers
    for round in 1...100 { #expect(try planned.set([round, 2, 3]) == unplanned.set([round, 2, 3])) }
    #expect(planned.evaluator.planStatistics.dense > 10)
    let dense = planned.evaluator.planStatistics.dense
    planned.evaluator.budget = .nodes(50)
    planned.evaluator.set(planned.sources[0], to: 1000)
    #expect(planned.evaluator.hasUnfinished)
    planned.evaluator.checkInvariants()
    while planned.evaluator.hasUnfinished { planned.evaluator.resume() }
    _ = try unplanned.set([1000, 2, 3])
    #expect(try planned.values() == unplanned.values() && planned.evaluator.planStatistics.dense == dense)
    planned.evaluator.budget = nil
    for round in 1...3 { #expect(try planned.set([round, 2, 3]) == unplanned.set([round, 2, 3])) }
    #expect(planned.evaluator.planStatistics.dense > dense)
    planned.evaluator.checkInvariants()
  }

  @Test func aSmallPlanHasNoDenseForm() throws {
    let small = try Layers(["Add"], layers: 2, width: 20, planLimit: nil)
    for round in 1...300 { _ = try small.set([round, 2 &* round, 3 &* round]) }
    #expect(small.evaluator.planStatistics.replayed > 50 && small.evaluator.planStatistics.dense == 0)
  }

  /// Where a level has too few nodes of one kind, and where memory is short, nodes run by rank and no dense form is stored.
  @Test func narrowLevelsRunByRank() throws {
    func bytes(_ nodes: Int, _ kinds: [String], width: Int, limit: Int?) throws -> Int {
      let planned = try Layers(kinds, layers: nodes / width, width: width, planLimit: limit)
      let unplanned = try Layers(kinds, layers: nodes / width, width: width, planLimit: 0)
      for round in 1...200 {
        let given = [round, round &* 7, round &* 13]
        #expect(try planned.set(given) == unplanned.set(given))
      }
      #expect(planned.evaluator.planStatistics.dense > 40)
      planned.evaluator.checkInvariants()
      return planned.evaluator.planByteCount
    }
    let perNode = try bytes(240, ["Add", "Mix"], width: 40, limit: nil) / 240
    #expect(perNode >= 48)
    #expect(try bytes(240, ["Add", "Mix"], width: 40, limit: 240 * 46) / 240 < 46)
    #expect(try bytes(240, ["Add", "Mix", "Sum", "Choose"], width: 4, limit: nil) / 240 < 44)
  }

  /// A node fails in the middle of a span. Nodes that have run do not run again, and all the remaining ones do.
  @Test(arguments: [0, 1, 57, 118, 119]) func aFailureEndsTheReplayAndNothingElse(failing: Int) {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    var runs = [Int](repeating: 0, count: 120)
    let first = (0..<120).map { index in
      evaluator.node(nil, source) { value in
        runs[index] += 1
        if index == failing, value == 500 { throw Refused() }
        return value &+ index
      }
    }
    let second = first.map { node in evaluator.node(nil, node, source) { $0 &+ $1 } }
    for value in 1...200 { evaluator.set(source, to: value) }
    let before = evaluator.planStatistics
    runs = runs.map { _ in 0 }
    let receipt = evaluator.set(source, to: 500)
    #expect(evaluator.planStatistics.dense == before.dense + 1 && evaluator.planStatistics.left == before.left + 1)
    #expect(runs == [Int](repeating: 1, count: 120))
    #expect(receipt.evaluated.map(\.slot) == receipt.evaluated.map(\.slot).sorted(), "made in the order of ranks")
    #expect(receipt.evaluatedCount == 239 && receipt.blocked == [second[failing].node])
    for index in 0..<120 where index != failing { #expect(evaluator[second[index]] == 1000 + index) }
    // While a node has failed, replays run by rank; afterwards they run by level again.
    evaluator.set(source, to: 501)
    #expect(evaluator.planStatistics.dense == before.dense + 1)
    evaluator.set(source, to: 502)
    evaluator.set(source, to: 503)
    #expect(evaluator.planStatistics.dense > before.dense + 1 && evaluator[second[failing]] == 1006 + failing)
    evaluator.checkInvariants()
  }

  /// An observer makes an edit, and observers begin and end between replays.
  @Test func observersOfADensePlanAreToldByRank() {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    let other = evaluator.input(nil, 0)
    // By level, the second node of each pair runs long after the first.
    let pairs = (0..<100).map { index in
      let first = evaluator.node(nil, source) { $0 &+ index }
      return (first: first, second: evaluator.node(nil, first) { $0 &* 2 })
    }
    for value in 1...200 { evaluator.set(source, to: value) }
    var told: [Int] = []
    var tokens: [ObservationToken] = []
    for (index, pair) in pairs.enumerated() where index.isMultiple(of: 10) {
      tokens.append(
        evaluator.observe(pair.second) { [unowned evaluator] _ in
          told.append(2 * index + 1)
          if index == 50 { evaluator.set(other, to: told.count) }
        })
      tokens.append(evaluator.observe(pair.first) { _ in told.append(2 * index) })
    }
    let dense = evaluator.planStatistics.dense
    evaluator.set(source, to: 1000)
    #expect(told == (0..<10).flatMap { [20 * $0, 20 * $0 + 1] })
    #expect(evaluator[other] > 0)
    tokens = []
    told = []
    evaluator.set(source, to: 1001)
    #expect(told.isEmpty && evaluator.planStatistics.dense == dense + 2)
    evaluator.checkInvariants()
  }

  /// A source, nodes that read it, and one reader of each of them.
  private struct Pairs {
    let evaluator = Evaluator()
    let source: Variable<Int>
    let first, second: [Output<Int>]

    init(_ count: Int) {
      let (evaluator, source) = (evaluator, evaluator.input(nil, 0))
      let first = (0..<count).map { index in evaluator.node(nil, source) { $0 &+ index } }
      self.source = source
      self.first = first
      second = first.map { node in evaluator.node(nil, node) { $0 &* 2 } }
    }
  }

  /// During an edit, and while a fork is read, nodes of the last evaluation may be removed or have other ranks.
  @Test func explanationsInsideAnEditSurviveRemovals() throws {
    let pairs = Pairs(120)
    let evaluator = pairs.evaluator
    for value in 1...100 { evaluator.set(pairs.source, to: value) }
    let before = evaluator.planStatistics.dense
    evaluator.set(pairs.source, to: 1000)
    #expect(evaluator.planStatistics.dense == before + 1)
    struct GivenUp: Error {}
    #expect(throws: GivenUp.self) {
      try evaluator.edit { edit in
        try edit.remove(pairs.second[3].node)
        #expect(evaluator.explain(pairs.second[4].node) != nil)
        throw GivenUp()
      }
    }
    let fork = try evaluator.fork { try $0.remove(pairs.second[5].node) }
    fork.read { #expect(evaluator.explain(pairs.second[6].node) != nil) }
    evaluator.set(pairs.source, to: 1001)
    let receipt = evaluator.set(pairs.source, to: 1002)
    #expect(receipt.evaluated == pairs.first.map(\.node) + pairs.second.map(\.node), "made in the order of ranks")
    evaluator.checkInvariants()
  }

  /// Code begins to observe nodes of its own level. Observers of nodes that run later are notified; nodes that have run are
  /// already current.
  @Test(arguments: [nil, 0])
  func codeMayObserveNodesOfItsLevel(planLimit: Int?) {
    final class Observing {
      var tokens: [ObservationToken] = []
      var told: [Int] = []
    }
    let (evaluator, observing) = (Evaluator(), Observing())
    evaluator.planLimit = planLimit
    let source = evaluator.input(nil, 0)
    var nodes: [Output<Int>] = []
    for index in 0..<120 {
      nodes.append(
        evaluator.node(nil, source) { [unowned evaluator] value in
          if value == 500, index == 50 {
            observing.tokens = nodes.map { node in
              evaluator.observe(node) { observing.told.append((try? $0.new.get()) ?? -1) }
            }
          }
          return value &+ index
        })
    }
    for value in 1...100 { evaluator.set(source, to: value) }
    evaluator.set(source, to: 500)
    // The node itself may be reported or not, because its own code begins to observe it.
    #expect(observing.told.filter { $0 != 550 } == (51..<120).map { 500 + $0 })
    observing.told = []
    evaluator.set(source, to: 501)
    #expect(observing.told == (0..<120).map { 501 + $0 })
  }

  /// Sets in one gesture form one undo step, in whatever order their nodes ran.
  @Test func aGestureIsOneStepAcrossReplays() {
    let pairs = Pairs(100)
    let evaluator = pairs.evaluator
    for value in 1...60 { evaluator.set(pairs.source, to: value) }
    evaluator.undoLimit = 1 << 24
    for value in 100...160 {
      evaluator.undoGroup(gesture: 1) { evaluator.set(pairs.source, to: value) }
      // Drops all plans halfway.
      if value == 130 { evaluator.planLimit = nil }
    }
    #expect(evaluator.planStatistics.dense > 10 && evaluator[pairs.second[7]] == 334)
    #expect(evaluator.undo() != nil && evaluator.undo() == nil)
    #expect(evaluator[pairs.second[7]] == 134 && evaluator[pairs.source] == 60)
    #expect(evaluator.redo() != nil && evaluator[pairs.second[7]] == 334)
    evaluator.checkInvariants()
  }

  /// Dense forms are dropped to make room for another plan, and plans do not displace each other.
  @Test func denseFormsMakeRoomForPlans() {
    let evaluator = Evaluator()
    let sources = (0..<2).map { evaluator.input(nil, $0) }
    for source in sources {
      let first = (0..<100).map { index in evaluator.node(nil, source) { $0 &+ index } }
      for node in first { _ = evaluator.node(nil, node) { $0 &* 2 } }
    }
    evaluator.planLimit = 2 * 200 * 37
    for value in 1...400 {
      evaluator.set(sources[0], to: value)
      evaluator.set(sources[1], to: -value)
    }
    let statistics = evaluator.planStatistics
    #expect(statistics.made == 2 && statistics.dropped == 0 && statistics.dense > 100, "\(statistics)")
    #expect(evaluator.planByteCount <= 2 * 200 * 37)
    evaluator.checkInvariants()
  }

  /// A receipt lists its nodes by rank even when it is read after later edits.
  @Test func aReceiptThatIsKeptIsInTheOrderOfRanks() throws {
    let layers = try Layers(["Add", "Mix"], planLimit: nil)
    func set(_ value: Int) -> Receipt {
      layers.evaluator.edit { edit in
        for source in layers.sources { edit.set(source, to: value &+ 7 &* source.node.hashValue) }
      }
    }
    for value in 1...200 { _ = set(value) }
    let dense = layers.evaluator.planStatistics.dense
    let (first, second) = (set(1000), set(1001))
    #expect(layers.evaluator.planStatistics.dense == dense + 2)
    #expect(first.evaluated == second.evaluated && first.evaluatedCount == layers.nodes.count)
    let unplanned = try Layers(["Add", "Mix"], planLimit: 0)
    let ran = unplanned.evaluator.edit { edit in
      for source in unplanned.sources { edit.set(source, to: 1000 &+ 7 &* source.node.hashValue) }
    }
    #expect(first.evaluated.map(\.slot) == ran.evaluated.map(\.slot))
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Muted and bypassed nodes and instances.
@Suite struct ModeTests {
  /// price → (((add))) → total, with a rate for the second input, and a second instance of the outermost group.
  private struct Nest {
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    let price: NodeID
    let rate: NodeID
    let total: NodeID
    /// The members, innermost first.
    let members: [NodeID]
    let other: InstanceID

    init() throws {
      let made = try evaluator.edited { edit in
        let nodes = try ["price", "rate"].map { try edit.add("Number", named: $0) }
        let sums = try ["add", "total"].map { try edit.add("Add", named: $0) }
        try edit.set(nodes[0], to: 100)
        try edit.set(nodes[1], to: 20)
        for (index, node) in nodes.enumerated() { try edit.connect(node.output, to: sums[0].input(index)) }
        try edit.connect(sums[0].output, to: sums[1].input("x"))
        return nodes + sums
      }
      var members = [made[2]]
      for name in ["Inner", "Middle", "Outer"] {
        let member = try #require(members.last)
        members.append(
          try evaluator.edited { edit in
            let group = try edit.group([member], named: name)
            // The naive expander identifies members by their names.
            try edit.rename(group, to: name)
            return group.node
          })
      }
      let outer = try #require(members.last.flatMap { InstanceID($0) })
      let definition = try #require(evaluator.subgraphs.definition(of: outer))
      other = try evaluator.edited { edit in
        let other = try edit.add(instanceOf: definition, named: "other")
        try edit.connect(made[1].output, to: other.node.input(0))
        try edit.connect(other.node.output, to: made[3].input("y"))
        return other
      }
      (price, rate, total, self.members) = (made[0], made[1], made[3], members)
      evaluator.undoLimit = 1 << 20
    }

    func value(_ node: NodeID) throws -> Int {
      try evaluator.value(of: try #require(try evaluator.output(node.output, as: Int.self)))
    }
  }

  @Test func theOutermostThatIsNotActiveDecidesWhateverTheModesOfFourLevelsAre() throws {
    let nest = try Nest()
    let evaluator = nest.evaluator
    let before = SubgraphSnapshot(evaluator)
    for combination in 0..<81 {
      var rest = combination
      try evaluator.edit { edit in
        for member in nest.members {
          try edit.setMode(NodeMode.allCases[rest % 3], of: member)
          rest /= 3
        }
        try edit.set(nest.price, to: 100 + combination)
      }
      #expect(SubgraphSnapshot.brokenRules(of: evaluator).isEmpty, "combination \(combination)")
      let decided = nest.members.reversed().map { evaluator.mode(of: $0) }.first { $0 != .active } ?? .active
      #expect(evaluator.effectiveMode(of: nest.members[0]) == decided)
      let text = try DocumentKinds.json(try evaluator.document())
      let opened = try Evaluator(definitions: SubgraphScript.kinds, document: DocumentKinds.document(text))
      #expect(SubgraphSnapshot(opened) == SubgraphSnapshot(evaluator))
    }
    while evaluator.canUndo { #expect(evaluator.undo()?.evaluated == []) }
    #expect(SubgraphSnapshot(evaluator) == before)
  }

  @Test func oneInstanceIsBypassedAndTheOthersOfItsDefinitionGoOn() throws {
    let nest = try Nest()
    let outer = try #require(InstanceID(nest.members[3]))
    #expect(try nest.value(nest.total) == 120 + 20)
    try nest.evaluator.edit { edit in try edit.setMode(.bypassed, of: outer) }
    #expect(try nest.value(nest.total) == 100 + 20)
    try nest.evaluator.edit { edit in try edit.setMode(.bypassed, of: nest.other) }
    try nest.evaluator.edit { edit in try edit.setMode(.active, of: outer) }
    #expect(try nest.value(nest.total) == 120 + 20)
    let verbs = nest.evaluator.undoTitles.map { $0.split(separator: " ").first ?? "" }
    #expect(verbs == ["bypass", "bypass", "activate"])
  }

  @Test func aNewInstanceIsActiveAndAnEditOfTheDefinitionLeavesModesAsTheyAre() throws {
    let nest = try Nest()
    let inner = nest.members[1]
    try nest.evaluator.edit { edit in try edit.setMode(.muted, of: inner) }
    let instance = try #require(InstanceID(inner))
    let definition = try #require(nest.evaluator.subgraphs.definition(of: instance))
    try nest.evaluator.edit { edit in
      try edit.change(definition) { scope in
        let more = try scope.add("Add", named: "more")
        try scope.connect(try #require(scope.node(named: "add")).output, to: more.input("x"))
      }
    }
    #expect(SubgraphSnapshot.brokenRules(of: nest.evaluator).isEmpty)
    let added = try #require(nest.evaluator.subgraphs.members(of: InstanceID(inner)).last)
    #expect(nest.evaluator.failure(of: added) == NodeFailure(origin: added, reason: .muted))
    let fresh = try nest.evaluator.edited { edit in try edit.add(instanceOf: definition) }
    let members = nest.evaluator.subgraphs.members(of: fresh)
    #expect(members.allSatisfy { nest.evaluator.failure(of: $0) == nil })
  }

  // MARK: Nodes

  private final class Runs {
    var count = 0
  }

  @Test func noCodeRunsOfWhatIsMutedOrBypassed() throws {
    let evaluator = Evaluator()
    let runs = Runs()
    let source = evaluator.input("source", 1)
    let node = evaluator.node("node", source) { (value: Int) -> Int in
      runs.count += 1
      return value * 10
    }
    let end = evaluator.node("end", node) { $0 + 1 }
    for (mode, expected) in [(NodeMode.muted, nil), (.bypassed, 3), (.active, 31)] as [(NodeMode, Int?)] {
      let before = runs.count
      try evaluator.edit { edit in try edit.setMode(mode, of: node.node) }
      evaluator.set(source, to: 2)
      evaluator.set(source, to: 3)
      #expect((try? evaluator.value(of: end)) == expected.map { mode == .active ? $0 : $0 + 1 })
      #expect(runs.count == before + (mode == .active ? 3 : 0), "\(mode)")
      evaluator.checkInvariants()
    }
  }

  @Test func theFailureOfWhatIsMutedNamesItAndMutingTheOnlySourceOfAFailureHidesThat() throws {
    struct Broken: Error {}
    let evaluator = Evaluator()
    let source = evaluator.input("source", -1)
    let node = evaluator.node("node", source) { (value: Int) throws -> Int in
      if value < 0 { throw Broken() }
      return value
    }
    let end = evaluator.node("end", node) { $0 + 1 }
    #expect(evaluator.failure(of: end.node)?.origin == node.node)
    try evaluator.edit { edit in try edit.setMode(.muted, of: node.node) }
    #expect(evaluator.failure(of: end.node) == NodeFailure(origin: node.node, reason: .muted))
    #expect(evaluator.failure(of: end.node)?.message == "muted")
    #expect(evaluator.failures(of: end.node) == [NodeFailure(origin: node.node, reason: .muted)])
    try evaluator.edit { edit in try edit.setMode(.bypassed, of: node.node) }
    #expect(try evaluator.value(of: end) == 0)
    try evaluator.edit { edit in try edit.setMode(.active, of: node.node) }
    #expect(evaluator.failure(of: end.node)?.message.contains("Broken") == true)
  }

  @Test func aMutedSourceKeepsTheValueThatItIsGiven() throws {
    let evaluator = Evaluator()
    evaluator.undoLimit = 1 << 20
    let source = evaluator.input("source", 1)
    let end = evaluator.node("end", source) { $0 + 1 }
    try evaluator.edit { edit in try edit.setMode(.muted, of: source.node) }
    evaluator.set(source, to: 5)
    #expect(evaluator.failure(of: end.node)?.origin == source.node && evaluator.givenValue(of: source) == 5)
    try evaluator.edit { edit in try edit.setMode(.active, of: source.node) }
    #expect(evaluator[end] == 6)
    for _ in 0..<2 { evaluator.undo() }
    #expect(evaluator.failure(of: end.node)?.reason == .muted && evaluator.givenValue(of: source) == 1)
    evaluator.undo()
    #expect(evaluator[end] == 2 && evaluator[source] == 1)
    for _ in 0..<3 { evaluator.redo() }
    #expect(evaluator[end] == 6)
    evaluator.checkInvariants()
  }

  @Test func eachOutputTakesTheFirstInputOfItsTypeOrTheOneThatIsDeclared() throws {
    let make = { (name: String) in
      NodeDefinition(
        name, inputs: ValuePort("text", default: "a"), ValuePort("x", default: 1), ValuePort("y", default: 2),
        outputs: ValuePort<Int>("sum"), ValuePort<String>("name")
      ) { (text: String, x: Int, y: Int) -> (Int, String) in (x + y, text + "!") }
    }
    let (kind, other) = (make("Mix"), make("Other"))
    let evaluator = Evaluator(definitions: [kind, other.bypassing("sum", by: "y")])
    let nodes = try evaluator.edited { edit in try ["Mix", "Other"].map { try edit.add($0) } }
    try evaluator.edit { edit in for node in nodes { try edit.setMode(.bypassed, of: node) } }
    for (node, expected) in zip(nodes, [1, 2]) {
      #expect(evaluator[try #require(try evaluator.output(node.output(0), as: Int.self))] == expected)
      #expect(evaluator[try #require(try evaluator.output(node.output(1), as: String.self))] == "a")
    }
  }

  @Test func whatHasNoInputOfItsTypeFailsWhenItIsBypassed() throws {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    let text = evaluator.node("text", source) { "\($0)" }
    let length = evaluator.node("length", text) { $0.utf8.count }
    try evaluator.edit { edit in try edit.setMode(.bypassed, of: text.node) }
    #expect(evaluator.failure(of: length.node) == NodeFailure(origin: text.node, reason: .muted))
  }

  // MARK: Other features of nodes

  @Test func aNodeWithAStateIsBypassedBeforeItHasRunAndItsStateStandsStill() throws {
    let kinds: [NodeDefinition] = [
      .source("Clock", output: ValuePort("tick"), initial: 0),
      .source("Knob", output: ValuePort("value"), initial: 1.0),
      NodeDefinition(
        "Sum so far", tick: ValuePort<Int>("tick"), inputs: ValuePort("value", default: 1.0), ManyPort<String>("names"),
        output: ValuePort<Double>("sum"), state: ["?": 0.0]
      ) { (sum: inout [String: Double], value: Double, _: [String]) in
        sum["?", default: 0] += value
        return sum["?", default: 0]
      },
      NodeDefinition("All", combining: ManyPort<Double>("values"), output: ValuePort("total"), empty: 0, by: +),
      NodeDefinition("Kept", inputs: ValuePort<Double>("x"), output: ValuePort("y"), memo: .automatic) {
        (x: Double) -> Double in x * 2
      },
    ]
    let evaluator = Evaluator(definitions: kinds)
    let (clock, knob, sum, all, kept) = try evaluator.edited { edit in
      let (clock, knob) = (try edit.add("Clock"), try edit.add("Knob"))
      let (sum, all, kept) = (try edit.add("Sum so far"), try edit.add("All"), try edit.add("Kept"))
      for node in [sum, all, kept] { try edit.setMode(.bypassed, of: node) }
      try edit.connect(clock.output, to: sum.input("tick"))
      try edit.connect(knob.output, to: sum.input("value"))
      try edit.connect(sum.output, to: all.input("values"))
      try edit.connect(knob.output, to: all.input("values"))
      try edit.connect(all.output, to: kept.input("x"))
      return (clock, knob, sum, all, kept)
    }
    let value = { (node: NodeID) in
      evaluator[try #require(try evaluator.output(node.output, as: Double.self))]
    }
    #expect(try value(kept) == 1)
    try evaluator.edit { edit in
      try edit.set(clock, to: 1)
      try edit.set(knob, to: 5.0)
    }
    #expect(try value(kept) == 5)
    for node in [sum, all, kept] { try evaluator.edit { edit in try edit.setMode(.active, of: node) } }
    #expect(try (value(sum), value(all), value(kept)) == (5, 10, 20))
    try evaluator.edit { edit in try edit.set(clock, to: 2) }
    #expect(try value(sum) == 10)
    evaluator.checkInvariants()
  }

  @Test func observersAndReceiptsTellWhatIsMuted() throws {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    let end = evaluator.node("end", evaluator.node("node", source) { $0 * 2 }) { $0 + 1 }
    var told: [Int?] = []
    let token = evaluator.observe(end) { change in told.append(try? change.new.get()) }
    let node = try #require(evaluator.graph.node(named: "node"))
    let receipt = try evaluator.edit { edit in try edit.setMode(.muted, of: node) }
    #expect(receipt.changed == [node, end.node])
    evaluator.set(source, to: 4)
    try evaluator.edit { edit in try edit.setMode(.active, of: node) }
    #expect(told == [nil, 9])
    token.cancel()
  }

  @Test func theModeOfANodeThatIsGoneIsForgotten() throws {
    let evaluator = Evaluator()
    let node = evaluator.input("source", 1).node
    try evaluator.edit { edit in try edit.setMode(.muted, of: node) }
    evaluator.undoLimit = 1 << 20
    try evaluator.edit { edit in try edit.remove(node) }
    evaluator.undo()
    #expect(evaluator.mode(of: node) == .muted)
    evaluator.redo()
    evaluator.undoLimit = 0
    #expect(!evaluator.hasModes && evaluator.mode(of: node) == .active)
    evaluator.checkInvariants()
  }

  @Test func aForkMutesAndLeavesEverythingAsItWas() throws {
    let nest = try Nest()
    let before = SubgraphSnapshot(nest.evaluator)
    let fork = try nest.evaluator.fork { edit in try edit.setMode(.bypassed, of: nest.members[2]) }
    #expect(SubgraphSnapshot(nest.evaluator) == before)
    #expect(try fork.read { try nest.value(nest.total) } == 120)
    #expect(SubgraphSnapshot(nest.evaluator) == before)
    try fork.commit()
    #expect(try nest.value(nest.total) == 120)
    nest.evaluator.checkInvariants()
  }

  @Test func whatIsInFlightIsGivenUpWhenItIsMuted() async throws {
    let graph = LateGraph()
    await graph.land()
    graph.evaluator.set(graph.source, to: 2)
    #expect(graph.evaluator.hasPending)
    try graph.evaluator.edit { edit in try edit.setMode(.muted, of: graph.late.node) }
    #expect(!graph.evaluator.hasPending && graph.evaluator.failure(of: graph.next.node)?.reason == .muted)
    await graph.runs.run()
    graph.evaluator.land()
    #expect(graph.evaluator.failure(of: graph.next.node)?.reason == .muted)
    try graph.evaluator.edit { edit in try edit.setMode(.bypassed, of: graph.late.node) }
    #expect(graph.evaluator[graph.next] == 3)
    try graph.evaluator.edit { edit in try edit.setMode(.active, of: graph.late.node) }
    await graph.land()
    #expect(graph.evaluator[graph.next] == 21)
    graph.evaluator.checkInvariants()
  }

  @Test func onDemandWhatIsMutedFailsWhenItIsNeeded() throws {
    let evaluator = Evaluator()
    evaluator.policy = .onDemand
    let source = evaluator.input("source", 1)
    let node = evaluator.node("node", source) { $0 * 2 }
    let end = evaluator.node("end", node) { $0 + 1 }
    try evaluator.edit { edit in try edit.setMode(.bypassed, of: node.node) }
    evaluator.checkInvariants()
    let need = evaluator.need([end.node])
    #expect(evaluator[end] == 2)
    try evaluator.edit { edit in try edit.setMode(.muted, of: node.node) }
    #expect(evaluator.failure(of: end.node)?.reason == .muted)
    need.end()
    evaluator.checkInvariants()
  }

  @Test func aGraphThatRepeatsItselfByAPlanIsMutedInBetween() throws {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    var nodes = [evaluator.node(nil, source) { $0 &+ 1 }]
    for index in 1..<100 {
      nodes.append(evaluator.node(nil, nodes[index - 1], nodes[max(index - 2, 0)]) { max($0, $1) &+ 1 })
    }
    for value in 1...40 { evaluator.set(source, to: value) }
    #expect(evaluator.planStatistics.made == 1)
    try evaluator.edit { edit in try edit.setMode(.bypassed, of: nodes[50].node) }
    for value in 1...40 { evaluator.set(source, to: value) }
    #expect(evaluator[nodes[99]] == 40 + 99)
    try evaluator.edit { edit in try edit.setMode(.active, of: nodes[50].node) }
    evaluator.set(source, to: 7)
    #expect(evaluator[nodes[99]] == 7 + 100)
    evaluator.checkInvariants()
  }

  @Test func aHeavyNodeThatIsMutedRunsOnNoThread() throws {
    let kind = NodeDefinition("Slow", inputs: ValuePort("x", default: 0), output: ValuePort("y"), cost: .heavy) {
      (x: Int) -> Int in x * 2
    }
    let evaluator = Evaluator(definitions: [kind])
    evaluator.workers = .exactly(2)
    let source = evaluator.input("source", 1)
    let nodes = try evaluator.edited { edit in
      let nodes = try (0..<4).map { _ in try edit.add("Slow") }
      for node in nodes { try edit.connect(source.port, to: node.input("x")) }
      try edit.setMode(.muted, of: nodes[1])
      try edit.setMode(.bypassed, of: nodes[2])
      return nodes
    }
    for value in 1...20 {
      evaluator.set(source, to: value)
      let values = nodes.map { node in
        (try? evaluator.output(node.output, as: Int.self)).flatMap { $0 }.flatMap { try? evaluator.value(of: $0) }
      }
      #expect(values == [value * 2, nil, value, value * 2])
    }
    evaluator.checkInvariants()
  }

  @Test func aSourceThatIsGivenAValueAndSwitchedInOneEditIsToldOfOnce() throws {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    let next = evaluator.node("next", source) { $0 + 1 }
    evaluator.undoLimit = 1 << 20
    var told: [String] = []
    let token = evaluator.observe(source) { told.append("\($0)") }
    let muting = try evaluator.edit { edit in
      edit.set(source, to: 5)
      try edit.setMode(.muted, of: source.node)
    }
    #expect(muting.changed.filter { $0 == source.node }.count == 1)
    #expect(told == ["1 → ⚠ muted"])
    evaluator.set(source, to: 6)
    evaluator.edit { $0.set(source, to: 7) }
    #expect(told.count == 1)
    let waking = try evaluator.edit { edit in
      edit.set(source, to: 8)
      try edit.setMode(.active, of: source.node)
    }
    #expect(waking.changed == [source.node, next.node])
    #expect(told == ["1 → ⚠ muted", "⚠ muted → 8"])
    #expect(evaluator[next] == 9)
    while evaluator.undo() != nil {}
    #expect(evaluator[source] == 1)
    #expect(evaluator[next] == 2)
    while evaluator.redo() != nil {}
    #expect(evaluator[next] == 9)
    withExtendedLifetime(token) {}
  }

  @Test func aSourceThatAStoppedEvaluationHasLeftToBeWokenIsEnteredOnce() throws {
    let evaluator = Evaluator()
    let (first, second) = (evaluator.input("first", 1), evaluator.input("second", 1))
    var told: [String] = []
    let token = evaluator.observe(second) { told.append("\($0)") }
    try evaluator.edit { edit in for source in [first, second] { try edit.setMode(.muted, of: source.node) } }
    evaluator.budget = .nodes(1)
    try evaluator.edit { edit in for source in [first, second] { try edit.setMode(.active, of: source.node) } }
    #expect(evaluator.hasUnfinished)
    evaluator.budget = nil
    #expect(evaluator.set(second, to: 5).changed == [second.node])
    #expect(told.last == "⚠ muted → 5" && evaluator[second] == 5)
    evaluator.checkInvariants()
    withExtendedLifetime(token) {}
  }

  /// What undoes an edit that was made while a source waited to be muted, or to become active again.
  enum Reversal: CaseIterable { case droppedFork, undo, undoOfBoth }

  @Test(arguments: Reversal.allCases, [true, false])
  func aSourceThatWaitsForItsModeStillDoesAfterAnUndo(_ reversal: Reversal, mutes: Bool) throws {
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    let nodes = try evaluator.edited { edit in try (0..<3).map { try edit.add("Number", named: "n\($0)") } }
    if !mutes { try evaluator.edit { edit in for node in nodes { try edit.setMode(.muted, of: node) } } }
    evaluator.undoLimit = 1 << 20
    evaluator.budget = .nodes(1)
    try evaluator.edit { edit in for node in nodes { try edit.setMode(mutes ? .muted : .active, of: node) } }
    #expect(evaluator.hasUnfinished)
    switch reversal {
    case .droppedFork: try evaluator.fork { try $0.remove(nodes[0]) }.drop()
    case .undo, .undoOfBoth:
      try evaluator.edit { try $0.remove(nodes[0]) }
      evaluator.undo()
    }
    if reversal == .undoOfBoth { evaluator.undo() }
    evaluator.checkInvariants()
    if reversal != .undoOfBoth {
      #expect(evaluator.hasUnfinished)
      #expect(nodes.contains { evaluator.state(of: $0) == .stale })
    }
    evaluator.budget = nil
    evaluator.resume()
    #expect(nodes.map { evaluator.failure(of: $0) != nil } == nodes.map { evaluator.mode(of: $0) == .muted })
    #expect(nodes.allSatisfy { (evaluator.mode(of: $0) == .muted) == (mutes != (reversal == .undoOfBoth)) })
    evaluator.checkInvariants()
  }

  @Test func whatReadsABypassedGroupRunsOnlyIfItPassesAnotherValue() throws {
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    let (price, rate, giver, inside, outside) = try evaluator.edited { edit in
      let numbers = try ["price", "rate"].map { try edit.add("Number", named: $0) }
      let sums = try ["giver", "inside", "outside"].map { try edit.add("Add", named: $0) }
      for (index, number) in numbers.enumerated() { try edit.connect(number.output, to: sums[0].input(index)) }
      for reader in sums.dropFirst() { try edit.connect(sums[0].output, to: reader.input("x")) }
      let group = try edit.group([sums[0], sums[1]], named: "G")
      try edit.setMode(.bypassed, of: group)
      return (numbers[0], numbers[1], sums[0], sums[1], sums[2])
    }
    let unchanged = try evaluator.edit { try $0.set(rate, to: 7) }
    #expect(unchanged.evaluated == [giver])
    let changed = try evaluator.edit { try $0.set(price, to: 3) }
    #expect(Set(changed.evaluated) == [giver, outside])
    #expect(evaluator.failure(of: inside)?.reason == .muted)
    evaluator.checkInvariants()
  }

  @Test func aMutedSourceThatGetsTheKindThatItHasCallsNoObserver() throws {
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    let node = try evaluator.edited { edit in
      let node = try edit.add("Number")
      try edit.setMode(.muted, of: node)
      return node
    }
    var calls = 0
    let token = evaluator.observe(try #require(try evaluator.output(node.output, as: Int.self))) { _ in calls += 1 }
    try evaluator.edit { edit in try edit.setKind(of: node, to: "Number") }
    #expect(calls == 0)
    try evaluator.edit { edit in try edit.setMode(.active, of: node) }
    #expect(calls == 1)
    token.cancel()
  }

  @Test(arguments: [true, false])
  func whatAMutedSourceWasGivenIsUndoneWithAReceipt(afterOutsideChange isOutside: Bool) throws {
    let evaluator = Evaluator()
    let (muted, meter) = (evaluator.input("muted", 1), evaluator.input("meter", 1))
    try evaluator.edit { try $0.setMode(.muted, of: muted.node) }
    evaluator.undoLimit = 1 << 20
    evaluator.undoGroup { for value in 2...3 { evaluator.set(muted, to: value) } }
    if isOutside { evaluator.edit(history: .none) { $0.set(meter, to: 2) } }
    var receipts: [Receipt] = []
    var news: [String] = []
    evaluator.onEdit = { receipts.append($0) }
    let token = evaluator.observe(muted) { news.append("\($0)") }
    #expect(evaluator.undo()?.changed == [muted.node])
    #expect(evaluator.redo()?.changed == [muted.node])
    #expect(receipts.map(\.changed) == [[muted.node], [muted.node]] && news.isEmpty)
    token.cancel()
  }
}

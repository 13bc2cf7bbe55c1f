// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// What a thread that must not wait receives from a graph, and how it uses it.
@Suite struct RealTimePlanTests {
  private typealias Vector = RealTimeKinds.Vector

  /// A sum of two sources, and its sum over the ticks.
  private struct Sums {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let tick: Variable<Int>
    let a: Variable<Double>
    let b: Variable<Double>
    let sum: Output<Double>
    let soFar: Output<Double>

    init() throws {
      tick = evaluator.input("tick", 0)
      a = evaluator.input("a", 1)
      b = evaluator.input("b", 2)
      let sum = try evaluator.addReading("Sum", a.port, b.port)
      self.sum = sum
      let soFar = try evaluator.addReading("Sum so far", tick.port, sum.port)
      self.soFar = soFar
    }
  }

  @Test func renderingRunsWhatTheQueuedValuesReach() throws {
    let graph = try Sums()
    let plan = try RealTimePlan(graph.evaluator, outputs: graph.sum, graph.soFar)
    #expect(plan.render() == 2, "after a publication all nodes run")
    #expect(plan[graph.sum] == 3 && plan[graph.soFar] == 1.5)
    #expect(plan.render() == 0)
    plan.set(graph.a, to: 10)
    plan.set(graph.a, to: 20)
    var isTaken = false
    #expect(plan.render { isTaken = $0.set(graph.b, to: 1) } == 2)
    #expect(isTaken)
    #expect(plan[graph.sum] == 21 && plan[graph.soFar] == 10.5, "the same tick begins with the same state")
    plan.set(graph.a, to: 20)
    #expect(plan.render() == 0, "an equal value does not propagate")
    #expect(plan.render { $0.set(graph.tick, to: 1) } == 1)
    #expect(plan[graph.soFar] == 15.75)
    #expect(graph.evaluator[graph.a] == 1 && graph.evaluator[graph.sum] == 3, "the evaluator has its own values")
  }

  @Test func anOutputOfAnotherTypeIsNotPublished() throws {
    let toFloat = NodeDefinition("Float", inputs: ValuePort("a", default: 1.5), output: ValuePort<Float>("f")) {
      (a: Double) in Float(a)
    }
    let graph = try Sums()
    graph.evaluator.register(toFloat)
    graph.evaluator.undoLimit = 1 << 20
    let plan = try RealTimePlan(graph.evaluator, outputs: graph.sum)
    plan.render()
    try graph.evaluator.edit { try $0.setKind(of: graph.sum.node, to: "Float") }
    let thrown = #expect(throws: RealTimeError.self) { try plan.publish() }
    #expect(thrown?.reason == .missing && thrown?.node == graph.sum.node)
    plan.render()
    #expect(plan[graph.sum] == 3, "it goes on with what it has")
    #expect(throws: RealTimeError.self) { _ = try RealTimePlan(graph.evaluator, outputs: graph.sum) }
    graph.evaluator.undo()
    try plan.publish()
    plan.render()
    #expect(plan[graph.sum] == 3)
  }

  @Test func anOutputThatGoesWhileAnotherIsBroughtUpToDateIsMissing() throws {
    let graph = try Sums()
    let evaluator = graph.evaluator
    evaluator.undoLimit = 1 << 20
    // Nodes with a state are always needed, and so are the nodes that they read. This node is neither.
    let mix = try evaluator.addReading("Mix", graph.a.port)
    let other = try evaluator.addReading("Mix", graph.b.port)
    evaluator.policy = .onDemand
    let plan = try RealTimePlan(evaluator, outputs: mix, other)
    evaluator.set(graph.a, to: 5)
    var isFirst = true
    evaluator.onEdit = { [unowned evaluator] _ in
      guard isFirst else { return }
      isFirst = false
      #expect(throws: Never.self) { try evaluator.edit { try $0.remove(other.node) } }
    }
    #expect(evaluator.state(of: mix.node) == .stale)
    let thrown = #expect(throws: RealTimeError.self) { try plan.publish() }
    #expect(!isFirst && thrown?.reason == .missing && thrown?.node == other.node)
  }

  @Test func aPublicationKeepsWhatThePlanHasAndTakesWhatTheEvaluatorWasGiven() throws {
    let graph = try Sums()
    let plan = try RealTimePlan(graph.evaluator, outputs: graph.soFar)
    plan.set(graph.a, to: 10)
    for tick in 1...3 { plan.render { $0.set(graph.tick, to: tick) } }
    let before = plan[graph.soFar]
    graph.evaluator.set(graph.b, to: 5)
    try plan.publish()
    #expect(plan[graph.soFar] == before, "nothing happens before the next block")
    #expect(plan.render() == 2)
    // The value of a comes from the plan, that of b from the evaluator. The state is the one from the beginning of the third
    // tick.
    #expect(plan[graph.soFar] != before)
    let expected = try Sums()
    for tick in 1...3 {
      expected.evaluator.edit { edit in
        edit.set(expected.a, to: 10)
        edit.set(expected.tick, to: tick)
      }
    }
    expected.evaluator.set(expected.b, to: 5)
    #expect(plan[graph.soFar] == expected.evaluator[expected.soFar])
    try plan.publish()
    plan.render()
    #expect(plan[graph.soFar] == expected.evaluator[expected.soFar], "published again, nothing is lost")
  }

  @Test func ofSeveralPublicationsTheLastCounts() throws {
    let graph = try Sums()
    let plan = try RealTimePlan(graph.evaluator, outputs: graph.sum)
    plan.render()
    plan.set(graph.a, to: 100)
    plan.render()
    for value in 1...5 {
      graph.evaluator.set(graph.b, to: Double(value) * 10)
      try plan.publish()
    }
    plan.render()
    #expect(plan[graph.sum] == 150)
    graph.evaluator.set(graph.a, to: 7)
    try plan.publish()
    graph.evaluator.set(graph.b, to: 8)
    try plan.publish()
    plan.render()
    #expect(plan[graph.sum] == 15, "what an earlier one brought counts, though nobody took it")
  }

  @Test func delaysGiveBackWhenTheTickChanges() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let tick = evaluator.input("tick", 0)
    let input = evaluator.input("input", 1.0)
    let last = evaluator.delay("last", of: Double.self, initial: 0, tick: tick)
    let total = try evaluator.addReading("Sum", last.port, input.port)
    try evaluator.edit { try $0.connect(total.port, to: last.input) }
    let plan = try RealTimePlan(evaluator, outputs: total)
    plan.render()
    #expect(plan[total] == 1)
    for value in 1...20 {
      plan.render { $0.set(tick, to: value) }
      #expect(plan[total] == Double(value) + 1)
    }
    plan.render { $0.set(tick, to: 20) }
    #expect(plan[total] == 21)
    plan.render {
      $0.set(tick, to: 21)
      $0.set(last.variable, to: 100)
    }
    #expect(plan[total] == 101, "what a block gives a delay counts more than what comes back")
    evaluator.set(tick, to: 1)
    evaluator.set(tick, to: 2)
    try plan.publish()
    plan.render { $0.set(tick, to: 22) }
    #expect(plan[total] == 102, "what a delay holds goes on, also if the evaluator has ticked")
  }

  @Test(arguments: [false, true])
  func whatComesBackToASourceIsNoTick(isTickReadFirst: Bool) throws {
    let evaluator = Evaluator()
    let (tick, value) = (evaluator.input("tick", 0), evaluator.input("value", 5))
    let first = evaluator.delay("first", of: Int.self, initial: 0, tick: tick)
    let second = evaluator.delay("second", of: Int.self, initial: 0, tick: first.variable)
    try evaluator.edit { edit in
      for delay in [first, second] { try edit.connect(value.port, to: delay.input) }
    }
    let plan =
      if isTickReadFirst {
        try RealTimePlan(evaluator, outputs: first, second)
      } else {
        try RealTimePlan(evaluator, outputs: second, first)
      }
    plan.render()
    for number in 1...2 {
      plan.render { $0.set(tick, to: number) }
      evaluator.set(tick, to: number)
      #expect(plan[first] == 5 && plan[second] == 0)
      #expect(evaluator[first] == 5 && evaluator[second] == 0)
    }
    plan.render { $0.set(first.variable, to: 6) }
    #expect(plan[second] == 5)
  }

  @Test func ofSeveralThatGiveBackToASourceTheFirstDoesWhoseTickChanges() throws {
    let graph = try Fed()
    let plan = try RealTimePlan(graph.evaluator, outputs: graph.target)
    plan.render()
    for (number, ticked) in [[1], [0], [0, 1], [1], [1, 0]].enumerated() {
      graph.evaluator.edit { edit in for index in ticked { edit.set(graph.ticks[index], to: number + 1) } }
      plan.render { for index in ticked { $0.set(graph.ticks[index], to: number + 1) } }
      #expect(graph.evaluator[graph.target] == (ticked.contains(0) ? 1 : 2))
      #expect(plan[graph.target] == graph.evaluator[graph.target])
    }
  }

  /// A source into which two feedback nodes write the values 1 and 2.
  private struct Fed {
    let evaluator = Evaluator(definitions: [
      .feedback("Feedback", tick: ValuePort<Int>("tick"), value: ValuePort("value", default: 0.0))
    ])
    let ticks: [Variable<Int>]
    let target: Variable<Double>
    private(set) var nodes: [NodeID] = []

    init() throws {
      ticks = [evaluator.input("first", 0), evaluator.input("second", 0)]
      target = evaluator.input("target", 0.0)
      for (index, tick) in ticks.enumerated() {
        try evaluator.edit { edit in
          let node = try edit.add("Feedback")
          try edit.connect(tick.port, to: node.input("tick"))
          try edit.connect(target.port, to: node.input("into"))
          try edit.setLiteral(node.input("value"), to: Double(index + 1))
          nodes.append(node)
        }
      }
    }
  }

  @Test func aSourceGoesOnWithWhatItHasWhenWhatGivesBackToItComesAndGoes() throws {
    let graph = try Fed()
    let evaluator = graph.evaluator
    let plan = try RealTimePlan(evaluator, outputs: graph.target)
    plan.render { $0.set(graph.target, to: 7) }
    try evaluator.edit { try $0.remove(graph.nodes[0]) }
    try evaluator.edit { try $0.remove(graph.nodes[1]) }
    try plan.publish()
    plan.render()
    #expect(plan[graph.target] == 7, "nothing gives back to it any more")
    plan.render { $0.set(graph.target, to: 8) }
    var node = graph.target.node
    try evaluator.edit { edit in
      node = try edit.add("Feedback")
      try edit.connect(graph.ticks[0].port, to: node.input("tick"))
      try edit.connect(graph.target.port, to: node.input("into"))
    }
    try plan.publish()
    plan.render()
    #expect(plan[graph.target] == 8, "something gives back to it")
    try evaluator.edit { try $0.remove(node) }
    evaluator.set(graph.target, to: 9)
    try plan.publish()
    plan.render()
    evaluator.set(graph.target, to: 10)
    try plan.publish()
    plan.render()
    #expect(plan[graph.target] == 10, "what the evaluator gives it while nothing does counts")
  }

  @Test func whatIsQueuedBeforeAPublicationIsAppliedAfterIt() throws {
    let graph = try Sums()
    let plan = try RealTimePlan(graph.evaluator, outputs: graph.sum)
    plan.render()
    for isRendered in [false, true] {
      plan.set(graph.a, to: 5)
      if isRendered { plan.render() }
      graph.evaluator.set(graph.a, to: isRendered ? 8 : 7)
      try plan.publish()
      plan.render()
      #expect(plan[graph.sum] == (isRendered ? 10 : 7))
    }
  }

  @Test func valuesOfAnySizeGoThroughTheQueueUntilItIsFull() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let vector = evaluator.input("vector", Vector())
    let length = try evaluator.addReading("Length", vector.port)
    let plan = try RealTimePlan(evaluator, outputs: length, queueByteCount: 512)
    for round in 1...200 {
      let value = Vector(x: Double(round), y: 1, z: 2, w: 3, tag: UInt8(round % 250))
      #expect(plan.set(vector, to: value))
      plan.render()
      #expect(plan[length] == Double(round) + 6 + Double(round % 250))
    }
    var taken = 0
    while plan.set(vector, to: Vector(x: Double(taken + 1))) { taken += 1 }
    #expect(taken == 8, "64 words, 8 for each")
    plan.render()
    #expect(plan[length] == 8, "what was taken arrives, the last one counts")
    #expect(plan.set(vector, to: Vector()), "there is room again")
  }

  @Test func whatIsQueuedForANodeThatIsNotThereIsDropped() throws {
    let graph = try Sums()
    let plan = try RealTimePlan(graph.evaluator, outputs: graph.sum)
    let other = graph.evaluator.input("other", 5.0)
    plan.set(other, to: 6)
    var isTaken = true
    #expect(plan.render { isTaken = $0.set(other, to: 6) } == 1)
    #expect(!isTaken)
    #expect(plan[graph.sum] == 3)
    let text = graph.evaluator.input("text", "a")
    #expect(!plan.set(text, to: "b"), "a text is no plain bytes")
    try graph.evaluator.edit { edit in
      try edit.connect(other.port, to: graph.sum.port.node.input(0), replacing: true)
    }
    try plan.publish()
    plan.set(other, to: 60)
    plan.render()
    #expect(plan[graph.sum] == 62, "what is queued behind a publication is for that")
  }

  @Test func aNodeAtThePlaceOfOneThatIsGoneIsAnother() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let old = evaluator.input("old", 1.0)
    let sum = try evaluator.addReading("Sum", old.port)
    let plan = try RealTimePlan(evaluator, outputs: sum)
    plan.set(old, to: 40)
    plan.render()
    try evaluator.edit { try $0.remove(old.node) }
    let new = evaluator.input("new", 1.0)
    #expect(new.node != old.node && new.node.slot == old.node.slot)
    try evaluator.edit { try $0.connect(new.port, to: sum.port.node.input(0)) }
    try plan.publish()
    plan.render()
    #expect(plan[sum] == 2.5, "it does not go on with what the other one had")
    plan.set(old, to: 50)
    #expect(plan.render() == 0 && plan[sum] == 2.5)
  }

  @Test func everyOutputOfANodeCanBeRead() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let a = evaluator.input("a", 2.25)
    let whole = try evaluator.addReading("Split", a.port)
    let rest = try evaluator.output(whole.port.node.output("rest"), as: Double.self)
    let read = try #require(rest)
    let plan = try RealTimePlan(evaluator, outputs: read, whole)
    plan.render { $0.set(a, to: 7.5) }
    #expect(plan[read] == 0.5 && plan[whole] == 7)
  }

  @Test(arguments: [(70, 150), (65, 66), (1, 300), (2, 3)])
  func consumersAreFoundHoweverFarAwayTheyAre(near: Int, far: Int) throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let a = evaluator.input("a", 1.0)
    var nodes = [a.port]
    for index in 1...400 {
      nodes.append(try evaluator.addReading("Mix", nodes[max(index - near, 0)], nodes[max(index - far, 0)]).port)
    }
    let ends = try nodes.suffix(2).map { try evaluator.typed($0.node, Double.self) }
    let plan = try RealTimePlan(evaluator, outputs: ends[0], ends[1])
    plan.render()
    for value in [5.0, -3, 5, 5.5] {
      let receipt = evaluator.set(a, to: value)
      let ran = plan.render { $0.set(a, to: value) }
      #expect(ran <= receipt.evaluatedCount)
      for end in ends { #expect(plan[end] == evaluator[end]) }
    }
  }

  @Test func aNodeThatThrowsKeepsItsValue() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let a = evaluator.input("a", 9.0)
    let root = try evaluator.addReading("Root", a.port)
    let plan = try RealTimePlan(evaluator, outputs: root)
    plan.render()
    #expect(plan[root] == 3)
    plan.set(a, to: -1)
    #expect(plan.render() == 1)
    #expect(plan[root] == 3 && plan.failureCount == 1)
    plan.set(a, to: 16)
    plan.render()
    #expect(plan[root] == 4 && plan.failureCount == 1)
  }

  @Test func codeThatChangesItsValueAndThrowsLeavesTheOneFromBefore() throws {
    let number = ValuePort("x", default: 1.0)
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Plain", inputs: number, output: ValuePort<Vector>("y"), initial: Vector()) {
        (vector: inout Vector, x: Double) in
        vector.w = x
        if x < 0 { throw RealTimeKinds.Negative() }
        vector.tag &+= 1
      },
      NodeDefinition(
        "Stateful", tick: ValuePort("tick", default: 0), inputs: number, output: ValuePort<Vector>("y"),
        initial: Vector(), state: 0
      ) { (runs: inout Int, vector: inout Vector, x: Double) in
        runs += 1
        vector.w = x
        if x < 0 { throw RealTimeKinds.Negative() }
        vector.tag = UInt8(runs)
      },
    ])
    let x = evaluator.input("x", 3.0)
    for kind in ["Plain", "Stateful"] {
      var node = x.node
      try evaluator.edit { edit in
        node = try edit.add(kind)
        try edit.connect(x.port, to: node.input("x"))
      }
      let output = try evaluator.typed(node, Vector.self)
      let plan = try RealTimePlan(evaluator, outputs: output)
      plan.render()
      let before = plan[output]
      #expect(before.w == 3)
      plan.render { $0.set(x, to: -1) }
      #expect(plan[output] == before && plan.failureCount == 1)
      plan.render { $0.set(x, to: 4) }
      #expect(plan[output].w == 4 && plan.failureCount == 1)
    }
  }

  @Test func whatCanNotRunThereIsRefusedWithTheNode() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let a = evaluator.input("a", 2.0)
    func reason(_ output: some Readable) -> String {
      do {
        _ = try RealTimePlan(evaluator, outputs: output)
        return "none"
      } catch {
        return "\(error)"
      }
    }
    let closure = evaluator.node("closure", a) { $0 + 1 }
    #expect(reason(closure) == "closure was made in code, and its closure may not leave its thread; declare a kind")
    var nodes: [String: NodeID] = [:]
    try evaluator.edit { edit in
      for kind in ["Total", "Text", "Count", "Need", "Sum"] {
        nodes[kind] = try edit.add(kind, named: kind.lowercased())
      }
      try edit.connect(a.port, to: (nodes["Total"] ?? a.node).input(0))
    }
    func output(_ kind: String) throws -> Output<Double> {
      try evaluator.typed(nodes[kind], Double.self)
    }
    #expect(reason(try output("Total")) == "total takes an array at its input “all”, which allocates memory")
    #expect(reason(try output("Count")) == "count has a String, which can't be copied as bytes")
    #expect(reason(try output("Need")) == "need has no value: fix its failure before making a plan of it")
    let text = try evaluator.typed(nodes["Text"], String.self)
    #expect(reason(text) == "text has a String, which can't be copied as bytes")
    let late = evaluator.asyncNode("late", a) { (_: NodeRun, value: Double) in value }
    #expect(reason(late) == "late computes its value asynchronously, and a plan can't wait: leave it out of the plan")
    // Publishing also refuses a graph in which an output reads an unsupported node. The existing plan then continues with what it
    // has.
    let sum = try output("Sum")
    let plan = try RealTimePlan(evaluator, outputs: sum)
    plan.render()
    try evaluator.edit { try $0.connect(closure.port, to: sum.port.node.input(0)) }
    #expect(throws: RealTimeError.self) { try plan.publish() }
    #expect(plan.render() == 0 && plan[sum] == 3)
    try evaluator.edit { try $0.remove(sum.port.node) }
    do {
      try plan.publish()
      Issue.record("an output that is gone can't be published")
    } catch {
      #expect(error.reason == .missing && error.node == sum.port.node)
    }
    #expect(plan[sum] == 3)
  }

  @Test func aRealTimePlanOfABypassedNodeIsRefused() throws {
    let graph = try Sums()
    let (evaluator, node) = (graph.evaluator, graph.sum.node)
    func refusal() -> RealTimeError? {
      do throws(RealTimeError) {
        _ = try RealTimePlan(evaluator, outputs: graph.soFar)
        return nil
      } catch {
        return error
      }
    }
    try evaluator.edit { try $0.setMode(.bypassed, of: node) }
    #expect(refusal()?.reason == .bypassed && refusal()?.node == node)
    #expect(
      refusal()?.description.hasSuffix("is bypassed, alone or with its group, and a plan runs all nodes: activate it")
        == true)
    try evaluator.edit { try $0.setMode(.muted, of: node) }
    #expect(refusal()?.reason == .failed)
    try evaluator.edit { edit in
      try edit.setMode(.active, of: node)
      try edit.setMode(.bypassed, of: try edit.group([node], named: "G"))
    }
    #expect(refusal()?.reason == .bypassed)
    evaluator.checkInvariants()
  }

  @Test func aRingThatIsFullToTheLastWordRefusesOneMore() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let pair = evaluator.input("pair", SIMD2(1.0, 2))
    let (a, b) = (evaluator.input("a", 1.0), evaluator.input("b", 2.0))
    let sum = try evaluator.addReading("Sum", a.port, b.port)
    let plan = try RealTimePlan(evaluator, outputs: sum, queueByteCount: 512)
    plan.render()
    // The ring has 64 words, and each number takes 4: the last one fills the ring.
    for step in 1...16 { #expect(plan.set(a, to: Double(step))) }
    #expect(!plan.set(b, to: 100))
    plan.render()
    #expect(plan[sum] == 18)
    #expect(plan.set(b, to: 100))
    plan.render()
    #expect(plan[sum] == 116)
    // A pair takes 5 words, and 4 are left.
    for step in 1...15 { #expect(plan.set(a, to: Double(step))) }
    #expect(!plan.set(pair, to: SIMD2(3, 4)) && plan.set(a, to: 16))
    plan.render()
    #expect(plan[sum] == 116)
  }

  @Test func onDemandAPlanBringsItsOutputsUpToDate() throws {
    let graph = try Sums()
    graph.evaluator.policy = .onDemand
    let root = try graph.evaluator.addReading("Root", graph.sum.port)
    let rooted = try RealTimePlan(graph.evaluator, outputs: root)
    rooted.render()
    #expect(rooted[root] == 3.0.squareRoot(), "a node that has never run runs first")
    graph.evaluator.set(graph.a, to: 50)
    let plan = try RealTimePlan(graph.evaluator, outputs: graph.sum)
    plan.render()
    #expect(plan[graph.sum] == 52)
    graph.evaluator.set(graph.a, to: 60)
    try plan.publish()
    plan.render()
    #expect(plan[graph.sum] == 62)
  }

  @Test func programsAreFreed() throws {
    final class Token: Sendable {}
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let definition = NodeDefinition(
        "Held", inputs: ValuePort("a", default: 1.0), output: ValuePort<Double>("b")
      ) { (a: Double) in
        withExtendedLifetime(token) { a }
      }
      let evaluator = Evaluator(definitions: [definition])
      let a = evaluator.input("a", 2.0)
      let held = try evaluator.addReading("Held", a.port)
      let plan = try RealTimePlan(evaluator, outputs: held)
      for round in 0..<20 {
        if round % 3 != 0 { plan.render() }
        try plan.publish()
      }
      #expect(weakToken != nil)
    }
    #expect(weakToken == nil)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Delays by one tick.
@Suite struct FeedbackTests {
  /// A sum that depends on itself: half of the last sum plus an input.
  private struct Loop {
    let evaluator = Evaluator()
    let tick: Variable<Int>
    let input: Variable<Double>
    let last: Delay<Double>
    let total: Output<Double>

    init() throws {
      tick = evaluator.input("tick", 0)
      input = evaluator.input("input", 1)
      last = evaluator.delay("last", of: Double.self, initial: 0, tick: tick)
      total = evaluator.node("total", last, input) { 0.5 * $0 + $1 }
      try evaluator.edit { try $0.connect(total.port, to: last.input) }
    }
  }

  @Test func feedbackThroughADelayIsNoCycle() throws {
    let graph = try Loop()
    #expect(graph.evaluator[graph.total] == 1)
    for value in 1...60 {
      let receipt = graph.evaluator.set(graph.tick, to: value)
      #expect(receipt.evaluated.filter { $0 == graph.total.node }.count <= 1)
      #expect(graph.evaluator[graph.total] == 2 - 1 / Double(1 << value))
    }
  }

  @Test func betweenTwoTicksADelayKeepsItsValue() throws {
    let graph = try Loop()
    graph.evaluator.set(graph.input, to: 8)
    #expect(graph.evaluator[graph.last] == 0)
    graph.evaluator.edit { edit in
      edit.set(graph.input, to: 100)
      edit.set(graph.tick, to: 1)
    }
    #expect(graph.evaluator[graph.last] == 8)
    #expect(graph.evaluator[graph.total] == 104)
    graph.evaluator.set(graph.tick, to: 1)
    #expect(graph.evaluator[graph.last] == 8)
  }

  @Test func whatAnEditGivesADelayCountsMoreThanWhatComesBack() throws {
    let graph = try Loop()
    graph.evaluator.edit { edit in
      edit.set(graph.tick, to: 1)
      edit.set(graph.last.variable, to: 50)
    }
    #expect(graph.evaluator[graph.total] == 26)
  }

  @Test func aFailureDoesNotComeBack() throws {
    let graph = try Loop()
    struct Negative: Error {}
    let checked = graph.evaluator.node("checked", graph.total) { if $0 < 0 { throw Negative() } else { $0 } }
    try graph.evaluator.edit { try $0.connect(checked.port, to: graph.last.input, replacing: true) }
    graph.evaluator.set(graph.input, to: -1)
    graph.evaluator.set(graph.tick, to: 1)
    #expect(graph.evaluator[graph.last] == 0)
    graph.evaluator.set(graph.input, to: 3)
    graph.evaluator.set(graph.tick, to: 2)
    #expect(graph.evaluator[graph.last] == 3)
  }

  @Test func aDelayWithoutATickFailsAndSaysSo() throws {
    let graph = try Loop()
    let feedback = graph.last.input.node
    try graph.evaluator.edit { try $0.disconnect(feedback.input("tick")) }
    #expect(graph.evaluator.failure(of: feedback)?.reason == .unsetInput("tick"))
    graph.evaluator.set(graph.tick, to: 1)
    #expect(graph.evaluator[graph.last] == 0)
  }

  @Test func ofTwoThatGiveBackToOneSourceTheFirstDoes() throws {
    let evaluator = Evaluator(definitions: [
      .feedback("Feedback", tick: ValuePort<Int>("tick"), value: ValuePort("value", default: 0.0))
    ])
    let tick = evaluator.input("tick", 0)
    let target = evaluator.input("target", 0.0)
    try evaluator.edit { edit in
      for value in [1.0, 2.0] {
        let node = try edit.add("Feedback")
        try edit.connect(tick.port, to: node.input("tick"))
        try edit.connect(target.port, to: node.input("into"))
        try edit.setLiteral(node.input("value"), to: value)
      }
    }
    for value in 1...3 {
      evaluator.set(tick, to: value)
      #expect(evaluator[target] == 1, "also where it gives back what the source has")
    }
  }

  @Test func onDemandWhatComesBackIsEvaluated() throws {
    let graph = try Loop()
    graph.evaluator.policy = .onDemand
    for value in 1...3 { graph.evaluator.set(graph.tick, to: value) }
    #expect(graph.evaluator[graph.total] == 1.875)
    graph.evaluator.checkInvariants()
  }

  @Test func undoTakesTicksBack() throws {
    let graph = try Loop()
    graph.evaluator.undoLimit = 1 << 20
    for value in 1...3 { graph.evaluator.set(graph.tick, to: value) }
    graph.evaluator.undo()
    graph.evaluator.undo()
    #expect(graph.evaluator[graph.total] == 1.5)
    graph.evaluator.redo()
    graph.evaluator.redo()
    #expect(graph.evaluator[graph.total] == 1.875)
  }

  @Test func aDocumentGoesOnWhereItWasSaved() throws {
    let kinds: [NodeDefinition] = [
      .feedback("Feedback", tick: ValuePort<Int>("tick"), value: ValuePort("value", default: 0.0)),
      .source("Clock", output: ValuePort<Int>("tick"), initial: 0),
      .source("Last", output: ValuePort<Double>("value"), initial: 0),
      NodeDefinition(
        "Mix", inputs: ValuePort("a", default: 0.0), ValuePort("b", default: 1.0), output: ValuePort<Double>("sum")
      ) { (a: Double, b: Double) in 0.5 * a + b },
    ]
    let evaluator = Evaluator(definitions: kinds)
    try evaluator.edit { edit in
      let nodes = try ["Clock", "Last", "Mix", "Feedback"].map { try edit.add($0, named: $0) }
      try edit.connect(nodes[1].output, to: nodes[2].input("a"))
      try edit.connect(nodes[0].output, to: nodes[3].input("tick"))
      try edit.connect(nodes[1].output, to: nodes[3].input("into"))
      try edit.connect(nodes[2].output, to: nodes[3].input("value"))
    }
    func tick(_ evaluator: Evaluator, _ value: Int) throws -> Double {
      let clock = try #require(try evaluator.variable(evaluator.graph.node(named: "Clock")!, as: Int.self))
      evaluator.set(clock, to: value)
      return evaluator[try #require(try evaluator.output(evaluator.graph.node(named: "Mix")!.output, as: Double.self))]
    }
    #expect(try tick(evaluator, 1) == 1.5)
    let again = try Evaluator(definitions: kinds, document: evaluator.document())
    #expect(try tick(again, 2) == 1.75)
    #expect(try tick(evaluator, 2) == 1.75)
  }

  @Test func aTickThatIsUndoneTellsOfWhatCameBackWithIt() throws {
    let evaluator = Evaluator()
    evaluator.undoLimit = 1 << 20
    let tick = evaluator.input("tick", 0)
    let last = evaluator.delay("last", of: Double.self, initial: 0, tick: tick)
    let level = evaluator.input("level", 5.0)
    try evaluator.edit { try $0.connect(level.port, to: last.input) }
    var told: [String] = []
    let token = evaluator.observe(last.variable) { told.append("\($0)") }
    evaluator.set(tick, to: 1)
    #expect(evaluator.undo()?.changed.contains(last.variable.node) == true)
    #expect(evaluator.redo()?.changed.contains(last.variable.node) == true)
    #expect(told == ["0.0 → 5.0", "5.0 → 0.0", "0.0 → 5.0"])
    withExtendedLifetime(token) {}
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Nodes with a state.
@Suite struct StateTests {
  /// Sums the values that it reads, one per tick.
  private static let sumSoFar = NodeDefinition(
    "Sum so far", tick: ValuePort<Int>("tick"), inputs: ValuePort("value", default: 1.0),
    output: ValuePort<Double>("sum"), state: 0.0
  ) { (sum: inout Double, value: Double) in
    if value < 0 { throw Negative() }
    sum += value
    return sum
  }
  private static let clock = NodeDefinition.source("Clock", output: ValuePort<Int>("tick"), initial: 0)

  private struct Negative: Error {}
  private final class Counter {}

  /// A knob, and its sum over the ticks.
  private struct Summing {
    let evaluator = Evaluator()
    let tick: Variable<Int>
    let knob: Variable<Double>
    let sum: Output<Double>

    init() {
      tick = evaluator.input("tick", 0)
      knob = evaluator.input("knob", 1)
      sum = evaluator.node("sum", tick: tick, knob, state: 0.0) { (sum: inout Double, knob: Double) in
        if knob < 0 { throw Negative() }
        sum += knob
        return sum
      }
    }
  }

  @Test func aStateAdvancesWithTheTickOnly() {
    let graph = Summing()
    #expect(graph.evaluator[graph.sum] == 1)
    graph.evaluator.set(graph.knob, to: 5)
    #expect(graph.evaluator[graph.sum] == 5)
    graph.evaluator.set(graph.tick, to: 1)
    #expect(graph.evaluator[graph.sum] == 10)
    graph.evaluator.set(graph.knob, to: 7)
    graph.evaluator.set(graph.knob, to: 2)
    #expect(graph.evaluator[graph.sum] == 7)
    graph.evaluator.edit { edit in
      edit.set(graph.knob, to: 3)
      edit.set(graph.tick, to: 2)
    }
    #expect(graph.evaluator[graph.sum] == 10)
  }

  @Test func aStateAdvancesThoughTheOutputIsTheSame() {
    let evaluator = Evaluator()
    evaluator.undoLimit = 1 << 20
    let tick = evaluator.input("tick", 0)
    let third = evaluator.node("third", tick: tick, state: 0) { (count: inout Int) in
      count += 1
      return count / 3
    }
    evaluator.set(tick, to: 1)
    #expect(evaluator[third] == 0)
    #expect(evaluator.set(tick, to: 2).changed == [tick.node, third.node])
    evaluator.undo()
    evaluator.undo()
    evaluator.set(tick, to: 5)
    #expect(evaluator[third] == 0)
    evaluator.set(tick, to: 6)
    #expect(evaluator[third] == 1)
  }

  @Test func aRunThatThrowsLeavesTheStateAsItIs() {
    let graph = Summing()
    graph.evaluator.edit { edit in
      edit.set(graph.knob, to: -1)
      edit.set(graph.tick, to: 1)
    }
    #expect(graph.evaluator.failure(of: graph.sum.node) != nil)
    graph.evaluator.set(graph.tick, to: 2)
    graph.evaluator.set(graph.knob, to: 4)
    #expect(graph.evaluator[graph.sum] == 5)
  }

  @Test func whatIsNotNeededAdvancesOnDemandAsWell() {
    let graph = Summing()
    let other = graph.evaluator.node("other", graph.sum) { $0 }
    graph.evaluator.policy = .onDemand
    graph.evaluator.set(graph.tick, to: 1)
    #expect(graph.evaluator.set(graph.tick, to: 2).putOff == [other.node])
    #expect(graph.evaluator[graph.sum] == 3)
    let late = graph.evaluator.node("late", tick: graph.tick, state: 10) { (count: inout Int) in
      count += 1
      return count
    }
    graph.evaluator.set(graph.tick, to: 3)
    #expect(graph.evaluator[late] == 12)
    graph.evaluator.checkInvariants()
  }

  @Test func aNodeOfAnotherKindBeginsAnewAndUndoBringsTheStateBack() throws {
    let evaluator = Evaluator(definitions: [Self.sumSoFar, Self.clock])
    evaluator.undoLimit = 1 << 20
    let tick = evaluator.input("tick", 0)
    var sum = tick.node
    try evaluator.edit { edit in
      sum = try edit.add("Sum so far")
      try edit.connect(tick.port, to: sum.input("tick"))
    }
    let output = try #require(try evaluator.output(sum.output, as: Double.self))
    let next = evaluator.node("next", output) { $0 + 100 }
    for value in 1...3 { evaluator.set(tick, to: value) }
    #expect(evaluator[output] == 4)
    try evaluator.edit { try $0.setKind(of: sum, to: "Sum so far") }
    #expect(evaluator[output] == 1)
    #expect(evaluator[next] == 101)
    evaluator.undo()
    #expect(evaluator[output] == 4)
    evaluator.set(tick, to: 4)
    #expect(evaluator[next] == 105)
    evaluator.checkInvariants()
  }

  @Test func aDocumentHasTheStateAndGoesOnWithIt() throws {
    let evaluator = Evaluator(definitions: [Self.sumSoFar, Self.clock])
    var (clock, sum) = (NodeID?.none, NodeID?.none)
    try evaluator.edit { edit in
      let nodes = (try edit.add("Clock", named: "clock"), try edit.add("Sum so far", named: "sum"))
      try edit.connect(nodes.0.output, to: nodes.1.input("tick"))
      (clock, sum) = nodes
    }
    let tick = try #require(clock.flatMap { try? evaluator.variable($0, as: Int.self) })
    for value in 1...3 { evaluator.set(tick, to: value) }
    let document = try evaluator.document()
    #expect(document.nodes.first { $0.id == sum?.inDocument }?.value == .number(3))

    let again = try Evaluator(definitions: [Self.sumSoFar, Self.clock], document: document)
    let output = try #require(try again.output(again.graph.node(named: "sum")!.output, as: Double.self))
    #expect(again[output] == 4)
    #expect(try again.document() == document)
    let clockAgain = try #require(try again.variable(again.graph.node(named: "clock")!, as: Int.self))
    again.set(clockAgain, to: 4)
    #expect(again[output] == 5)

    // The document keeps the state until the kind is registered.
    let late = try Evaluator(definitions: [Self.clock], document: document)
    late.register(Self.sumSoFar)
    #expect(try late.document().nodes == document.nodes)
    let lateOutput = try #require(try late.output(late.graph.node(named: "sum")!.output, as: Double.self))
    #expect(late[lateOutput] == 4)
  }

  @Test func aNodeThatHasNotRunKeepsTheStateOfItsDocument() throws {
    let document = GraphDocument(nodes: [
      DocumentNode(id: NodeID(slot: 0, generation: 0), kind: "Sum so far", name: "sum", value: .number(7))
    ])
    let evaluator = try Evaluator(definitions: [Self.sumSoFar], document: document)
    #expect(try evaluator.document().nodes == document.nodes)
    let sum = try #require(evaluator.graph.node(named: "sum"))
    try evaluator.edit { try $0.setLiteral(sum.input("tick"), to: 1) }
    let output = try #require(try evaluator.output(sum.output, as: Double.self))
    #expect(evaluator[output] == 8)
  }

  @Test func aStateThatDoesNotFitIsAFaultOfTheDocument() {
    let document = GraphDocument(nodes: [
      DocumentNode(id: NodeID(slot: 0, generation: 0), kind: "Sum so far", value: .string("much"))
    ])
    #expect(throws: DocumentError.self) { try Evaluator(definitions: [Self.sumSoFar], document: document) }
  }

  @Test func aStateIsNoObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let tick = evaluator.input("tick", 0)
      _ = evaluator.node("count", tick: tick, state: Counter()) { (_: inout Counter) in 0 }
    }
    #expect(
      result?.sentence == "a state is a value: that of 'count' is an object of Counter, whose copies are the object")
  }

  @Test func aStateThatADocumentHasIsThereAgainAfterUndoAndForks() throws {
    let evaluator = try Evaluator(definitions: [Self.sumSoFar], document: Self.waiting)
    evaluator.undoLimit = 1 << 20
    let sum = try #require(evaluator.graph.node(named: "sum"))
    let output = try #require(try evaluator.output(sum.output, as: Double.self))
    let fork = try evaluator.fork { try $0.setLiteral(sum.input("tick"), to: 1) }
    #expect(fork.read { evaluator[output] } == 8)
    fork.drop()
    #expect(try evaluator.document().nodes == Self.waiting.nodes)
    try evaluator.edit { try $0.setLiteral(sum.input("tick"), to: 1) }
    #expect(evaluator[output] == 8)
    evaluator.undo()
    #expect(try evaluator.document().nodes == Self.waiting.nodes)
    evaluator.edit(history: .none) { _ in }
    try evaluator.edit { try $0.setLiteral(sum.input("tick"), to: 1) }
    #expect(evaluator[output] == 8)
  }

  @Test func anotherKindBeginsWithItsOwnState() throws {
    let words = NodeDefinition(
      "Words so far", tick: ValuePort<Int>("tick"), inputs: ValuePort("value", default: 1.0),
      output: ValuePort<String>("words"), state: ""
    ) { (words: inout String, value: Double) in
      words += "\(value) "
      return words
    }
    let evaluator = try Evaluator(definitions: [Self.sumSoFar, words], document: Self.waiting)
    evaluator.undoLimit = 1 << 20
    let node = try #require(evaluator.graph.node(named: "sum"))
    try evaluator.edit { try $0.setKind(of: node, to: "Words so far") }
    #expect(try evaluator.document().nodes.first?.value == nil)
    try evaluator.edit { try $0.setLiteral(node.input("tick"), to: 1) }
    let output = try #require(try evaluator.output(node.output, as: String.self))
    #expect(evaluator[output] == "1.0 ")
    for _ in 0..<2 { evaluator.undo() }
    #expect(try evaluator.document().nodes == Self.waiting.nodes)
  }

  @Test func aStateThatADocumentHasOutlivesCodeThatThrows() throws {
    struct Full: Error {}
    let capped = NodeDefinition(
      "Capped", tick: ValuePort<Int>("tick", default: 0), inputs: ValuePort("value", default: 1.0),
      output: ValuePort<Double>("sum"), state: 0.0
    ) { (sum: inout Double, value: Double) in
      if sum + value > 10 { throw Full() }
      sum += value
      return sum
    }
    let document = GraphDocument(nodes: [
      DocumentNode(
        id: NodeID(slot: 0, generation: 0), kind: "Capped", name: "sum", literals: ["value": .number(5)],
        value: .number(8))
    ])
    let evaluator = try Evaluator(definitions: [capped], document: document)
    let node = try #require(evaluator.graph.node(named: "sum"))
    #expect(evaluator.failure(of: node) != nil)
    #expect(try evaluator.document().nodes == document.nodes)
    try evaluator.edit { try $0.setLiteral(node.input("value"), to: 1.0) }
    let output = try #require(try evaluator.output(node.output, as: Double.self))
    #expect(evaluator[output] == 9)
  }

  /// A document with a node whose tick has no value yet.
  private static let waiting = GraphDocument(nodes: [
    DocumentNode(id: NodeID(slot: 0, generation: 0), kind: "Sum so far", name: "sum", value: .number(7))
  ])
}

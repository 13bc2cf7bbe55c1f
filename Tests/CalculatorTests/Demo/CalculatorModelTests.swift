// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct CalculatorModelTests {
  let model = CalculatorModel()

  @Test func theInitialGraphIsTheDemos() throws {
    let graph = model.evaluator.graph
    #expect(model.names(model.nodes) == ["One", "Two", "Add"])
    #expect(graph.nodeCount == 3)
    #expect(try model.nodes.map { try graph.kind(of: $0).name } == ["Number", "Number", "Add"])
    #expect(model.nodes.map(graph.position) == [GraphPoint(210, 10), GraphPoint(220, 350), GraphPoint(570, 170)])
    #expect(try model.inputs("Add") == ["One", "-", "Two"])
    #expect(graph.connectionCount == 2)
    #expect(try model.nodes.map { try model.value(of: $0) } == [1, 2, 3].map { .success(.number($0)) })
  }

  @Test func nodesAreInOrderOfCreationWhateverTheEvaluationOrder() throws {
    let first = model.addNode(at: .zero)
    try model.setKind("Add", of: first)
    try model.toggleConnection(from: first, to: model.node("Add").input(1))
    model.addNode(at: .zero)
    #expect(model.names(model.nodes) == ["One", "Two", "Add", "New 1", "New 2"])
    try model.deleteNode(model.node("Two"))
    #expect(model.names(model.nodes) == ["One", "Add", "New 1", "New 2"])
  }

  @Test func aValueIsANumberAColourOrAFailureWithItsOrigin() throws {
    let color = try model.add("Color", "Color")
    try model.toggleConnection(from: model.node("Two"), to: color.input(1))
    let divide = try model.add("Divide", "Divide")
    let product = try model.add("Multiply", "Product")
    try model.toggleConnection(from: divide, to: product.input(0))
    #expect(try model.value(of: color) == .success(.color(RGBColor(red: 0, green: 2, blue: 0))))
    let failure = NodeFailure(origin: divide, reason: .thrown("division by zero"))
    #expect(try model.value(of: divide) == .failure(failure))
    #expect(try model.value(of: product) == .failure(failure))
  }

  @Test func theValueOfANodeThatIsGoneIsRefused() throws {
    let one = try model.node("One")
    try model.deleteNode(one)
    #expect(throws: GraphError.stale(one)) { try model.value(of: one) }
  }

  @Test func aBooleanIsAValueToo() throws {
    model.evaluator.register(NodeDefinition.source("Switch", output: ValuePort("on"), initial: true))
    try model.setKind("Switch", of: model.node("One"))
    #expect(try model.value(of: model.node("One")) == .success(.boolean(true)))
  }

  @Test func theLastReceiptIsThatOfTheLastCallThatWasNotRefused() throws {
    let add = try model.node("Add")
    try model.setValue(5, of: model.node("One"))
    #expect(model.lastReceipt.evaluated == [add])
    #expect(throws: GraphError.cycle([add.input(1)])) { try model.toggleConnection(from: add, to: add.input(1)) }
    #expect(model.lastReceipt.evaluated == [add])
    #expect(model.lastReceipt.edit == 2)
  }

  @Test func aCallInsideAnEditOfTheEvaluatorStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = CalculatorModel()
      model.evaluator.edit { _ in _ = model.addNode(at: .zero) }
    }
    #expect(result?.sentence == "a call of the model is an edit of its own, none is made inside an edit")
  }

  @Test func aValueOfAnotherTypeStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = CalculatorModel()
      let definition = NodeDefinition.source("Count", output: ValuePort<Int>("count"), initial: 0)
      var node = model.nodes[0]
      try model.evaluator.edit { edit throws(GraphError) in node = try edit.add(own: definition, named: "title") }
      _ = try model.value(of: node)
    }
    #expect(
      result?.sentence == "a node of the calculator gives a value of its types, 'title' gives none")
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import Testing

@Suite struct CalculatorModelKindTests {
  let model = CalculatorModel()
  let one: NodeID
  let two: NodeID
  let add: NodeID

  init() throws {
    one = try model.node("One")
    two = try model.node("Two")
    add = try model.node("Add")
  }

  @Test func inputsAreKeptByPosition() throws {
    #expect(try model.names(model.setKind("Color", of: add)) == ["Add"])
    #expect(try model.inputs("Add") == ["One", "-", "Two"])
    #expect(try model.text("Add") == "#010002")
  }

  @Test func surplusInputsAreDropped() throws {
    #expect(try model.names(model.setKind("Subtract", of: add)) == ["Add"])
    #expect(try model.inputs("Add") == ["One", "-"])
    #expect(try model.text("Add") == "1")
  }

  @Test func inputsOfTheWrongTypeAreDroppedBeforeTheValueIsComputed() throws {
    try model.toggleConnection(from: two, to: add.input(1))
    try model.setKind("ColorAdjust", of: add)
    #expect(try model.inputs("Add") == ["-", "Two"])
    #expect(try model.text("Add") == "#000000")
    try model.setKind("Add", of: add)
    #expect(try model.inputs("Add") == ["-", "Two", "-"])
    #expect(try model.text("Add") == "2")
  }

  @Test func aNumberThatBecomesAColourLosesItsNumericConsumers() throws {
    let sum = try model.add("Add", "Sum")
    try model.toggleConnection(from: add, to: sum.input(0))
    #expect(try model.names(model.setKind("Color", of: one)) == ["One", "Add", "Sum"])
    #expect(try model.inputs("Add") == ["-", "-", "Two"])
    #expect(try model.text("One") == "#000000")
    #expect(try model.text("Sum") == "2")
  }

  @Test func aColourThatBecomesANumberLosesItsColourConsumers() throws {
    let color = try model.add("Color", "Color")
    let adjust = try model.add("ColorAdjust", "Adjust")
    let again = try model.add("ColorAdjust", "Again")
    try model.toggleConnection(from: color, to: adjust.input(0))
    try model.toggleConnection(from: adjust, to: again.input(0))
    for node in [adjust, again] { try model.toggleConnection(from: two, to: node.input(1)) }
    try model.setValue(255, of: two)
    try model.toggleConnection(from: two, to: color.input(0))
    #expect(try model.text("Again") == "#ff0000")
    #expect(try model.names(model.setKind("Multiply", of: color)) == ["Color", "Adjust", "Again"])
    #expect(try model.inputs("Adjust") == ["-", "Two"])
    #expect(try model.text("Again") == "#000000")
    #expect(try model.text("Color") == "0")
  }

  @Test func aConsumerThatIsCutIsAffectedEvenIfItsValueStays() throws {
    try model.setValue(0, of: one)
    #expect(try model.names(model.setKind("Color", of: one)) == ["One", "Add"])
    #expect(model.names(model.lastReceipt.changed) == ["One"])
  }

  @Test func consumersStayIfTheTypeStays() throws {
    #expect(try model.names(model.setKind("Multiply", of: one)) == ["One", "Add"])
    #expect(try model.inputs("Add") == ["One", "-", "Two"])
    #expect(try model.text("Add") == "2")
  }

  @Test func idNamePositionAndPlaceInTheListStay() throws {
    try model.setKind("Color", of: one)
    #expect(model.names(model.nodes) == ["One", "Two", "Add"])
    #expect(model.nodes[0] == one)
    #expect(model.evaluator.graph.position(of: one) == GraphPoint(210, 10))
  }

  @Test func aNodeThatBecomesANumberKeepsItsValue() throws {
    let sum = try model.add("Add", "Sum")
    try model.toggleConnection(from: add, to: sum.input(0))
    #expect(try model.names(model.setKind("Number", of: add)) == ["Add"])
    #expect(try model.text("Add") == "3")
    #expect(model.evaluator.graph.connectionCount == 1)
    #expect(try model.names(model.setValue(4, of: add)) == ["Add", "Sum"])
  }

  @Test func aFailedNodeThatBecomesANumberHasItsValueFromBefore() throws {
    let divide = try model.add("Divide", "Divide")
    try model.toggleConnection(from: add, to: divide.input(0))
    try model.toggleConnection(from: two, to: divide.input(1))
    let sum = try model.add("Add", "Sum")
    try model.toggleConnection(from: divide, to: sum.input(0))
    try model.setValue(0, of: two)
    #expect(try model.text("Sum") == "division by zero")
    #expect(try model.names(model.setKind("Number", of: divide)) == ["Divide", "Sum"])
    #expect(try model.text("Divide") == "1.5")
    #expect(try model.text("Sum") == "1.5")
  }

  @Test func aColourThatBecomesANumberHasItsLastNumberElseZero() throws {
    try model.setKind("Color", of: one)
    try model.setKind("ColorAdjust", of: one)
    try model.setKind("Number", of: one)
    #expect(try model.text("One") == "1")
    let fresh = model.addNode(at: .zero)
    try model.setKind("Divide", of: fresh)
    try model.setKind("Number", of: fresh)
    #expect(try model.value(of: fresh) == .success(.number(1)))
    let paintKind = NodeDefinition.source(
      "Paint", output: ValuePort("color"), initial: RGBColor(red: 1, green: 2, blue: 3))
    model.evaluator.register(paintKind)
    let paint = try model.evaluatorNode("Paint")
    try model.setKind("Number", of: paint)
    #expect(try model.value(of: paint) == .success(.number(0)))
  }

  @Test func theSameKindAffectsNothing() throws {
    #expect(try model.setKind("Number", of: one) == [])
    #expect(try model.setKind("Add", of: add) == [])
    #expect(try model.text("Add") == "3")
  }

  @Test func anUnknownKindIsRefused() throws {
    let before = try model.snapshot()
    #expect(throws: GraphError.unknownKind("Root")) { try model.setKind("Root", of: add) }
    #expect(try model.snapshot() == before)
  }
}

extension CalculatorModel {
  /// Adds a node directly to the evaluator, bypassing the model.
  fileprivate func evaluatorNode(_ kind: String) throws -> NodeID {
    try evaluator.edit { edit throws(GraphError) in try edit.add(kind, named: kind) }
    return try node(kind)
  }
}

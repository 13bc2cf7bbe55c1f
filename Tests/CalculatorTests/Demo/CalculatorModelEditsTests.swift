// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct CalculatorModelEditsTests {
  let model = CalculatorModel()
  let one: NodeID
  let two: NodeID
  let add: NodeID

  init() throws {
    one = try model.node("One")
    two = try model.node("Two")
    add = try model.node("Add")
  }

  // Adding

  @Test func aNewNodeIsANumberOfValueOneWhereItWasAskedFor() throws {
    let node = model.addNode(at: GraphPoint(3, 4))
    #expect(try model.evaluator.graph.kind(of: node).name == "Number")
    #expect(model.evaluator.graph.position(of: node) == GraphPoint(3, 4))
    #expect(try model.text("New 1") == "1")
    #expect(model.lastReceipt.changed == [node])
  }

  @Test func newNamesCountUpPassTakenOnesOverAndDoNotComeAgain() throws {
    try model.evaluator.edit { edit throws(GraphError) in try edit.rename(one, to: "New 2") }
    let first = model.addNode(at: .zero)
    try model.deleteNode(first)
    #expect(model.names([model.addNode(at: .zero), model.addNode(at: .zero)]) == ["New 3", "New 4"])
  }

  // Values

  @Test func aValueAffectsItsNodeAndWhatChangesDownstream() throws {
    let double = try model.add("Add", "Double")
    try model.toggleConnection(from: add, to: double.input(0))
    try model.toggleConnection(from: add, to: double.input(1))
    #expect(try model.names(model.setValue(5, of: one)) == ["One", "Add", "Double"])
    #expect(try model.text("Double") == "14")
  }

  @Test func aNodeWhoseValueStaysIsNotAffected() throws {
    let product = try model.add("Multiply", "Product")
    let sum = try model.add("Add", "Sum")
    try model.toggleConnection(from: add, to: product.input(0))
    try model.toggleConnection(from: product, to: sum.input(0))
    #expect(try model.names(model.setValue(5, of: one)) == ["One", "Add"])
    #expect(model.names(model.lastReceipt.evaluated) == ["Add", "Product"])
  }

  @Test func theSameValueAffectsNothing() throws {
    #expect(try model.setValue(1, of: one) == [])
    #expect(model.lastReceipt.evaluated == [])
  }

  @Test func minusZeroIsAnotherValueThanZero() throws {
    try model.setValue(0, of: one)
    #expect(try model.names(model.setValue(-0.0, of: one)) == ["One"])
    #expect(try model.setValue(-0.0, of: one) == [])
  }

  @Test func anOperatorTakesNoValue() throws {
    let before = try model.snapshot()
    #expect(throws: GraphError.notGivable(add, PortType(Double.self))) { try model.setValue(1, of: add) }
    #expect(try model.snapshot() == before)
  }

  @Test func aValueThatIsNotFiniteStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = CalculatorModel()
      try model.setValue(.infinity, of: model.nodes[0])
    }
    #expect(result?.sentence == "the calculator's numbers are finite, inf is not")
  }

  // Connections

  @Test func togglingConnectsAnEmptyInput() throws {
    #expect(try model.names(model.toggleConnection(from: two, to: add.input(1))) == ["Add"])
    #expect(try model.inputs("Add") == ["One", "Two", "Two"])
    #expect(try model.text("Add") == "5")
  }

  @Test func togglingReplacesAnotherSource() throws {
    #expect(try model.names(model.toggleConnection(from: two.output, to: add.input("x"))) == ["Add"])
    #expect(try model.inputs("Add") == ["Two", "-", "Two"])
    #expect(try model.text("Add") == "4")
  }

  @Test func togglingCutsTheSameSource() throws {
    #expect(try model.names(model.toggleConnection(from: one.output("value"), to: add.input(0))) == ["Add"])
    #expect(try model.inputs("Add") == ["-", "-", "Two"])
    #expect(try model.text("Add") == "2")
  }

  @Test func togglingAffectsTheTargetEvenIfItsValueStays() throws {
    let zero = model.addNode(at: .zero)
    try model.setValue(0, of: zero)
    #expect(try model.names(model.toggleConnection(from: zero, to: add.input(1))) == ["Add"])
    #expect(model.lastReceipt.changed == [])
  }

  @Test func togglingAffectsWhatChangesDownstreamInEvaluationOrder() throws {
    let sum = try model.add("Add", "Sum")
    let color = try model.add("Color", "Color")
    try model.toggleConnection(from: sum, to: color.input(2))
    try model.toggleConnection(from: add, to: color.input(0))
    #expect(try model.names(model.toggleConnection(from: add, to: sum.input(0))) == ["Sum", "Color"])
    #expect(try model.names(model.toggleConnection(from: two, to: add.input(1))) == ["Add", "Sum", "Color"])
    #expect(try model.text("Color") == "#050005")
  }

  @Test func cyclesMadeInCodeAreRefused() throws {
    let back = try model.add("Add", "Back")
    try model.toggleConnection(from: add, to: back.input(2))
    let before = try model.snapshot()
    #expect(throws: GraphError.cycle([add.input(0), back.input(2)])) {
      try model.toggleConnection(from: back, to: add.input(0))
    }
    #expect(throws: GraphError.cycle([add.input(1)])) { try model.toggleConnection(from: add, to: add.input(1)) }
    #expect(try model.snapshot() == before)
    #expect(model.names(model.nodes) == ["One", "Two", "Add", "Back"])
  }

  @Test func wrongTypesAndIndexesAreRefused() throws {
    let color = try model.add("Color", "Color")
    let before = try model.snapshot()
    #expect(
      throws: GraphError.typeMismatch(
        source: color.output, PortType(RGBColor.self), target: add.input(0), PortType(Double.self))
    ) { try model.toggleConnection(from: color, to: add.input(0)) }
    let inputs = try model.inputNames(add)
    for index in [-1, 3, Int(Int32.max)] {
      #expect(throws: GraphError.noSuchInput(add, .index(index), among: inputs)) {
        try model.toggleConnection(from: one, to: add.input(index))
      }
    }
    #expect(throws: GraphError.noSuchOutput(one, .index(1), among: ["value"])) {
      try model.toggleConnection(from: one.output(1), to: add.input(0))
    }
    #expect(try model.snapshot() == before)
  }

  // Deleting

  @Test func deletingAffectsWhoReadTheNodeAndWhatChanges() throws {
    let double = try model.add("Add", "Double")
    try model.toggleConnection(from: add, to: double.input(0))
    #expect(try model.names(model.deleteNode(one)) == ["Add", "Double"])
    #expect(try model.inputs("Add") == ["-", "-", "Two"])
    #expect(try model.text("Double") == "2")
    #expect(model.names(model.nodes) == ["Two", "Add", "Double"])
  }

  @Test func deletingAffectsReadersWhoseValueStays() throws {
    let color = try model.add("Color", "Color")
    let product = try model.add("Multiply", "Product")
    try model.toggleConnection(from: one, to: product.input(0))
    try model.toggleConnection(from: one, to: product.input(1))
    try model.toggleConnection(from: product, to: add.input(1))
    try model.toggleConnection(from: add, to: color.input(0))
    try model.toggleConnection(from: one, to: color.input(1))
    try model.setValue(0, of: one)
    #expect(try model.names(model.deleteNode(one)) == ["Product", "Add", "Color"])
    #expect(model.lastReceipt.changed == [])
  }

  @Test func deletingAReaderAffectsNobody() throws {
    #expect(try model.deleteNode(add) == [])
    #expect(model.names(model.nodes) == ["One", "Two"])
  }

  @Test func deletingAFailedNodeHeals() throws {
    let divide = try model.add("Divide", "Divide")
    try model.toggleConnection(from: divide, to: add.input(1))
    #expect(try model.text("Add") == "division by zero")
    #expect(try model.names(model.deleteNode(divide)) == ["Add"])
    #expect(try model.text("Add") == "3")
  }

  // Stale ids

  @Test func staleIDsAreRefusedByEveryCall() throws {
    try model.deleteNode(one)
    model.addNode(at: .zero)
    let before = try model.snapshot()
    #expect(throws: GraphError.stale(one)) { try model.deleteNode(one) }
    #expect(throws: GraphError.stale(one)) { try model.setValue(1, of: one) }
    #expect(throws: GraphError.stale(one)) { try model.setKind("Add", of: one) }
    #expect(throws: GraphError.stale(one)) { try model.setKind("Number", of: one) }
    #expect(throws: GraphError.stale(one)) { try model.toggleConnection(from: one, to: add.input(0)) }
    #expect(throws: GraphError.stale(one)) { try model.toggleConnection(from: two, to: one.input(0)) }
    #expect(throws: GraphError.stale(one)) { try model.updateDescendants(of: one) }
    #expect(!model.areRelationshipCandidates(source: one, target: add, index: 0))
    #expect(try model.snapshot() == before)
  }

  // The seed's cost

  @Test(arguments: [1, 2, 3, 12, 200])
  func diamondsCostThreeEvaluationsEach(count: Int) throws {
    var top = one
    try model.deleteNode(add)
    for index in 0..<count {
      let sides = [try model.add("Add", "Left \(index)"), try model.add("Add", "Right \(index)")]
      let bottom = try model.add("Subtract", "Bottom \(index)")
      for (input, side) in sides.enumerated() {
        try model.toggleConnection(from: top, to: side.input(0))
        try model.toggleConnection(from: side, to: bottom.input(input))
      }
      try model.toggleConnection(from: top, to: sides[0].input(1))
      top = bottom
    }
    let affected = try model.setValue(7, of: one)
    #expect(model.lastReceipt.evaluatedCount == 3 * count)
    #expect(affected.count == 3 * count + 1)
    #expect(try model.updateDescendants(of: one) == affected)
    #expect(try model.value(of: top) == .success(.number(7)))
  }
}

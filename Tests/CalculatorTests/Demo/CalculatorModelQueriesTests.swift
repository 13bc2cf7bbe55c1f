// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import Testing

@Suite struct CalculatorModelQueriesTests {
  let model = CalculatorModel()
  let one: NodeID
  let two: NodeID
  let add: NodeID

  init() throws {
    one = try model.node("One")
    two = try model.node("Two")
    add = try model.node("Add")
  }

  // Descendants

  @Test func descendantsFollowTheNodeInEvaluationOrderEachOnce() throws {
    let last = try model.add("Add", "Last")
    let middle = try model.add("Add", "Middle")
    for (source, index) in [(add, 0), (middle, 1), (one, 2)] {
      try model.toggleConnection(from: source, to: last.input(index))
    }
    try model.toggleConnection(from: add, to: middle.input(0))
    try model.toggleConnection(from: add, to: middle.input(1))
    #expect(try model.names(model.updateDescendants(of: one)) == ["One", "Add", "Middle", "Last"])
    #expect(try model.names(model.updateDescendants(of: middle)) == ["Middle", "Last"])
    #expect(try model.names(model.updateDescendants(of: last)) == ["Last"])
  }

  @Test func askingForDescendantsComputesNothing() throws {
    let edit = model.evaluator.edit { _ in }.edit
    _ = try model.updateDescendants(of: one)
    #expect(model.evaluator.edit { _ in }.edit == edit + 1)
  }

  // Candidates

  @Test func aNumberIsACandidateForEveryInputOfAnAdd() {
    #expect((0..<3).allSatisfy { model.areRelationshipCandidates(source: two, target: add, index: $0) })
    #expect(model.verdict(onConnecting: two.output, to: add.input(1)) == .allowed)
  }

  @Test func aPresentConnectionIsACandidateSinceTogglingCutsIt() {
    #expect(model.areRelationshipCandidates(source: one, target: add, index: 0))
    let present = Connection(from: one.output, to: add.input(0))
    #expect(model.verdict(onConnecting: one.output, to: add.input(0)) == .replacing(present))
  }

  @Test func anOccupiedInputIsACandidateSinceTogglingReplaces() {
    let present = Connection(from: two.output, to: add.input(2))
    #expect(model.verdict(onConnecting: one.output, to: add.input("z")) == .replacing(present))
  }

  @Test func aNodeIsNoCandidateForItself() {
    #expect(!model.areRelationshipCandidates(source: add, target: add, index: 0))
    #expect(model.verdict(onConnecting: add.output, to: add.input(0)) == .refused(.cycle([add.input(0)])))
  }

  @Test func indexesAreChecked() throws {
    for (node, index) in [(add, -1), (add, 3), (add, Int(Int32.max)), (add, Int(Int32.min)), (two, 0)] {
      #expect(!model.areRelationshipCandidates(source: one, target: node, index: index))
      #expect(
        model.verdict(onConnecting: one.output, to: node.input(index))
          == .refused(.noSuchInput(node, .index(index), among: try model.inputNames(node))))
    }
  }

  @Test func aCycleIsNoCandidateHoweverLong() throws {
    let middle = try model.add("Add", "Middle")
    let last = try model.add("Add", "Last")
    try model.toggleConnection(from: add, to: middle.input(1))
    try model.toggleConnection(from: middle, to: last.input(2))
    #expect(!model.areRelationshipCandidates(source: last, target: add, index: 0))
    let path = [add.input(0), middle.input(1), last.input(2)]
    #expect(model.verdict(onConnecting: last.output, to: add.input(0)) == .refused(.cycle(path)))
    #expect(model.areRelationshipCandidates(source: add, target: last, index: 0))
  }

  @Test func typesDecideAndNotValues() throws {
    let color = try model.add("Color", "Color")
    let adjust = try model.add("ColorAdjust", "Adjust")
    let divide = try model.add("Divide", "Divide")
    #expect(try model.text("Divide") == "division by zero")
    let candidates = [one, color, adjust, divide].map { source in
      [(add, 0), (color, 0), (adjust, 0), (adjust, 1), (divide, 0)].map { target, index in
        model.areRelationshipCandidates(source: source, target: target, index: index)
      }
    }
    #expect(
      candidates == [
        [true, true, false, true, true],
        [false, false, true, false, false],
        [false, false, false, false, false],
        [true, true, false, true, false],
      ])
    #expect(
      model.verdict(onConnecting: color.output, to: add.input(0))
        == .refused(
          .typeMismatch(source: color.output, PortType(RGBColor.self), target: add.input(0), PortType(Double.self))))
    try model.toggleConnection(from: divide, to: add.input(1))
    #expect(model.areRelationshipCandidates(source: add, target: color, index: 0))
  }
}

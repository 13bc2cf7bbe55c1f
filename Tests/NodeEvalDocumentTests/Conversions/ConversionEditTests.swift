// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// What edits of definitions do to converted wires around instances, and the titles of edits with such wires.
@Suite struct ConversionEditTests {
  private let evaluator = ConversionKinds.evaluator()
  private let count: NodeID
  private let mean: NodeID
  private let add: NodeID

  private var groups: Subgraphs { evaluator.subgraphs }

  init() throws {
    let nodes = try evaluator.edited { edit in
      let nodes = try [("Count", "count"), ("Mean", "mean"), ("Add", "add")].map { try edit.add($0.0, named: $0.1) }
      try edit.connect(nodes[0].output, to: nodes[1].input("x"))
      try edit.connect(nodes[1].output, to: nodes[2].input("x"))
      return nodes
    }
    (count, mean, add) = (nodes[0], nodes[1], nodes[2])
  }

  private var conversionCount: Int {
    evaluator.graph.nodes.count { ConversionKinds.isConversion($0, in: evaluator) }
  }

  /// Groups `mean`, which reads `count` and is read by `add`, both through conversions.
  private func group() throws -> (instance: InstanceID, definition: DefinitionID) {
    let instance = try evaluator.edited { edit in try edit.group([mean], named: "Group") }
    return (instance, try #require(groups.definition(of: instance)))
  }

  /// The ways in which a port can be removed from a definition that consists of a Mean called `mean`.
  private static var ways: [(name: String, left: Int, edit: (Edit) throws -> Void)] {
    [
      ("its input goes", 1, { try $0.removeInput("x", cutting: true) }),
      ("its output goes", 1, { try $0.removeOutput("mean", cutting: true) }),
      (
        "its node goes", 0,
        { inner in
          let mean = try #require(inner.node(named: "mean"))
          try inner.remove(mean)
        }
      ),
    ]
  }

  @Test func conversionsGoWithThePortsThatTheyLeadTo() throws {
    let (instance, definition) = try group()
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: definition)
      try edit.connect(count.output, to: other.input("x"))
      try edit.connect(other.output("mean"), to: add.input("y"))
      return other
    }
    #expect(conversionCount == 4)
    let wires = groups.connections(in: nil)
    for (way, left, body) in Self.ways {
      for looked in [instance, other] {
        try evaluator.edit("cut") { edit in try edit.change(definition, lookingAt: looked, body) }
        #expect(conversionCount == 2 * left, "\(way)")
        #expect(groups.connections(in: nil).count == 2 * left, "\(way)")
        #expect(groups.members(of: nil).count == 4, "\(way)")
        evaluator.checkInvariants()
        evaluator.undo()
        #expect(conversionCount == 4 && groups.connections(in: nil) == wires, "\(way)")
        evaluator.redo()
        #expect(conversionCount == 2 * left, "\(way)")
        evaluator.undo()
      }
    }
  }

  @Test func conversionsGoFromAllInstancesOfTheDefinitionThatTheyLieIn() throws {
    let (instance, definition) = try group()
    let outer = try evaluator.edited { edit in try edit.group([count, instance.node, add], named: "Outer") }
    let around = try #require(groups.definition(of: outer))
    let outers = try [outer] + (0..<2).map { _ in try evaluator.edited { edit in try edit.add(instanceOf: around) } }
    #expect(conversionCount == 6)
    for (way, left, body) in Self.ways {
      try evaluator.edit("cut") { edit in try edit.change(definition, body) }
      #expect(conversionCount == 3 * left, "\(way)")
      for outer in outers {
        #expect(groups.connections(in: outer).count == left && groups.members(of: outer).count == 3, "\(way)")
      }
      #expect(evaluator.undoPath == [outer, instance], "\(way)")
      evaluator.checkInvariants()
      let document = try evaluator.document()
      let again = try Evaluator(definitions: ConversionKinds.all + ConversionKinds.conversions, document: document)
      #expect(try again.document() == document, "\(way)")
      evaluator.undo()
      #expect(conversionCount == 6, "\(way)")
      evaluator.checkInvariants()
    }
  }

  @Test func aRefusedEditOfADefinitionLeavesTheConversionsAroundIt() throws {
    struct GivenUp: Error {}
    let (_, definition) = try group()
    let wires = groups.connections(in: nil)
    _ = try? evaluator.edit { edit in
      try edit.change(definition) { inner in
        try inner.removeInput("x", cutting: true)
        throw GivenUp()
      }
    }
    #expect(groups.connections(in: nil) == wires && conversionCount == 2)
    evaluator.checkInvariants()
  }

  // MARK: Titles

  @Test func editsWithConversionsAreCalledByTheNodesThatOneKnows() throws {
    let measure = try evaluator.edited { edit in try edit.add("Measure", named: "measure") }
    let steps: [(title: String, edit: (Edit) throws -> Void)] = [
      ("disconnect count from mean", { [mean] in try $0.disconnect(mean.input("x")) }),
      ("connect count to mean", { [count, mean] in try $0.connect(count.output, to: mean.input("x")) }),
      (
        "connect measure to mean",
        { [mean] in try $0.connect(measure.output, to: mean.input("x"), replacing: true) }
      ),
      (
        "connect count to mean",
        { [count, mean] in try $0.connect(count.output, to: mean.input("x"), replacing: true) }
      ),
      ("delete mean", { [mean] in try $0.remove(mean) }),
      ("add copy", { try $0.add("Int → Double", named: "copy") }),
    ]
    for (title, body) in steps {
      try evaluator.edit { edit in try body(edit) }
      #expect(evaluator.undoTitle == title)
    }
    let titles = Array(evaluator.undoTitles.suffix(steps.count))
    #expect(titles == steps.map(\.title))
    for _ in steps { evaluator.undo() }
    #expect(evaluator.redoTitles == steps.map(\.title) && evaluator.redoTitle == steps[0].title)
  }

  @Test func editsOfDefinitionsWithConversionsAreCalledByWhereOneIs() throws {
    let group = try evaluator.edited { edit in try edit.group([count, mean], named: "Group") }
    let definition = try #require(groups.definition(of: group))
    _ = try evaluator.edited { edit in try edit.add(instanceOf: definition) }
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: group) { inner in try inner.disconnect(mean.input("x")) }
    }
    #expect(evaluator.undoTitle == "disconnect Group › count from Group › mean" && evaluator.undoPath == [group])
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: group) { inner in try inner.connect(count.output, to: mean.input("x")) }
    }
    #expect(evaluator.undoTitle == "connect Group › count to Group › mean" && evaluator.undoPath == [group])
    try evaluator.edit { edit in
      try edit.change(definition, lookingAt: group) { inner in try inner.removeOutput("mean", cutting: true) }
    }
    #expect(evaluator.undoTitle == "disconnect Group › mean from add" && evaluator.undoPath == [group])
  }
}

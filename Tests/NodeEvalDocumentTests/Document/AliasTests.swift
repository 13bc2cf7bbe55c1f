// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Documents that call kinds and ports by former names.
@Suite struct AliasTests {
  private static let number = NodeDefinition.source("Number", output: ValuePort("value"), initial: 1)
  /// The kind as it was named before, and as it is named now.
  private static let plus = NodeDefinition(
    "Plus", inputs: ValuePort("a", default: 0), ValuePort("b", default: 0), output: ValuePort("result")
  ) { (a: Int, b: Int) -> Int in a + b }
  private static let bare = NodeDefinition(
    "Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("sum")
  ) { (x: Int, y: Int) -> Int in x + y }
  private static let add = bare.formerly("Plus", "Sum", inputs: ["a": "x", "b": "y"], outputs: ["result": "sum"])

  /// Makes a chain of two nodes, the first of them in a group with its number, and another instance of that group.
  private static func old() throws -> (evaluator: Evaluator, last: NodeID, group: InstanceID) {
    let evaluator = Evaluator(definitions: [number, plus])
    let (nodes, group) = try evaluator.edited { edit in
      let nodes = try [("Number", "n"), ("Plus", "one"), ("Plus", "two")].map { try edit.add($0.0, named: $0.1) }
      try edit.set(nodes[0], to: 5)
      try edit.connect(nodes[0].output, to: nodes[1].input("a"))
      try edit.connect(nodes[1].output, to: nodes[2].input("b"))
      try edit.setLiteral(nodes[1].input("b"), to: 2)
      try edit.setLiteral(nodes[2].input("a"), to: 30)
      let group = try edit.group([nodes[0], nodes[1]], named: "Group")
      if let definition = evaluator.subgraphs.definition(of: group) { _ = try edit.add(instanceOf: definition) }
      return (nodes, group)
    }
    return (evaluator, nodes[2], group)
  }

  private func value(of node: NodeID, in evaluator: Evaluator) throws -> Int? {
    try evaluator.output(node.output, as: Int.self).map { try evaluator.value(of: $0) }
  }

  @Test func whatIsOpenedHasPresentNamesInGroupsTooAndIsSavedByThem() throws {
    let old = try Self.old().evaluator
    let opened = try Evaluator(definitions: [Self.number, Self.add], document: old.document())
    let last = try #require(opened.graph.node(named: "two"))
    #expect(try value(of: last, in: opened) == 37)
    #expect(Set(opened.graph.nodes.compactMap { try? opened.graph.kind(of: $0).name }) == ["Number", "Add"])
    opened.checkInvariants()
    let text = try DocumentKinds.json(try opened.document())
    #expect(!text.contains("Plus") && text.contains("sum"))
    // The opened graph equals one made with the present names.
    let again = try Evaluator(definitions: [Self.number, Self.bare], document: DocumentKinds.document(text))
    let saved = try #require(again.graph.node(named: "two"))
    #expect(try value(of: saved, in: again) == 37 && again.subgraphs.definitions.count == 1)
    // Without the former names the kind is unknown, and the node is kept.
    let unknown = try Evaluator(definitions: [Self.number, Self.bare], document: old.document())
    let waiting = try #require(unknown.graph.node(named: "two"))
    #expect(unknown.failure(of: waiting) != nil)
    #expect(try unknown.document() == old.document())
  }

  @Test func whatIsPastedHasPresentNames() throws {
    let (old, last, group) = try Self.old()
    let evaluator = Evaluator(definitions: [Self.number, Self.add])
    let fragment = try old.copy([last, group.node])
    let ids = try evaluator.edited { edit in try edit.paste(fragment) }
    let pasted = try #require(ids[last.inDocument])
    #expect(try value(of: pasted, in: evaluator) == 37)
    // Pastes into a definition.
    let instance = try evaluator.edited { edit in try edit.group([pasted], named: "Outer") }
    let definition = try #require(evaluator.subgraphs.definition(of: instance))
    let plain = try old.copy([last])
    try evaluator.edit { edit in try edit.change(definition) { inner in _ = try inner.paste(plain) } }
    let members = evaluator.subgraphs.members(of: instance)
    #expect(try members.map { try evaluator.graph.kind(of: $0).name } == ["Add", "Add"])
    evaluator.checkInvariants()
  }

  @Test func whatIsShownOfWiresIsPastedIntoADefinitionByPresentNames() throws {
    let (old, last, group) = try Self.old()
    let one = try #require(old.subgraphs.connections(in: nil).first { $0.target.node == last })
    try old.edit { edit in
      try edit.setLook(ConnectionLook(label: "carried"), of: one)
      try edit.ungroup(group)
    }
    let fragment = try old.copy(old.graph.nodes.filter { old.subgraphs.scope(of: $0) == nil })
    #expect(fragment.looks.connections.count == 1)
    let evaluator = Evaluator(definitions: [Self.number, Self.add])
    let instance = try evaluator.edited { edit in try edit.group([try edit.add("Number")], named: "Outer") }
    let definition = try #require(evaluator.subgraphs.definition(of: instance))
    try evaluator.edit { edit in try edit.change(definition) { inner in _ = try inner.paste(fragment) } }
    let wires = evaluator.subgraphs.connections(in: instance)
    #expect(wires.map { evaluator.subgraphs.look(of: $0, in: instance).label }.filter { $0 == "carried" }.count == 1)
    evaluator.checkInvariants()
  }

  @Test func whatAnInstanceReadsHasPresentNames() throws {
    let (old, _, group) = try Self.old()
    try old.edit { edit in
      let source = try edit.add("Plus", named: "source")
      try edit.setLiteral(source.input("a"), to: 4)
      let definition = try #require(old.subgraphs.definition(of: group))
      try edit.change(definition, lookingAt: group) { inner in
        let one = try #require(inner.node(named: "one"))
        try inner.clearLiteral(one.input("b"))
        try inner.expose(one.input("b"), as: "b")
      }
      try edit.connect(source.output, to: group.node.input(0))
    }
    let opened = try Evaluator(definitions: [Self.number, Self.add], document: old.document())
    let last = try #require(opened.graph.node(named: "two"))
    #expect(try value(of: last, in: opened) == 39)
    opened.checkInvariants()
  }

  @Test func aKindThatIsKnownKeepsItsName() throws {
    let old = try Self.old().evaluator
    let opened = try Evaluator(definitions: [Self.number, Self.plus, Self.add], document: old.document())
    let last = try #require(opened.graph.node(named: "two"))
    #expect(try opened.graph.kind(of: last).name == "Plus" && value(of: last, in: opened) == 37)
    #expect(try opened.document() == old.document())
  }

  @Test func formerNamesOutliveWhatElseIsSaidOfADefinition() throws {
    let old = try Self.old().evaluator
    let opened = try Evaluator(
      definitions: [Self.number, Self.add.bypassing("sum", by: "y")], document: old.document())
    let last = try #require(opened.graph.node(named: "two"))
    #expect(try opened.graph.kind(of: last).name == "Add")
    try opened.edit { edit in try edit.setMode(.bypassed, of: last) }
    #expect(try value(of: last, in: opened) == 7)
  }

  @Test func aRegistrationThatIsRevertedLeavesNoNames() throws {
    struct Refusal: Error {}
    let (old, last, _) = try Self.old()
    let evaluator = Evaluator(definitions: [Self.number])
    #expect(throws: Refusal.self) {
      try evaluator.edit { _ in
        evaluator.register(Self.add)
        throw Refusal()
      }
    }
    let fragment = try old.copy([last])
    let ids = try evaluator.edited { edit in try edit.paste(fragment) }
    let pasted = try #require(ids[last.inDocument])
    #expect(try evaluator.graph.kind(of: pasted).name == "Plus" && evaluator.failure(of: pasted) != nil)
  }

  @Test func aFormerNameOfNothingStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Self.bare.formerly(inputs: ["a": "z"])
    }
    #expect(result?.sentence == "'Add' has no input 'z'")
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Self.bare.formerly(outputs: ["sum": "sum"])
    }
    #expect(other?.sentence == "the former name 'sum' is the present name of an output of 'Add'")
  }
}

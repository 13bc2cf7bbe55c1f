// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Looks of converted wires, in groups, documents, fragments and differences.
@Suite struct ConversionLookTests {
  private let evaluator = ConversionKinds.evaluator()
  private let count: NodeID
  private let mean: NodeID
  private let other: NodeID
  private let look = ConnectionLook(label: "metres", reroutes: [GraphPoint(1, 2)])

  /// Makes two means that read a count through conversions.
  init() throws {
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      nodes = [try edit.add("Count"), try edit.add("Mean"), try edit.add("Mean")]
      try edit.connect(nodes[0].output, to: nodes[1].input("x"))
      try edit.connect(nodes[0].output, to: nodes[2].input("y"))
    }
    (count, mean, other) = (nodes[0], nodes[1], nodes[2])
    try label()
  }

  private var wire: Connection { Connection(from: OutputPort(node: count, index: 0), to: mean.input(0)) }

  private func label() throws { try evaluator.edit { edit in try edit.setLook(look, of: wire) } }

  /// Returns the labels of all wires in all scopes.
  private func labels(of evaluator: Evaluator) -> [String] {
    let groups = evaluator.subgraphs
    let instances = groups.definitions.flatMap { groups.instances(of: $0) }
    return ([nil] + instances.map { $0 as InstanceID? }).flatMap { scope in
      groups.connections(in: scope).compactMap { groups.look(of: $0, in: scope).label }
    }
  }

  private func reopened() throws -> Evaluator {
    let document = try evaluator.document()
    try document.check()
    var dropped: [DocumentError] = []
    let repaired = try Evaluator(
      definitions: ConversionKinds.all + ConversionKinds.conversions, repairing: document, dropped: &dropped)
    #expect(dropped.isEmpty)
    #expect(labels(of: repaired) == labels(of: evaluator))
    var copy = document
    #expect(copy.repair().isEmpty && copy == document)
    let opened = try Evaluator(definitions: ConversionKinds.all + ConversionKinds.conversions, document: document)
    #expect(opened.brokenRules().isEmpty)
    #expect(try opened.document() == document)
    return opened
  }

  @Test func aLabelledWireThatConvertsOpensInsideAGroup() throws {
    #expect(labels(of: try reopened()) == ["metres"])
    try evaluator.edit { edit in try edit.group([count, mean], named: "G") }
    #expect(labels(of: try reopened()) == ["metres"])
  }

  @Test func aLabelledWireThatConvertsOpensOverTheBorderOfAGroup() throws {
    for (selection, index) in [([count], 0), ([mean], 1), ([mean, other], 2)] {
      try evaluator.edit { edit in try edit.group(selection, named: "G\(index)") }
      #expect(labels(of: try reopened()) == ["metres"])
      evaluator.undo()
    }
  }

  /// Makes one conversion feed both means: groups them so that one input leads to both, and dissolves the group.
  private func shareConversion() throws {
    try evaluator.edit { edit in
      let measure = try edit.add("Measure")
      try edit.connect(measure.output, to: mean.input("x"), replacing: true)
      try edit.connect(measure.output, to: other.input("y"), replacing: true)
      let group = try edit.group([mean, other], named: "Both")
      try edit.connect(count.output, to: group.node.input(0), replacing: true)
      try edit.ungroup(group)
      try edit.setLook(look, of: wire)
      try edit.setLook(
        ConnectionLook(label: "too"), of: Connection(from: OutputPort(node: count, index: 0), to: other.input(1)))
    }
    #expect(evaluator.graph.nodes.count { ConversionKinds.isConversion($0, in: evaluator) } == 1)
  }

  @Test func aGroupOfPartOfWhatOneConversionFeedsOpens() throws {
    try shareConversion()
    #expect(labels(of: try reopened()) == ["metres", "too"])
    for selection in [[count, mean], [count, other], [mean], [count], [count, mean, other]] {
      let before = try evaluator.document()
      try evaluator.edit { edit in
        let group = try edit.group(selection, named: "G")
        try edit.group([group.node], named: "H")
      }
      #expect(labels(of: try reopened()).sorted() == ["metres", "too"], "\(selection)")
      try evaluator.edit { edit in
        for instance in evaluator.subgraphs.members(of: nil).compactMap({ InstanceID($0) }) {
          for inner in try edit.ungroup(instance) { if let inner = InstanceID(inner) { try edit.ungroup(inner) } }
        }
      }
      #expect(try evaluator.document() == before)
      evaluator.undo()
      evaluator.undo()
    }
  }

  @Test func aCopyOfPartOfWhatOneConversionFeedsHasAConversionOfItsOwn() throws {
    try shareConversion()
    let pasted = ConversionKinds.evaluator()
    let both = try evaluator.copy([count, mean])
    try pasted.edit { edit in _ = try edit.paste(both) }
    #expect(labels(of: pasted) == ["metres"] && pasted.brokenRules().isEmpty)
    let one = try evaluator.copy([mean])
    try evaluator.edit { edit in _ = try edit.paste(one, keepingOuterConnections: true) }
    #expect(evaluator.brokenRules().isEmpty)
  }

  @Test func aLabelOfAWireThatConvertsIsCopiedAndIsPartOfDifferences() throws {
    let empty = try ConversionKinds.evaluator().document()
    for isGrouped in [false, true] {
      if isGrouped { try evaluator.edit { edit in try edit.group([count, mean], named: "G") } }
      let document = try evaluator.document()
      let other = ConversionKinds.evaluator()
      try other.edit { edit in try edit.apply(GraphDiff(from: empty, to: document)) }
      #expect(labels(of: other) == ["metres"] && other.brokenRules().isEmpty)
      let difference = GraphDiff(from: empty, to: document)
      let applied = try difference.applied(to: empty)
      #expect(applied == document)
      let selection = isGrouped ? evaluator.subgraphs.members(of: nil) : [count, mean]
      let fragment = try evaluator.copy(selection)
      let pasted = ConversionKinds.evaluator()
      try pasted.edit { edit in _ = try edit.paste(fragment) }
      #expect(labels(of: pasted) == ["metres"] && pasted.brokenRules().isEmpty)
    }
  }

  @Test func aLabelledWireOpensWhereNobodyKnowsTheConversionYet() throws {
    for isGrouped in [false, true] {
      if isGrouped { try evaluator.edit { edit in try edit.group([count, mean], named: "G") } }
      let document = try evaluator.document()
      let opened = try Evaluator(definitions: ConversionKinds.all, document: document)
      #expect(opened.brokenRules().isEmpty)
      #expect(try opened.document() == document)
      ConversionKinds.declare(in: opened)
      #expect(labels(of: opened) == ["metres"] && opened.brokenRules().isEmpty)
      #expect(try opened.document() == document)
    }
  }

  @Test func aNodeThatTurnsOutToConvertNothingHasNoWireThroughIt() throws {
    var document = try evaluator.document()
    for index in document.nodes.indices where document.nodes[index].kind.contains("→") {
      document.nodes[index].kind = "Late"
    }
    let opened = try Evaluator(definitions: ConversionKinds.all, document: document)
    opened.register(
      NodeDefinition("Late", inputs: ValuePort("value", default: 0), output: ValuePort("value")) {
        (value: Int) -> Double in Double(value)
      })
    #expect(opened.brokenRules().isEmpty)
    #expect(try opened.document().looks.connections.isEmpty)
    #expect(throws: DocumentError.self) {
      try Evaluator(
        definitions: ConversionKinds.all + [
          NodeDefinition("Late", inputs: ValuePort("value", default: 0), output: ValuePort("value")) {
            (value: Int) -> Double in Double(value)
          }
        ], document: document)
    }
  }

  @Test func whatIsPutIntoAWireSharesItsLookAndLeavesItBehind() throws {
    var added: NodeID?
    try evaluator.edit { edit in
      try edit.move(mean, to: GraphPoint(400, 0))
      try edit.setLook(
        ConnectionLook(label: "metres", color: GraphColor(1), reroutes: [GraphPoint(100, 0), GraphPoint(300, 0)]),
        of: wire)
      added = try edit.add("Add", at: GraphPoint(200, 0))
    }
    let node = try #require(added)
    let before = try evaluator.document()
    try evaluator.edit { edit in try edit.insert(node, into: wire) }
    let first = evaluator.subgraphs.look(of: Connection(from: wire.source, to: InputPort(node: node, index: 0)))
    let second = evaluator.subgraphs.look(of: Connection(from: OutputPort(node: node, index: 0), to: wire.target))
    #expect(first == ConnectionLook(label: "metres", color: GraphColor(1), reroutes: [GraphPoint(100, 0)]))
    #expect(second == ConnectionLook(color: GraphColor(1), reroutes: [GraphPoint(300, 0)]))
    #expect(labels(of: try reopened()) == ["metres"])
    try evaluator.edit { edit in try edit.dissolve(node) }
    #expect(try evaluator.document().looks == before.looks)
  }

  @Test func aSharedConversionIsCalledTheSameAfterOpening() throws {
    try shareConversion()
    let node = try #require(evaluator.graph.nodes.first { ConversionKinds.isConversion($0, in: evaluator) })
    // Connects the first reader again, so that it becomes the last.
    try evaluator.edit { edit in
      let last = try edit.add("Mean")
      try edit.connect(node.output, to: last.input("x"))
      try edit.disconnect(mean.input("x"))
      try edit.connect(node.output, to: mean.input("x"))
    }
    let opened = try reopened()
    #expect(opened.subgraphs.scopedName(of: node.inDocument) == evaluator.subgraphs.scopedName(of: node))
  }
}

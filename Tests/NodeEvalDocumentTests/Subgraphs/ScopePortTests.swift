// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Ports of definitions that are added and removed, and what instances gave them.
@Suite struct ScopePortTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  private func reopened() throws -> Evaluator {
    let text = try DocumentKinds.json(try evaluator.document())
    return try Evaluator(definitions: SubgraphScript.kinds, document: DocumentKinds.document(text))
  }

  /// Returns the node with a name in an instance, or in a group inside it.
  private func node(_ name: String, in instance: InstanceID) -> NodeID? {
    var waiting = [instance]
    while let next = waiting.popLast() {
      for member in groups.members(of: next) {
        if let inner = InstanceID(member) {
          waiting.append(inner)
        } else if groups.name(of: member) == name {
          return member
        }
      }
    }
    return nil
  }

  @Test func aPortOfAnInnerGroupIsGivenOutThroughThreeLevels() throws {
    let inner = try group()
    let middle = try evaluator.edited { edit in try edit.group([inner.node], named: "Invoice") }
    let outer = try evaluator.edited { edit in try edit.group([middle.node], named: "Book") }
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: try definition(outer), named: "Other")
      try edit.connect(price.output, to: other.node.input(0))
      return other
    }
    try evaluator.edit { edit in
      try edit.change(try definition(inner)) { inner in
        let more = try inner.add("Add", named: "more")
        try inner.connect(tax.output, to: more.input("x"))
        try inner.expose(more.input("y"), as: "extra")
      }
    }
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit { edit in
      try edit.change(try definition(middle)) { try $0.expose(inner.input("extra"), as: "extra") }
      try edit.change(try definition(outer)) { try $0.expose(middle.input("extra"), as: "extra") }
    }
    for instance in [outer, other] {
      #expect(groups.inputs(of: try definition(instance)).map(\.name) == ["x", "extra"])
    }
    try evaluator.edit { edit in
      try edit.setLiteral(outer.input("extra"), to: 5)
      try edit.connect(price.output, to: other.input("extra"))
    }
    let nodes = try [outer, other].map { try #require(node("more", in: $0)) }
    #expect(try nodes.map { try value($0) } == [125, 220])
    #expect(groups.connections(in: nil).contains(Connection(from: price.output, to: other.node.input(1))))
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
    evaluator.undo()
    evaluator.undo()
    #expect(try SubgraphSnapshot(evaluator) == before && nodes.map { try value($0) } == [120, 120])
    evaluator.checkInvariants()
  }

  @Test func whatInstancesGaveAPortGoesWithIt() throws {
    let first = try group()
    let id = try definition(first)
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        try inner.disconnect(tax.input("y"))
        try inner.setLiteral(tax.input("y"), to: 20)
        try inner.expose(tax.input("y"), as: "rate")
      }
    }
    let others = try evaluator.edited { edit in
      try (0..<2).map { _ in
        let other = try edit.add(instanceOf: id)
        try edit.connect(price.output, to: other.input("x"))
        return other
      }
    }
    let nodes = try ([first] + others).map { try #require(node("tax", in: $0)) }
    #expect(try nodes.map { try value($0) } == [120, 120, 120])
    let plain = try DocumentKinds.json(try evaluator.document())
    try evaluator.edit { edit in try edit.setLiteral(others[0].input("rate"), to: 7) }
    #expect(try nodes.map { try value($0) } == [120, 107, 120])
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.removeInput("rate", cutting: true) } }
    #expect(try nodes.map { try value($0) } == [120, 120, 120])
    #expect(try evaluator.document().instances.allSatisfy { $0.values.isEmpty && $0.literals.isEmpty })
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
    // A new port of that name is a different port.
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.expose(tax.input("y"), as: "rate") } }
    #expect(try nodes.map { try value($0) } == [120, 120, 120])
    #expect(try DocumentKinds.json(try evaluator.document()).count == plain.count)
    evaluator.undo()
    evaluator.undo()
    #expect(try SubgraphSnapshot(evaluator) == before && nodes.map { try value($0) } == [120, 107, 120])
    evaluator.checkInvariants()
  }

  /// Conceals one of the two inputs to which a port leads.
  @Test func anInputIsConcealedInAllInstances() throws {
    let first = try group()
    let id = try definition(first)
    let more = try evaluator.edited { edit in
      var more: NodeID?
      try edit.change(id, lookingAt: first) { inner in
        let node = try inner.add("Add", named: "more")
        try inner.setLiteral(node.input("y"), to: 1)
        try inner.expose(node.input("x"), joining: "x")
        more = node
      }
      return try #require(more)
    }
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: id)
      try edit.connect(price.output, to: other.input("x"))
      return other
    }
    let nodes = [more, try #require(node("more", in: other))]
    #expect(try nodes.map { try value($0) } == [101, 101])
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit { edit in try edit.change(id, lookingAt: first) { try $0.conceal(more.input("x")) } }
    #expect(groups.inputs(of: id).map(\.name) == ["x"])
    #expect(groups.connections(in: nil).count { $0.target.node == other.node } == 1)
    #expect(nodes.allSatisfy { evaluator.graph.sources(of: $0.input(0)).isEmpty })
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
    let concealed = DefinitionStructure.all(in: evaluator)[id]
    // Concealing an input without a port has no effect; concealing the last one removes the port.
    try evaluator.edit { edit in try edit.change(id, lookingAt: first) { try $0.conceal(more.input("y")) } }
    #expect(DefinitionStructure.all(in: evaluator)[id] == concealed)
    try evaluator.edit { edit in try edit.change(id, lookingAt: first) { try $0.conceal(tax.input("x")) } }
    #expect(groups.inputs(of: id).isEmpty && evaluator.graph.sources(of: tax.input(0)).isEmpty)
    #expect(throws: SubgraphError.self) {
      try evaluator.edit { edit in try edit.change(id, lookingAt: first) { try $0.conceal(more.input("nosuch")) } }
    }
    evaluator.checkInvariants()
    for _ in 0..<3 where SubgraphSnapshot(evaluator) != before { evaluator.undo() }
    #expect(try SubgraphSnapshot(evaluator) == before && nodes.map { try value($0) } == [101, 101])
    evaluator.checkInvariants()
  }

  @Test func wiresToAnInputThatMovesMoveWithItInDefinitionsAround() throws {
    let inner = try evaluator.edited { try $0.group([total], named: "Inner") }
    let outer = try evaluator.edited { try $0.group([price, rate, tax, inner.node], named: "Outer") }
    let id = try definition(outer)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    let before = try evaluator.document()
    #expect(groups.inputs(of: try definition(inner)).map(\.name) == ["x", "y"])
    try evaluator.edit { edit in try edit.change(try definition(inner)) { try $0.moveInput("y", to: 0) } }
    #expect(evaluator.brokenRules().isEmpty)
    #expect(groups.connections(in: outer).suffix(2).map(\.source) == [tax.output, price.output])
    #expect(try reopened().document() == evaluator.document())
    evaluator.undo()
    #expect(try evaluator.document() == before && evaluator.brokenRules().isEmpty)
    // Also applies to a definition without instances.
    try evaluator.edit { edit in
      let third = try edit.add(instanceOf: try definition(inner))
      try edit.remove(outer)
      try edit.remove(other)
      try edit.change(try definition(third)) { try $0.moveInput("x", to: 1) }
      _ = try edit.add(instanceOf: id)
    }
    #expect(try evaluator.brokenRules().isEmpty && reopened().document() == evaluator.document())
  }
}

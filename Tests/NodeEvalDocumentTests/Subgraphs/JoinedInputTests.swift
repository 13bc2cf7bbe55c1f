// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Inputs of a definition that are changed to lead to more inputs of its members.
@Suite struct JoinedInputTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  /// Makes two instances: one reads the price, the other has the literal 7.
  private func instances() throws -> (first: InstanceID, second: InstanceID) {
    let first = try group()
    let second = try evaluator.edited { edit in
      let second = try edit.add(instanceOf: try definition(first), named: "Other")
      try edit.setLiteral(second.input("x"), to: 7)
      return second
    }
    return (first, second)
  }

  private func node(_ name: String, in instance: InstanceID) throws -> NodeID {
    try #require(groups.members(of: instance).first { groups.name(of: $0) == name })
  }

  @Test func anInputThatJoinsGetsInEachInstanceWhatThePortHasThere() throws {
    let (first, second) = try instances()
    let definition = try definition(first)
    try evaluator.edit("join") { edit in
      try edit.change(definition) { inner in
        let more = try inner.add("Add", named: "more")
        try inner.expose(more.input(0), joining: "x")
        try inner.expose(more.input(1), joining: "x")
      }
    }
    #expect(try value(node("more", in: first)) == 200 && value(node("more", in: second)) == 14)
    #expect(groups.inputs(of: definition).map(\.name) == ["x"])
    #expect(groups.targets(of: first.node.input(0)).count == 3)
    evaluator.checkInvariants()
    // A later connection reaches all of them.
    try evaluator.edit { edit in try edit.connect(total.output, to: second.input("x")) }
    #expect(try value(node("more", in: second)) == 2 * value(total))
    evaluator.undo()
    evaluator.undo()
    #expect(groups.targets(of: first.node.input(0)).count == 1 && groups.members(of: second).count == 2)
    evaluator.checkInvariants()
    evaluator.redo()
    #expect(try value(node("more", in: first)) == 200 && value(node("more", in: second)) == 14)
    evaluator.checkInvariants()
  }

  @Test func anInputOfAnInnerGroupJoinsAPortAtAnyDepth() throws {
    let inner = try group()
    let outer = try evaluator.edited { try $0.group([inner.node], named: "Outer") }
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: try definition(outer))
      try edit.connect(total.output, to: other.node.input(0))
      return other
    }
    try evaluator.edit { edit in
      try edit.change(try definition(outer)) { inside in
        let second = try inside.add(instanceOf: try definition(inner), named: "Second")
        try inside.expose(second.input("x"), joining: "x")
      }
    }
    #expect(
      groups.targets(of: outer.node.input(0)).map { evaluator.graph.sources(of: $0) } == [
        [price.output], [price.output],
      ])
    #expect(
      groups.targets(of: other.node.input(0)).map { evaluator.graph.sources(of: $0) } == [
        [total.output], [total.output],
      ])
    evaluator.checkInvariants()
  }

  @Test func whatWouldCloseACycleInOneInstanceIsRefusedInAllAndNamesIt() throws {
    let (first, second) = try instances()
    let definition = try definition(first)
    try evaluator.edit { edit in
      try edit.change(definition) { inner in
        try inner.expose(try inner.add("Add", named: "free").output, as: "free")
      }
      // Connects the first instance's output to its own input, through other nodes.
      try edit.disconnect(total.input(1))
      try edit.connect(first.output("free"), to: total.input(0), replacing: true)
      try edit.connect(total.output, to: first.input("x"), replacing: true)
    }
    let before = SubgraphSnapshot(evaluator)
    let free = try node("free", in: second)
    var refused: SubgraphError?
    do {
      try evaluator.edit { edit in
        try edit.change(definition, lookingAt: second) { inner in try inner.expose(free.input(0), joining: "x") }
      }
    } catch let error as SubgraphError {
      refused = error
    }
    guard case .refused(.cycle, let instance)? = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(instance == first && SubgraphSnapshot(evaluator) == before)
    evaluator.checkInvariants()
  }

  @Test func whatDoesNotFitIsRefused() throws {
    let (first, _) = try instances()
    let definition = try definition(first)
    try evaluator.edit { edit in
      try edit.change(definition) { inner in
        #expect(throws: SubgraphError.noPort(definition, "z")) { try inner.expose(tax.input(1), joining: "z") }
        // One input reads the rate, and the other is exposed already.
        #expect(throws: SubgraphError.notExposable(tax)) { try inner.expose(tax.input(1), joining: "x") }
        #expect(throws: SubgraphError.notExposable(tax)) { try inner.expose(tax.input(0), joining: "x") }
      }
    }
    evaluator.checkInvariants()
  }

  @Test func aMemberThatWouldReadItselfWithoutWhatLiesBetweenLosesTheWire() throws {
    // An instance feeds a node that feeds the same instance. This is legal, because the instance contains no cycle.
    let (group, between) = try evaluator.edited { edit in
      let (source, between) = (try edit.add("Number"), try edit.add("Add"))
      let reader = try edit.add("Add")
      try edit.connect(source.output, to: between.input(0))
      try edit.connect(between.output, to: reader.input(0))
      return (try edit.group([source, reader], named: "G"), between)
    }
    try evaluator.edit { edit in try edit.dissolve(between) }
    #expect(!evaluator.graph.contains(between))
    #expect(groups.targets(of: group.node.input(0)).allSatisfy { evaluator.graph.sources(of: $0).isEmpty })
    evaluator.checkInvariants()
  }
}

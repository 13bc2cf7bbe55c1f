// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Nodes of definitions whose kind is changed.
@Suite struct ScopeKindTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  /// A kind with the ports of Add in another order, and one more.
  private static let weigh = NodeDefinition(
    "Weigh", inputs: ValuePort("y", default: 0), ValuePort("weight", default: 2), ValuePort("x", default: 0),
    output: ValuePort("sum")
  ) { (y: Int, weight: Int, x: Int) -> Int in x * weight + y }

  /// Makes the group of rate and tax, and another instance that reads the price.
  private func instances() throws -> (first: InstanceID, second: InstanceID, id: DefinitionID) {
    let group = try group()
    let id = try definition(group)
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: id)
      try edit.connect(price.output, to: other.input("x"))
      return other
    }
    return (group, other, id)
  }

  private func member(_ name: String, of instance: InstanceID) throws -> NodeID {
    try #require(groups.members(of: instance).first { groups.name(of: $0) == name })
  }

  @Test func aNodeBecomesAnotherInAllInstances() throws {
    let (first, second, id) = try instances()
    let before = SubgraphSnapshot(evaluator)
    let wires = groups.connections(in: nil)
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: second) { inner in
        let tax = try #require(inner.node(named: "tax"))
        try inner.setDefinition(of: tax, to: Self.weigh)
      }
    }
    // The input y reads the rate: 100 · 2 + 20.
    for instance in [first, second] { #expect(try value(try member("tax", of: instance)) == 220) }
    #expect(try value(total) == 320 && groups.connections(in: nil) == wires && groups.revision(of: id) == 2)
    #expect(evaluator.undoTitle == "change Tax › tax" && evaluator.undoPath == [second])
    let third = try evaluator.edited { edit in
      let third = try edit.add(instanceOf: id)
      try edit.connect(price.output, to: third.input("x"))
      return third
    }
    #expect(try value(try member("tax", of: third)) == 220)
    evaluator.checkInvariants()
    evaluator.undo()
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before)
    evaluator.redo()
    #expect(try value(total) == 320)
    evaluator.checkInvariants()
  }

  @Test func portsWithoutCounterpartGoAndWhatIsConnectedThere() throws {
    let (first, second, id) = try instances()
    let outer = try evaluator.edited { edit in try edit.group([second.node], named: "Outer") }
    let around = try definition(outer)
    #expect(groups.inputs(of: around).map(\.name) == ["x"])
    let before = SubgraphSnapshot(evaluator)
    let broken = SubgraphSnapshot.brokenRules(of: evaluator)
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: first) { inner in try inner.setKind(of: tax, to: "Number") }
    }
    #expect(groups.inputs(of: id).isEmpty && groups.outputs(of: id).map(\.name) == ["sum"])
    #expect(groups.inputs(of: around).isEmpty)
    // The output port remains, because its type is the same; the source has its initial value.
    #expect(try value(tax) == 1 && value(total) == 101)
    #expect(groups.connections(in: first).isEmpty)
    #expect(SubgraphSnapshot.brokenRules(of: evaluator) == broken)
    evaluator.checkInvariants()
    let document = try evaluator.document()
    let again = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    #expect(try again.document() == document && SubgraphSnapshot(again) == SubgraphSnapshot(evaluator))
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before)
  }

  @Test func literalsStayWithTheirPorts() throws {
    let (first, second, id) = try instances()
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: first) { inner in
        try inner.disconnect(tax.input("y"))
        try inner.setLiteral(tax.input("y"), to: 5)
      }
      try edit.change(id) { inner in
        let tax = try #require(inner.node(named: "tax"))
        try inner.setDefinition(of: tax, to: Self.weigh)
      }
    }
    for instance in [first, second, try evaluator.edited { try $0.add(instanceOf: id) }] {
      let node = try member("tax", of: instance)
      #expect(groups.literalValue(of: node.input(0)) == 5 && groups.literalValue(of: node.input(1)) == nil)
    }
    evaluator.checkInvariants()
  }

  @Test func whatIsRefusedChangesNothing() throws {
    let (first, _, id) = try instances()
    let inner = try evaluator.edited { edit in
      var inner: InstanceID?
      try edit.change(id, lookingAt: first) { inner = try $0.group([rate], named: "Inner") }
      return try #require(inner)
    }
    let before = SubgraphSnapshot(evaluator)
    let attempts: [(node: NodeID, kind: String)] = [
      (tax, "None"), (price, "Add"), (rate, "Add"), (inner.node, "Add"),
    ]
    for (node, kind) in attempts {
      var refused = false
      do {
        try evaluator.edit { edit in
          try edit.change(id, lookingAt: first) { scope in try scope.setKind(of: node, to: kind) }
        }
      } catch is GraphError {
        refused = true
      }
      #expect(refused, "\(node) as \(kind)")
    }
    #expect(SubgraphSnapshot(evaluator) == before)
    // The refusal is caught inside the edit, which continues without the change.
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: first) { scope in
        do {
          try scope.setKind(of: tax, to: "None")
          Issue.record("it is refused")
        } catch GraphError.unknownKind {}
        try scope.setKind(of: tax, to: "Add")
      }
    }
    evaluator.checkInvariants()
  }
}

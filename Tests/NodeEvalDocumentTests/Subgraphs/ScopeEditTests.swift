// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Edits of definitions, which change all instances.
@Suite struct ScopeEditTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  @Test func aDefinitionIsChangedInAllInstancesInOneStep() throws {
    let group = try group()
    let id = try definition(group)
    let others = try evaluator.edited { edit in
      try (0..<10).map { index in
        let other = try edit.add(instanceOf: id)
        try edit.connect(price.output, to: other.input("x"))
        return other
      }
    }
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit("round") { edit in
      try edit.change(id, lookingAt: others[4]) { inner in
        let sum = try #require(inner.node(named: "tax"))
        let more = try inner.add("Add", named: "more", at: GraphPoint(1, 2))
        try inner.connect(sum.output, to: more.input("x"))
        try inner.setLiteral(more.input("y"), to: 5)
        try inner.expose(more.output, as: "More", order: 0)
        try inner.rename(sum, to: "plain")
      }
    }
    for instance in [group] + others {
      let more = try #require(groups.members(of: instance).last)
      #expect(try value(more) == 125 && groups.name(of: more) == "more")
    }
    #expect(groups.outputs(of: id).map(\.name) == ["More", "sum"] && groups.revision(of: id) == 2)
    #expect(groups.connections(in: nil).contains(Connection(from: group.node.output(1), to: total.input(1))))
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before)
    evaluator.checkInvariants()
  }

  @Test func whatIsLegalInOneInstanceAndACycleInAnotherIsRefusedWholeAndNamesTheOther() throws {
    // In the second instance the output comes back to the input by way of the outside.
    let nodes = try evaluator.edited { edit in
      let nodes = try ["first", "second"].map { try edit.add("Add", named: $0) }
      try edit.group(nodes, named: "Pair")
      return nodes
    }
    let group = try #require(groups.scope(of: nodes[0]))
    let id = try definition(group)
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        try inner.expose(nodes[0].output, as: "first")
        try inner.expose(nodes[1].input("x"), as: "second")
      }
    }
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: id, named: "Looped")
      let outer = try edit.add("Add", named: "outer")
      try edit.connect(other.output("first"), to: outer.input("x"))
      try edit.connect(outer.output, to: other.input("second"))
      return other
    }
    let before = SubgraphSnapshot(evaluator)
    do {
      try evaluator.edit { edit in
        try edit.change(id, lookingAt: group) { inner in try inner.connect(nodes[1].output, to: nodes[0].input("x")) }
      }
      Issue.record("it is refused")
    } catch let error as SubgraphError {
      guard case .refused(.cycle, let instance) = error else { throw error }
      #expect(instance == other)
      #expect(
        groups.describe(error)
          == "in Looped: connecting Looped › second to Looped › first.x would close a cycle: "
          + "Looped › second → Looped › first.x → outer.x → Looped › second.x")
    }
    #expect(SubgraphSnapshot(evaluator) == before)
    evaluator.checkInvariants()
  }

  @Test func aValueOfTheDefinitionIsTakenByInstancesThatHaveNotTheirOwn() throws {
    let group = try group()
    let id = try definition(group)
    let others = try evaluator.edited { edit in try (0..<2).map { _ in try edit.add(instanceOf: id) } }
    let rates = others.map { groups.members(of: $0)[0] }
    try evaluator.edit { edit in try edit.set(rates[0], to: 7) }
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.set(rate, to: 30) } }
    #expect(try value(rate) == 30 && value(rates[0]) == 7 && value(rates[1]) == 30)
    let third = try evaluator.edited { try $0.add(instanceOf: id) }
    #expect(try value(groups.members(of: third)[0]) == 30)
  }

  @Test func renamingAndReorderingPortsLeavesWires() throws {
    let group = try group()
    let id = try definition(group)
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        try inner.expose(rate.output, as: "rate", order: 0)
        try inner.renameOutput("sum", to: "total")
        try inner.renameInput("x", to: "price")
        try inner.moveOutput("total", to: 0)
        #expect(throws: SubgraphError.duplicatePort("rate")) { try inner.renameOutput("total", to: "rate") }
        #expect(throws: SubgraphError.noPort(id, "sum")) { try inner.renameOutput("sum", to: "other") }
      }
    }
    #expect(groups.outputs(of: id).map(\.name) == ["total", "rate"])
    #expect(groups.connections(in: nil).contains(Connection(from: group.node.output(0), to: total.input(1))))
    #expect(try value(total) == 220)
  }

  @Test func aPortThatIsInUseIsRemovedOnlyWithWhatIsConnected() throws {
    let group = try group()
    let id = try definition(group)
    #expect(throws: SubgraphError.portInUse("sum", group)) {
      try evaluator.edit { edit in try edit.change(id) { inner in try inner.removeOutput("sum") } }
    }
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.removeOutput("sum", cutting: true) } }
    #expect(try groups.outputs(of: id).isEmpty && value(total) == 100)
    evaluator.undo()
    #expect(try groups.outputs(of: id).count == 1 && value(total) == 220)
    // A node that goes takes its ports with it.
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.remove(tax) } }
    #expect(try groups.outputs(of: id).isEmpty && groups.inputs(of: id).isEmpty && value(total) == 100)
    evaluator.checkInvariants()
  }

  @Test func anExposedInputIsGivenFromOutsideOnly() throws {
    let group = try group()
    let id = try definition(group)
    #expect(throws: GraphError.exposed(tax.input(0))) {
      try evaluator.edit { edit in
        try edit.change(id) { inner in try inner.connect(rate.output, to: tax.input("x"), replacing: true) }
      }
    }
    #expect(throws: SubgraphError.notExposable(tax)) {
      try evaluator.edit { edit in try edit.change(id) { inner in try inner.expose(tax.input("y"), as: "y") } }
    }
    #expect(throws: SubgraphError.notExposable(tax)) {
      try evaluator.edit { edit in try edit.change(id) { inner in try inner.expose(tax.output, as: "again") } }
    }
    #expect(throws: GraphError.outsideScope(price)) {
      try evaluator.edit { edit in try edit.change(id) { inner in try inner.remove(price) } }
    }
    #expect(evaluator.undoTitles == ["group"])
  }

  @Test func aDefinitionWithoutInstancesIsChangedAsWell() throws {
    let group = try group()
    let id = try definition(group)
    try evaluator.edit { edit in try edit.remove(group) }
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        let sum = try #require(inner.node(named: "tax"))
        try inner.disconnect(sum.input("y"))
        try inner.expose(sum.input("y"), as: "y")
      }
    }
    #expect(evaluator.graph.nodeCount == 2 && groups.inputs(of: id).map(\.name) == ["x", "y"])
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: id)
      try edit.setLiteral(other.input("y"), to: 9)
      try edit.connect(price.output, to: other.input("x"))
      return other
    }
    #expect(try value(groups.members(of: other)[1]) == 109)
    try evaluator.edit { edit in
      try edit.remove(other)
      try edit.remove(id)
    }
    #expect(groups.definitions.isEmpty)
    #expect(throws: SubgraphError.noDefinition(id)) { try evaluator.edit { edit in try edit.add(instanceOf: id) } }
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Copying and pasting instances of subgraphs.
@Suite struct SubgraphPastingTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  /// The fragment as another program gets it.
  private func copy(_ nodes: NodeID...) throws -> GraphDocument {
    try DocumentKinds.document(DocumentKinds.json(try evaluator.copy(nodes)))
  }

  @Test func anInstanceIsPastedWithAllThatLiesInItAndSharesItsDefinition() throws {
    let inner = try group()
    let outer = try evaluator.edited { try $0.group([inner.node, total], named: "Invoice") }
    try evaluator.edit { edit in
      try edit.set(rate, to: 30)
      try edit.rename(outer, to: "mine")
    }
    let before = SubgraphSnapshot(evaluator)
    let fragment = try copy(price, outer.node)
    var ids: [NodeID: NodeID] = [:]
    try evaluator.edit("paste") { edit in
      ids = try edit.paste(fragment, offset: GraphPoint(3, 4))
    }
    let pasted = try #require(ids[outer.node].flatMap { InstanceID($0) })
    let copied = try #require(ids[rate])
    let (one, other) = (try definition(pasted), try definition(outer))
    #expect(one == other && groups.definitions.count == 2)
    #expect(groups.position(of: pasted.node) == groups.position(of: outer.node) + GraphPoint(3, 4))
    #expect(groups.scopedName(of: copied) == "mine › Tax › rate" && groups.path(of: copied).instances.count == 2)
    #expect(try value(copied) == 30)
    let (sum, copiedSum) = (try value(total), try value(try #require(ids[total])))
    #expect(sum == copiedSum)
    try evaluator.edit { edit in try edit.set(copied, to: 1) }
    #expect(try value(rate) == 30)
    #expect(evaluator.brokenRules().isEmpty)
    evaluator.undo()
    #expect(evaluator.undoTitle == "paste")
    #expect(try #require(evaluator.undo()).evaluated.isEmpty && SubgraphSnapshot(evaluator) == before)
    evaluator.redo()
    #expect(groups.contains(pasted) && evaluator.brokenRules().isEmpty)
  }

  @Test func aDefinitionOfAnotherContentGetsAnotherIDAndName() throws {
    let group = try group()
    let (id, fragment) = (try definition(group), try copy(group.node))
    try evaluator.edit { edit in
      try edit.change(id) { inner in try inner.rename(try #require(inner.node(named: "tax")), to: "sum") }
    }
    let ids = try evaluator.edited { try $0.paste(fragment) }
    let pasted = try #require(ids[group.node].flatMap { InstanceID($0) })
    let new = try definition(pasted)
    #expect(new != id && groups.name(of: new) == "Tax 2")
    #expect(groups.members(of: pasted).map { groups.name(of: $0) } == ["rate", "tax"])
    #expect(groups.members(of: group).map { groups.name(of: $0) } == ["rate", "sum"])
  }

  @Test func aFragmentIsPastedIntoAGraphThatHasNotItsDefinition() throws {
    let group = try group()
    let other = Evaluator(definitions: SubgraphScript.kinds)
    let fragment = try copy(price, group.node)
    for count in 1...2 {
      let ids = try other.edited { try $0.paste(fragment) }
      let pasted = try #require(ids[group.node].flatMap { InstanceID($0) })
      #expect(other.subgraphs.definitions == [try definition(group)])
      #expect(other.subgraphs.instances(of: try definition(group)).count == count)
      #expect(other.graph.sources(of: try #require(ids[tax]).input(0)) == [try #require(ids[price]).output])
      #expect(other.subgraphs.title(of: pasted) == "Tax")
    }
    #expect(SubgraphSnapshot.brokenRules(of: other).isEmpty)
  }

  @Test func connectionsFromElsewhereAreKeptIfThatIsAskedFor() throws {
    let group = try group()
    let fragment = try copy(group.node, total)
    let ids = try evaluator.edited { try $0.paste(fragment, keepingOuterConnections: true) }
    #expect(evaluator.graph.sources(of: try #require(ids[tax]).input(0)) == [price.output])
    #expect(evaluator.graph.sources(of: try #require(ids[total]).input(0)) == [price.output])
    #expect(evaluator.graph.sources(of: try #require(ids[total]).input(1)) == [try #require(ids[tax]).output])
    let without = try evaluator.edited { try $0.paste(fragment) }
    #expect(evaluator.graph.sources(of: try #require(without[tax]).input(0)).isEmpty)
  }

  @Test func whatIsPastedIntoADefinitionComesInAllItsInstances() throws {
    let group = try group()
    let id = try definition(group)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    let fragment = try copy(price, total)
    var ids: [NodeID: NodeID] = [:]
    try evaluator.edit("paste") { edit in
      try edit.change(id, lookingAt: group) { inner in ids = try inner.paste(fragment, offset: GraphPoint(1, 1)) }
    }
    #expect(groups.members(of: group).compactMap { groups.name(of: $0) } == ["rate", "tax", "price", "total"])
    let pasted = try #require(ids[total])
    #expect(groups.members(of: other).count == 4 && groups.scope(of: pasted) == group)
    for instance in [group, other] {
      let members = groups.members(of: instance)
      #expect(evaluator.graph.sources(of: members[3].input(0)) == [members[2].output])
      #expect(try value(members[2]) == 100)
    }
    #expect(evaluator.brokenRules().isEmpty)
  }

  @Test func aPasteThatWouldMakeADefinitionContainItselfIsRefusedWithTheWay() throws {
    let inner = try group()
    let outer = try evaluator.edited { try $0.group([inner.node, total], named: "Invoice") }
    let (tax, invoice) = (try definition(inner), try definition(outer))
    let (fragment, before) = (try copy(price, outer.node), SubgraphSnapshot(evaluator))
    #expect(throws: SubgraphError.containsItself([tax, invoice, tax])) {
      try evaluator.edit { edit in try edit.change(tax) { inside in try inside.paste(fragment) } }
    }
    #expect(SubgraphSnapshot(evaluator) == before)
    // A refusal that is caught has changed nothing.
    try evaluator.edit { edit in try edit.change(tax) { inside in _ = try? inside.paste(fragment) } }
    #expect(evaluator.graph.nodeCount == 4 && evaluator.brokenRules().isEmpty)
    #expect(throws: SubgraphError.containsItself([invoice, invoice])) {
      try evaluator.edit { edit in try edit.change(invoice) { inside in try inside.paste(fragment) } }
    }
  }

  @Test func whatLiesInAnInstanceThatIsCopiedComesOnce() throws {
    let group = try group()
    let fragment = try copy(rate, group.node, tax)
    #expect(fragment.nodes.isEmpty && fragment.instances.count == 1)
    #expect(throws: DocumentError.self) { try evaluator.copy([InstanceID(index: 9, tag: 0).node]) }
  }

  @Test func aFragmentWithAFaultChangesNothing() throws {
    let group = try group()
    var fragment = try copy(price, group.node)
    fragment.instances[0].members.removeLast()
    let before = SubgraphSnapshot(evaluator)
    #expect(throws: DocumentError.self) { try evaluator.edit { edit in try edit.paste(fragment) } }
    fragment = try copy(price, group.node)
    fragment.instances[0].values = [.init(of: NodeID(slot: 0, generation: 0), value: .string("much"))]
    #expect(throws: DocumentError.self) { try evaluator.edit { edit in try edit.paste(fragment) } }
    #expect(SubgraphSnapshot(evaluator) == before)
  }
}

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

  /// Returns a fragment as another program receives it.
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
    let pasted = try #require(ids[outer.node.inDocument].flatMap { InstanceID($0) })
    let copied = try #require(ids[rate.inDocument])
    let (one, other) = (try definition(pasted), try definition(outer))
    #expect(one == other && groups.definitions.count == 2)
    #expect(groups.position(of: pasted.node) == groups.position(of: outer.node) + GraphPoint(3, 4))
    #expect(groups.scopedName(of: copied) == "mine › Tax › rate" && groups.path(of: copied).instances.count == 2)
    #expect(try value(copied) == 30)
    let (sum, copiedSum) = (try value(total), try value(try #require(ids[total.inDocument])))
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
    let pasted = try #require(ids[group.node.inDocument].flatMap { InstanceID($0) })
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
      let pasted = try #require(ids[group.node.inDocument].flatMap { InstanceID($0) })
      #expect(other.subgraphs.definitions == [try definition(group)])
      #expect(other.subgraphs.instances(of: try definition(group)).count == count)
      #expect(
        other.graph.sources(of: try #require(ids[tax.inDocument]).input(0)) == [
          try #require(ids[price.inDocument]).output
        ])
      #expect(other.subgraphs.title(of: pasted) == "Tax")
    }
    #expect(SubgraphSnapshot.brokenRules(of: other).isEmpty)
  }

  @Test func connectionsFromElsewhereAreKeptIfThatIsAskedFor() throws {
    let group = try group()
    let fragment = try copy(group.node, total)
    let ids = try evaluator.edited { try $0.paste(fragment, keepingOuterConnections: true) }
    #expect(evaluator.graph.sources(of: try #require(ids[tax.inDocument]).input(0)) == [price.output])
    #expect(evaluator.graph.sources(of: try #require(ids[total.inDocument]).input(0)) == [price.output])
    #expect(
      evaluator.graph.sources(of: try #require(ids[total.inDocument]).input(1)) == [
        try #require(ids[tax.inDocument]).output
      ])
    let without = try evaluator.edited { try $0.paste(fragment) }
    #expect(evaluator.graph.sources(of: try #require(without[tax.inDocument]).input(0)).isEmpty)
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
    let pasted = try #require(ids[total.inDocument])
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
    let path = DocumentPath([.key("instances"), .index(0)])
    let around = DocumentError(.cycle, at: path, "Tax would contain itself: Tax › Invoice › Tax")
    #expect(throws: around) {
      try evaluator.edit { edit in try edit.change(tax) { inside in try inside.paste(fragment) } }
    }
    #expect(SubgraphSnapshot(evaluator) == before)
    // A caught refusal leaves the graph unchanged.
    try evaluator.edit { edit in try edit.change(tax) { inside in _ = try? inside.paste(fragment) } }
    #expect(evaluator.graph.nodeCount == 4 && evaluator.brokenRules().isEmpty)
    let own = DocumentError(.cycle, at: path, "Invoice would contain itself: Invoice › Invoice")
    #expect(throws: own) {
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

  // MARK: Readers of instances, and kinds without code

  @Test func nodesWithoutCodeThatReadAnInstanceHaveTheInputsThatReadIt() throws {
    let evaluator = Evaluator()
    let price = evaluator.input("price", 100)
    let tax = evaluator.node("tax", price) { $0 / 5 }
    let total = evaluator.node("total", tax) { $0 + 1 }
    let group = try evaluator.edited { try $0.group([tax.node], named: "Tax") }
    let fragment = try evaluator.copy([group.node, total.node])
    let ids = try evaluator.edited { try $0.paste(fragment) }
    let (copy, source) = (try #require(ids[total.node.inDocument]), try #require(ids[tax.node.inDocument]))
    #expect(evaluator.graph.sources(of: copy.input(0)) == [source.output])
  }

  /// Makes the code of kinds that pass on their input, whatever its type.
  private static var pass: DocumentReading {
    DocumentReading(definitions: [
      "Pass": { _, _, types in
        guard let type = types["x"] else { throw DocumentError(.kind, at: DocumentPath(), "it reads nothing") }
        let (input, output) = (DynamicPort("x", type), DynamicPort("y", type))
        return .dynamic("Pass", inputs: [input], outputs: [output]) { inputs, outputs in
          try outputs.pass(0, of: inputs, to: 0)
        }
      }
    ])
  }

  /// Makes a node that passes on the output of a group, and one with a lower id that passes that on.
  private func passing() throws -> (document: GraphDocument, group: InstanceID, nodes: [NodeID]) {
    let group = try group()
    var document = try evaluator.document()
    let nodes = [8, 9].map { NodeID(slot: $0, generation: 0) } as [NodeID]
    document.nodes += [
      DocumentNode(id: nodes[0], kind: "Pass", connections: [DocumentConnection("x", from: nodes[1], "y")]),
      DocumentNode(
        id: nodes[1], kind: "Pass", connections: [DocumentConnection("x", from: group.node.inDocument, "tax")]),
    ]
    let name = try #require(groups.outputs(of: try definition(group)).first?.name)
    document.nodes[document.nodes.count - 1].connections[0].output = name
    return (document, group, nodes)
  }

  @Test func codeIsMadeOfTheTypesThatInstancesGive() throws {
    let (document, group, nodes) = try passing()
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: document, reading: Self.pass)
    let fragment = try opened.copy([price, group.node, nodes[0], nodes[1]].map(\.inDocument))
    let ids = try opened.edited { try $0.paste(fragment, reading: Self.pass) }
    let copy = try #require(ids[nodes[0].inDocument])
    #expect(opened[try #require(try opened.output(copy.output, as: Int.self))] == 120)
    // The same holds in a definition.
    var inner: [NodeID: NodeID] = [:]
    try opened.edit { edit in
      let outer = try edit.group([try edit.add("Number")], named: "Outer")
      let id = try #require(opened.subgraphs.definition(of: outer))
      try edit.change(id, lookingAt: outer) { scope in inner = try scope.paste(fragment, reading: Self.pass) }
    }
    let member = try #require(inner[nodes[0]])
    #expect(opened[try #require(try opened.output(member.output, as: Int.self))] == 120)
    #expect(opened.brokenRules().isEmpty)
  }

  @Test func aDifferenceMakesCodeOfTheTypesThatItsConnectionsBring() throws {
    let (new, group, nodes) = try passing()
    var (plain, empty) = (new, new)
    plain.nodes.removeAll { nodes.contains($0.id) }
    // With this document, the difference adds the instance, too.
    empty = GraphDocument(nodes: [new.nodes[0]])
    for old in [plain, empty] {
      let opened = try Evaluator(definitions: SubgraphScript.kinds, document: old)
      let ids = try opened.edited { try $0.apply(GraphDiff(from: old, to: new), reading: Self.pass) }
      let node = try #require(ids[nodes[0].inDocument])
      #expect(opened[try #require(try opened.output(node.output, as: Int.self))] == 120)
      #expect((ids[group.node.inDocument] == nil) == (old == plain))
      #expect(SubgraphSnapshot.brokenRules(of: opened).isEmpty)
    }
  }

  @Test func connectionsFromElsewhereToNodesWithoutCodeAreKeptBesideInstances() throws {
    let group = try group()
    var document = try evaluator.document()
    let blur = NodeID(slot: 9, generation: 0)
    document.nodes.append(
      DocumentNode(id: blur, kind: "Blur", connections: [DocumentConnection("in", from: price.inDocument, "value")]))
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    let fragment = try opened.copy([group.node.inDocument, blur])
    let ids = try opened.edited { try $0.paste(fragment, keepingOuterConnections: true) }
    let copy = try #require(ids[blur.inDocument])
    #expect(try opened.graph.kind(of: copy).inputs.map(\.name) == ["in"])
    #expect(opened.graph.sources(of: copy.input(0)).map(\.node.inDocument) == [price.inDocument])
  }

  // MARK: Unknown fields

  /// Makes a group inside a group, with unknown fields wherever they are kept.
  private func noted() throws -> (document: GraphDocument, outer: InstanceID) {
    let inner = try group()
    let outer = try evaluator.edited { try $0.group([inner.node, total], named: "Outer") }
    var document = try evaluator.document()
    for index in document.definitions.indices { document.definitions[index].others["note"] = .number(Double(index)) }
    for index in document.instances.indices { document.instances[index].others["pin"] = .number(Double(index)) }
    let place = try #require(document.definitions.firstIndex { !$0.instances.isEmpty })
    document.definitions[place].instances[0].others["hint"] = .boolean(true)
    return (document, try #require(InstanceID(outer.node.inDocument)))
  }

  private func notes(_ document: GraphDocument) -> [[String: DocumentValue]] {
    document.definitions.flatMap { [$0.others] + $0.instances.map(\.others) } + document.instances.map(\.others)
  }

  @Test func unknownFieldsOfDefinitionsAndInstancesArePasted() throws {
    let (document, outer) = try noted()
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    #expect(try opened.document() == document)
    let other = Evaluator(definitions: SubgraphScript.kinds)
    other.undoLimit = 1 << 20
    let fragment = try opened.copy([outer.node])
    try other.edit { edit in try edit.paste(fragment) }
    #expect(notes(try other.document()) == notes(document))
    other.undo()
    #expect(try other.document() == GraphDocument())
    other.redo()
    #expect(notes(try other.document()) == notes(document))
    // Pasting it again shares its definitions.
    try other.edit { edit in try edit.paste(fragment) }
    #expect(other.subgraphs.definitions.count == 2)
  }

  @Test func unknownFieldsOfADefinitionComeWithADifference() throws {
    let (old, _) = try noted()
    var new = old
    let place = try #require(new.definitions.firstIndex { $0.instances.isEmpty })
    new.definitions[place].nodes[0].value = .number(7)
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: old)
    opened.undoLimit = 1 << 20
    try opened.edit { edit in try edit.apply(GraphDiff(from: old, to: new)) }
    #expect(notes(try opened.document()) == notes(new))
    opened.undo()
    #expect(try opened.document() == old)
  }

  @Test func aDefinitionOfItsOwnHasTheUnknownFieldsOfTheOneItIsACopyOf() throws {
    let (document, outer) = try noted()
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    let copy = try opened.edited { try $0.makeIndependent(outer) }
    let written = try opened.document().definitions
    #expect(written.first { $0.id == copy }?.others == written.first { $0.name == "Outer" && $0.id != copy }?.others)
    #expect(written.first { $0.id == copy }?.others.isEmpty == false)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Ids of documents: graphs accept them as arguments, and return their own ids.
@Suite struct DocumentIDTests {
  private let evaluator: Evaluator
  private let price: NodeID
  private let rate: NodeID
  private let tax: NodeID

  init() throws {
    evaluator = Evaluator(definitions: SubgraphScript.kinds)
    evaluator.undoLimit = 1 << 20
    (price, rate, tax) = try evaluator.edited { edit in
      let (price, rate) = (try edit.add("Number", named: "price"), try edit.add("Number", named: "rate"))
      let tax = try edit.add("Add", named: "tax")
      try edit.connect(price.output, to: tax.input(0))
      try edit.connect(rate.output, to: tax.input(1))
      return (price, rate, tax)
    }
  }

  private var groups: Subgraphs { evaluator.subgraphs }

  @Test func whatIsSaidByTheIDOfADocumentIsFoundByThatOfTheGraph() throws {
    let wire = Connection(from: price.output, to: tax.input(0))
    try evaluator.edit { edit in
      try edit.setMode(.muted, of: rate.inDocument)
      try edit.setLook(NodeLook(isLocked: true), of: tax.inDocument)
      try edit.setLook(ConnectionLook(label: "net"), of: wire.inDocument)
      try edit.rename(price.inDocument, to: "cost")
    }
    #expect(evaluator.mode(of: rate) == .muted && evaluator.mode(of: rate.inDocument) == .muted)
    #expect(groups.look(of: tax).isLocked && groups.look(of: tax.inDocument).isLocked)
    #expect(groups.look(of: wire).label == "net" && groups.look(of: wire.inDocument).label == "net")
    #expect(evaluator.graph.node(named: "cost") == price && evaluator.explain(tax.inDocument)?.node == tax)
    #expect(evaluator.graph.connections(of: tax.inDocument) == evaluator.graph.connections(of: tax))
    #expect(evaluator.graph.path(from: price.inDocument, to: tax.inDocument) == [price, tax])
    #expect(try evaluator.variable(price.inDocument, as: Int.self)?.node == price)
    #expect(evaluator.need([tax.inDocument, tax]).nodes == [tax])
    #expect(throws: GraphError.cycle([tax.input(0), tax.input(0)].dropLast())) {
      try evaluator.edit { edit in try edit.connect(tax.output, to: tax.inDocument.input(0), replacing: true) }
    }
    #expect(evaluator.brokenRules().isEmpty)
  }

  @Test func groupsAreMadeAndFoundByIDsOfDocuments() throws {
    let group = try evaluator.edited { edit in try edit.group([rate.inDocument, rate, tax.inDocument], named: "Tax") }
    #expect(groups.members(of: group) == [rate, tax] && groups.member(inDocument: group.node.inDocument) == group.node)
    #expect(groups.instance(inDocument: group.inDocument) == group && groups.member(inDocument: tax.inDocument) == tax)
    #expect(groups.isValid(GraphPath([group.inDocument])) && groups.living(GraphPath([group.inDocument])) == [group])
    #expect(groups.path(entering: group.node.inDocument, from: GraphPath()) == [group])
    #expect(groups.member(showing: tax.inDocument, in: nil) == group.node)
    #expect(groups.member(showing: price.inDocument, in: nil) == price)
    try evaluator.edit { edit in
      try edit.change(#require(groups.definition(of: group)), lookingAt: group.inDocument) { inner in
        try inner.move(tax.inDocument, to: GraphPoint(7, 8))
        try inner.setLook(NodeLook(depth: 3), of: tax.inDocument)
        try inner.disconnect(rate.inDocument.output, from: tax.inDocument.input(1))
      }
      try edit.ungroup(group.inDocument)
    }
    #expect(groups.look(of: tax).depth == 3 && evaluator.graph.sources(of: tax.input(1)).isEmpty)
    #expect(evaluator.brokenRules().isEmpty)
    let other = Evaluator(definitions: SubgraphScript.kinds)
    #expect(other.subgraphs.member(inDocument: tax.inDocument) == nil)
    #expect(
      groups.instance(inDocument: group) == nil && groups.member(inDocument: NodeID(slot: 77, generation: 0)) == nil)
  }

  @Test func whatIsAddedToNodesOfADocumentIsFoundByIDsOfTheGraph() throws {
    let notes = [price: "in euros", tax: "19 %"]
    let details = { (node: inout DocumentNode) in
      node.others["note"] = notes[node.id].map { .string($0) }
    }
    let document = try evaluator.document(details: details)
    #expect(document.nodes.map(\.id) == [price, rate, tax].map(\.inDocument))
    #expect(document.nodes.map { $0.others["note"] } == [.string("in euros"), nil, .string("19 %")])
    #expect(document.nodes[2].connections.map(\.source) == [price, rate].map(\.inDocument))
    let fragment = try evaluator.copy([tax.inDocument, tax], details: details)
    #expect(fragment.nodes.map(\.id) == [tax.inDocument] && fragment.nodes[0].others["note"] == .string("19 %"))
    // Groups nodes by their document ids, too.
    try evaluator.edit { edit in try edit.group([rate, tax], named: "Tax") }
    let grouped = try evaluator.document(details: details)
    #expect(grouped.definitions[0].nodes.compactMap { $0.others["note"] } == [.string("19 %")])
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: grouped)
    #expect(try opened.document() == grouped && !opened.graph.contains(tax) && opened.graph.contains(tax.inDocument))
  }

  @Test func nodesThatBringTheirPortsAreMadeUnderIDsOfTheGraph() throws {
    var made: [NodeID] = []
    let reading = DocumentReading(definitions: [
      "Add": { _, id, _ in
        made.append(id)
        return SubgraphScript.kinds[1]
      }
    ])
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: evaluator.document(), reading: reading)
    #expect(made == [try #require(opened.graph.node(named: "tax"))])
  }

  @Test func aDifferenceTellsOfNodesByIDsOfDocumentsAndIsApplied() throws {
    let before = try evaluator.document()
    try evaluator.edit { edit in
      try edit.setMode(.muted, of: tax)
      try edit.set(price, to: 5)
      try edit.setLook(NodeLook(depth: 2), of: rate)
    }
    let difference = GraphDiff(from: before, to: try evaluator.document())
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: before)
    try opened.edit { edit in try edit.apply(difference) }
    #expect(try opened.document() == evaluator.document())
    let node = try #require(opened.graph.node(inDocument: tax.inDocument))
    #expect(opened.mode(of: node) == .muted && opened.brokenRules().isEmpty)
  }

  @Test func aDocumentThatIsPutTogetherHoldsIDsOfDocuments() {
    let node = DocumentNode(
      id: tax, kind: "Add", connections: [DocumentConnection("x", from: price, "value")])
    #expect(node.id == tax.inDocument && node.connections[0].source == price.inDocument)
    #expect(GraphViewState(selection: [tax]).selection == [tax.inDocument])
  }
}

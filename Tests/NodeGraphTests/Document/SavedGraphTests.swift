// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Graphs without an evaluator that are saved in documents.
@Suite struct SavedGraphTests {
  private var graph = Graph(kinds: mixedKinds)
  private let one, minus, total, own: NodeID
  private let pair = NodeKind("Pair", inputs: [.init("a", number)], outputs: [.init("x", number), .init("y", number)])

  init() throws {
    let gone = try graph.add("Number")
    one = try graph.add("Number", named: "one", at: GraphPoint(10, 20))
    minus = try graph.add("Negate", named: "minus")
    total = try graph.add("Sum", named: "total", at: GraphPoint(-5, 1.5))
    own = try graph.add(own: pair, named: "pair")
    try graph.remove(gone)
    // Connections against the order of ids, and an input whose connections have an order of their own.
    try graph.connect(own.output("y"), to: minus.input("x"))
    try graph.connect(minus.output, to: total.input(0))
    try graph.connect(one.output, to: total.input(0))
    try graph.connect(one.output, to: own.input("a"))
  }

  private func reason(_ document: GraphDocument, _ own: [String: NodeKind]? = nil) -> String {
    do throws(DocumentError) {
      _ = try Graph(kinds: mixedKinds, document: document, own: own ?? ["pair": pair])
      return "nothing was thrown"
    } catch { return error.description }
  }

  @Test func aGraphIsReadAsItWasSaved() throws {
    let document = graph.document()
    try document.check()
    let read = try Graph(kinds: graph.kinds, document: document, own: ["pair": pair])
    read.checkInvariants()
    #expect(read.document() == document && read.nodeCount == 4 && read.connectionCount == 4)
    for node in graph.nodes {
      let id = try #require(read.node(inDocument: node.inDocument))
      #expect(id != node, "ids of another graph are foreign")
      #expect(read.name(of: id) == graph.name(of: node) && read.position(of: id) == graph.position(of: node))
      #expect(try read.kind(of: id) == graph.kind(of: node))
    }
    // The graph can be edited like any other.
    var edited = read
    let fresh = try edited.add("Negate")
    try edited.connect(try #require(edited.node(named: "total")).output, to: fresh.input(0))
    edited.checkInvariants()
    #expect(try Graph(document: GraphDocument()).nodeCount == 0)
    // Ids that are far apart are replaced.
    var far = document
    for index in far.nodes.indices where far.nodes[index].id == minus.inDocument {
      far.nodes[index].id = NodeID(slot: 900_000_000, generation: 0)
      far.nodes[index].connections = []
    }
    for index in far.nodes.indices { far.nodes[index].connections.removeAll { $0.source == minus.inDocument } }
    let moved = try Graph(kinds: graph.kinds, document: far, own: ["pair": pair])
    moved.checkInvariants()
    #expect(moved.nodeCount == 4 && moved.node(named: "minus") != nil && moved.connectionCount == 2)
  }

  @Test func aDocumentThatDoesNotFitIsRefusedWithAReason() throws {
    let good = graph.document()
    let place = { (node: NodeID) in good.nodes.firstIndex { $0.id == node.inDocument } ?? 0 }
    let (first, negation) = (place(one), place(minus))
    func refusal(_ change: (inout GraphDocument) -> Void) -> String {
      var document = good
      change(&document)
      return reason(document)
    }
    #expect(reason(good) == "nothing was thrown")
    #expect(
      reason(good, [:])
        == "nodes[\(place(own))]: 'pair' has ports of its own, which documents don't store; supply its kind by name")
    #expect(refusal { $0.nodes[first].kind = "Nought" } == "nodes[\(first)].kind: unknown kind 'Nought'")
    #expect(
      refusal { $0.nodes[negation].connections[0].input = "q" } == "nodes[\(negation)].inputs: Negate has no input 'q'")
    #expect(
      refusal { $0.nodes[negation].connections[0].output = "q" }
        == "nodes[\(negation)].inputs: Pair has no output 'q', which is connected to 'x'")
    #expect(
      refusal { $0.nodes[negation].connections.append(DocumentConnection("x", from: one, "value")) }
        == "nodes[\(negation)].inputs: 'x' takes only one connection")
    #expect(
      refusal { document in
        document.nodes[first].kind = "Split"
        for (index, node) in document.nodes.enumerated() {
          for place in node.connections.indices where node.connections[place].source == one.inDocument {
            document.nodes[index].connections[place].output = "label"
          }
        }
      }.hasSuffix("takes Number, but 'label' of Split gives Text"))
    #expect(refusal { $0.nodes[first].name = "minus" }.contains("is already used by"))
    #expect(refusal { $0.nodes[negation].connections[0].source = total.inDocument }.contains("cycle"))
    #expect(
      refusal { $0.definitions = [DocumentDefinition(id: DefinitionID(0), name: "G")] }
        == "definitions: a graph has no groups; load this document with an evaluator")
  }

  @Test func copiesArePastedUnderNewIdsAndNames() throws {
    var edited = graph
    let fragment = try edited.copy([total, own, minus])
    let ids = try edited.paste(fragment, offset: GraphPoint(5, 5))
    edited.checkInvariants()
    let (newOwn, newMinus) = (try #require(ids[own.inDocument]), try #require(ids[minus.inDocument]))
    let newTotal = try #require(ids[total.inDocument])
    #expect(edited.name(of: newTotal) == "total 2" && edited.position(of: newTotal) == GraphPoint(0, 6.5))
    #expect(edited.sources(of: newMinus.input(0)) == [newOwn.output(1)])
    #expect(edited.sources(of: newTotal.input(0)) == [newMinus.output(0)], "what comes from outside is left out")
    #expect(edited.sources(of: newOwn.input(0)).isEmpty)
    // Pasting again works, and pasting that fails changes nothing.
    #expect(try edited.paste(fragment).count == 3 && edited.node(named: "total 3") != nil)
    var other = Graph(kinds: mixedKinds)
    #expect(throws: DocumentError.self) { try other.paste(fragment) }
    #expect(other.nodeCount == 0)
    #expect(try other.paste(fragment, own: ["pair": pair]).count == 3)
    other.checkInvariants()
    #expect(throws: GraphError.self) { try other.copy([one]) }
  }
}

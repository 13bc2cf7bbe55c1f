// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

@Suite struct EditPastingTests {
  private func sample() throws -> Evaluator {
    try DocumentKinds.load(
      try DocumentKinds.document(
        nodes: #"{"id":"0","kind":"Number","name":"n","value":3}"#,
        #"{"id":"1","kind":"Add","name":"a","at":"10 20","inputs":"x=0.value","literals":{"the y":4}}"#,
        #"{"id":"2","kind":"Total","name":"t 2","inputs":"all=1.sum all=0.value all=1.sum","note":"x"}"#,
        #"{"id":"3","kind":"Blur","inputs":"in=2.total","literals":{"r":"wide"}}"#))
  }

  private func ids(_ texts: String...) throws -> [NodeID] { try texts.map { try #require(NodeID(documentText: $0)) } }

  @Test func aPasteHasFreshIDsAndNamesAndTheInnerConnections() throws {
    let evaluator = try sample()
    let before = try evaluator.document()
    let fragment = try evaluator.copy(try ids("2", "1"))
    var map: [NodeID: NodeID] = [:]
    let receipt = try evaluator.edit { (edit) throws(DocumentError) in
      map = try edit.paste(fragment, offset: GraphPoint(5, 5))
    }
    evaluator.checkInvariants()
    #expect(receipt.evaluatedCount == 2)
    let after = try evaluator.document()
    #expect(Array(after.nodes.prefix(4)) == before.nodes)
    let added = try DocumentKinds.json(GraphDocument(nodes: Array(after.nodes.dropFirst(4))))
    let expected = try DocumentKinds.document(
      nodes: #"{"id":"4","kind":"Add","name":"a 2","at":"15 25","literals":{"the y":4}}"#,
      #"{"id":"5","kind":"Total","name":"t 3","at":"5 5","inputs":"all=4.sum all=4.sum","note":"x"}"#)
    #expect(added == (try DocumentKinds.json(expected)))
    #expect(try ids("1", "2").map { map[$0]?.documentText } == ["4", "5"])
  }

  @Test func outerConnectionsAreKeptOnRequest() throws {
    let evaluator = try sample()
    let fragment = try evaluator.copy(try ids("1", "2"))
    try evaluator.edit { (edit) throws(DocumentError) in try edit.paste(fragment, keepingOuterConnections: true) }
    let nodes = try evaluator.document().nodes
    #expect(nodes[4].connections.map(\.source.documentText) == ["0"])
    #expect(nodes[5].connections.map(\.source.documentText) == ["4", "4", "0"])
    evaluator.checkInvariants()
  }

  @Test func aFragmentIsPastedIntoAnotherGraph() throws {
    let fragment = try sample().copy(try ids("0", "1", "2", "3"))
    let other = Evaluator(definitions: DocumentKinds.all)
    try other.edit { (edit) throws(DocumentError) in try edit.paste(fragment) }
    #expect(try DocumentKinds.json(try other.document()) == (try DocumentKinds.json(try sample().document())))
    #expect(DocumentKinds.state(other) == DocumentKinds.state(try sample()))
  }

  @Test func aPasteThatIsRefusedChangesNothing() throws {
    let evaluator = try sample()
    let before = try evaluator.document()
    for (node, reason) in [
      (#"{"id":"1","kind":"Add","literals":{"x":"no"}}"#, "nodes[1].literals.x: expected a number, not 'no'"),
      (
        #"{"id":"1","kind":"Length","inputs":"text=0.value"}"#,
        "nodes[1].inputs: # gives Double, but #.text takes String"
      ),
      (
        #"{"id":"1","kind":"Add","inputs":"z=0.value"}"#,
        "nodes[1].inputs: # has no input 'z'; its inputs are 'x' and 'the y'"
      ),
      (#"{"id":"1","kind":"Add","literals":{"z":1}}"#, "nodes[1].literals.z: Add has no input 'z'"),
      (
        #"{"id":"1","kind":"Total","literals":{"all":1}}"#,
        "nodes[1].literals.all: 'all' takes many connections, so it can't have a literal"
      ),
      (#"{"id":"1","kind":"Add","value":1}"#, "nodes[1].value: the value of Add is computed and can't be set"),
      (#"{"id":"0","kind":"Add"}"#, "nodes[1].id: the id '0' is already used by nodes[0]"),
    ] {
      let fragment = try DocumentKinds.document(nodes: #"{"id":"0","kind":"Number"}"#, node)
      let error = #expect(throws: DocumentError.self) {
        try evaluator.edit { (edit) throws(DocumentError) in try edit.paste(fragment) }
      }
      // The graph chooses the ids of nodes that were added and reverted.
      let shown = error?.description.replacing(/#[0-9.]+[0-9]|#[0-9]/) { _ in "#" }
      #expect(shown == reason)
      evaluator.checkInvariants()
      #expect(try evaluator.document() == before)
    }
    #expect(throws: DocumentError.self) { try evaluator.copy([NodeID(slot: 99, generation: 0)]) }
  }

  @Test func aLiteralThatCannotBeDecodedIsRefusedAsInADocument() throws {
    let kinds = [
      NodeDefinition("Width", inputs: ValuePort("of", default: GraphPoint(1, 2)), output: ValuePort("width")) {
        (size: GraphPoint) in size.x
      }
    ]
    var literals = LiteralCoding()
    literals.register(GraphPoint.self)
    let evaluator = Evaluator(definitions: kinds)
    evaluator.literals = literals
    for (literal, reason) in [
      (#"{"x":"wide","y":1}"#, "nodes[0].literals.of.x: expected a number"),
      (#"{"y":1}"#, "nodes[0].literals.of: 'x' is missing"),
    ] {
      let fragment = try DocumentKinds.document(nodes: #"{"id":"0","kind":"Width","literals":{"of":\#(literal)}}"#)
      let loading = #expect(throws: DocumentError.self) {
        try Evaluator(definitions: kinds, document: fragment, reading: DocumentReading(literals: literals))
      }
      let pasting = #expect(throws: DocumentError.self) {
        try evaluator.edit { (edit) throws(DocumentError) in try edit.paste(fragment) }
      }
      #expect([loading?.description, pasting?.description] == [reason, reason])
    }
    try evaluator.edit { edit in try edit.setLiteral(edit.add("Width", named: "w").input(0), to: GraphPoint(.nan, 0)) }
    let writing = #expect(throws: DocumentError.self) { try evaluator.document() }
    #expect(writing?.description == "w.x: the number is not finite")
  }

  @Test func freshNamesCountUp() {
    let taken: Set = ["a", "a 2", "a 4", "b 9", "7", "c x"]
    func fresh(_ name: String) -> String { Edit.freshName(name) { taken.contains($0) } }
    #expect(["new", "a", "a 2", "b 9", "7", "c x"].map(fresh) == ["new", "a 3", "a 3", "b 10", "7 2", "c x 2"])
  }
}

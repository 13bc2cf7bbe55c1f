// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Nodes that were made in code, in documents and fragments.
@Suite struct OwnNodeTests {
  /// Makes the graph that the README builds call by call.
  private func bill() -> Evaluator {
    let evaluator = Evaluator()
    let price = evaluator.input("price", 20.0)
    let quantity = evaluator.input("quantity", 3)
    let subtotal = evaluator.node("subtotal", price, quantity) { $0 * Double($1) }
    _ = evaluator.node("label", subtotal) { "total: \($0)" }
    evaluator.set(price, to: 25)
    return evaluator
  }

  private static let own: [String: NodeDefinition] = [
    "price": .source("Price", output: ValuePort("value"), initial: 0.0),
    "quantity": .source("Quantity", output: ValuePort("value"), initial: 0),
    "subtotal": NodeDefinition(
      "Subtotal", inputs: ValuePort<Double>("1"), ValuePort<Int>("2"), output: ValuePort("value")
    ) {
      (price: Double, quantity: Int) in price * Double(quantity)
    },
    "label": NodeDefinition("Label", inputs: ValuePort<Double>("1"), output: ValuePort("value")) {
      (total: Double) in "total: \(total)"
    },
  ]

  private func text(of name: String, in evaluator: Evaluator) throws -> String {
    let node = try #require(evaluator.graph.node(named: name))
    if let failure = evaluator.failure(of: node) { return failure.message }
    if let text = try evaluator.output(node.output, as: String.self) { return evaluator[text] }
    if let number = try evaluator.output(node.output, as: Double.self) { return "\(evaluator[number])" }
    let integer = try #require(try evaluator.output(node.output, as: Int.self))
    return "\(evaluator[integer])"
  }

  @Test func theyComeBackWithTheDefinitionsOfTheirNames() throws {
    let json = try DocumentKinds.json(try bill().document())
    let again = try Evaluator(
      document: try DocumentKinds.document(json), reading: DocumentReading(own: Self.own))
    again.checkInvariants()
    #expect(try text(of: "label", in: again) == "total: 75.0")
    let price = try #require(again.graph.node(named: "price"))
    let receipt = try again.edit { edit in try edit.set(price, to: 30.0) }
    #expect(receipt.evaluatedCount == 2)
    #expect(try text(of: "label", in: again) == "total: 90.0")
    // The graph can be saved again, and is unchanged except for the names of the definitions.
    let third = try Evaluator(document: try again.document(), reading: DocumentReading(own: Self.own))
    #expect(DocumentKinds.state(third) == DocumentKinds.state(again))
    #expect(try third.document() == again.document())
  }

  @Test func withoutADefinitionTheyFailAndAreSavedAsTheyWere() throws {
    let evaluator = bill()
    _ = evaluator.node(nil, evaluator.input(nil, 1.0)) { $0 }
    let document = try evaluator.document()
    #expect(document.nodes.allSatisfy { $0.isOwn })
    let json = try DocumentKinds.json(document)
    let again = try Evaluator(document: try DocumentKinds.document(json))
    again.checkInvariants()
    for name in ["price", "quantity", "subtotal", "label"] {
      #expect(try text(of: name, in: again) == "'\(name)' was made in code; supply its definition to load it")
    }
    let last = try #require(again.graph.nodes.last)
    #expect(
      again.failure(of: last)?.message == "a node of kind 'Node' was made in code; supply its definition to load it")
    #expect(try DocumentKinds.json(try again.document()) == json)
    #expect(try DocumentKinds.json(try Evaluator(document: try again.document()).document()) == json)
  }

  @Test func oneThatIsNamedLikeAKindNeverBecomesOne() throws {
    let inc = NodeDefinition("Inc", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { (x: Double) in x + 1
    }
    let hundred = NodeDefinition("Inc", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { (x: Double) in
      x * 100
    }
    let evaluator = Evaluator(definitions: [inc])
    try evaluator.edit { edit in
      try edit.setLiteral(try edit.add(own: hundred, named: "own").input("x"), to: 5.0)
      try edit.setLiteral(try edit.add("Inc", named: "kind").input("x"), to: 5.0)
    }
    #expect(try text(of: "own", in: evaluator) == "500.0")
    let document = try DocumentKinds.document(try DocumentKinds.json(try evaluator.document()))
    #expect(document.nodes.map(\.isOwn) == [true, false])
    let failure = "'own' was made in code; supply its definition to load it"

    for kinds in [[inc], []] {
      let again = try Evaluator(definitions: kinds, document: document)
      if kinds.isEmpty { again.register(inc) }
      #expect(try text(of: "own", in: again) == failure)
      #expect(try text(of: "kind", in: again) == "6.0")
      #expect(try again.document() == document)
    }
    let supplied = try Evaluator(
      definitions: [inc], document: document, reading: DocumentReading(own: ["own": hundred]))
    #expect(try text(of: "own", in: supplied) == "500.0")
    #expect(try supplied.document() == document)
    // A closure for the name of the kind makes the code of both nodes.
    let made = try Evaluator(
      definitions: [inc], document: document, reading: DocumentReading(definitions: ["Inc": { _, _, _ in hundred }]))
    #expect(try text(of: "own", in: made) == "500.0")
    #expect(try text(of: "kind", in: made) == "500.0")
    var dropped: [DocumentError] = []
    let repaired = try Evaluator(definitions: [inc], repairing: document, dropped: &dropped)
    #expect(try dropped.isEmpty && repaired.document() == document)
  }

  @Test func codeIsSuppliedAfterLoadingToo() throws {
    let document = try bill().document()
    let evaluator = try Evaluator(document: document)
    evaluator.undoLimit = 1 << 20
    for name in ["label", "subtotal", "price", "quantity"] {
      let node = try #require(evaluator.graph.node(named: name))
      let definition = try #require(Self.own[name])
      try evaluator.edit { edit in try edit.setDefinition(of: node, to: definition) }
      evaluator.checkInvariants()
    }
    #expect(try text(of: "label", in: evaluator) == "total: 75.0")
    #expect(try evaluator.document().nodes.map(\.value) == document.nodes.map(\.value))
    for _ in 0..<4 { evaluator.undo() }
    evaluator.checkInvariants()
    #expect(try evaluator.document() == document)
    while evaluator.canRedo { evaluator.redo() }
    #expect(try text(of: "label", in: evaluator) == "total: 75.0")
  }

  @Test func aDefinitionThatDoesNotFitIsRefusedWithItsPlace() throws {
    let document = try bill().document()
    var own = Self.own
    own["subtotal"] = NodeDefinition("Subtotal", inputs: ValuePort<Double>("price"), output: ValuePort("value")) {
      (x: Double) in
      x
    }
    let error = #expect(throws: DocumentError.self) {
      try Evaluator(document: document, reading: DocumentReading(own: own))
    }
    #expect(error?.description == "nodes[2].inputs: Subtotal has no input '1'")
  }

  @Test func aValueOfATypeThatNobodyCanWriteIsNotLost() throws {
    struct Style: Equatable, Sendable { var width = 1 }
    let evaluator = Evaluator()
    _ = evaluator.input("style", Style())
    let error = #expect(throws: DocumentError.self) { try evaluator.document() }
    #expect(error?.description == "style: no codec is registered for Style")
  }

  @Test func theyAreCopiedAndPastedWithTheirDefinitions() throws {
    let evaluator = bill()
    let fragment = try evaluator.copy(evaluator.graph.nodes)
    #expect(fragment.nodes.allSatisfy { $0.isOwn })
    let kinds = evaluator.graph.kinds
    let before = try evaluator.document()
    evaluator.undoLimit = 1 << 20
    try evaluator.edit { (edit) throws(DocumentError) in
      try edit.paste(fragment, reading: DocumentReading(own: Self.own))
    }
    #expect(try text(of: "label 2", in: evaluator) == "total: 75.0")
    try evaluator.edit { (edit) throws(DocumentError) in try edit.paste(fragment) }
    evaluator.checkInvariants()
    #expect(try text(of: "label 3", in: evaluator) == "'label 3' was made in code; supply its definition to load it")
    #expect(evaluator.graph.kinds == kinds)
    // Copying a node that was pasted without code preserves all its contents.
    let third = try #require(evaluator.graph.node(named: "price 3"))
    var again = try evaluator.copy([third]).nodes[0]
    again.id = fragment.nodes[0].id
    again.name = "price"
    #expect(again == fragment.nodes[0])
    evaluator.undo()
    evaluator.undo()
    #expect(try evaluator.document() == before)
    evaluator.redo()
    #expect(try text(of: "label 2", in: evaluator) == "total: 75.0")

    let other = Evaluator()
    try other.edit { (edit) throws(DocumentError) in
      try edit.paste(fragment, reading: DocumentReading(own: Self.own))
    }
    #expect(try text(of: "label", in: other) == "total: 75.0")
  }
}

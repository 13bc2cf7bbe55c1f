// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Kinds that are registered after nodes of them exist.
@Suite struct LateKindTests {
  private struct Stop: Error {}

  private static func kind(_ name: String) throws -> NodeDefinition {
    try #require(DocumentKinds.all.first { $0.kind.name == name })
  }

  private static func others(than names: String...) -> [NodeDefinition] {
    DocumentKinds.all.filter { !names.contains($0.kind.name) }
  }

  /// Everything observable in a graph except the ids of nodes.
  private static func unnumbered(_ evaluator: Evaluator) -> [String] { unnumbered(DocumentKinds.state(evaluator)) }

  private static func unnumbered(_ state: [String]) -> [String] {
    state.map { $0.replacing(/#[0-9.]*[0-9]/) { _ in "#" } }.sorted()
  }

  /// Makes a document with everything that nodes can have, in nodes that read each other.
  private static func document() throws -> GraphDocument {
    try DocumentKinds.document(
      nodes: #"{"id":"0","kind":"Number","name":"n","value":3}"#,
      #"{"id":"1","kind":"Add","name":"a","at":"10 20","inputs":"x=0.value","literals":{"the y":4},"note":"x"}"#,
      #"{"id":"2","kind":"Total","name":"t","inputs":"all=1.sum all=0.value all=4.half all=1.sum"}"#,
      #"{"id":"3","kind":"Add","name":"b","inputs":"x=1.sum the%20y=2.total","literals":{"x":9}}"#,
      #"{"id":"4","kind":"Halves","name":"h","inputs":"x=1.sum"}"#,
      #"{"id":"5","kind":"Length","name":"l","inputs":"text=4.label"}"#)
  }

  @Test(arguments: [
    ["Add"], ["Number"], ["Total"], ["Halves", "Length"], ["Length", "Halves"], ["Add", "Total", "Number"],
    ["Halves", "Number", "Length", "Add", "Total"],
  ])
  func aKindThatIsRegisteredLateTakesOverItsNodes(late: [String]) throws {
    let document = try Self.document()
    let expected = DocumentKinds.state(try DocumentKinds.load(document))
    let evaluator = try Evaluator(
      definitions: DocumentKinds.all.filter { !late.contains($0.kind.name) }, document: document)
    for name in late {
      #expect(DocumentKinds.state(evaluator) != expected)
      #expect(evaluator.graph.kind(named: name) == nil)
      #expect(evaluator.register(try Self.kind(name)).isEmpty)
      evaluator.checkInvariants()
      #expect(try evaluator.document() == document)
    }
    #expect(DocumentKinds.state(evaluator) == expected)
    try evaluator.edit { edit in try edit.add(late[0]) }
  }

  @Test func registeringIsOneEditThatIsTakenBack() throws {
    let document = try Self.document()
    let evaluator = try Evaluator(definitions: Self.others(than: "Add"), document: document)
    evaluator.undoLimit = 1 << 20
    let unknown = DocumentKinds.state(evaluator)
    let a = try #require(evaluator.graph.node(named: "a"))
    try evaluator.edit { edit in try edit.move(a, to: GraphPoint(1, 2)) }
    evaluator.register(try Self.kind("Add"))
    let known = DocumentKinds.state(evaluator)
    #expect(evaluator.undoTitles == ["move a", "register Add"])
    for _ in 0..<2 {
      evaluator.undo()
      evaluator.checkInvariants()
      #expect(evaluator.failure(of: a)?.message == "unknown kind 'Add'")
      #expect(try evaluator.document().nodes[1].position == GraphPoint(1, 2))
      // The kind remains registered.
      #expect(evaluator.graph.kind(named: "Add") != nil)
      evaluator.undo()
      #expect(DocumentKinds.state(evaluator) == unknown)
      #expect(try evaluator.document() == document)
      evaluator.redo()
      evaluator.redo()
      evaluator.checkInvariants()
      #expect(DocumentKinds.state(evaluator) == known)
    }
    evaluator.undo()
    // Setting the kind by name gives code to nodes that remained unknown.
    try evaluator.edit { edit in
      for name in ["a", "b"] { try edit.setKind(of: try #require(edit.node(named: name)), to: "Add") }
    }
    #expect(DocumentKinds.state(evaluator) == known)
  }

  @Test func whatDoesNotFitIsDroppedAndSaid() throws {
    let document = try DocumentKinds.document(
      nodes: #"{"id":"0","kind":"Text","name":"s","value":"x"}"#,
      #"{"id":"1","kind":"Add","name":"a","inputs":"x=0.text y=0.text the%20y=2.value the%20y=2.value","#
        + #""literals":{"x":"no","w":1,"the y":7},"value":4}"#,
      #"{"id":"2","kind":"Number","name":"n","inputs":"in=0.text","value":"wide"}"#,
      #"{"id":"3","kind":"Length","name":"l","inputs":"text=1.sum","literals":{"text":"abcd"}}"#,
      #"{"id":"4","kind":"Total","name":"t","inputs":"all=1.sum all=1.size all=2.value","literals":{"all":1}}"#)
    let evaluator = try Evaluator(definitions: [try Self.kind("Length"), try Self.kind("Text")], document: document)
    evaluator.undoLimit = 1 << 20
    let dropped = [try Self.kind("Number"), try Self.kind("Add"), try Self.kind("Total")].map { definition in
      evaluator.register(definition).map(\.description)
    }
    evaluator.checkInvariants()
    #expect(
      dropped[0] == [
        "n.value: expected a number, not 'wide'",
        "n.inputs: Number has no input 'in'",
      ])
    #expect(
      dropped[1] == [
        "a.value: the value of Add is computed and can't be set",
        "a.literals.w: Add has no input 'w'",
        "a.literals.x: expected a number, not 'no'",
        "a.inputs: a.the y is already connected to n",
        "a.inputs: s gives String, but a.x takes Double",
        "a.inputs: Add has no input 'y'",
        "t.inputs: Add has no output 'size', which is connected to 'all'",
        "l.inputs: a gives Double, but l.text takes String",
      ])
    #expect(dropped[2] == ["t.literals.all: 'all' takes many connections, so it can't have a literal"])
    let n = try #require(evaluator.graph.node(named: "n"))
    #expect(try evaluator.output(n.output, as: Double.self).map { evaluator[$0] } == 0)
    while evaluator.canUndo { evaluator.undo() }
    #expect(try evaluator.document() == document)
  }

  @Test func aPasteThatIsRefusedOrTakenBackLeavesNoKindBehind() throws {
    let own = NodeDefinition("Own", inputs: ValuePort("x", default: 1.0), output: ValuePort("y")) { (x: Double) in x + 1
    }
    let fragment = try DocumentKinds.document(
      nodes: #"{"id":"0","kind":"Own","name":"o","literals":{"x":4}}"#, #"{"id":"1","kind":"Own","inputs":"x=0.y"}"#)
    let evaluator = Evaluator(definitions: DocumentKinds.all)
    evaluator.undoLimit = 1 << 20
    let kinds = evaluator.graph.kinds
    let reading = DocumentReading(definitions: ["Own": { _, _, _ in own }])
    func pasteKnown() throws {
      try evaluator.edit { edit in try edit.paste(fragment, reading: reading) }
      evaluator.checkInvariants()
      #expect(evaluator.graph.nodes.allSatisfy { evaluator.failure(of: $0) == nil })
      evaluator.undo()
      #expect(evaluator.graph.nodeCount == 0 && evaluator.graph.kinds == kinds)
    }
    for _ in 0..<2 {
      #expect(throws: Stop.self) {
        try evaluator.edit { edit in
          try edit.paste(fragment)
          throw Stop()
        }
      }
      try pasteKnown()
      try evaluator.edit { edit in try edit.paste(fragment) }
      #expect(try evaluator.document().nodes.count { $0.literals == ["x": .number(4)] } == 1)
      evaluator.undo()
      try pasteKnown()
      try evaluator.edit { edit in try edit.paste(fragment) }
      let unknown = try evaluator.document()
      evaluator.undo()
      evaluator.redo()
      #expect(try evaluator.document() == unknown)
      evaluator.undo()
      try evaluator.fork { edit in try edit.paste(fragment) }.drop()
      try pasteKnown()
    }
    try evaluator.edit { edit in try edit.paste(fragment) }
    #expect(evaluator.register(own).isEmpty)
    #expect(evaluator.graph.nodes.allSatisfy { evaluator.failure(of: $0) == nil })
    let second = try #require(evaluator.graph.nodes.last)
    #expect(try evaluator.output(second.output, as: Double.self).map { evaluator[$0] } == 6)
    try evaluator.edit { edit in try edit.paste(fragment) }
    #expect(evaluator.graph.nodes.allSatisfy { evaluator.failure(of: $0) == nil })
  }

  @Test func aKindThatAnEditRegistersGoesWithIt() throws {
    let document = try Self.document()
    let evaluator = try Evaluator(definitions: Self.others(than: "Add"), document: document)
    evaluator.undoLimit = 1 << 20
    let (add, before) = (try Self.kind("Add"), DocumentKinds.state(evaluator))
    let kinds = evaluator.graph.kinds
    #expect(throws: Stop.self) {
      try evaluator.edit { edit in
        #expect(evaluator.register(add).isEmpty)
        try edit.add("Add")
        throw Stop()
      }
    }
    evaluator.checkInvariants()
    #expect(DocumentKinds.state(evaluator) == before && evaluator.graph.kinds == kinds)
    #expect(throws: GraphError.unknownKind("Add")) { try evaluator.edit { edit in try edit.add("Add") } }

    try evaluator.edit { edit in
      evaluator.register(add)
      try edit.add("Add", named: "c")
    }
    let after = DocumentKinds.state(evaluator)
    for _ in 0..<2 {
      evaluator.undo()
      evaluator.checkInvariants()
      #expect(DocumentKinds.state(evaluator) == before && evaluator.graph.kinds == kinds)
      #expect(try evaluator.document() == document)
      evaluator.redo()
      evaluator.checkInvariants()
      #expect(DocumentKinds.state(evaluator) == after)
      try evaluator.edit { edit in try edit.add("Add") }
      evaluator.undo()
    }
    // A kind registered outside an edit remains, and the edit that registered it can't be redone any more.
    evaluator.undo()
    evaluator.register(add)
    #expect(evaluator.redo() == nil)
    evaluator.checkInvariants()
    try evaluator.edit { edit in try edit.add("Add", named: "c") }
    #expect(Self.unnumbered(evaluator) == Self.unnumbered(after))
  }

  @Test func anEditThatOnlyRegistersIsTakenBackAsWell() throws {
    let evaluator = Evaluator()
    evaluator.undoLimit = 1 << 20
    let add = try Self.kind("Add")
    evaluator.edit { _ in evaluator.register(add) }
    #expect(evaluator.undoTitles == ["register Add"])
    evaluator.undo()
    #expect(evaluator.graph.kinds.isEmpty && evaluator.redoTitles == ["register Add"])
    // Other kinds may be registered in between.
    evaluator.register(try Self.kind("Total"))
    evaluator.redo()
    #expect(evaluator.graph.kinds.map(\.name) == ["Add", "Total"])
    evaluator.undo()
    // An edit that can't be redone is forgotten together with its kind.
    evaluator.edit { _ in evaluator.register(add) }
    try evaluator.edit { edit in try edit.add("Add") }
    evaluator.checkInvariants()
    let node = try #require(evaluator.graph.nodes.first)
    #expect(evaluator.failure(of: node)?.message == "unset input 'the y'")
  }

  @Test func aKindIsNotRegisteredTwiceByDoingAgainWhatWasTakenBack() throws {
    let (evaluator, add) = (Evaluator(), try Self.kind("Add"))
    evaluator.undoLimit = 1 << 20
    try evaluator.edit { edit in
      evaluator.register(add)
      try edit.add("Add")
    }
    evaluator.undo()
    evaluator.register(add)
    #expect(!evaluator.canRedo && evaluator.undoTitles.isEmpty)
    try evaluator.edit { edit in try edit.add("Add") }
    evaluator.checkInvariants()

    let other = Evaluator()
    let fork = try other.fork { edit in
      if other.graph.kind(named: "Add") == nil { other.register(add) }
      try edit.add("Add")
    }
    other.register(try Self.kind("Total"))
    #expect(fork.isCurrent)
    other.register(add)
    #expect(!fork.isCurrent)
    try fork.commit()
    other.checkInvariants()
    #expect(other.graph.nodeCount == 1 && other.graph.kinds.map(\.name).sorted() == ["Add", "Total"])
  }

  @Test func aForkRegistersNothingUntilItIsCommitted() throws {
    let document = try Self.document()
    let evaluator = try Evaluator(definitions: Self.others(than: "Add"), document: document)
    let (add, before) = (try Self.kind("Add"), DocumentKinds.state(evaluator))
    let fork = try evaluator.fork { edit in
      if edit.node(named: "c") == nil, evaluator.graph.kind(named: "Add") == nil { evaluator.register(add) }
      try edit.add("Add", named: "c")
    }
    #expect(DocumentKinds.state(evaluator) == before && evaluator.graph.kind(named: "Add") == nil)
    let after = fork.read { DocumentKinds.state(evaluator) }
    #expect(after != before && DocumentKinds.state(evaluator) == before)
    #expect(try evaluator.document() == document)
    evaluator.checkInvariants()
    evaluator.register(add)
    #expect(!fork.isCurrent)
    try fork.commit()
    evaluator.checkInvariants()
    #expect(Self.unnumbered(evaluator) == Self.unnumbered(after))

    let other = try Evaluator(definitions: Self.others(than: "Add"), document: document)
    try other.fork { edit in
      other.register(add)
      try edit.add("Add", named: "c")
    }.commit()
    #expect(DocumentKinds.state(other) == after)
    #expect(try Evaluator(definitions: DocumentKinds.all, document: other.document()).document() == other.document())
  }

  @Test func whatIsRemovedMeanwhileStaysUnknownWhenItComesBack() throws {
    let document = try Self.document()
    let evaluator = try Evaluator(definitions: Self.others(than: "Add"), document: document)
    evaluator.undoLimit = 1 << 20
    let a = try #require(evaluator.graph.node(named: "a"))
    try evaluator.edit { edit in try edit.remove(a) }
    evaluator.register(try Self.kind("Add"))
    evaluator.undo()
    evaluator.undo()
    evaluator.checkInvariants()
    #expect(try evaluator.document() == document)
    try evaluator.edit { edit in
      for name in ["b", "a"] { try edit.setKind(of: try #require(edit.node(named: name)), to: "Add") }
    }
    evaluator.checkInvariants()
    #expect(try DocumentKinds.state(evaluator) == DocumentKinds.state(DocumentKinds.load(document)))
    #expect(try evaluator.document() == document)
  }

  @Test func observersOfWhatReadsTheNodesAreTold() throws {
    let evaluator = try Evaluator(definitions: Self.others(than: "Add"), document: try Self.document())
    let total = try #require(evaluator.graph.node(named: "t"))
    let output = try #require(try evaluator.output(total.output, as: Double.self))
    var told: [String] = []
    let observer = evaluator.observe(output) { told.append("\($0)") }
    evaluator.register(try Self.kind("Add"))
    #expect(told.count == 1 && evaluator[output] == 20.5)
    observer.cancel()
  }
}

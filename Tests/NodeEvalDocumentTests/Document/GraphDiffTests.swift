// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// The difference that leads from one document to another.
@Suite struct GraphDiffTests {
  private func load(_ document: GraphDocument) throws -> Evaluator {
    try Evaluator(definitions: SubgraphScript.kinds, document: document)
  }

  /// Returns documents of two random histories.
  private func documents(seed: UInt64) throws -> [GraphDocument] {
    var documents: [GraphDocument] = []
    for seed in [seed, seed + 100] {
      let script = SubgraphScript(seed: seed)
      for step in 0..<fuzzSteps(60) {
        script.step()
        if step % 12 == 0 { documents.append(try script.evaluator.document()) }
      }
    }
    return documents
  }

  @Test func aDifferenceAppliedToWhatItWasMadeFromGivesWhatItWasMadeTo() throws {
    var stepCount = 0
    for seed in 1...4 as ClosedRange<UInt64> {
      let documents = try documents(seed: seed)
      for old in documents {
        for new in documents {
          let difference = GraphDiff(from: old, to: new)
          #expect(try difference.applied(to: old) == new, "seed \(seed)")
          #expect(difference.isEmpty == (old == new))
          stepCount += difference.steps.count
        }
      }
    }
    #expect(stepCount > 100)
  }

  @Test func aDocumentIsSoundAfterEachStep() throws {
    let documents = try documents(seed: 9)
    for (old, new) in zip(documents, documents.dropFirst()) {
      var document = old
      let steps = GraphDiff(from: old, to: new).steps
      for index in steps.indices {
        document = try GraphDiff(steps: Array(steps[index...index])).applied(to: document)
        #expect(throws: Never.self) { try document.check() }
      }
      #expect(document == new)
    }
  }

  @Test func anEvaluatorTakesADifferenceInOneStepThatIsUndone() throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let documents = try documents(seed: seed)
      for (index, new) in documents.enumerated() {
        let old = documents[(index + 3) % documents.count]
        let evaluator = try load(old)
        evaluator.undoLimit = 1 << 24
        var ids: [NodeID: NodeID] = [:]
        try evaluator.edit("take over") { edit in ids = try edit.apply(GraphDiff(from: old, to: new)) }
        #expect(SubgraphSnapshot.brokenRules(of: evaluator).isEmpty, "seed \(seed), document \(index)")
        let (made, wanted) = (Shape(try evaluator.document()), Shape(new, renaming: ids))
        #expect(made == wanted, "seed \(seed), document \(index)")
        #expect(evaluator.undoTitles == ["take over"] || old == new)
        evaluator.undo()
        #expect(try evaluator.document() == old)
      }
    }
  }

  /// A document without the numbers of its definitions and without their revisions.
  private struct Shape: Equatable {
    private let nodes: [NodeID: DocumentNode]
    private let instances: [NodeID: DocumentInstance]
    private let definitions: [NodeID: DocumentDefinition]
    private let modes: [NodeID: NodeMode]

    init(_ document: GraphDocument, renaming ids: [NodeID: NodeID] = [:]) {
      let id = { (id: NodeID) in (ids[id] ?? id).inDocument }
      let connected = { (connections: [DocumentConnection]) in
        connections.map { DocumentConnection($0.input, from: id($0.source), $0.output) }
      }
      var nodes: [NodeID: DocumentNode] = [:]
      for var node in document.nodes {
        node.connections = connected(node.connections)
        node.id = id(node.id)
        nodes[node.id] = node
      }
      var instances: [NodeID: DocumentInstance] = [:]
      var definitions: [NodeID: DocumentDefinition] = [:]
      for var instance in document.instances {
        let key = id(instance.id.node)
        if var definition = document.definitions.first(where: { $0.id == instance.definition }) {
          definition.id = DefinitionID(0)
          definition.revision = 1
          for index in definition.instances.indices { definition.instances[index].definition = DefinitionID(0) }
          definitions[key] = definition
        }
        instance.id = InstanceID(index: 0, tag: 0)
        instance.definition = DefinitionID(0)
        instance.connections = connected(instance.connections)
        instance.members = instance.members.map { .init($0.inner, is: id($0.node)) }
        instances[key] = instance
      }
      self.nodes = nodes
      self.instances = instances
      self.definitions = definitions
      modes = Dictionary(uniqueKeysWithValues: document.modes.map { (id($0.key), $0.value) })
    }
  }

  // MARK: Descriptions and refusals

  private func number(_ slot: UInt32, _ name: String, _ value: Double = 1) -> DocumentNode {
    DocumentNode(id: NodeID(slot: slot, generation: 0), kind: "Number", name: name, value: .number(value))
  }

  private func sum(_ slot: UInt32, _ sources: UInt32...) -> DocumentNode {
    let connections = zip(["x", "y"], sources).map {
      DocumentConnection($0, from: NodeID(slot: $1, generation: 0), "value")
    }
    return DocumentNode(id: NodeID(slot: slot, generation: 0), kind: "Add", name: "sum", connections: connections)
  }

  @Test func aDifferenceIsShownALineAStep() throws {
    let old = GraphDocument(nodes: [number(0, "a"), number(1, "b"), sum(2, 0, 1)])
    var new = GraphDocument(nodes: [number(0, "b", 2.5), number(1, "a"), sum(2, 0), number(3, "c")])
    new.nodes[2].literals["y"] = .number(4)
    new.nodes[2].position = GraphPoint(10, 20)
    new.modes[NodeID(slot: 0, generation: 0)] = .muted
    #expect(
      GraphDiff(from: old, to: new).description == """
        disconnect 2.y from 1.value
        rename 0 from 'a' to nothing
        rename 1 from 'b' to nothing
        rename 0 from nothing to 'b'
        rename 1 from nothing to 'a'
        move 2 to 10 20
        set 0 to 2.5
        set 2.y to 4
        add Number 3 'c'
        mute 0
        """)
  }

  @Test func theOrderAndThePlaceOfConnectionsAreKept() throws {
    let old = GraphDocument(nodes: [number(0, "a"), number(1, "b"), sum(2, 0, 1)])
    var (swapped, later, other) = (old, old, old)
    swapped.nodes[2].connections.reverse()
    later.nodes[2].connections.removeFirst()
    other.nodes[0].kind = "Add"
    other.nodes[0].value = nil
    let documents = [old, swapped, later, other]
    for from in documents {
      for to in documents {
        var document = from
        for step in GraphDiff(from: from, to: to).steps {
          document = try GraphDiff(steps: [step]).applied(to: document)
          #expect(throws: Never.self) { try document.check() }
        }
        #expect(document == to)
      }
    }
  }

  @Test func aDefinitionThatLiesInAnotherIsReplacedWithIt() throws {
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    let inner = try evaluator.edited { edit in
      let node = try edit.add("Add", named: "a")
      let inner = try edit.group([node], named: "Inner")
      try edit.group([inner.node], named: "Outer")
      return inner
    }
    let old = try evaluator.document()
    let definition = try #require(evaluator.subgraphs.definition(of: inner))
    try evaluator.edit { edit in try edit.rename(definition, to: "Other") }
    let new = try evaluator.document()
    let other = try load(old)
    try other.edit { edit in try edit.apply(GraphDiff(from: old, to: new)) }
    #expect(other.subgraphs.definitions.compactMap { other.subgraphs.name(of: $0) }.sorted() == ["Other", "Outer"])
    other.checkInvariants()
  }

  @Test func definitionsThatComeKeepTheirNamesWithoutInstancesToo() throws {
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    try evaluator.edit { edit in try edit.group([try edit.add("Add", named: "a")], named: "Tax") }
    let old = try evaluator.document()
    var new = old
    new.definitions.append(new.definitions[0])
    new.definitions[1].id = DefinitionID(7)
    try evaluator.edit { edit in try edit.apply(GraphDiff(from: old, to: new)) }
    #expect(evaluator.subgraphs.definitions.map { evaluator.subgraphs.name(of: $0) } == ["Tax", "Tax"])
  }

  @Test func whatDoesNotFitIsRefusedWholeWithTheStep() throws {
    let old = GraphDocument(nodes: [number(0, "a"), number(1, "b"), sum(2, 0, 1)])
    let new = GraphDocument(nodes: [number(0, "a", 7), number(1, "b"), sum(2, 0)])
    let difference = GraphDiff(from: old, to: new)
    let other = GraphDocument(nodes: [number(0, "a"), number(1, "b"), sum(2, 1, 0)])
    let thrown = #expect(throws: GraphDiffError.self) { try difference.applied(to: other) }
    let error = try #require(thrown)
    #expect(error.description == "step 1 does not fit: disconnect 2.y from 1.value")
    let evaluator = try load(other)
    let before = try evaluator.document()
    #expect(throws: error) { try evaluator.edit { edit in try edit.apply(difference) } }
    #expect(try evaluator.document() == before)
    let unknown = GraphDiff(
      from: old, to: GraphDocument(nodes: old.nodes + [DocumentNode(id: NodeID(slot: 9, generation: 0), kind: "None")]))
    let loaded = try load(old)
    let refused = #expect(throws: GraphDiffError.self) { try loaded.edit { edit in try edit.apply(unknown) } }
    #expect(refused?.description == "step 1: the kind 'None' has no code")
    #expect(try loaded.document() == old)
  }

  @Test func whatOnlyItsValuesShowIsRefusedToo() throws {
    let old = GraphDocument(nodes: [number(0, "a"), sum(1, 0)])
    var new = old
    new.nodes[1].literals["y"] = .number(2)
    (new.nodes[0].value, new.nodes[0].position) = (.number(5), GraphPoint(3, 4))
    new.nodes[1].others["note"] = .string("new")
    for step in GraphDiff(from: old, to: new).steps {
      var other = old
      switch step {
      case .move: other.nodes[0].position = GraphPoint(1, 1)
      case .setLiteral: other.nodes[1].literals["y"] = .number(9)
      case .setValue: other.nodes[0].value = .number(9)
      default: other.nodes[1].others["note"] = .string("other")
      }
      let evaluator = try load(other)
      let difference = GraphDiff(steps: [step])
      #expect(throws: GraphDiffError.doesNotFit(0, step)) { try difference.applied(to: other) }
      #expect(throws: GraphDiffError.doesNotFit(0, step)) {
        try evaluator.edit { edit in try edit.apply(difference) }
      }
      #expect(try evaluator.document() == other)
    }
  }

  @Test(arguments: [false, true]) func instancesThatComeReadInTheirOrder(isNested: Bool) throws {
    let digits = NodeDefinition("Digits", inputs: ManyPort<Int>("terms"), output: ValuePort("number")) {
      (terms: [Int]) -> Int in terms.reduce(0) { $0 * 10 + $1 }
    }
    let number = NodeDefinition.source("Number", output: ValuePort("value"), initial: 1)
    let evaluator = Evaluator(definitions: [number, digits])
    try evaluator.edit { edit in
      let (outside, inside) = (try edit.add("Number"), try edit.add("Number"))
      let node = try edit.add("Digits")
      try edit.set(outside, to: 2)
      try edit.connect(outside.output, to: node.input("terms"))
      try edit.connect(inside.output, to: node.input("terms"))
      let inner = try edit.group([inside, node], named: "Inner")
      if isNested { try edit.group([outside, inner.node], named: "Outer") }
    }
    let document = try evaluator.document()
    #expect(document.instances.contains { !$0.orders.isEmpty })
    let other = Evaluator(definitions: [number, digits])
    try other.edit { edit in try edit.apply(GraphDiff(from: GraphDocument(), to: document)) }
    let node = try #require(other.graph.nodes.first { try other.graph.kind(of: $0).name == "Digits" })
    #expect(try other.output(node.output, as: Int.self).map { other[$0] } == 21)
    other.checkInvariants()
  }

  @Test func cuttingConnectionsOfANodeThatDoesNotExistIsRefused() throws {
    let step = GraphDiff.Step.disconnect(NodeID(slot: 7, generation: 0), input: "x", [])
    let evaluator = try load(GraphDocument(nodes: [number(0, "a")]))
    #expect(throws: GraphDiffError.doesNotFit(0, step)) {
      try evaluator.edit { edit in try edit.apply(GraphDiff(steps: [step])) }
    }
  }

  /// An added node gets an id that is free in the graph, which must not be mistaken for another id that the difference names.
  @Test func aModeOfWhatIsNotThereIsRefusedWhateverComes() throws {
    let steps: [GraphDiff.Step] = [
      .addNode(number(7, "b")), .setMode(NodeID(slot: 1, generation: 0), from: .active, to: .muted),
    ]
    let document = GraphDocument(nodes: [number(0, "a")])
    let evaluator = try load(document)
    #expect(throws: GraphDiffError.doesNotFit(1, steps[1])) { try GraphDiff(steps: steps).applied(to: document) }
    #expect(throws: GraphDiffError.doesNotFit(1, steps[1])) {
      try evaluator.edit { edit in try edit.apply(GraphDiff(steps: steps)) }
    }
    // A removed node has no mode either.
    let removal: [GraphDiff.Step] = [
      .removeNode(document.nodes[0]), .setMode(document.nodes[0].id, from: .active, to: .muted),
    ]
    #expect(throws: GraphDiffError.doesNotFit(1, removal[1])) { try GraphDiff(steps: removal).applied(to: document) }
    #expect(throws: GraphDiffError.doesNotFit(1, removal[1])) {
      try evaluator.edit { edit in try edit.apply(GraphDiff(steps: removal)) }
    }
    #expect(try evaluator.document() == document)
  }

  // MARK: Large documents

  @Test func aNodeWithManyConnectionsIsWiredInPlace() throws {
    let source = NodeID(slot: 0, generation: 0)
    var node = DocumentNode(id: NodeID(slot: 1, generation: 0), kind: "Sum")
    let old = GraphDocument(nodes: [DocumentNode(id: source, kind: "Number"), node])
    node.connections = (0..<50_000).map { _ in DocumentConnection("terms", from: source, "value") }
    let new = GraphDocument(nodes: [old.nodes[0], node])
    let applied = try expectWithinAMinute { try GraphDiff(from: old, to: new).applied(to: old) }
    #expect(applied == new)
  }

  @Test func modesOfManyInnerNodesAreComparedAtOnce() throws {
    let count: UInt32 = 20_000
    let inner = NodeID(slot: 0, generation: 0)
    let definition = DocumentDefinition(
      id: DefinitionID(1), name: "D", nodes: [DocumentNode(id: inner, kind: "Number")])
    var old = GraphDocument(definitions: [definition])
    old.instances = (0..<count).map { index in
      DocumentInstance(
        id: InstanceID(index: index, tag: 0), of: definition.id,
        members: [.init(inner, is: NodeID(slot: index, generation: 0))])
    }
    for index in 0..<count { old.modes[NodeID(slot: index, generation: 0)] = .muted }
    var new = old
    new.modes[inner] = .bypassed
    let difference = expectWithinAMinute { GraphDiff(from: old, to: new) }
    #expect(difference.steps == [.setMode(inner, from: .muted, to: .bypassed)])
  }

  @Test func aDefinitionWithAHighNumberContainsTheOneThatThereIs() throws {
    let evaluator = Evaluator(definitions: SubgraphScript.kinds)
    try evaluator.edit { edit in
      try edit.group([try edit.add("Add")], named: "Other")
      try edit.group([try edit.add("Add")], named: "Tax")
    }
    let old = try evaluator.document()
    let tax = try #require(old.definitions.first { $0.name == "Tax" }).id
    var big = DocumentDefinition(id: DefinitionID(1 << 28), name: "Big")
    big.instances = [DocumentInstance(id: InstanceID(index: 0, tag: 0), of: tax)]
    var new = old
    new.definitions.append(big)
    try evaluator.edit { edit in _ = try edit.apply(GraphDiff(from: old, to: new)) }
    #expect(try evaluator.document().definitions.map(\.name).sorted() == ["Big", "Other", "Tax"])
  }

  @Test func aDifferenceIsAppliedWithTheCodersOfItsReading() throws {
    struct Hue: Codable, Equatable { var degrees = 0.0 }
    let mix = NodeDefinition("Mix", inputs: ValuePort("hue", default: Hue()), output: ValuePort<Double>("degrees")) {
      (hue: Hue) in hue.degrees
    }
    var reading = DocumentReading()
    reading.literals.register(Hue.self)
    let evaluator = Evaluator(definitions: [mix])
    let node = try evaluator.edited { edit in
      let node = try edit.add("Mix")
      try edit.setLiteral(node.input("hue"), to: Hue(degrees: 3))
      return node
    }
    let from = DocumentValue.object(["degrees": .number(3)])
    let difference = GraphDiff(steps: [
      .setLiteral(node, input: "hue", from: from, to: .object(["degrees": .number(5)])),
      .setField(node, "note", from: nil, to: .string("new")),
    ])
    try evaluator.edit { edit in try edit.apply(difference, reading: reading) }
    #expect(try evaluator.output(node.output, as: Double.self).map { evaluator[$0] } == 5)
    #expect(throws: GraphDiffError.self) { try evaluator.edit { edit in try edit.apply(difference, reading: reading) } }
  }
}

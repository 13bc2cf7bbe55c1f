// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Groups in documents.
@Suite struct SubgraphDocumentTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  private func reopened(_ reading: DocumentReading = DocumentReading()) throws -> Evaluator {
    let text = try DocumentKinds.json(try evaluator.document())
    return try Evaluator(
      definitions: SubgraphScript.kinds, document: DocumentKinds.document(text), reading: reading)
  }

  /// Makes a group inside a group that has a second instance, with its own value and literal inside.
  private func nest() throws -> (inner: InstanceID, outer: InstanceID, other: InstanceID) {
    let inner = try group()
    let outer = try evaluator.edited { edit in
      try edit.rename(inner, to: "levy")
      let books = try edit.add("Add", named: "books")
      try edit.connect(total.output, to: books.input("x"))
      let outer = try edit.group([inner.node, total], named: "Invoice")
      try edit.rename(outer, to: "First")
      return outer
    }
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: try definition(outer), named: "Second", at: GraphPoint(5, 6))
      try edit.connect(price.output, to: other.node.input(0))
      return other
    }
    let nested = try #require(groups.members(of: other).compactMap { InstanceID($0) }.first)
    let second = try #require(groups.members(of: nested).first { groups.name(of: $0) == "rate" })
    try evaluator.edit { edit in try edit.set(second, to: 7) }
    return (inner, outer, other)
  }

  // MARK: Opening

  @Test func whatIsOpenedIsWhatWasSavedIdsIncluded() throws {
    let (inner, outer, other) = try nest()
    let opened = try reopened()
    #expect(SubgraphSnapshot(opened) == SubgraphSnapshot(evaluator))
    let (nodes, instance) = ([rate, inner.node].map(\.inDocument), try #require(InstanceID(other.node.inDocument)))
    #expect(
      opened.subgraphs.scope(of: nodes[0])?.inDocument == inner.inDocument
        && opened.subgraphs.scope(of: nodes[1])?.inDocument == outer.inDocument)
    #expect(opened.subgraphs.scopedName(of: nodes[0]) == "First › levy › rate")
    #expect(opened.subgraphs.title(of: instance) == "Second")
    #expect(opened.subgraphs.position(of: instance.node) == GraphPoint(5, 6))
    #expect(try DocumentKinds.json(try opened.document()) == DocumentKinds.json(try evaluator.document()))
    #expect(SubgraphSnapshot.brokenRules(of: opened).isEmpty)
    opened.checkInvariants()
  }

  @Test func aDefinitionIsWrittenOnceAndAnInstanceHoldsWhatDiffers() throws {
    _ = try nest()
    let document = try evaluator.document()
    #expect(
      document.nodes.map(\.name) == ["price", "books"] && document.definitions.map(\.name) == ["Tax", "Invoice"])
    #expect(document.definitions.flatMap(\.nodes).map(\.name) == ["rate", "tax", "total"])
    #expect(document.instances.count == 4 && document.instances.flatMap(\.values).map(\.value) == [.number(7)])
    let text = try DocumentKinds.json(document)
    #expect(text.contains("\"version\" : 3") && text.ranges(of: "\"kind\"").count == 5)
  }

  @Test func aDocumentWithoutGroupsIsWrittenAsBefore() throws {
    let before = try DocumentKinds.json(try evaluator.document())
    #expect(before.contains("\"version\" : 1") && !before.contains("definitions") && !before.contains("instances"))
    let group = try group()
    try evaluator.edit { edit in try edit.ungroup(group) }
    #expect(try DocumentKinds.json(try evaluator.document()) == before)
  }

  @Test func olderDocumentsKeepFieldsThatAreCalledLikeThoseOfGroups() throws {
    let text = #"{"definitions":[3],"format":"NodeGraph","instances":"x","nodes":[],"version":2}"#
    let document = try DocumentKinds.document(text)
    #expect(!document.others.isEmpty && document.definitions.isEmpty)
    #expect(try DocumentKinds.json(document).contains("\"instances\" : \"x\""))
  }

  @Test func definitionsWithoutInstancesAndUnknownFieldsAreKept() throws {
    let group = try group()
    try evaluator.edit { edit in try edit.remove(group) }
    var document = try evaluator.document()
    #expect(document.definitions.count == 1 && document.instances.isEmpty)
    document.definitions[0].others["color"] = .string("red")
    document.definitions[0].nodes[0].others["note"] = .number(3)
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    #expect(try opened.document() == document)
    let added = try opened.edited { try $0.add(instanceOf: opened.subgraphs.definitions[0]) }
    #expect(opened.subgraphs.members(of: added).map(opened.subgraphs.scopedName) == ["Tax › rate", "Tax › tax"])
    document = try opened.document()
    document.instances[0].others["pinned"] = .boolean(true)
    #expect(try Evaluator(definitions: SubgraphScript.kinds, document: document).document() == document)
  }

  @Test func instancesThatAreSelectedStaySelected() throws {
    let group = try group()
    var document = try evaluator.document()
    document.view = GraphViewState(
      selection: [price, group.node, tax].map(\.inDocument) + [InstanceID(index: 99, tag: 0).node])
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    #expect(try opened.document().view?.selection == [price, group.node, tax].map(\.inDocument))
  }

  @Test func instancesThatGetOtherIDsStaySelected() throws {
    let definition = DocumentDefinition(
      id: DefinitionID(1), name: "D", nodes: [DocumentNode(id: NodeID(slot: 0, generation: 0), kind: "Number")])
    var document = GraphDocument(
      nodes: [DocumentNode(id: NodeID(slot: 0, generation: 0), kind: "Number", name: "n")], definitions: [definition])
    let inner = NodeID(slot: 0, generation: 0)
    for (place, entry) in [(5000, "A"), (0, "B")].enumerated() as EnumeratedSequence<[(UInt32, String)]> {
      document.instances.append(
        DocumentInstance(
          id: InstanceID(index: entry.0, tag: 0), of: DefinitionID(1), name: entry.1,
          members: [.init(inner, is: NodeID(slot: UInt32(place + 1), generation: 0))]))
    }
    document.view = GraphViewState(selection: [document.instances[0].id.node, inner, document.instances[1].id.node])
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    let selection = try #require(try opened.document().view?.selection)
    #expect(selection.map { opened.subgraphs.name(of: $0) } == ["A", "n", "B"])
  }

  /// A definition with the highest id, and members with the highest inner ids: a number, and an instance that reads it.
  private static let highest = #"""
    {"format":"NodeGraph","version":5,"definitions":[
      {"id":"536870911","name":"Outer","nodes":[{"id":"536870910","kind":"Number","name":"rate","value":20}],
        "instances":[{"id":"#536870911","of":"536870910","inputs":"y=536870910.value"}],
        "inputs":[{"name":"x","leads":"#536870911.x"}],"outputs":[{"name":"sum","leads":"#536870911.sum"}],
        "looks":{"nodes":{"#536870911":{"depth":2}},
          "connections":[{"from":"536870910.value","to":"#536870911.y","label":"rate"}]}},
      {"id":"536870910","name":"Inner","nodes":[{"id":"536870911","kind":"Add"}],
        "inputs":[{"name":"x","leads":"536870911.x"},{"name":"y","leads":"536870911.y"}],
        "outputs":[{"name":"sum","leads":"536870911.sum"}]}],
      "instances":[
        {"id":"#0","of":"536870911","members":"536870910=1 #536870911=#1","inputs":"x=0.value",
          "values":[{"id":"536870910","value":5}]},
        {"id":"#1","of":"536870910","members":"536870911=2"}],
      "nodes":[{"id":"0","kind":"Number","name":"price","value":100}]}
    """#

  @Test func whatIsMadeAfterTheHighestIDsCanBeOpenedAgain() throws {
    let highest = try DocumentKinds.document(Self.highest)
    let opened = try Evaluator(definitions: SubgraphScript.kinds, document: highest)
    let pasted = Evaluator(definitions: SubgraphScript.kinds)
    try pasted.edit { edit in try edit.paste(highest) }
    for evaluator in [opened, pasted] {
      let groups = evaluator.subgraphs
      let outer = try #require(groups.definitions.first { groups.name(of: $0) == "Outer" })
      try evaluator.edit { edit in
        try edit.change(outer) { inner in _ = try inner.add("Number", named: "more") }
        try edit.group([try edit.add("Number")], named: "Another")
      }
      let document = try evaluator.document()
      #expect(document.definitions.count == 3 && evaluator.brokenRules().isEmpty)
      let written = try #require(document.definitions.first { $0.name == "Outer" })
      #expect(written.looks.nodes.map(\.value.depth) == [2] && written.looks.connections.map(\.value.label) == ["rate"])
      let again = try Evaluator(
        definitions: SubgraphScript.kinds, document: DocumentKinds.document(DocumentKinds.json(document)))
      #expect(try again.document() == document)
      #expect(SubgraphSnapshot(again) == SubgraphSnapshot(evaluator))
      let sum = try #require(try again.output(NodeID(slot: 2, generation: 0).output, as: Int.self))
      #expect(again[sum] == 105)
    }
  }

  @Test func anInputThatTakesManyKeepsTheOrderOfWhatComesFromWithinAndWithout() throws {
    let kinds =
      SubgraphScript.kinds + [
        NodeDefinition("List", inputs: ManyPort<Int>("items"), output: ValuePort("digits")) { (items: [Int]) -> Int in
          items.reduce(0) { $0 * 10 + $1 }
        }
      ]
    let evaluator = Evaluator(definitions: kinds)
    let nodes = try evaluator.edited { edit in
      let numbers = try (1...4).map { number in
        let node = try edit.add("Number", named: "n\(number)")
        try edit.set(node, to: number)
        return node
      }
      let list = try edit.add("List", named: "list")
      for number in numbers { try edit.connect(number.output, to: list.input(0)) }
      // The second and fourth connection come from inside, and the third from the surrounding group.
      let inner = try edit.group([list, numbers[1], numbers[3]], named: "inner")
      try edit.group([inner.node, numbers[2]], named: "outer")
      return (numbers + [list]).map(\.inDocument)
    }
    let outer = try #require(evaluator.subgraphs.path(of: nodes[4]).instances.first)
    let opened = try Evaluator(definitions: kinds, document: evaluator.document())
    #expect(opened.graph.sources(of: nodes[4].input(0)).map(\.inDocument) == nodes.prefix(4).map(\.output))
    #expect(opened[try #require(try opened.output(nodes[4].output, as: Int.self))] == 1234)
    var ids: [NodeID: NodeID] = [:]
    let fragment = try evaluator.copy([nodes[0], outer.node])
    try opened.edit { edit in ids = try edit.paste(fragment) }
    let copy = try #require(ids[nodes[4].inDocument])
    #expect(opened[try #require(try opened.output(copy.output, as: Int.self))] == 1234)
  }

  @Test func nodesOfUnknownKindsAndThoseMadeInCodeAreKeptInGroups() throws {
    let double = NodeDefinition("Double", inputs: ValuePort<Int>("x"), output: ValuePort("y")) { (x: Int) -> Int in
      2 * x
    }
    let group = try evaluator.edited { edit in
      let node = try edit.add(own: double, named: "twice")
      try edit.connect(price.output, to: node.input("x"))
      try edit.connect(node.output, to: total.input("x"), replacing: true)
      return try edit.group([node, tax, rate], named: "Mixed")
    }
    try evaluator.edit { edit in
      let other = try edit.add(instanceOf: try definition(group))
      try edit.connect(price.output, to: other.node.input(0))
    }
    let text = try DocumentKinds.json(try evaluator.document())
    // The document is preserved without code.
    let without = try Evaluator(definitions: [SubgraphScript.kinds[0]], document: DocumentKinds.document(text))
    #expect(try DocumentKinds.json(try without.document()) == text)
    let sum = total.inDocument
    #expect(without.failure(of: sum) != nil && SubgraphSnapshot.brokenRules(of: without).isEmpty)
    // A kind that is registered later also applies to nodes in groups.
    without.register(SubgraphScript.kinds[1])
    #expect(without.brokenRules().isEmpty)
    let with = try reopened(DocumentReading(own: ["Mixed › twice": double]))
    #expect(SubgraphSnapshot(with) == SubgraphSnapshot(evaluator))
    #expect(with[try #require(try with.output(sum.output, as: Int.self))] == 320)
  }

  @Test func aMigrationChangesDefinitionsAndWhatInstancesSay() throws {
    let (_, outer, _) = try nest()
    let migrations = DocumentMigrations([
      [
        .renameKind("Add", to: "Plus"), .renameInput(kind: "Plus", "x", to: "a"),
        .renameOutput(kind: "Plus", "sum", to: "c"),
      ], [.dropInput(kind: "Plus", "a"), .giveInput(kind: "Plus", "b", .number(4))],
    ])
    var document = try evaluator.document()
    let changes = try migrations.migrate(&document)
    #expect(changes.contains("definitions[0].nodes[1]: kind 'Add' becomes 'Plus'"))
    #expect(changes.contains("definitions[0].inputs[0]: input 'a' is dropped"))
    let plus = NodeDefinition(
      "Plus", inputs: ValuePort("b", default: 0), ValuePort("y", default: 0), output: ValuePort("c")
    ) { (b: Int, y: Int) -> Int in b + y }
    let opened = try Evaluator(definitions: [SubgraphScript.kinds[0], plus], document: document)
    #expect(opened.subgraphs.definitions.allSatisfy { opened.subgraphs.inputs(of: $0).isEmpty })
    #expect(opened.subgraphs.contains(try #require(InstanceID(outer.node.inDocument))))
    // 4 + rate, and 4 + that sum.
    let total = try #require(try opened.output(total.inDocument.output, as: Int.self))
    #expect(opened[total] == 28 && opened.brokenRules().isEmpty)
  }

  // MARK: Faults

  /// Returns why a document is refused, and the repaired document.
  private func faults(_ change: (inout GraphDocument) -> Void) throws -> (refusal: String, repaired: GraphDocument) {
    var document = try evaluator.document()
    change(&document)
    let refused = try RefusedDocument(document)
    let sound = try refused.repaired.document()
    #expect(try Evaluator(definitions: SubgraphScript.kinds, document: sound).document() == sound)
    return (refused.refusal, sound)
  }

  @Test func faultsOfDefinitionsHaveAPlaceAndAreRepaired() throws {
    _ = try nest()
    var (refusal, repaired) = try faults { $0.definitions[1].id = $0.definitions[0].id }
    #expect(refusal == "definitions[1].id: the id '1' is already used by definitions[0]")
    #expect(repaired.definitions.count == 2)
    (refusal, repaired) = try faults { document in
      let id = InstanceID(index: 7, tag: 0)
      document.definitions[0].instances = [DocumentInstance(id: id, of: document.definitions[1].id)]
    }
    #expect(refusal == "definitions[1].instances[0]: a definition contains itself: Tax › Invoice › Tax")
    #expect(repaired.definitions.map(\.name) == ["Tax", "Invoice"])
    (refusal, repaired) = try faults { $0.definitions[1].instances[0].definition = DefinitionID(9) }
    #expect(refusal == "definitions[1].instances[0]: definition '9' does not exist")
    #expect(repaired.definitions[1].instances.isEmpty && repaired.definitions[1].nodes.count == 1)
    let nobody = DocumentDefinition.End(NodeID(slot: 8, generation: 0), "x")
    (refusal, repaired) = try faults { $0.definitions[0].inputs[0].ends.append(nobody) }
    #expect(refusal == "definitions[0].inputs[0].leads: '8.x' is not a port of a member")
    #expect(repaired.definitions[0].inputs[0].ends.count == 1)
    (refusal, repaired) = try faults { $0.definitions[0].nodes[1].connections[0].input = "z" }
    #expect(refusal == "definitions[0].nodes[1].inputs: Add has no input 'z'")
    (refusal, repaired) = try faults { $0.definitions[0].nodes[0].value = .string("much") }
    #expect(refusal == "definitions[0].nodes[0].value: expected an integer, not 'much'")
    #expect(repaired.instances.flatMap(\.values).map(\.value) == [.number(7)])
    (refusal, _) = try faults { $0.definitions[0].id = DefinitionID(1 << 29) }
    #expect(refusal == "definitions[0].id: '536870912' is not a valid id of a definition")
    (refusal, _) = try faults { $0.definitions[0].nodes[1].id = NodeID(slot: 1 << 29, generation: 0) }
    #expect(refusal == "definitions[0].nodes[1].id: '536870912' is not an inner id")
    (refusal, _) = try faults { $0.definitions[0].nodes[1].id = $0.definitions[0].nodes[0].id }
    #expect(refusal == "definitions[0].nodes[1].id: the id '0' is already used by definitions[0].nodes[0]")
    (refusal, _) = try faults { $0.definitions[0].nodes[1].name = "rate" }
    #expect(
      refusal == "definitions[0].nodes[1].name: the name 'rate' is already used by definitions[0].nodes[0]")
  }

  @Test func faultsOfInstancesHaveAPlaceAndAreRepaired() throws {
    let (_, outer, other) = try nest()
    let count = evaluator.graph.nodeCount
    var (refusal, repaired) = try faults { $0.instances[0].definition = DefinitionID(9) }
    #expect(refusal == "instances[0]: definition '9' does not exist")
    (refusal, repaired) = try faults { $0.instances.append($0.instances[0]) }
    #expect(refusal.contains("].id: the id '#1' is already used by instances[0]"))
    #expect(
      repaired.instances.contains { $0.id == outer.inDocument }
        && repaired.instances.contains { $0.id == other.inDocument })
    (refusal, repaired) = try faults { $0.instances[0].connections[0].input = "nothing" }
    #expect(refusal == "instances[0].inputs: its definition has no input 'nothing'")
    (refusal, repaired) = try faults { $0.instances[0].members.removeLast() }
    #expect(refusal.hasPrefix("instances[0].members: '"))
    (refusal, repaired) = try faults { $0.instances[1].members.removeFirst() }
    #expect(refusal == "instances[1].members: '0' is missing, does not exist, or belongs to another instance")
    #expect(repaired.instances.flatMap(\.members).count { InstanceID($0.node) == nil } == count - 2)
    (refusal, repaired) = try faults { document in
      let place = document.instances.firstIndex { !$0.values.isEmpty }!
      document.instances[place].values[0].inner = NodeID(slot: 9, generation: 0)
    }
    #expect(refusal.hasSuffix("].values[0]: its definition has no node '9', or the node is listed twice"))
    (refusal, repaired) = try faults { document in
      let place = document.instances.firstIndex { !$0.values.isEmpty }!
      document.instances[place].values[0].value = .string("much")
    }
    #expect(refusal.hasSuffix("].values[0].value: expected an integer, not 'much'"))
    (refusal, repaired) = try faults { document in
      document.instances[0].connections[0].source = document.nodes[1].id
    }
    #expect(refusal.contains("closes a cycle: First → books → First"))
    (refusal, repaired) = try faults { $0.instances[1].members[0].node = $0.nodes[0].id }
    #expect(refusal == "instances[1].members: '0=0': the id is already used by another node")
    #expect(repaired.nodes[0].id == price.inDocument)
  }

  /// Each definition contains the next one twice: expanded, 2^40 nodes.
  @Test func aSmallDocumentOfManyLevelsIsNotExpandedToAHugeGraph() throws {
    var document = GraphDocument()
    for level in 1...40 as ClosedRange<UInt32> {
      let children =
        level == 40
        ? []
        : (0..<2 as Range<UInt32>).map {
          DocumentInstance(id: InstanceID(index: $0, tag: 0), of: DefinitionID(level + 1))
        }
      let node = DocumentNode(id: NodeID(slot: 2, generation: 0), kind: "Number")
      document.definitions.append(
        DocumentDefinition(id: DefinitionID(level), name: "d", nodes: [node], instances: children))
    }
    #expect(try Evaluator(definitions: SubgraphScript.kinds, document: document).graph.nodeCount == 0)
    document.instances = [DocumentInstance(id: InstanceID(index: 0, tag: 0), of: DefinitionID(1))]
    #expect(throws: DocumentError.self) { try Evaluator(definitions: SubgraphScript.kinds, document: document) }
    var dropped: [DocumentError] = []
    #expect(throws: DocumentError.self) {
      try Evaluator(definitions: SubgraphScript.kinds, repairing: document, dropped: &dropped)
    }
  }
}

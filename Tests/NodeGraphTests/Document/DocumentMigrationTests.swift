// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

@Suite struct DocumentMigrationTests {
  private let migrations = DocumentMigrations([
    [.renameKind("Sum", to: "Add")],
    [
      .renameInput(kind: "Add", "a", to: "x"), .renameOutput(kind: "Add", "out", to: "sum"),
      .giveInput(kind: "Add", "z", .number(0)), .dropInput(kind: "Add", "c"), .dropField(kind: "Add", "color"),
    ],
  ])

  private func old() throws -> GraphDocument {
    try JSON.nodes(
      #"{"kind":"Sum","id":"0","literals":{"a":1,"c":2},"color":"red","shape":"round"}"#,
      #"{"kind":"Sum","id":"1","inputs":"a=0.out z=0.out c=0.out"}"#, #"{"kind":"Other","id":"2","inputs":"a=1.out"}"#)
  }

  @Test func aDocumentIsBroughtToThePresentVersionAndTheReportSaysHow() throws {
    var document = try old()
    let report = try migrations.report(document)
    #expect(document.kindsVersion == 1)
    #expect(try migrations.migrate(&document) == report)
    #expect(
      report == [
        "nodes[0]: kind 'Sum' becomes 'Add'",
        "nodes[1]: kind 'Sum' becomes 'Add'",
        "nodes[0]: input 'a' becomes 'x'",
        "nodes[1]: input 'a' becomes 'x'",
        "nodes[1]: output 'out' of Add, read by 'x', becomes 'sum'",
        "nodes[1]: output 'out' of Add, read by 'z', becomes 'sum'",
        "nodes[1]: output 'out' of Add, read by 'c', becomes 'sum'",
        "nodes[2]: output 'out' of Add, read by 'a', becomes 'sum'",
        "nodes[0]: input 'z' gets a literal",
        "nodes[0]: input 'c' is dropped",
        "nodes[1]: input 'c' is dropped",
        "nodes[0]: field 'color' is dropped",
      ])
    var expected = try JSON.nodes(
      #"{"kind":"Add","id":"0","literals":{"x":1,"z":0},"shape":"round"}"#,
      #"{"kind":"Add","id":"1","inputs":"x=0.sum z=0.sum"}"#, #"{"kind":"Other","id":"2","inputs":"a=1.sum"}"#)
    expected.kindsVersion = 3
    #expect(document == expected)
    #expect(try migrations.migrate(&document).isEmpty)
    #expect(document == expected)
  }

  @Test func stepsThatWereTakenAreNotTakenAgain() throws {
    var document = try JSON.nodes(#"{"kind":"Sum","id":"0"}"#, #"{"kind":"Add","id":"1"}"#)
    document.kindsVersion = 2
    #expect(try migrations.migrate(&document) == ["nodes[1]: input 'z' gets a literal"])
    #expect(document.nodes[0].kind == "Sum")
  }

  @Test func aLiteralThatIsThereIsNotReplacedByTheOneAMigrationGives() throws {
    var document = try JSON.nodes(
      #"{"kind":"Add","id":"0","literals":{"z":7}}"#, #"{"kind":"Add","id":"1","literals":{"z":null}}"#,
      #"{"kind":"Add","id":"2","inputs":"z=0.sum"}"#, #"{"kind":"Add","id":"3"}"#)
    document.kindsVersion = 2
    #expect(try migrations.migrate(&document) == ["nodes[3]: input 'z' gets a literal"])
    #expect(document.nodes.map(\.literals) == [["z": .number(7)], ["z": .null], [:], ["z": .number(0)]])
  }

  @Test func nodesMadeInCodeAreNotMigrated() throws {
    let id = NodeID(documentText: "0")
    var node = DocumentNode(id: try #require(id), kind: "Sum", isOwn: true, literals: ["a": .number(1)])
    var document = GraphDocument(nodes: [node])
    #expect(try migrations.migrate(&document).isEmpty)
    node.kind = "Add"
    document = GraphDocument(nodes: [node, DocumentNode(id: NodeID(documentText: "1") ?? node.id, kind: "Other")])
    document.nodes[1].connections = [DocumentConnection("x", from: node.id, "out")]
    let before = document.nodes
    #expect(try migrations.migrate(&document).isEmpty)
    #expect(document.nodes == before)
  }

  @Test func aDocumentOfTheFutureIsRefused() throws {
    var document = GraphDocument(kindsVersion: 4)
    let error = #expect(throws: DocumentError.self) { try migrations.migrate(&document) }
    #expect(
      error?.description
        == "kindsVersion: version 4 of the kinds is newer than version 3, the newest that this program reads")
    document.kindsVersion = 0
    #expect(throws: DocumentError.self) { try migrations.migrate(&document) }
    #expect(document == GraphDocument(kindsVersion: 0))
  }

  // MARK: Groups

  private func node(_ slot: UInt32) -> NodeID { NodeID(slot: slot, generation: 0) }

  @Test func theOrderOfAnInputThatIsDroppedGoesWithIt() throws {
    let definition = DocumentDefinition(
      id: DefinitionID(1), name: "G",
      inputs: [
        .init("t", leadingTo: [.init(node(1), "terms")], takesMany: true),
        .init("u", leadingTo: [.init(node(2), "terms")], takesMany: true),
      ],
      nodes: [
        DocumentNode(id: node(1), kind: "Sum"), DocumentNode(id: node(2), kind: "List"),
        DocumentNode(id: node(3), kind: "Sum"),
      ])
    var instance = DocumentInstance(id: InstanceID(index: 0, tag: 0), of: DefinitionID(1))
    let kept: [DocumentInstance.Order] = [.init(of: node(2), "terms", [1, 0]), .init(of: node(3), "others", [1, 0])]
    instance.orders = [.init(of: node(1), "terms", [1, 0])] + kept
    var document = GraphDocument(definitions: [definition], instances: [instance])
    try DocumentMigrations([[.dropInput(kind: "Sum", "terms")]]).migrate(&document)
    #expect(document.instances[0].orders == kept)
  }

  @Test func inputsBehindPortsGetALiteralToo() throws {
    let scales = (0...3).map { DocumentNode(id: node($0), kind: "Scale") }
    var definition = DocumentDefinition(
      id: DefinitionID(1), name: "G",
      inputs: [.init("factor", leadingTo: [.init(node(0), "factor"), .init(node(1), "factor")])], nodes: scales)
    definition.nodes[1].literals["factor"] = .number(5)
    definition.nodes[2].connections = [DocumentConnection("factor", from: node(3), "y")]
    var instance = DocumentInstance(id: InstanceID(index: 0, tag: 0), of: DefinitionID(1))
    instance.values = (0...2).map { .init(of: node($0)) } + [.init(of: node(3), literals: ["factor": .number(6)])]
    var document = GraphDocument(definitions: [definition], instances: [instance])
    try DocumentMigrations([[.giveInput(kind: "Scale", "factor", .number(1))]]).migrate(&document)
    let literals = document.definitions[0].nodes.map { $0.literals["factor"] }
    #expect(literals == [.number(1), .number(5), nil, .number(1)])
    // The literals in an instance's values replace all of those that the definition gives the node.
    let own = document.instances[0].values.map { $0.literals["factor"] }
    #expect(own == [.number(1), .number(1), nil, .number(6)])
  }
}

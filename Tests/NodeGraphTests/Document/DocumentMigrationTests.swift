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
      error?.description == "kindsVersion: version 4 of the kinds is newer than 3, the newest that is known here")
    document.kindsVersion = 0
    #expect(throws: DocumentError.self) { try migrations.migrate(&document) }
    #expect(document == GraphDocument(kindsVersion: 0))
  }
}

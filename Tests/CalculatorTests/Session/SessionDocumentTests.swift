// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import FoundationEssentials
import NodeGraph
import Testing

@Suite struct SessionDocumentTests {
  /// A document as JSON, as stored in files.
  static func json(_ document: GraphDocument) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self)
  }

  static func document(_ json: String) throws -> GraphDocument {
    try JSONDecoder().decode(GraphDocument.self, from: Data(json.utf8))
  }

  func expectSame(_ session: Session, _ comment: String = "") throws {
    let json = try Self.json(try session.document())
    let copy = try Session(document: try Self.document(json))
    copy.checkInvariants()
    #expect(copy.text == session.text, "\(comment)")
    #expect(copy.state == session.state, "\(comment)")
    #expect(try Self.json(try copy.document()) == json, "\(comment)")
  }

  /// Checks that text → session → document → session → text is the identity.
  func expectSameFromText(_ session: Session, _ comment: String = "") throws {
    let script = SessionTextTests().load(session.text)
    let copy = try Session(document: try Self.document(Self.json(try script.document())))
    #expect(copy.text == session.text, "\(comment)")
  }

  @Test func aSessionIsWrittenANodeAfterTheOther() throws {
    let session = try Session(
      running: "price = 20", "brand = #36c", "total = price * 3 + red(brand)", "soft = ColorAdjust(color: brand)",
      "soft.multiplier = price * 2", "n = Number(value: 4)")
    let node = try #require(session.node(named: "total"))
    try session.evaluator.edit { edit in try edit.move(node, to: GraphPoint(10.5, -3)) }
    #expect(
      try Self.json(try session.document()) == """
        {
          "format" : "NodeGraph",
          "nodes" : [
            {
              "formula" : "20",
              "id" : "0",
              "kind" : "formula",
              "name" : "price"
            },
            {
              "formula" : "#36c",
              "id" : "1",
              "kind" : "formula",
              "name" : "brand"
            },
            {
              "at" : "10.5 -3",
              "formula" : "price * 3 + red(brand)",
              "id" : "2",
              "inputs" : "price=0.value brand=1.value",
              "kind" : "formula",
              "name" : "total",
              "types" : "Number Color"
            },
            {
              "id" : "3",
              "inputs" : "color=1.value multiplier=4.value",
              "kind" : "ColorAdjust",
              "name" : "soft"
            },
            {
              "formula" : "price * 2",
              "id" : "4",
              "inputs" : "price=0.value",
              "kind" : "formula"
            },
            {
              "id" : "5",
              "kind" : "Number",
              "name" : "n",
              "value" : 4
            }
          ],
          "version" : 1
        }
        """)
    try expectSame(session)
  }

  @Test func formulasThatWaitAreKept() throws {
    let session = try Session(running: "a = 1", "t = #fff", "c = a + 1", "d = red(t)", "x = Add(x: a * 2, y: 4)")
    for name in ["a", "t"] { _ = try session.delete(SourceName(name)) }
    try expectSame(session)
    try expectSameFromText(session)
    let copy = try Session(document: try session.document())
    try copy.run("a = 4")
    #expect(copy.value(of: "c")?.text == "5")
    #expect(copy.value(of: "x")?.text == "12")
  }

  @Test func aNodeIsNotNamedAfterAKindThatFormulasCannotSpell() throws {
    let session = try Session(
      document: try Self.document(
        #"""
        {"format":"NodeGraph","nodes":[{"id":"0","kind":"Blur"},{"id":"1","kind":"a`b"},{"id":"2","kind":"c\u0007d"},
        {"id":"3","kind":""}]}
        """#))
    #expect(session.names.sorted() == ["blur1", "node1", "node2", "node3"])
    try expectSame(session)
  }

  @Test(arguments: 0..<12)
  func everyRandomSessionIsReadBackAsItWas(seed: UInt64) throws {
    var statements = RandomStatements(seed: seed)
    let session = Session()
    for step in 0..<400 {
      statements.step(session)
      guard step % 20 == 19 else { continue }
      try expectSame(session, "seed \(seed), step \(step)")
      try expectSameFromText(session, "seed \(seed), step \(step)")
    }
  }

  @Test(.enabled(if: WorkbookTests.isPresent, "the workbooks are not on this machine"), arguments: WorkbookTests.names)
  func everyWorkbookIsReadBackAsItWas(name: String) throws {
    let data = try Data(contentsOf: URL(filePath: "\(WorkbookTests.folder)/\(name).nc"))
    let session = SessionTextTests().load(String(decoding: data, as: UTF8.self))
    try expectSame(session)
  }
}

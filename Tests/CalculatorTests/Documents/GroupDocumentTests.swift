// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeGraph
import Testing

/// Groups in documents of sessions, which other programs make.
@Suite struct GroupDocumentTests {
  private let coder = TestDocuments()
  private let text = #"""
    {
      "definitions" : [
        { "id" : "1", "inputs" : [ { "leads" : "1.net", "name" : "net" } ], "name" : "Tax",
          "nodes" : [ { "id" : "0", "kind" : "Number", "name" : "rate", "value" : 0.5 },
                      { "formula" : "net * rate", "id" : "1", "inputs" : "rate=0.value", "kind" : "formula" } ],
          "outputs" : [ { "leads" : "1.value", "name" : "tax" } ] } ],
      "format" : "NodeGraph",
      "instances" : [
        { "id" : "#0", "inputs" : "net=0.value", "members" : "0=2 1=3", "of" : "1" },
        { "id" : "#1", "inputs" : "net=0.value", "members" : "0=4 1=5", "of" : "1",
          "values" : [ { "id" : "0", "value" : 2 } ] } ],
      "nodes" : [
        { "formula" : "10", "id" : "0", "kind" : "formula", "name" : "price" },
        { "formula" : "tax + more", "id" : "1", "inputs" : "tax=#0.tax more=#1.tax", "kind" : "formula", "name" : "total" } ],
      "version" : 3
    }
    """#

  private func session(_ text: String) throws -> Session {
    try DocumentFile.session(Array(text.utf8), named: "m", coder)
  }

  @Test func aSessionKeepsTheGroupsOfItsDocument() throws {
    let session = try session(text)
    #expect(session.value(of: "total") == .value(.number(25)))
    try session.run("price = 20")
    #expect(session.value(of: "total") == .value(.number(50)))
    session.checkInvariants()
    let written = try coder.text(of: try session.document())
    #expect(written.contains("net * rate") && !written.contains("\"own\""))
    let again = try self.session(written)
    #expect(again.value(of: "total") == .value(.number(50)))
    #expect(again.evaluator.subgraphs.definitions.count == 1 && again.evaluator.graph.nodeCount == 6)
    #expect(try coder.text(of: try again.document()) == written)
    #expect(try DocumentWriter(again, coder, partSize: 1).text() == written)
    let repaired = try DocumentFile.repaired(Array(written.utf8), named: "m", coder)
    #expect(repaired.dropped.isEmpty && repaired.text == written)
  }

  @Test func aDocumentHoldsGroupsAndAScriptDoesNot() throws {
    let conversation = Conversation()
    let written = try coder.text(of: try session(text).document())
    conversation.host.files["b.json"] = text
    #expect(conversation.say("open b.json") == ["  opened b.json: 2 names"])
    #expect(conversation.say("total") == ["  25"])
    #expect(conversation.say("save c.json") == ["  saved c.json: 2 names"])
    #expect(conversation.host.files["c.json"] == written)
    #expect(
      conversation.say("save c.nc").first
        == "  error[kind]: there are groups, and no script can hold them; "
        + "a document can: save it to a file that ends in .json")
  }

  @Test func aSweepGoesThroughTheGroupsOfADocument() async throws {
    let session = try session(text.replacing("\"formula\" : \"10\"", with: "\"formula\" : \"4\""))
    var scenarios = Scenarios()
    try scenarios.vary("price", over: [10, 20])
    let sweep = try session.sweep(scenarios, ["total"])
    #expect(sweep.columns[0].values.map(\.text) == ["25", "50"] && session.value(of: "total")?.text == "10")
    #expect(try await Sweep(document: session.document(), over: scenarios, ["total"], workers: 2) == sweep)
  }
}

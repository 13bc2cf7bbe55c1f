// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import Testing

/// Groups in documents of sessions that other programs write.
@Suite struct GroupDocumentTests {
  private let coder = TestDocuments()
  private let text = TestDocuments.groups

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

  @Test func whyTellsWhatLiesInGroupsWithItsPath() throws {
    let session = try session(text.replacing(##""id" : "#1","##, with: ##""id" : "#1", "name" : "More","##))
    #expect(
      try session.why(SourceName("total")) == [
        "total = 25           tax + more",
        "├─ Tax.tax = 5       net * rate",
        "│  ├─ price = 10",
        "│  └─ Tax › rate = 0.5",
        "└─ More.tax = 20     net * rate",
        "   ├─ price ↑",
        "   └─ More › rate = 2",
      ])
    #expect(try session.why(SourceName("More › rate")) == ["More › rate = 2"])
    #expect(try session.why(SourceName("More")).first == "More.tax = 20     net * rate")
    let upstream = ["More › rate", "More.tax", "Tax › rate", "Tax.tax", "price"]
    #expect(try session.upstream(SourceName("total")).sorted() == upstream)
    #expect(throws: Diagnostic.self) { try session.why(SourceName("More › tax")) }
    #expect(try session.inspect(SourceName("Tax")).first == "Tax.tax = 5")
    // A failure inside a group names the member.
    let failing = try self.session(text.replacing("net * rate", with: "net / (rate - 0.5)"))
    #expect(failing.value(of: "total")?.text.contains("Tax.tax") == true)
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

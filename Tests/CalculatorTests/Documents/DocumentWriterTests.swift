// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import Testing

/// Writes like `TestDocuments`, records the number of nodes in each call, and refuses nodes with one name.
private final class CountingDocuments: DocumentCoder {
  var counts: [Int] = []
  var refused: String?

  func document(_ bytes: [UInt8]) throws -> GraphDocument { try TestDocuments().document(bytes) }

  func repairedDocument(_ bytes: [UInt8]) throws -> RepairedDocument { try TestDocuments().repairedDocument(bytes) }

  func text(of document: GraphDocument) throws -> String {
    counts.append(document.nodes.count)
    if let refused, let index = document.nodes.firstIndex(where: { $0.name == refused }) {
      throw DocumentError(.value, at: .node(index), "it can't be written")
    }
    return try TestDocuments().text(of: document)
  }
}

@Suite struct DocumentWriterTests {
  /// A session with formulas, kinds with literals, a node that feeds a port, escaped names, and other fields of a document.
  private func session(isOwn: Bool) throws -> Session {
    let session = try Session(
      running: "a = 1", "`b \\\" ] größe` = a + 1", "c = #3366cc", "d = ColorAdjust(color: c, multiplier: a * 2)",
      "h = Add(x: 3, y: a)", "f = if(true, a, `b \\\" ] größe`)", "g = Number(value: 7)")
    var document = try session.document()
    document.kindsVersion = 3
    document.others = ["]": .array([.string("\"nodes\" : ["), .null]), "zz": .object(["nodes": .array([.number(1)])])]
    document.view = GraphViewState(viewport: Viewport(size: GraphSize(100, 100)), selection: [document.nodes[1].id])
    document.nodes.append(
      DocumentNode(
        id: NodeID(slot: 90, generation: 2), kind: "Unknown", isOwn: isOwn, name: "own", others: ["z": .array([])]))
    return try Session(document: document)
  }

  @Test(arguments: [false, true])
  func partsOfAnySizeTogetherAreTheWhole(isOwn: Bool) throws {
    let session = try session(isOwn: isOwn)
    let whole = try TestDocuments().text(of: session.document())
    #expect(whole.contains("\"version\" : \(isOwn ? 2 : 1),"))
    for size in 1...10 {
      #expect(try DocumentWriter(session, TestDocuments(), partSize: size).text() == whole, "\(size) nodes at once")
    }
  }

  @Test func theCoderIsNeverGivenMoreThanAPart() throws {
    let session = try session(isOwn: true)
    let coder = CountingDocuments()
    _ = try DocumentWriter(session, coder, partSize: 3).text()
    #expect(coder.counts.max() == 3 && coder.counts.filter { $0 == 3 }.count == 3)
    #expect(coder.counts.count < 9)
  }

  @Test func aFaultIsAtItsPlaceInTheWhole() throws {
    let session = try session(isOwn: false)
    let coder = CountingDocuments()
    coder.refused = "own"
    let index = try #require(try session.document().nodes.firstIndex { $0.name == "own" })
    #expect(throws: DocumentError(.value, at: .node(index), "it can't be written")) {
      try DocumentWriter(session, coder, partSize: 2).text()
    }
  }

  @Test func anEmptyDocumentAndOneOfOneNodeAreWrittenAtOnce() throws {
    for session in [Session(), try Session(running: "a = 1")] {
      let whole = try TestDocuments().text(of: session.document())
      #expect(try DocumentWriter(session, TestDocuments(), partSize: 1).text() == whole)
    }
  }
}

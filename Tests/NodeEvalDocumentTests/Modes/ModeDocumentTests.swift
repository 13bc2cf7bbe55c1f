// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Documents and fragments in which nodes or instances are muted or bypassed.
@Suite struct ModeDocumentTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  @Test func aDocumentSaysWhatIsMutedByItsIdAndOneWithoutModesIsWhatItWas() throws {
    let before = try DocumentKinds.json(try evaluator.document())
    #expect(!before.contains("modes"))
    let group = try group()
    try evaluator.edit { edit in
      try edit.setMode(.bypassed, of: group)
      try edit.setMode(.muted, of: rate)
    }
    let text = try DocumentKinds.json(try evaluator.document())
    #expect(text.contains("\"modes\" : {\n    \"#0\" : \"bypassed\",\n    \"1\" : \"muted\"\n  }"))
    #expect(text.contains(#""version" : 4"#))
    for _ in 0..<2 { evaluator.undo() }
    #expect(try DocumentKinds.json(try evaluator.document()) == before)
  }

  @Test func aModeOfWhatIsNotThereIsAFaultAndRepairedByDroppingIt() throws {
    let text = #"{"format":"NodeGraph","version":4,"nodes":[{"id":"0","kind":"Add"}],"modes":\#(Self.modes)}"#
    for (modes, code, path) in Self.faults {
      let text = text.replacing(Self.modes, with: modes)
      do throws(DocumentError) {
        let document = try DocumentError.catching { try DocumentKinds.document(text) }
        #expect(throws: DocumentError.self) { try document.check() }
        _ = try Evaluator(definitions: SubgraphScript.kinds, document: document)
        Issue.record("\(modes) is refused")
      } catch {
        #expect(error.code == code && error.path == DocumentPath(path.map { .key($0) }))
      }
    }
    var dropped: [DocumentError] = []
    let document = try DocumentKinds.document(text.replacing(Self.modes, with: ##"{"0":"muted","#7":"muted"}"##))
    let evaluator = try Evaluator(definitions: SubgraphScript.kinds, repairing: document, dropped: &dropped)
    #expect(dropped.map(\.reason) == ["no node or instance has the id '#7'"])
    #expect(evaluator.mode(of: try #require(evaluator.graph.nodes.first)) == .muted)
  }

  private static let modes = "MODES"
  private static let faults: [(String, DocumentError.Code, [String])] = [
    (#"{"1":"muted"}"#, .id, ["modes", "1"]), (##"{"#0":"bypassed"}"##, .id, ["modes", "#0"]),
    (#"{"0":"silent"}"#, .field, ["modes", "0"]), (#"{"x":"muted"}"#, .id, ["modes", "x"]), ("[]", .field, ["modes"]),
  ]

  @Test func anOlderDocumentKeepsAFieldOfThatNameAsAnyOtherAndANewOneTellsItsVersion() throws {
    let text = #"{"format":"NodeGraph","version":1,"nodes":[],"modes":"mine"}"#
    let document = try DocumentKinds.document(text)
    #expect(document.others["modes"] == .string("mine") && document.modes.isEmpty)
    #expect(try DocumentKinds.json(document).contains(#""modes" : "mine""#))
  }

  @Test func whatIsCopiedIsMutedWhereItIsPasted() throws {
    let group = try group()
    try evaluator.edit { edit in
      try edit.setMode(.muted, of: rate)
      try edit.setMode(.bypassed, of: group)
      try edit.setMode(.bypassed, of: total)
    }
    let fragment = try evaluator.copy([group.node, total])
    let other = Evaluator(definitions: SubgraphScript.kinds)
    for evaluator in [evaluator, other] {
      var ids: [NodeID: NodeID] = [:]
      try evaluator.edit { edit in ids = try edit.paste(fragment) }
      #expect(
        [group.node, rate, tax, total].map { ids[$0.inDocument].map { evaluator.mode(of: $0) } } == [
          .bypassed, .muted, .active, .bypassed,
        ])
      #expect(SubgraphSnapshot.brokenRules(of: evaluator).isEmpty)
    }
    #expect(try evaluator.copy([price]).modes.isEmpty)
  }
}

extension DocumentError {
  /// Runs a closure and rethrows its error as a `DocumentError`.
  static func catching<Value>(_ body: () throws -> Value) throws(DocumentError) -> Value {
    do {
      return try body()
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError(.format, at: DocumentPath(), "\(error)")
    }
  }
}

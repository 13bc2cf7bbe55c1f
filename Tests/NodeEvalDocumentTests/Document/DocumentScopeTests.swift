// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeEval
import NodeGraph
import Testing

/// Equal nodes in the root of a document and in a definition, with ports, types, values and looks that don't fit, and with
/// migrations.
@Suite struct DocumentScopeTests {
  /// The name of each fault, and the members that have it: nodes and looks.
  private static let faulty: [(String, nodes: [String], looks: String)] = [
    ("no input", [number("0"), add("1", "z=0.value")], "{}"),
    ("no output", [number("0"), add("1", "x=0.sum")], "{}"),
    ("other type", [#"{"id":"0","kind":"Text"}"#, add("1", "x=0.text")], "{}"),
    ("two connections", [number("0"), number("1"), add("2", "x=0.value x=1.value")], "{}"),
    ("literal without input", [#"{"id":"0","kind":"Add","literals":{"z":1}}"#], "{}"),
    ("literal of many", [#"{"id":"0","kind":"Total","literals":{"all":1}}"#], "{}"),
    ("literal of another type", [#"{"id":"0","kind":"Add","literals":{"x":"no"}}"#], "{}"),
    ("literals that are no object", [#"{"id":"0","kind":"Add","literals":1}"#], "{}"),
    ("value of another type", [#"{"id":"0","kind":"Number","value":"no"}"#], "{}"),
    ("value of what is computed", [#"{"id":"0","kind":"Add","value":1}"#], "{}"),
    ("look of no node", [number("0")], ##"{"nodes":{"3":{"color":"#112233"}}}"##),
    (
      "look of no connection", [number("0"), add("1", "x=0.value")],
      #"{"connections":[{"from":"0.value","label":"w","to":"1.the y"}]}"#
    ),
  ]

  private static func number(_ id: String) -> String { #"{"id":"\#(id)","kind":"Number"}"# }

  private static func add(_ id: String, _ inputs: String) -> String {
    #"{"id":"\#(id)","inputs":"\#(inputs)","kind":"Add"}"#
  }

  /// Returns the faults that a refused document, and a repaired one, report in the scope.
  private func faults(_ text: String) throws -> (refusal: String, dropped: [String]) {
    var refusal = "it is not refused"
    do {
      _ = try DocumentKinds.load(try DocumentKinds.document(text))
    } catch {
      refusal = DocumentError(error).description
    }
    let repaired = try JSONDecoder().decode(RepairedDocument.self, from: Data(text.utf8))
    var dropped = repaired.dropped
    let evaluator = try Evaluator(definitions: DocumentKinds.all, repairing: repaired.document, dropped: &dropped)
    #expect(evaluator.brokenRules().isEmpty)
    return (refusal, dropped.map(\.description))
  }

  @Test func theSameFaultIsToldInTheSameWordsInTheRootAndInADefinition() throws {
    for (title, nodes, looks) in Self.faulty {
      let members = #""looks":\#(looks),"nodes":[\#(nodes.joined(separator: ","))]"#
      let root = try faults(#"{"format":"NodeGraph","version":5,\#(members)}"#)
      let inside = try faults(
        #"{"format":"NodeGraph","version":5,"nodes":[],"definitions":[{"id":"1","name":"Group",\#(members)}]}"#)
      let plain = { (text: String) in text.replacing("definitions[0].", with: "") }
      #expect(plain(inside.refusal) == root.refusal, "\(title)")
      #expect(inside.dropped.map(plain) == root.dropped, "\(title)")
      #expect(root.refusal != "it is not refused" && !root.dropped.isEmpty, "\(title)")
    }
  }

  @Test func aMigrationTellsTheSameChangesOfTheRootAndOfADefinition() throws {
    let members = #"""
      "nodes":[\#(Self.number("0")),{"id":"1","inputs":"x=0.value","kind":"Add","literals":{"the y":2}}]
      """#
    let steps: [DocumentMigration] = [
      .renameKind("Number", to: "Constant"), .renameOutput(kind: "Constant", "value", to: "number"),
      .renameInput(kind: "Add", "the y", to: "y"), .giveInput(kind: "Add", "z", .number(1)),
      .dropInput(kind: "Add", "y"), .dropField(kind: "Add", "note"),
    ]
    func changes(_ text: String) throws -> (changes: [String], document: GraphDocument) {
      var document = try DocumentKinds.document(text)
      return (try DocumentMigrations([steps]).migrate(&document), document)
    }
    let root = try changes(#"{"format":"NodeGraph","version":3,\#(members)}"#)
    let inside = try changes(
      #"{"format":"NodeGraph","version":3,"nodes":[],"definitions":[{"id":"1","name":"Group",\#(members)}]}"#)
    #expect(
      root.changes == [
        "nodes[0]: kind 'Number' becomes 'Constant'",
        "nodes[1]: output 'value' of Constant, read by 'x', becomes 'number'",
        "nodes[1]: input 'the y' becomes 'y'", "nodes[1]: input 'z' gets a literal", "nodes[1]: input 'y' is dropped",
      ])
    #expect(inside.changes == root.changes.map { "definitions[0].\($0)" })
    #expect(inside.document.definitions[0].nodes == root.document.nodes)
  }
}

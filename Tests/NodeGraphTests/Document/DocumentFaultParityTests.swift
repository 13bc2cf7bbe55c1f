// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

/// A fault of a document is reported and repaired alike wherever it occurs: at the root, with or without groups in the
/// document, and in a definition.
@Suite struct DocumentFaultParityTests {
  /// Lists of nodes with one fault each.
  private static let faults = [
    "no kind": #"{ "id" : "0" }"#,
    "no id": #"{ "kind" : "Number" }"#,
    "an id that is none": #"{ "id" : "x", "kind" : "Number" }"#,
    "no object": "3",
    "a position that is none": #"{ "at" : "left", "id" : "0", "kind" : "Number" }"#,
    "a connection that is none": #"{ "id" : "0", "inputs" : "x", "kind" : "Add" }"#,
    "a field of another type": #"{ "id" : "0", "kind" : 3 }"#,
    "an id twice": #"{ "id" : "0", "kind" : "Number" }, { "id" : "0", "kind" : "Number" }"#,
    "a name twice":
      #"{ "id" : "0", "kind" : "Number", "name" : "a" }, { "id" : "1", "kind" : "Number", "name" : "a" }"#,
    "a connection from nowhere": #"{ "id" : "0", "inputs" : "x=7.value", "kind" : "Add" }"#,
    "a cycle of one": #"{ "id" : "0", "inputs" : "x=0.z", "kind" : "Add" }"#,
    "a cycle of two":
      #"{ "id" : "0", "inputs" : "x=1.z", "kind" : "Add" }, { "id" : "1", "inputs" : "x=0.z", "kind" : "Add" }"#,
    "a cycle of fourteen": (0..<14).map {
      #"{ "id" : "\#($0)", "inputs" : "x=\#(($0 + 13) % 14).z", "kind" : "Add" }"#
    }.joined(separator: ", "),
    "two cycles":
      #"{ "id" : "0", "inputs" : "x=1.z y=2.z", "kind" : "Add" }, { "id" : "1", "inputs" : "x=0.z", "kind" : "Add" }, { "id" : "2", "inputs" : "x=0.z", "kind" : "Add" }"#,
  ]

  /// A document with these nodes at the root or in its first definition.
  private static func document(_ nodes: String, inDefinition: Bool, hasGroups: Bool) -> String {
    let own = #"{ "id" : "1", "name" : "G", "nodes" : [ \#(inDefinition ? nodes : "") ] }"#
    let groups = inDefinition || hasGroups ? #""definitions" : [ \#(own) ], "# : ""
    return #"{ "format" : "NodeGraph", \#(groups)"nodes" : [ \#(inDefinition ? "" : nodes) ], "version" : 3 }"#
  }

  /// The refusal of a document, what repair drops, and the nodes that are left, without the prefixes of definitions.
  private static func faults(_ text: String) throws -> [String] {
    var told = [JSON.refusal(text)]
    let repaired = try JSON.repaired(text)
    try repaired.document.check()
    told += repaired.dropped.map { "\($0)" }
    let nodes = repaired.document.definitions.first.map { $0.nodes } ?? []
    told += (nodes + repaired.document.nodes).map { "\($0.id) \($0.name ?? "-") \($0.connections)" }
    return told.map { $0.replacing("definitions[0].", with: "") }
  }

  @Test(arguments: faults.keys.sorted()) func aFaultIsToldAlikeWhereverItStands(fault: String) throws {
    let nodes = try #require(Self.faults[fault])
    let alone = try Self.faults(Self.document(nodes, inDefinition: false, hasGroups: false))
    #expect(alone[0] != "it was not refused" && alone.count > 1)
    for inDefinition in [false, true] {
      let told = try Self.faults(Self.document(nodes, inDefinition: inDefinition, hasGroups: true))
      #expect(told == alone)
    }
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import FoundationEssentials
import NodeGraph

/// Documents as JSON, coded like those of nodecalc.
package struct TestDocuments: DocumentCoder {
  package init() {}

  package func document(_ bytes: [UInt8]) throws -> GraphDocument {
    try JSONDecoder().decode(GraphDocument.self, from: Data(bytes))
  }

  package func repairedDocument(_ bytes: [UInt8]) throws -> RepairedDocument {
    try JSONDecoder().decode(RepairedDocument.self, from: Data(bytes))
  }

  package func text(of document: GraphDocument) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }

  /// A document with two instances of a group.
  package static let groups = #"""
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

  /// A document with a nested group: an invoice that contains its tax.
  package static let nestedGroups = #"""
    {
      "definitions" : [
        { "id" : "1", "inputs" : [ { "leads" : "1.net", "name" : "net" } ], "name" : "Tax",
          "nodes" : [ { "id" : "0", "kind" : "Number", "name" : "rate", "value" : 0.2 },
                      { "formula" : "net * rate", "id" : "1", "inputs" : "rate=0.value", "kind" : "formula",
                        "name" : "tax" } ],
          "outputs" : [ { "leads" : "1.value", "name" : "tax" } ] },
        { "id" : "2", "inputs" : [ { "leads" : "0.net #1.net", "name" : "net" } ], "name" : "Invoice",
          "nodes" : [ { "formula" : "net + tax", "id" : "0", "inputs" : "tax=#1.tax", "kind" : "formula",
                        "name" : "total" } ],
          "instances" : [ { "id" : "#1", "of" : "1" } ],
          "outputs" : [ { "leads" : "0.value", "name" : "total" }, { "leads" : "#1.tax", "name" : "tax" } ] } ],
      "format" : "NodeGraph",
      "instances" : [
        { "id" : "#0", "inputs" : "net=1.value", "members" : "0=3 #1=#1", "of" : "2" },
        { "id" : "#1", "members" : "0=4 1=5", "of" : "1" } ],
      "nodes" : [
        { "formula" : "100", "id" : "0", "kind" : "formula", "name" : "price" },
        { "formula" : "price * 3", "id" : "1", "inputs" : "price=0.value", "kind" : "formula", "name" : "sub" },
        { "formula" : "total / tax", "id" : "2", "inputs" : "total=#0.total tax=#0.tax", "kind" : "formula",
          "name" : "ratio" } ],
      "version" : 3
    }
    """#
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NodeGraph
import TestSupport

/// Documents as JSON, written and read with Foundation.
enum JSON {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func document(_ text: String) throws -> GraphDocument {
    try JSONDecoder().decode(GraphDocument.self, from: Data(text.utf8))
  }

  /// A document of nodes given as JSON objects.
  static func nodes(_ nodes: String...) throws -> GraphDocument { try document(text(nodes)) }

  static func text(_ nodes: [String]) -> String {
    #"{"format":"NodeGraph","version":1,"nodes":[\#(nodes.joined(separator: ","))]}"#
  }

  /// The reason why reading or checking a document fails.
  static func refusal(_ text: String) -> String {
    do {
      try document(text).check()
      return "it was not refused"
    } catch {
      return "\(DocumentError(error))"
    }
  }

  static func repaired(_ text: String) throws -> RepairedDocument {
    try JSONDecoder().decode(RepairedDocument.self, from: Data(text.utf8))
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import FoundationEssentials
import NodeGraph

/// Reads and writes documents as JSON with the system's coders.
struct JSONDocuments: DocumentCoder {
  func document(_ bytes: [UInt8]) throws -> GraphDocument {
    try JSONDecoder().decode(GraphDocument.self, from: Data(bytes))
  }

  func repairedDocument(_ bytes: [UInt8]) throws -> RepairedDocument {
    try JSONDecoder().decode(RepairedDocument.self, from: Data(bytes))
  }

  func text(of document: GraphDocument) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }
}

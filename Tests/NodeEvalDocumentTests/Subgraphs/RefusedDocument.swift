// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// A document that is refused, and the evaluator that results from repairing it.
struct RefusedDocument {
  private(set) var refusal = "it was not refused"
  let repaired: Evaluator

  /// Opens the document. The reasons for what repairing drops must include the reason for the refusal.
  init(_ document: GraphDocument) throws {
    do throws(DocumentError) {
      _ = try Evaluator(definitions: SubgraphScript.kinds, document: document)
    } catch {
      refusal = error.description
    }
    var dropped: [DocumentError] = []
    repaired = try Evaluator(definitions: SubgraphScript.kinds, repairing: document, dropped: &dropped)
    #expect(dropped.map(\.description).contains(refusal) && repaired.brokenRules().isEmpty)
  }
}

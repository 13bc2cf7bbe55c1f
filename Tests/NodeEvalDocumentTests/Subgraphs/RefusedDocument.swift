// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// A document that is refused, and what is left when it is repaired.
struct RefusedDocument {
  private(set) var refusal = "it was not refused"
  let repaired: Evaluator

  /// Opens it. What repairing drops has the reason of the refusal among its reasons.
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

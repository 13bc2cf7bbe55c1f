// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Named scenarios in documents: each once, as it is defined.
///
/// ```json
/// { "format" : "NodeGraph", "scenarios" : [ "cheap: price = 10, qty = 5" ], "nodes" : … }
/// ```
enum DocumentScenarios {
  static let field = "scenarios"
  private static let expectation = "a scenario is a text, as \"cheap: price = 10, qty = 5\""

  /// What a document holds; `nil` if there are none.
  static func value(of session: Session) -> DocumentValue? {
    session.scenarioTable.isEmpty ? nil : .array(session.scenarios.map { .string($0.text) })
  }

  /// Has a session that was loaded from a document keep the scenarios of that.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - session: The session.
  ///   - faults: What is wrong; what is dropped is noted there.
  /// - Throws: The first ``NodeGraph/DocumentError`` if the document is not being repaired.
  static func read(
    from document: GraphDocument, into session: Session, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    guard let value = document.others[field] else { return }
    guard case .array(let texts) = value else {
      return try faults.note(.field, at: DocumentPath([.key(field)]), "it is not a list of scenarios")
    }
    for (index, value) in texts.enumerated() {
      let place = DocumentPath([.key(field), .index(index)])
      guard case .string(let text) = value else {
        try faults.note(.field, at: place, expectation)
        continue
      }
      if let (code, reason) = refusal(of: text, session) { try faults.note(code, at: place, reason) }
    }
  }

  /// Keeps a scenario; returns why it can't be kept, or `nil`.
  private static func refusal(of text: String, _ session: Session) -> (DocumentError.Code, String)? {
    do throws(Diagnostic) {
      return try session.loadScenario(text) ? nil : (.name, "a scenario before has the same name")
    } catch {
      return (error.code == .name ? .name : .field, error.message)
    }
  }
}

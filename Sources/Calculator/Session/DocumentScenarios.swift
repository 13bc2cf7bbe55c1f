// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The named scenarios of a document: each is stored once, as it is defined.
///
/// ```json
/// { "format" : "NodeGraph", "scenarios" : [ "cheap: price = 10, qty = 5" ], "nodes" : … }
/// ```
enum DocumentScenarios {
  static let field = "scenarios"
  private static let expectation = "a scenario must be a string such as \"cheap: price = 10, qty = 5\""

  /// The document value of a session's scenarios; `nil` if it has none.
  static func value(of session: Session) -> DocumentValue? {
    session.scenarioTable.isEmpty ? nil : .array(session.scenarios.map { .string($0.text) })
  }

  /// Reads the scenarios of a document into the session that was loaded from it.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - session: The session.
  ///   - faults: Receives a fault for each scenario that is dropped.
  /// - Throws: The first ``NodeGraph/DocumentError`` if the document is not being repaired.
  static func read(
    from document: GraphDocument, into session: Session, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    guard let value = document.others[field] else { return }
    guard case .array(let texts) = value else {
      return try faults.note(.field, at: DocumentPath([.key(field)]), "expected a list of scenarios")
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

  /// Adds a scenario to a session; returns why it can't be added, or `nil`.
  private static func refusal(of text: String, _ session: Session) -> (DocumentError.Code, String)? {
    do throws(Diagnostic) {
      return try session.loadScenario(text) ? nil : (.name, "the name is already used by another scenario")
    } catch {
      return (error.code == .name ? .name : .field, error.message)
    }
  }
}

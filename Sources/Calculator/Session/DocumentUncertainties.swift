// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The uncertain inputs of a document: a field of a formula's node, written as in its definition.
///
/// ```json
/// { "formula" : "20", "kind" : "formula", "name" : "price", "uncertainty" : "20 ± 1" }
/// ```
enum DocumentUncertainties {
  static let field = "uncertainty"
  private static let expectation = "an uncertainty must be a string such as \"20 ± 1\" or \"~ normal(20, 1)\""

  /// Reads the uncertainties of a document's nodes.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - faults: Receives a fault for each uncertainty that is dropped.
  /// - Returns: The uncertainties of the nodes that have one.
  /// - Throws: The first ``NodeGraph/DocumentError`` if the document is not being repaired.
  static func read(
    from document: GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> [NodeID: Uncertainty] {
    var uncertainties: [NodeID: Uncertainty] = [:]
    for (index, node) in document.nodes.enumerated() {
      // Other kinds may use a field of this name for themselves.
      guard node.kind == "formula", let value = node.others[field] else { continue }
      let place = DocumentPath.node(index).appending(field)
      guard case .string(let text) = value, case .string(let formula)? = node.others[DocumentFunctions.formula]
      else {
        try faults.note(.field, at: place, expectation)
        continue
      }
      switch read(text) {
      case .success(let uncertainty) where uncertainty.middle == formula: uncertainties[node.id] = uncertainty
      case .success:
        try faults.note(.field, at: place, "the middle of '\(text)' must be the formula of the node, '\(formula)'")
      case .failure(let diagnostic): try faults.note(.field, at: place, diagnostic.message)
      }
    }
    return uncertainties
  }

  private static func read(_ text: String) -> Result<Uncertainty, Diagnostic> {
    let parser = StatementParser(kinds: [])
    let line = text.utf8.first == UInt8(ascii: "~") ? "x \(text)" : "x = \(text)"
    do throws(Diagnostic) {
      let statements = try parser.parse(line.utf8).statements
      guard statements.count == 1, let uncertainty = statements[0].uncertainty else {
        return .failure(Diagnostic(.syntax, expectation, 0..<0))
      }
      return .success(uncertainty)
    } catch {
      return .failure(error)
    }
  }
}

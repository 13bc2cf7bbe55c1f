// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Collects the faults of a document that is being repaired, or throws the first one.
package struct DocumentFaults {
  package let isRepairing: Bool
  package private(set) var dropped: [DocumentError] = []

  package init(isRepairing: Bool) { self.isRepairing = isRepairing }

  /// Records a fault whose cause is dropped.
  ///
  /// - Throws: The error, unless the document is being repaired.
  package mutating func note(
    _ code: DocumentError.Code, at path: @autoclosure () -> DocumentPath, _ reason: @autoclosure () -> String
  ) throws(DocumentError) {
    try note(DocumentError(code, at: path(), reason()))
  }

  /// Records a mode of a node or instance that doesn't exist.
  package mutating func noteMode(of member: NodeID) throws(DocumentError) {
    let text = DocumentText.text(member)
    try note(.id, at: DocumentPath([.key("modes"), .key(text)]), "no node or instance has the id '\(text)'")
  }

  /// Records an id that is used twice.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - owner: The place of its first use.
  ///   - path: The place of its second use.
  /// - Throws: The error, unless the document is being repaired.
  mutating func note(_ id: NodeID, of owner: DocumentPath, at path: DocumentPath) throws(DocumentError) {
    try note(.id, at: path.appending("id"), "the id '\(DocumentText.text(id))' is already used by \(owner)")
  }

  /// Records a name that an earlier node has.
  mutating func note(name: String, of owner: DocumentPath, at path: DocumentPath) throws(DocumentError) {
    try note(
      .name, at: path.appending("name"), "the name '\(VisibleText.standIns(name))' is already used by \(owner)")
  }

  /// Records a connection of a member whose source doesn't exist.
  mutating func noteLoose(_ connection: DocumentConnection, at path: DocumentPath) throws(DocumentError) {
    try note(
      .connection, at: path.appending("inputs"),
      "'\(VisibleText.standIns(DocumentText.text(connection)))' has no source: no node has the id "
        + "'\(DocumentText.text(connection.source))'")
  }

  package mutating func note(_ error: DocumentError) throws(DocumentError) {
    guard isRepairing else { throw error }
    dropped.append(error)
  }
}

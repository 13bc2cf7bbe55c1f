// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Collects what is wrong with a document, or stops at the first such thing.
package struct DocumentFaults {
  package let isRepairing: Bool
  package private(set) var dropped: [DocumentError] = []

  package init(isRepairing: Bool) { self.isRepairing = isRepairing }

  /// Notes what is dropped.
  ///
  /// - Throws: The error, unless the document is being repaired.
  package mutating func note(
    _ code: DocumentError.Code, at path: @autoclosure () -> DocumentPath, _ reason: @autoclosure () -> String
  ) throws(DocumentError) {
    try note(DocumentError(code, at: path(), reason()))
  }

  /// Notes that a mode is said of something that is not there.
  package mutating func noteMode(of member: NodeID) throws(DocumentError) {
    let text = DocumentText.text(member)
    try note(.id, at: DocumentPath([.key("modes"), .key(text)]), "no node or instance has the id '\(text)'")
  }

  /// Notes an id that something before has.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - owner: Where that stands which has the id.
  ///   - path: Where the id stands a second time.
  /// - Throws: The error, unless the document is being repaired.
  mutating func note(_ id: NodeID, of owner: DocumentPath, at path: DocumentPath) throws(DocumentError) {
    try note(.id, at: path.appending("id"), "the id '\(DocumentText.text(id))' is already used by \(owner)")
  }

  /// Notes a name that a node before has.
  mutating func note(name: String, of owner: DocumentPath, at path: DocumentPath) throws(DocumentError) {
    try note(
      .name, at: path.appending("name"), "the name '\(VisibleText.standIns(name))' is already used by \(owner)")
  }

  /// Notes a connection of a member that comes from nowhere.
  mutating func noteLoose(_ connection: DocumentConnection, at path: DocumentPath) throws(DocumentError) {
    try note(
      .connection, at: path.appending("inputs"),
      "'\(VisibleText.standIns(DocumentText.text([connection])))' has no source: no node has the id "
        + "'\(DocumentText.text(connection.source))'")
  }

  package mutating func note(_ error: DocumentError) throws(DocumentError) {
    guard isRepairing else { throw error }
    dropped.append(error)
  }
}

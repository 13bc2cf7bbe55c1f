// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Dialogue {
  /// Reads a document, which is not a statement after the other: it takes the place of an empty session.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: What messages call it.
  /// - Throws: A ``FileFailure`` that says where what is wrong; nothing has changed.
  public func read(document bytes: [UInt8], named path: String) throws(FileFailure) {
    guard session.names.isEmpty else {
      throw FileFailure("'\(path)' is a document, which comes before everything else")
    }
    session = try openedSession(bytes, named: path)
  }

  /// The session of a document.
  func openedSession(_ bytes: [UInt8], named path: String) throws(FileFailure) -> Session {
    guard let coder = host.documents else { throw FileFailure("no documents are read here") }
    return try DocumentFile.session(
      bytes, named: path, coder, reportsChanges: session.reportsChanges,
      promptCommands: manner == .prompt ? CommandTable.names : nil)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Stores the journal of the current session, and the journals of ended sessions. When a call returns, everything
/// that it wrote survives a crash of the program and of the system.
package protocol JournalStore: AnyObject {
  /// Replaces the journal of the current session. The old journal remains until the new one is completely written.
  ///
  /// - Throws: A ``Formulas/FileFailure`` with the reason.
  func replace(_ bytes: [UInt8]) throws(FileFailure)

  /// Appends bytes to the journal of the current session.
  ///
  /// - Throws: A ``Formulas/FileFailure``; some of the bytes may have been written.
  func append(_ bytes: [UInt8]) throws(FileFailure)

  /// Removes the journal of the current session, if it has one.
  func remove()

  /// Archives the journal of the current session as the journal of an ended session. The next `replace` starts another journal.
  ///
  /// - Returns: Whether the current session had a journal.
  func archive() -> Bool

  /// The journals of sessions that have ended, latest first.
  ///
  /// - Parameter includesArchived: Whether archived journals are included; the journals of sessions that crashed always are.
  /// - Returns: The journals; empty if they can't be read.
  func ended(includesArchived: Bool) -> [EndedJournal]

  /// Removes the journal of a session that has ended.
  func forget(_ journal: EndedJournal)
}

/// The journal of a session that has ended.
package struct EndedJournal: Hashable, Sendable {
  /// Its unique id.
  package let id: String
  /// When it was last written: `21 Nov 14:03`.
  package let time: String
  /// Its contents.
  package let bytes: [UInt8]

  /// Creates a journal.
  package init(id: String, time: String, bytes: [UInt8]) {
    self.id = id
    self.time = time
    self.bytes = bytes
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Stores the journal of this session, and those of ended sessions. When a call returns, what it has written survives a
/// crash of the program and of the system.
package protocol JournalStore: AnyObject {
  /// Replaces the journal of this session. Until that has succeeded, the old one stays.
  ///
  /// - Throws: A ``FileFailure`` with the reason.
  func replace(_ bytes: [UInt8]) throws(FileFailure)

  /// Adds to the journal of this session.
  ///
  /// - Throws: A ``FileFailure``; part of it may be written then.
  func append(_ bytes: [UInt8]) throws(FileFailure)

  /// Removes the journal of this session, if it has one.
  func remove()

  /// Archives the journal of this session as that of an ended one. The next `replace` starts another journal.
  ///
  /// - Returns: Whether there was one.
  func archive() -> Bool

  /// The journals of sessions that have ended, the last one first.
  ///
  /// - Parameter includesArchived: Whether archived journals are included; those of sessions that crashed always are.
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

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Where the journal of a session is kept, and those of sessions that have ended. What was written survives the end of
/// the program, and of the system, from the moment a call returns.
package protocol JournalStore: AnyObject {
  /// Writes the journal of this session in place of what it was. Until that is done, the old one stays.
  ///
  /// - Throws: A ``FileFailure`` that says why it can't.
  func replace(_ bytes: [UInt8]) throws(FileFailure)

  /// Adds to the journal of this session.
  ///
  /// - Throws: A ``FileFailure``; then part of it may have been written.
  func append(_ bytes: [UInt8]) throws(FileFailure)

  /// Removes the journal of this session, if it has one.
  func remove()

  /// Lays the journal of this session aside, as that of one that has ended. The next `replace` begins another.
  ///
  /// - Returns: Whether there is one.
  func archive() -> Bool

  /// The journals of sessions that have ended, the last one first.
  ///
  /// - Parameter includesArchived: Whether not only those are meant whose session didn't come to lay them aside.
  /// - Returns: What there is; nothing if that can't be known.
  func ended(includesArchived: Bool) -> [EndedJournal]

  /// Removes the journal of a session that has ended.
  func forget(_ journal: EndedJournal)
}

/// The journal of a session that has ended.
package struct EndedJournal: Hashable, Sendable {
  /// What tells it from all others.
  package let id: String
  /// When it was last written, as people read it.
  package let time: String
  /// What it holds.
  package let bytes: [UInt8]

  /// A journal with what it holds.
  package init(id: String, time: String, bytes: [UInt8]) {
    self.id = id
    self.time = time
    self.bytes = bytes
  }
}

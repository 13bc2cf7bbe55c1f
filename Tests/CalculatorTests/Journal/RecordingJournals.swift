// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// Journals in memory.
final class RecordingJournals: JournalStore {
  /// The journal of the session.
  var bytes: [UInt8]?
  /// Those that were laid aside, and those that came to no end.
  var archived: [EndedJournal] = []
  var crashed: [EndedJournal] = []
  /// Whether those that came to no end are older than the others.
  var crashedComeLast = false
  /// What the session is told when it writes.
  var failure: FileFailure?
  /// How many times all of it was written.
  var replacements = 0

  func replace(_ bytes: [UInt8]) throws(FileFailure) {
    if let failure { throw failure }
    self.bytes = bytes
    replacements += 1
  }

  func append(_ bytes: [UInt8]) throws(FileFailure) {
    if let failure { throw failure }
    self.bytes = (self.bytes ?? []) + bytes
  }

  func remove() { bytes = nil }

  func archive() -> Bool {
    guard let bytes else { return false }
    archived.insert(EndedJournal(id: "\(archived.count)", time: "21 Nov 14:03", bytes: bytes), at: 0)
    self.bytes = nil
    return true
  }

  func ended(includesArchived: Bool) -> [EndedJournal] {
    let archived = includesArchived ? archived : []
    return crashedComeLast ? archived + crashed : crashed + archived
  }

  func forget(_ journal: EndedJournal) {
    crashed.removeAll { $0 == journal }
    archived.removeAll { $0 == journal }
  }
}

extension Conversation {
  var journals: RecordingJournals? { host.journals as? RecordingJournals }

  /// A prompt that is started after this one came to a bad end.
  func afterCrash() -> Conversation {
    let next = Conversation()
    next.host.files = host.files
    next.journals?.archived = journals?.archived ?? []
    if let bytes = journals?.bytes {
      next.journals?.crashed = [EndedJournal(id: "crashed", time: "21 Nov 14:03", bytes: bytes)]
    }
    return next
  }
}

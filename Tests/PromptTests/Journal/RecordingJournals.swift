// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt

/// Journals in memory.
final class RecordingJournals: JournalStore {
  /// The journal of the session.
  var bytes: [UInt8]?
  /// The journals of archived sessions, and of sessions that crashed.
  var archived: [EndedJournal] = []
  var crashed: [EndedJournal] = []
  /// Whether crashed sessions are older than the archived ones.
  var crashedComeLast = false
  /// The failure thrown to the session when it writes; `nil` to accept the text.
  var failure: FileFailure?
  /// The number of times the whole journal was written.
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

  /// A prompt that starts after this one has crashed.
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

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A session that has ended with changes that no file holds.
struct EndedSession {
  let entry: EndedJournal
  /// Its journal; `nil` if this version can't read it.
  let journal: Journal?
  /// The file that it worked on.
  let path: String?

  /// All ended sessions, the last one first. Journals without a line are removed.
  static func all(
    in store: any JournalStore, _ host: any CommandHost, includesArchived: Bool
  ) -> [EndedSession] {
    store.ended(includesArchived: includesArchived).compactMap { entry in
      let journal = JournalText.read(entry.bytes)
      guard journal?.count != 0 else {
        store.forget(entry)
        return nil
      }
      return EndedSession(entry: entry, journal: journal, path: journal?.file.map { host.shortPath($0.path) })
    }
  }

  /// The time and the contents: `21 Nov 14:03, 12 lines for /srv/bill.nc`.
  var summary: String { "\(entry.time), \(contents)" }

  /// The number of lines and the file: `12 lines for /srv/bill.nc`.
  var contents: String {
    guard let journal else { return "this version can't read its journal" }
    let lines = MessageText.counted(journal.count, "line")
    return lines + (path.map { " for \($0)" } ?? "")
  }

  /// The last line of the session's journal.
  var lastLine: String { journal?.blocks.last?.last ?? "" }
}

/// An ended session with its number for commands.
struct NumberedSession {
  let number: Int
  let session: EndedSession
}

/// The numbers of ended sessions. A number stays the same until the sessions are listed again, although other
/// sessions may end in the meantime.
///
/// Invariant: each session has one number.
package struct EndedSessionList {
  /// The ids of journals; the first has number 1.
  package var ids: [String] = []

  package init() {}

  /// Numbers all ended sessions again, the last one first.
  mutating func listAgain(in store: any JournalStore, _ host: any CommandHost) -> [NumberedSession] {
    ids = []
    return sessions(in: store, host)
  }

  /// Returns all ended sessions with their numbers; sessions without a number are numbered after the others.
  mutating func sessions(in store: any JournalStore, _ host: any CommandHost) -> [NumberedSession] {
    let all = EndedSession.all(in: store, host, includesArchived: true)
    add(all.map(\.entry.id))
    let sessions = Dictionary(all.map { ($0.entry.id, $0) }) { first, _ in first }
    return ids.enumerated().compactMap { index, id in
      sessions[id].map { NumberedSession(number: index + 1, session: $0) }
    }
  }

  /// Numbers the sessions that have no number yet.
  package mutating func add(_ new: [String]) {
    let known = Set(ids)
    ids += new.filter { !known.contains($0) }
  }

  /// Whether a word is the number of a session, even of one that no longer exists.
  func hadNumber(_ word: String) -> Bool { ids.indices.contains { "\($0 + 1)" == word } }

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() { require(Set(ids).count == ids.count, "an ended session has one number") }
}

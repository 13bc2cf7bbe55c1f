// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A session that has ended, with the number that a person knows it by.
struct NumberedSession {
  let number: Int
  let session: EndedSession
}

/// The numbers of sessions that have ended.
extension Dialogue {
  /// Numbers all sessions that have ended, the last one first. Their numbers hold until they are listed again.
  func listEndedSessions(in store: any JournalStore) -> [NumberedSession] {
    listedSessions = []
    return endedSessions(in: store)
  }

  /// All sessions that have ended, by number.
  ///
  /// Those that were listed keep their numbers, whatever has ended or was forgotten since then: another session may end at
  /// any time, and would come first. Others come behind.
  func endedSessions(in store: any JournalStore) -> [NumberedSession] {
    let all = EndedSession.all(in: store, host, includesLaidAside: true)
    let known = Set(listedSessions)
    listedSessions += all.map(\.entry.id).filter { !known.contains($0) }
    let sessions = Dictionary(all.map { ($0.entry.id, $0) }) { first, _ in first }
    return listedSessions.enumerated().compactMap { index, id in
      sessions[id].map { NumberedSession(number: index + 1, session: $0) }
    }
  }
}

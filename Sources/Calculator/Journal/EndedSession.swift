// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A session that has ended with changes that no file has.
struct EndedSession {
  let entry: EndedJournal
  /// What its journal says; nothing if it can't be read.
  let journal: Journal?
  /// The file that it is about.
  let path: String?

  /// All of them, the last one first. What there is nothing to bring back of is removed.
  static func all(
    in store: any JournalStore, _ host: any CommandHost, includesLaidAside: Bool
  ) -> [EndedSession] {
    store.ended(includesLaidAside: includesLaidAside).compactMap { entry in
      let journal = JournalText.read(entry.bytes)
      guard journal?.count != 0 else {
        store.forget(entry)
        return nil
      }
      return EndedSession(entry: entry, journal: journal, path: journal?.file.map { host.shortPath($0.path) })
    }
  }

  /// `21 Nov 14:03, 12 lines for /srv/bill.nc`
  var summary: String { "\(entry.time), \(contents)" }

  /// `12 lines for /srv/bill.nc`
  var contents: String {
    guard let journal else { return "this version can't read its journal" }
    let lines = "\(journal.count) line\(journal.count == 1 ? "" : "s")"
    return lines + (path.map { " for \($0)" } ?? "")
  }

  /// Its last line.
  var lastLine: String { journal?.blocks.last?.last ?? "" }
}

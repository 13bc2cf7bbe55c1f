// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Messages of a dialogue about sessions, and operations on them.
extension Dialogue {
  /// The lines before the first prompt: the sessions that were not ended, with the numbers for `recover`, or a note
  /// that no journal is written.
  ///
  /// - Returns: Lines without indentation.
  package func greeting() -> [String] {
    guard let store = log.journal.store else {
      return ["no journal can be written: a crash would lose unsaved changes"]
    }
    // Usually there are none, and archived journals need not be read.
    let ids = Set(EndedSession.all(in: store, host, includesArchived: false).map(\.entry.id))
    if ids.isEmpty { return [] }
    let ended = endedSessions.listAgain(in: store, host).filter { ids.contains($0.session.entry.id) }
    guard let first = ended.first else { return [] }
    if ended.count == 1 {
      let drop = "recover drop \(first.number) deletes"
      let told = "session \(first.number) was not ended: \(first.session.summary)"
      guard let count = first.session.journal?.count else { return ["\(told);", "\(drop) it"] }
      let them = count == 1 ? "it" : "them"
      return ["\(told);", "recover \(first.number) restores \(them), \(drop) \(them)"]
    }
    let shown = ended.prefix(Self.greetingLimit).map { "  \($0.number)  \($0.session.summary)" }
    let rest = ended.count - shown.count
    return ["\(ended.count) sessions were not ended:"] + shown
      + (rest > 0 ? ["  … \(rest) more: recover lists all"] : [])
      + ["recover \(first.number) restores the first of them, recover drop \(first.number) deletes it"]
  }

  /// The number of sessions that ``greeting()`` lists.
  private static let greetingLimit = 5

  /// Ends the session, and archives changes that no file contains.
  ///
  /// - Returns: The lines after the last answer, without indentation.
  package func farewell() -> [String] { Self.text(left: log.journal.end(session)) }

  /// Replaces a session by another one, and archives changes that no file contains.
  func leave(_ session: Session, for path: String?) -> [String] {
    lastChanges = []
    self.path = path
    return Self.text(left: log.journal.end(session))
  }

  private static func text(left count: Int) -> [String] {
    switch count {
    case 0: []
    case 1: ["1 unsaved line is kept: recover restores it"]
    default: ["\(count) unsaved lines are kept: recover restores them"]
    }
  }

  /// Reads a document, which replaces an empty session.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name in messages.
  /// - Throws: A ``Formulas/FileFailure`` that names the fault and its position; the session is unchanged.
  package func read(document bytes: [UInt8], named path: String) throws(FileFailure) {
    guard session.names.isEmpty else {
      throw FileFailure("'\(path)' is a document, which must be the first file")
    }
    session = try openedSession(bytes, named: path)
  }

  /// Creates the session of a document.
  func openedSession(_ bytes: [UInt8], named path: String) throws(FileFailure) -> Session {
    guard let coder = host.documents else { throw FileFailure("no documents are read here") }
    return try DocumentFile.session(
      bytes, named: path, coder, reportsChanges: session.reportsChanges,
      promptCommands: manner == .prompt ? CommandTable.names : nil, clock: host.clock)
  }
}

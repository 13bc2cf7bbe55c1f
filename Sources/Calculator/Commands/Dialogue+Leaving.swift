// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The beginning and the end of a session at the prompt.
extension Dialogue {
  /// What is said before the first line: whether there is something to recover, or no way to. Sessions have the numbers
  /// that `recover` knows them by.
  ///
  /// - Returns: Lines without indentation.
  public func greeting() -> [String] {
    guard let store = journal.store else { return ["no journal can be kept: a crash loses what is not saved"] }
    // Mostly there is none, and those that were laid aside need not be read.
    let ids = Set(EndedSession.all(in: store, host, includesLaidAside: false).map(\.entry.id))
    if ids.isEmpty { return [] }
    let ended = listEndedSessions(in: store).filter { ids.contains($0.session.entry.id) }
    guard let first = ended.first else { return [] }
    if ended.count == 1 {
      let drop = "recover drop \(first.number) forgets"
      let told = "session \(first.number) was not ended: \(first.session.summary)"
      guard let count = first.session.journal?.count else { return ["\(told);", "\(drop) it"] }
      let them = count == 1 ? "it" : "them"
      return ["\(told);", "recover \(first.number) brings \(them) back, \(drop) \(them)"]
    }
    let shown = ended.prefix(Self.greetingLimit).map { "  \($0.number)  \($0.session.summary)" }
    let rest = ended.count - shown.count
    return ["\(ended.count) sessions were not ended:"] + shown
      + (rest > 0 ? ["  … \(rest) more: recover lists all"] : [])
      + ["recover \(first.number) brings back the first of them, recover drop \(first.number) forgets it"]
  }

  /// How many sessions the first lines name.
  private static let greetingLimit = 5

  /// Ends the session, and lays aside what no file has.
  ///
  /// - Returns: What is said behind the last line, without indentation.
  public func farewell() -> [String] { Self.text(left: journal.end(session)) }

  /// Leaves a session for what takes its place, and lays aside what no file has of it.
  func leave(_ session: Session, for path: String?) -> [String] {
    watched = []
    lastChanges = []
    self.path = path
    return Self.text(left: journal.end(session))
  }

  private static func text(left count: Int) -> [String] {
    switch count {
    case 0: []
    case 1: ["a line that is not saved is kept: recover brings it back"]
    default: ["\(count) lines that are not saved are kept: recover brings them back"]
    }
  }
}

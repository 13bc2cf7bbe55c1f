// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The beginning and the end of a session at the prompt.
extension Dialogue {
  /// What is said before the first line: whether there is something to recover, or no way to.
  ///
  /// - Returns: Lines without indentation.
  public func greeting() -> [String] {
    guard let store = journal.store else { return ["no journal can be kept: a crash loses what is not saved"] }
    let ended = EndedSession.all(in: store, host, includesLaidAside: false)
    guard let first = ended.first else { return [] }
    if ended.count > 1 { return ["\(ended.count) sessions were not ended: recover lists them"] }
    let them = first.journal?.count == 1 ? "it" : "them"
    return [
      "the session of \(first.entry.time) was not ended: \(first.contents);",
      "recover brings \(them) back, recover drop forgets \(them)",
    ]
  }

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

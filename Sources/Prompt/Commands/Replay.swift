// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Restores a session from its journal.
package struct Replay {
  package let session: Session
  /// Whether no statement of the base was refused.
  package private(set) var isWhole = true

  /// Runs a journal in a new session without output and without reading or writing files.
  package init(_ journal: Journal, host: any CommandHost) {
    let dialogue = Dialogue(host: SilentHost(host), files: TableFiles(host))
    let isDocument = journal.base.utf8.first == UInt8(ascii: "{")
    let opened = isDocument ? try? dialogue.openedSession(Array(journal.base.utf8), named: "journal") : nil
    session = opened ?? dialogue.session
    dialogue.session = session
    session.notesDigits = false
    defer { session.notesDigits = true }
    if opened == nil { isWhole = Self.run(journal.base, in: dialogue) }
    for block in journal.blocks where !host.isInterrupted {
      if block.count == 1 { dialogue.answer(block[0]) } else { dialogue.answer(pasted: block) }
    }
  }

  /// Runs a script without undo history. Returns whether no statement was refused.
  private static func run(_ script: String, in dialogue: Dialogue) -> Bool {
    let session = dialogue.session
    let limit = session.undoLimit
    session.undoLimit = 0
    defer { session.undoLimit = limit }
    var isWhole = true
    let reader = Script(for: session, named: "journal", keepsComments: true) { command throws(Diagnostic) in
      try dialogue.run(command).result
    }
    reader.run(Array(script.utf8)) { report in
      if case .failure = report.outcome { isWhole = false }
      return dialogue.host.isInterrupted ? .stop : .proceed
    }
    return isWhole
  }
}

/// A host without output and files.
private final class SilentHost: CommandHost {
  private let host: any CommandHost

  init(_ host: any CommandHost) { self.host = host }

  var isInteractive: Bool { false }
  var usesColor: Bool { false }
  var width: Int { host.width }
  var seconds: Double { host.seconds }
  var memory: Int? { nil }
  var isInterrupted: Bool { host.isInterrupted }
  var documents: (any DocumentCoder)? { host.documents }
  var clock: (any Clock<Duration>)? { host.clock }

  func print(_ line: String) {}

  func readFile(_ path: String) throws(FileFailure) -> [UInt8] {
    throw FileProblem.other("a journal names no files").failure("read", path)
  }

  func writeFile(_ text: String, to path: String) throws(FileFailure) {
    throw FileProblem.other("a journal names no files").failure("write", path)
  }

  func entries(of folder: String) -> [String] { [] }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The journal of a dialogue, and the output that waits for it: output that a person has read is in the journal and
/// survives a crash.
struct AnswerLog {
  /// The changes of the session that no file contains.
  var journal: SessionJournal
  /// The effect of the current lines so far.
  var effect = LineEffect()
  /// The output of the current lines, which is printed after the journal contains them.
  private var lines = OutputLines()
  /// Whether the user has been notified that the journal can't be written.
  private var hasWarned = false

  init(_ journal: SessionJournal) { self.journal = journal }

  /// Adds a line of output, which is printed indented by two spaces.
  mutating func put(_ line: some StringProtocol) { lines.append(String(line)) }

  /// Adds the output of a command.
  mutating func put(_ output: OutputLines) { lines += output }

  /// Begins to answer lines.
  mutating func begin() { effect = LineEffect() }

  /// Writes the answered lines to the journal, and then prints the output.
  mutating func commit(_ answered: [String], in session: Session, to host: any CommandHost) {
    journal.accept(answered, effect, in: session)
    lines.forEachLine { line in host.print(line.isEmpty ? "" : "  \(line)") }
    lines = OutputLines()
    if let failure = journal.failure, !hasWarned {
      host.print("  \(failure.message)")
      host.print("  until that is possible, a crash would lose unsaved changes")
    } else if journal.failure == nil, hasWarned {
      host.print("  the journal is written again")
    }
    hasWarned = journal.failure != nil
  }
}

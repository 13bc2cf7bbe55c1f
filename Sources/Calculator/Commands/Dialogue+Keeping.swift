// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Lines that outlive the program.
extension Dialogue {
  /// Answers lines, and prints what they have to say when the journal has them: what a person has seen is not lost.
  func keeping(_ lines: [String], _ body: () -> Bool) -> Bool {
    effect = LineEffect()
    let isDone = body()
    journal.accept(lines, effect, in: session)
    for line in answers { host.print(line) }
    answers = []
    warnOfJournal()
    return isDone
  }

  /// Whether ^C has not been pressed. What is left out then would not be left out if the lines were carried out again.
  var goesOn: Bool {
    if !host.isInterrupted { return true }
    effect.isRepeatable = false
    return false
  }

  private func warnOfJournal() {
    if let failure = journal.failure, warnsOfJournal {
      host.print("  \(failure.message)")
      host.print("  until that is possible, a crash loses what is not saved")
    } else if journal.failure == nil, !warnsOfJournal {
      host.print("  the journal is written again")
    }
    warnsOfJournal = journal.failure == nil
  }

  /// Carries out a statement, the only one that is answered or one of several, and takes note of it.
  func carryOut(_ statement: Statement, isAlone: Bool) throws(Diagnostic) -> Answer {
    var command: CommandDefinition?
    if case .command(let named) = statement.form {
      command = try? CommandTable.find(named.name, allowsPrefix: manner == .prompt)
    }
    var isRefused = true
    defer { effect.note(statement, command, isAlone: isAlone, isRefused: isRefused) }
    let answer = try run(statement)
    isRefused = false
    return answer
  }
}

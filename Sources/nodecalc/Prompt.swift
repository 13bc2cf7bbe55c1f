// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// Reads lines from a person and answers each.
struct Prompt {
  private let session = Session(promptCommands: Commands.names)

  func run() -> Terminal.ExitCode {
    print("nodecalc: type a formula, 'help' or 'quit'")
    while true {
      print("> ", terminator: "")
      Terminal.flush()
      guard let line = readLine() else {
        print("")
        return .done
      }
      if answer(line) == .done { return .done }
    }
  }

  /// Answers a line, up to the first statement that is refused.
  private func answer(_ line: String) -> Terminal.ExitCode? {
    do throws(Diagnostic) {
      let parsed = try session.parse(line.utf8)
      for statement in parsed.statements {
        var result: Session.Result
        if case .command(let command) = statement.form {
          if Commands.isQuit(command) { return .done }
          result = try Commands.run(command, session, isPrompt: true)
        } else {
          result = try session.run(statement)
        }
        if parsed.isQuiet { continue }
        if let value = result.value { print("  \(value.text)") }
        for line in ChangeReport(result.changes, limit: 12).lines { print("  \(line)") }
      }
    } catch {
      for line in error.rendered(line: Array(line.utf8)).split(separator: "\n", omittingEmptySubsequences: false) {
        print("  \(line)")
      }
    }
    return nil
  }
}

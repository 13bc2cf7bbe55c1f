// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Dialogue {
  /// Answers lines that were pasted together: what they changed is reported once, behind all else, and is undone at once.
  ///
  /// A line that goes back or forth in time, as `undo` does, stands alone between those before and behind it.
  ///
  /// - Parameter lines: The lines; those behind one that is refused are not carried out.
  public func answer(pasted lines: [String]) {
    var together: [String] = []
    for line in lines {
      guard isAboutTime(line) else {
        together.append(line)
        continue
      }
      guard answer(together: together), answer(line) else { return }
      together = []
    }
    _ = answer(together: together)
  }

  private func isAboutTime(_ line: String) -> Bool {
    guard let statements = try? session.parse(line.utf8).statements else { return false }
    return statements.contains { statement in
      guard case .command(let command) = statement.form else { return false }
      return (try? CommandTable.find(command.name, allowsPrefix: manner == .prompt))?.group == .time
    }
  }

  /// Whether nothing was refused.
  private func answer(together lines: [String]) -> Bool {
    if lines.count < 2 { return lines.allSatisfy { answer($0) } }
    return keeping(lines) { carryOut(together: lines) }
  }

  private func carryOut(together lines: [String]) -> Bool {
    var all = Answer()
    var changes = ChangeLog()
    let isDone = session.grouped("\(lines.count) lines") {
      for line in lines where !isOver && goesOn {
        do throws(Diagnostic) {
          let parsed = try session.parse(line.utf8)
          for statement in parsed.statements where !isOver {
            let answer = try carryOut(statement, isAlone: false)
            all.result.evaluatedCount += answer.result.evaluatedCount
            if parsed.isQuiet { continue }
            changes.add(answer.result.changes)
            say(answer)
          }
        } catch {
          show(error, line)
          return false
        }
      }
      return true
    }
    all.result.changes = changes.changes { session.node(named: $0) != nil }
    show(all, isQuiet: false)
    return isDone
  }
}

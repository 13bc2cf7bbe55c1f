// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Dialogue {
  /// Answers lines that were pasted together: what they changed is reported once, behind all else, and is undone at once.
  ///
  /// A line that goes back or forth in time, as `undo` does, stands alone between those before and behind it.
  ///
  /// The first line that is refused is the last that is run, because those behind it were written for what it would have
  /// done: an `undo` would take back something else. They are named last, so that nobody takes them for done. The same
  /// holds for ^C.
  ///
  /// - Parameter lines: The lines.
  public func answer(pasted lines: [String]) {
    var next = 0
    while next < lines.count, !isOver, !host.isInterrupted {
      let end = isAboutTime(lines[next]) ? next + 1 : lines[next...].firstIndex(where: isAboutTime) ?? lines.count
      let (begun, isDone) = answer(together: Array(lines[next..<end]))
      next += begun
      if !isDone { break }
    }
    if !isOver { tellUnrun(lines[next...]) }
  }

  private func isAboutTime(_ line: String) -> Bool {
    guard let statements = try? session.parse(line.utf8).statements else { return false }
    return statements.contains { statement in
      guard case .command(let command) = statement.form else { return false }
      return (try? CommandTable.find(command.name, allowsPrefix: manner == .prompt))?.group == .time
    }
  }

  /// Answers lines of which none goes back or forth in time.
  ///
  /// - Returns: How many lines were begun, and whether all of them were run and none was refused.
  private func answer(together lines: [String]) -> (begun: Int, isDone: Bool) {
    if lines.count == 1 { return (1, answer(lines[0])) }
    var begun = 0
    let isDone = keeping(lines) { carryOut(together: lines, &begun) }
    return (begun, isDone)
  }

  private func carryOut(together lines: [String], _ begun: inout Int) -> Bool {
    var all = Answer()
    var changes = ChangeLog()
    let isDone = session.grouped("\(lines.count) lines") {
      for line in lines where !isOver {
        guard goesOn else { return false }
        begun += 1
        do throws(Diagnostic) {
          let parsed = try session.parse(line.utf8)
          let isDone = carryOut(parsed, of: line) { (statement) throws(Diagnostic) in
            let answer = try carryOut(statement, isAlone: false)
            all.result.evaluatedCount += answer.result.evaluatedCount
            if parsed.isQuiet { return }
            changes.add(answer.result.changes)
            say(answer)
          }
          if !isDone { return false }
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

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Commands of the history.
enum TimeCommands {
  static let all = [history, redo, undo]

  private static let count = CommandParameter("COUNT", .number, .optional)

  static let history = CommandDefinition(
    "history", .time, [], "lists what can be undone, then what can be redone",
    examples: [CommandExample("history", after: "a = 3", "a = 4", "undo"), CommandExample("history")]
  ) { call throws(Diagnostic) in
    let done = call.session.history
    for (index, title) in done.enumerated() { call.print("\(done.count - index)  \(title)") }
    for title in call.session.undoneHistory { call.print("redo  \(title)") }
    if call.lines.isEmpty { call.print("the history is empty") }
  }

  static let redo = CommandDefinition(
    "redo", .time, [count], trace: .travel, "redoes what was undone, one step or several",
    examples: [
      CommandExample("redo", after: "a = 3", "undo"),
      CommandExample("redo 2", after: "a = 3", "b = a + 1", "undo 2"),
    ]
  ) { call throws(Diagnostic) in
    call.show("redone", try call.session.redo(try call.count()))
  }

  static let undo = CommandDefinition(
    "undo", .time, [count], trace: .travel, "undoes statements, one or several",
    examples: [CommandExample("undo", after: "a = 3", "a = 4"), CommandExample("undo 2", after: "a = 3", "b = a + 1")]
  ) { call throws(Diagnostic) in
    call.show("undone", try call.session.undo(try call.count()))
  }
}

extension Invocation {
  /// The requested number of steps.
  fileprivate func count() throws(Diagnostic) -> Int {
    guard let word = words.first else { return 1 }
    if let count = Int(word.text), count > 0 { return count }
    throw Diagnostic(.number, "'\(word.text)' is not a number of steps", word.range)
  }

  fileprivate mutating func show(_ verb: String, _ result: HistoryResult) {
    for title in result.titles { print("\(verb): \(title)") }
    self.result.changes += result.changes
  }
}

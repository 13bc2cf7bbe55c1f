// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// The commands of the prompt and of scripts.
enum Commands {
  private static let table: [(name: String, help: String)] = [
    ("delete", "delete NAME…        removes nodes"),
    ("functions", "functions           lists the functions of formulas"),
    ("help", "help                lists the commands"),
    ("kinds", "kinds               lists the kinds of nodes with their ports"),
    ("list", "list                lists all names with their values, in evaluation order"),
    ("quit", "quit                ends the session"),
    ("show", "show NAME…          prints values with the formulas behind them"),
  ]

  static var names: [String] { table.map(\.name) }

  static func isQuit(_ command: Command) -> Bool {
    StatementParser.command(matching: command.name.text, among: names) == "quit"
  }

  static func run(_ command: Command, _ session: Session, isPrompt: Bool) throws(Diagnostic) -> Session.Result {
    let typed = command.name
    let name = isPrompt ? StatementParser.command(matching: typed.text, among: names) : typed.text
    let indent = isPrompt ? "  " : ""
    var result = Session.Result()
    switch name {
    case "delete":
      // All of them or none.
      for word in command.words where session.node(named: word.text) == nil { _ = try session.delete(word) }
      for word in command.words {
        let changes = try session.delete(word).changes
        result.changes += changes
      }
    case "functions":
      for line in FunctionList.lines { print(indent + line) }
    case "help":
      print("\(indent)name = formula    defines a node; a formula alone is evaluated")
      for command in table { print(indent + command.help) }
    case "kinds":
      for line in KindList.lines { print(indent + line) }
    case "list":
      for name in session.names { try show(name, session, indent) }
    case "quit" where !isPrompt: throw Diagnostic(.command, "'quit' is for the prompt", typed.range)
    case "quit": break
    case "show":
      for word in command.words { try show(word.text, session, indent, word) }
    default:
      throw Diagnostic(
        .command, "unknown command '\(typed.text)'", typed.range,
        hint: Suggestion.hint(for: typed.text, among: names))
    }
    return result
  }

  private static func show(
    _ name: String, _ session: Session, _ indent: String, _ word: SourceName? = nil
  ) throws(Diagnostic) {
    guard let value = session.value(of: name) else {
      throw Diagnostic(
        .name, "unknown name '\(name)'", word?.range ?? 0..<0, hint: Suggestion.hint(for: name, among: session.names))
    }
    let source = session.source(of: name).map { $0 == value.text ? "" : "    \($0)" } ?? ""
    print("\(indent)\(SourceName.spelling(name)) = \(value.text)\(source)")
  }
}

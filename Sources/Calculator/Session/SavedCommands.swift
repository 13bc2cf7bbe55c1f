// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The commands that occur in the text of a session.
extension Session {
  /// Runs a command of a script that a session was saved as (``text``): one that moves nodes, mutes or bypasses them, sets looks,
  /// adds frames, defines scenarios, or deletes names that formulas wait for.
  ///
  /// Use it in hosts that open such scripts and have no commands of their own:
  ///
  /// ```swift
  /// let script = Script(for: session, named: "bill.nc") { command throws(Diagnostic) in
  ///   try session.run(saved: command)
  /// }
  /// ```
  ///
  /// - Parameter command: The command.
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` for any other command, and if the command is refused; the session is
  ///   unchanged.
  public func run(saved command: Command) throws(Diagnostic) -> Result {
    let words = command.words
    switch command.name.text {
    case "move" where words.count == 3:
      guard let x = Double(words[1].text), let y = Double(words[2].text), x.isFinite, y.isFinite else {
        throw Diagnostic(.command, "a position needs two numbers", command.arguments.range)
      }
      try move(words[0].withoutBackticks, to: GraphPoint(x, y))
    case "delete" where words.count == 1: return try delete(words[0].withoutBackticks)
    case "mute" where !words.isEmpty: return try setMode(.muted, of: words.map(\.withoutBackticks))
    case "bypass" where !words.isEmpty: return try setMode(.bypassed, of: words.map(\.withoutBackticks))
    case "look" where !words.isEmpty: _ = try look(words)
    case "scenario" where !words.isEmpty: try defineScenario(command.arguments)
    case "frame" where !words.isEmpty: _ = try frame(words)
    default:
      throw Diagnostic(.command, "'.\(command.name.text)' is not a command of a saved session", command.name.range)
    }
    return Result()
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Commands about the dialogue itself.
enum SessionCommands {
  static let all = [clear, help, quit, run, set, version]

  static let clear = CommandDefinition(
    "clear", .session, [], isForPrompt: true, "clears the screen; nodes and values stay",
    examples: [CommandExample("clear"), CommandExample("clear", after: "a = 3")]
  ) { call throws(Diagnostic) in
    if call.dialogue.host.isInteractive { call.dialogue.host.print("\u{1b}[H\u{1b}[2J") }
  }

  static let version = CommandDefinition(
    "version", .session, [], "prints the version",
    examples: [CommandExample("version"), CommandExample(".version")]
  ) { call throws(Diagnostic) in
    call.print(CommandLineOption.version)
  }

  static let help = CommandDefinition(
    "help", .session, [CommandParameter("TOPIC", .topic, .optional)],
    "lists the commands, or explains a command, a function, a kind, a node, or a topic such as lists, csv or errors",
    examples: [CommandExample("help show"), CommandExample("?round")]
  ) { call throws(Diagnostic) in
    if let topic = call.words.first, let function = call.session.formulas.functions[topic.withoutBackticks.text] {
      return call.print(function.text)
    }
    do throws(Diagnostic) {
      call.lines += try HelpText.lines(about: call.words.first)
    } catch {
      guard let topic = call.words.first, call.explain(topic) else { throw error }
    }
  }

  static let quit = CommandDefinition(
    "quit", .session, [], isForPrompt: true, canInsist: true, "ends the session; recover restores what is not saved",
    examples: [CommandExample("quit"), CommandExample(".quit")]
  ) { call throws(Diagnostic) in
    try call.requireSafety()
    call.dialogue.isOver = true
  }

  static let run = CommandDefinition(
    "run", .session, [], "continues an evaluation that was stopped",
    examples: [CommandExample("run"), CommandExample("run", after: "a = 3")]
  ) { call throws(Diagnostic) in
    guard call.session.evaluator.hasUnfinished else { return call.print("nothing is unfinished") }
    call.add(call.session.resume())
  }

  static let set = CommandDefinition(
    "set", .session,
    [CommandParameter("KEY", .option(["digits", "color"]), .optional), CommandParameter("VALUE", .rest, .optional)],
    "changes how values are shown, other than in drawings: digits 1 to 17, color on or off; alone, lists both",
    examples: [CommandExample("set digits 6", after: "a = 1 / 3"), CommandExample("set color off")]
  ) { call throws(Diagnostic) in
    guard let key = call.words.first else {
      let style = call.dialogue.style
      return call.print(rows: [("digits", "\(style.digits)"), ("color", style.showsSwatches ? "on" : "off")])
    }
    guard call.words.count == 2 else {
      throw Diagnostic(.command, "'\(key.text)' needs a value", key.range, hint: "usage: \(call.definition.usage)")
    }
    let value = call.words[1]
    switch try call.option(0) {
    case "digits":
      guard let digits = Int(value.text), 1...17 ~= digits else {
        throw Diagnostic(.command, "digits are a whole number from 1 to 17", value.range)
      }
      call.dialogue.style.digits = digits
    default:
      guard value.text == "on" || value.text == "off" else {
        throw Diagnostic(.command, "color is on or off", value.range)
      }
      call.dialogue.style.showsSwatches = value.text == "on" && call.dialogue.host.usesColor
    }
  }
}

extension Invocation {
  /// Prints a node with its formula, and the commands that explain it. Returns `false` for names that are not nodes.
  fileprivate mutating func explain(_ topic: SourceName) -> Bool {
    let name = topic.withoutBackticks
    guard (try? session.formulas.scopedNode(name)) != nil else { return false }
    show(name.text)
    let spelling = SourceName.readSpelling(name.text)
    print("\(spelling) is a node; 'why \(spelling)' explains its value, 'show \(spelling)' prints it")
    return true
  }
}

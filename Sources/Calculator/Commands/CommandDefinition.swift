// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a command is for: the headings of help, in their order.
package enum CommandGroup: String, CaseIterable, Sendable {
  /// Makes and changes nodes.
  case build
  /// Shows what there is.
  case see
  /// Says why it is so.
  case explain
  /// Shows what changes.
  case live
  /// Goes back and forth.
  case time
  /// Reads and writes files.
  case files
  /// Everything else.
  case session
}

/// A word that a command takes.
package struct CommandParameter: Hashable, Sendable {
  /// What a word stands for: how it is read, and what completes it.
  package enum Kind: Hashable, Sendable {
    /// The name of a node.
    case node
    /// The name of a node that may not exist yet.
    case newName
    /// A port of a node, `soft.color`, fed by the node that is given before, if one is.
    case port
    /// A kind of nodes.
    case kind
    /// A number.
    case number
    /// A path.
    case file
    /// A pattern of names with `*` and `?`.
    case glob
    /// A topic of help.
    case topic
    /// One of these words.
    case option([String])
    /// The rest of the line, which only the command can make sense of.
    case rest
  }

  /// How often a word is given.
  package enum Count: Hashable, Sendable {
    /// Once.
    case one
    /// Once or never.
    case optional
    /// Once or more.
    case many
    /// Any number of times, never included.
    case any
  }

  /// What usage calls it: `NAME`.
  package let name: String
  /// What it stands for.
  package let kind: Kind
  /// How often it is given.
  package let count: Count

  /// A word that a command takes.
  package init(_ name: String, _ kind: Kind, _ count: Count = .one) {
    self.name = name
    self.kind = kind
    self.count = count
  }

  /// As usage shows it: `NAME`, `[NAME]`, `NAME…`, `[NAME…]`.
  package var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "\(name)…"
    case .any: "[\(name)…]"
    }
  }
}

/// A line that shows a command at work; a test runs it.
package struct CommandExample: Hashable, Sendable {
  /// Lines that come before it, but are not shown.
  package let setup: [String]
  /// The line, as one types it at the prompt.
  package let line: String

  /// An example with what it needs.
  package init(_ line: String, after setup: String...) {
    self.setup = setup
    self.line = line
  }
}

/// What a command means for the journal of the session.
enum CommandTrace: Sendable {
  /// It doesn't change the session.
  case none
  /// It changes the session, as a statement does.
  case edit
  /// It undoes or redoes steps.
  case travel
  /// It runs the statements of a file.
  case reading
  /// The journal starts again with it.
  case restart
}

/// A command: its name, its words, its help and its code. To add one, add it to the list of its group.
package struct CommandDefinition: Sendable {
  /// What one types, without a dot.
  package let name: String
  /// Where help lists it.
  package let group: CommandGroup
  /// What it takes, in order.
  package let parameters: [CommandParameter]
  /// One sentence, third person, without a full stop.
  package let help: String
  /// Lines that show it at work.
  package let examples: [CommandExample]
  /// Whether it makes sense to a person only: scripts are refused it.
  package let isForPrompt: Bool
  /// Whether a `!` behind its name has it do what it would refuse.
  package let canInsist: Bool
  let trace: CommandTrace
  let run: @Sendable (inout Invocation) throws(Diagnostic) -> Void

  init(
    _ name: String, _ group: CommandGroup, _ parameters: [CommandParameter], isForPrompt: Bool = false,
    canInsist: Bool = false, trace: CommandTrace? = nil, _ help: String, examples: [CommandExample],
    run: @escaping @Sendable (inout Invocation) throws(Diagnostic) -> Void
  ) {
    self.name = name
    self.group = group
    self.parameters = parameters
    self.help = help
    self.examples = examples
    self.isForPrompt = isForPrompt
    self.canInsist = canInsist
    self.trace = trace ?? (group == .build ? .edit : .none)
    self.run = run
  }

  /// The command with its words: `delete NAME…`.
  package var usage: String { ([name] + parameters.map(\.usage)).joined(separator: " ") }

  /// How many words it takes.
  var wordCounts: ClosedRange<Int> {
    let least = parameters.count { $0.count == .one || $0.count == .many }
    let isOpen = parameters.contains { $0.count == .many || $0.count == .any || $0.kind == .rest }
    return least...(isOpen ? Int.max : parameters.count)
  }

  /// What a word is, counted from 0; nothing beyond the last.
  func parameter(at position: Int) -> CommandParameter? {
    if position < parameters.count { return parameters[position] }
    return parameters.last.flatMap { $0.count == .many || $0.count == .any || $0.kind == .rest ? $0 : nil }
  }
}

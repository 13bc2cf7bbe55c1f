// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The purpose of a command: the headings of help, in their order.
package enum CommandGroup: String, CaseIterable, Sendable {
  /// Adds and changes nodes.
  case build
  /// Shows nodes and their values.
  case see
  /// Explains values and costs.
  case explain
  /// Shows changes.
  case live
  /// Undoes and redoes.
  case time
  /// Reads and writes files.
  case files
  /// Everything else.
  case session
}

/// A word that a command accepts.
package struct CommandParameter: Hashable, Sendable {
  /// The meaning of a word: how it is parsed and completed.
  package enum Kind: Hashable, Sendable {
    /// The name of a node.
    case node
    /// The title of a group.
    case group
    /// The name of a node that may not exist yet.
    case newName
    /// A port of a node, `soft.color`, to which the node named by the previous word is connected, if there is one.
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
    /// The name of a scenario.
    case scenario
    /// The rest of the line, which the command parses itself.
    case rest
    /// The name of a scenario and the rest of the line, which the command parses itself.
    case scenarioAndRest

    /// Whether the command parses the rest of the line itself.
    var takesRest: Bool { self == .rest || self == .scenarioAndRest }
  }

  /// The number of times that a word is given.
  package enum Count: Hashable, Sendable {
    /// Once.
    case one
    /// Once or never.
    case optional
    /// Once or more.
    case many
    /// Any number of times, zero included.
    case any
  }

  /// The name in usage: `NAME`.
  package let name: String
  /// The meaning of the word.
  package let kind: Kind
  /// The number of times that the word is given.
  package let count: Count

  /// Creates a parameter.
  package init(_ name: String, _ kind: Kind, _ count: Count = .one) {
    self.name = name
    self.kind = kind
    self.count = count
  }

  /// The parameter as usage shows it: `NAME`, `[NAME]`, `NAME…`, `[NAME…]`.
  package var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "\(name)…"
    case .any: "[\(name)…]"
    }
  }
}

/// An example of a command, which a test runs.
package struct CommandExample: Hashable, Sendable {
  /// Lines that run before the example and are not shown.
  package let setup: [String]
  /// The example as typed at the prompt.
  package let line: String

  /// Creates an example.
  package init(_ line: String, after setup: String...) {
    self.setup = setup
    self.line = line
  }
}

/// A command: its name, its words, its help and its code. To add a command, add it to the list of its group.
package struct CommandDefinition: Sendable {
  /// The name, without a dot.
  package let name: String
  /// The group in help.
  package let group: CommandGroup
  /// The words, in order.
  package let parameters: [CommandParameter]
  /// One sentence, third person, without a full stop.
  package let help: String
  /// Two examples.
  package let examples: [CommandExample]
  /// Whether scripts can't run it.
  package let isForPrompt: Bool
  /// Whether a `!` after its name makes it skip a check, as in `save!`.
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

  /// The number of words that the command accepts.
  var wordCounts: ClosedRange<Int> {
    let least = parameters.count { $0.count == .one || $0.count == .many }
    let isOpen = parameters.contains { $0.count == .many || $0.count == .any || $0.kind.takesRest }
    return least...(isOpen ? Int.max : parameters.count)
  }

  /// Finds the words of a command that name a node, a port or a group.
  ///
  /// - Parameter count: The number of words.
  /// - Returns: Their positions, each with whether it must be a name in the group that a path in another word refers to.
  func names(among count: Int) -> [Int: Bool] {
    var names: [Int: Bool] = [:]
    let isAmongMany = parameters.first?.count == .many
    for position in 0..<count {
      switch (isAmongMany ? parameters.first : parameter(at: position))?.kind {
      case .node?, .group?: names[position] = true
      // The title of a frame is not a name.
      case .newName? where parameter(at: position)?.name == "NAME": names[position] = false
      case .port?: names[position] = false
      default: break
      }
    }
    return names
  }

  /// The parameter of a word, counted from 0; `nil` after the last.
  func parameter(at position: Int) -> CommandParameter? {
    // The parameter after any number of words is recognised by its value, and completed at the second word.
    if let first = parameters.first, first.count == .many, parameters.count > 1, position != 1 { return first }
    if position < parameters.count { return parameters[position] }
    return parameters.last.flatMap { $0.count == .many || $0.count == .any || $0.kind.takesRest ? $0 : nil }
  }
}

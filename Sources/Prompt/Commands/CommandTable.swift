// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// All commands. The parser, completion, help, the manual page and the completions of shells use this table; a test
/// runs its examples.
package enum CommandTable {
  /// Every command, group by group.
  package static let commands: [CommandDefinition] = CommandGroup.allCases.flatMap { group in
    lists.joined().filter { $0.group == group }.sorted { $0.name < $1.name }
  }

  private static let lists = [
    BuildCommands.all, GroupCommands.all, LookCommands.all, SeeCommands.all, ExplainCommands.all, WayBackCommands.all,
    ScenarioCommands.all, LiveCommands.all, TimeCommands.all, FileCommands.all, SessionCommands.all,
  ]

  /// The names of all commands.
  package static let names: [String] = commands.map(\.name)

  private static let byName = Dictionary(commands.map { ($0.name, $0) }) { first, _ in first }

  /// The command with a name.
  package static subscript(name: String) -> CommandDefinition? { byName[name] }

  /// Finds the command that a word means.
  ///
  /// - Parameters:
  ///   - word: The word that was typed, without a dot.
  ///   - allowsPrefix: Whether the beginning of a name is sufficient if it is unique.
  /// - Returns: The command.
  /// - Throws: A ``Formulas/Diagnostic`` with a suggestion if no command matches, or with all candidates if several do.
  static func find(_ word: SourceName, allowsPrefix: Bool) throws(Diagnostic) -> CommandDefinition {
    if let command = byName[word.text] { return command }
    let candidates = allowsPrefix ? commands.filter { $0.name.utf8.starts(with: word.text.utf8) } : []
    switch candidates.count {
    case 1: return candidates[0]
    case 0:
      throw Diagnostic(
        .command, "unknown command '\(word.text)'", word.range,
        hint: Suggestion.hint(for: word.text, among: names))
    default: throw .ambiguous(word, candidates.map(\.name))
    }
  }
}

extension Session {
  /// The hint for a refused statement of a script that begins with the name of a command but has no dot.
  ///
  /// - Parameters:
  ///   - diagnostic: The reason for the refusal: an unknown name, or a missing operator after the first word.
  ///   - line: The bytes of the line.
  /// - Returns: The hint; `nil` for other refusals, and for a word that is defined as a name.
  package func hintOfDot(for diagnostic: Diagnostic, in line: [UInt8]) -> String? {
    let end: Int
    switch diagnostic.code {
    case .name where diagnostic.hint == nil: end = diagnostic.range.upperBound
    case .syntax: end = diagnostic.range.lowerBound
    default: return nil
    }
    guard end <= line.count, line[end...].first != UInt8(ascii: "(") else { return nil }
    let semicolon = UInt8(ascii: ";")
    let start = line[..<end].lastIndex(of: semicolon).map { $0 + 1 } ?? 0
    let word = String(decoding: line[start..<end], as: UTF8.self).trimmingBlanks
    guard CommandTable[word] != nil, !isDefined(word) else { return nil }
    let statement = line[start...].prefix { $0 != semicolon }
    return "commands in scripts begin with a dot: .\(String(decoding: statement, as: UTF8.self).trimmingBlanks)"
  }
}

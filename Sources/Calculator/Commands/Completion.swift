// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A completion of a line.
public struct Completion: Hashable, Sendable {
  /// The bytes of the line that it replaces; they end at the cursor.
  public let range: Range<Int>
  /// The text that replaces them: `total`, `sqrt(`, `color: `, `pictures/`.
  public let text: String
  /// A short description; may be empty.
  public let help: String
  /// Whether the word is complete, so that a blank may follow.
  public let isWhole: Bool
}

extension Dialogue {
  /// The completions at the cursor: commands, names, functions, kinds, ports, options, files or topics.
  ///
  /// After `->` these are the ports that accept the node's type without closing a cycle.
  ///
  /// - Parameters:
  ///   - line: The line so far.
  ///   - cursor: The number of bytes before the cursor; the rest of the line is ignored.
  /// - Returns: The completions in the order of display.
  /// - Complexity: O(nodes + connections + line).
  package func completions(of line: String, cursor: Int) -> [Completion] {
    CompletionScope(session: session, isPrompt: manner == .prompt, entries: { [host] in host.entries(of: $0) })
      .completions(of: Array(line.utf8.prefix(max(0, cursor))))
  }
}

/// What the words of a line can mean.
struct CompletionScope {
  let session: Session
  /// Whether a command needs no dot.
  let isPrompt: Bool
  /// The entries of a folder.
  let entries: (_ folder: String) -> [String]
  /// The greatest number of nodes that are offered.
  var limit = Int.max

  /// The completions of a line at its end.
  func completions(of line: [UInt8]) -> [Completion] {
    var reader = CompletionReader(line, in: self)
    guard let place = reader.place() else { return [] }
    return CompletionCandidates(scope: self, partial: reader.partial, range: reader.range).all(at: place)
  }
}

/// The kind of word at the cursor.
enum CompletionPlace {
  /// The first word: a command, or the start of a formula.
  case start
  /// A command after its dot.
  case command
  /// A word of a command.
  case argument(CommandParameter, given: [SourceName])
  /// A value in a formula; after `=` a kind as well.
  case value(allowsKind: Bool)
  /// The name of a port of a node, to be connected to another node if that is known.
  case port(node: String, source: String?)
  /// A node and its port, to be connected to a node.
  case target(source: String)
  /// The label of an argument of `Kind(…)`.
  case label(kind: String, given: Set<String>)
  /// The path of a file of rows, in `csv("`.
  case tableFile
  /// An option of `csv(…)`.
  case tableOption(given: Set<String>)
  /// The value of an option of `csv(…)`.
  case tableValue(option: String)
  /// A result of a user-defined function, after the dot of its call.
  case result(function: String)
}

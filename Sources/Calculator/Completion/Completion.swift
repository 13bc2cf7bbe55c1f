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

/// What the words of a formula can mean.
package struct CompletionScope {
  package let session: Session
  /// The entries of a folder.
  let entries: (_ folder: String) -> [String]
  /// The greatest number of nodes that are offered.
  let limit: Int

  /// Creates the scope of a session in the group it is in.
  package init(session: Session, limit: Int = .max, entries: @escaping (_ folder: String) -> [String]) {
    self.session = session
    self.limit = limit
    self.entries = entries
  }

  /// The completions of a line of formulas at its end.
  package func completions(of line: [UInt8]) -> [Completion] {
    var reader = CompletionReader(line, in: session)
    guard reader.findStatement(), let place = reader.place() else { return [] }
    return CompletionCandidates(in: self, reader).all(at: place)
  }
}

/// The kind of word at the cursor in a formula.
package enum CompletionPlace {
  /// The first word.
  case start
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

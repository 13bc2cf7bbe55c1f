// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A way to go on with a line.
package struct Completion: Hashable, Sendable {
  /// The bytes of the line that it takes the place of; they end at the cursor.
  package let range: Range<Int>
  /// What stands there instead: `total`, `sqrt(`, `color: `, `pictures/`.
  package let text: String
  /// A few words about it; empty if there is nothing to say.
  package let help: String
  /// Whether the word ends here, so that a blank may follow.
  package let isWhole: Bool
}

extension Dialogue {
  /// What may stand at the cursor: commands, names, functions, kinds, ports, options, files, topics, whichever fits.
  ///
  /// After `->` these are the ports that take what the node gives and would not make it depend on itself.
  ///
  /// - Parameters:
  ///   - line: The line as it is.
  ///   - cursor: How many bytes of the line stand before the cursor; the rest is not looked at.
  /// - Returns: The ways to go on, in the order in which they are shown.
  /// - Complexity: O(nodes + connections + line).
  package func completions(of line: String, cursor: Int) -> [Completion] {
    let bytes = Array(line.utf8.prefix(max(0, cursor)))
    var reader = CompletionReader(bytes, in: self)
    guard let place = reader.place() else { return [] }
    return CompletionCandidates(dialogue: self, partial: reader.partial, range: reader.range).all(at: place)
  }
}

/// What may stand at a place.
enum CompletionPlace {
  /// A command, or if nothing but a blank is before it, what a formula begins with too.
  case start
  /// A command behind its dot.
  case command
  /// A word of a command.
  case argument(CommandParameter, given: [SourceName])
  /// A value in a formula; behind `=` a kind as well.
  case value(allowsKind: Bool)
  /// The name of a port of a node, fed by another if that is known.
  case port(node: String, source: String?)
  /// A node and its port, fed by a node.
  case target(source: String)
  /// The label of an argument of `Kind(…)`.
  case label(kind: String, given: Set<String>)
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What giving a node another name came to.
public struct Renaming: Hashable, Sendable {
  /// The name it had.
  public let old: String
  /// The name it has.
  public let new: String
  /// The formulas that name it and were rewritten, in order of their names; `node.port` for one that feeds a port.
  public let rewritten: [String]
  /// What changed because formulas had been waiting for the new name.
  public let changes: [NodeChange]

  /// As people see it: `renamed avg → mean; rewrote margin`.
  public var text: String { text(limit: 12) }

  /// As people see it.
  ///
  /// - Parameter limit: How many rewritten formulas are named; the rest is counted.
  /// - Returns: One line.
  public func text(limit: Int) -> String {
    let renamed = "renamed \(Self.shown(old)) → \(Self.shown(new))"
    guard !rewritten.isEmpty else { return renamed }
    let names = rewritten.prefix(limit).joined(separator: ", ")
    let rest = rewritten.count > limit ? " and \(rewritten.count - limit) more" : ""
    return "\(renamed); rewrote \(names)\(rest)"
  }

  /// A name in back-ticks unless it is one word, reserved or not: here it stands alone.
  private static func shown(_ name: String) -> String {
    var lexer = Lexer(Array(name.utf8))
    if let token = try? lexer.next(), token.isWord, token.range == 0..<name.utf8.count { return name }
    return SourceName.spelling(name)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The result of giving a node another name.
public struct Renaming: Hashable, Sendable {
  /// The former name.
  public let old: String
  /// The new name.
  public let new: String
  /// The formulas that use the name and were rewritten, by their names in order; `node.port` for one that feeds a port.
  public let rewritten: [String]
  /// What changed because formulas had waited for the new name.
  public let changes: [NodeChange]

  /// One line with at most 12 formulas: `renamed avg → mean; rewrote margin`.
  public var text: String { text(limit: 12) }

  /// One line: `renamed avg → mean; rewrote margin`.
  ///
  /// - Parameter limit: How many rewritten formulas are named; the rest is counted.
  /// - Returns: The line.
  public func text(limit: Int) -> String {
    let renamed = "renamed \(Self.shown(old)) → \(Self.shown(new))"
    guard !rewritten.isEmpty else { return renamed }
    return "\(renamed); rewrote \(MessageText.list(rewritten.prefix(limit), of: rewritten.count))"
  }

  /// A name in back-ticks unless it is one word; a reserved word needs none here.
  private static func shown(_ name: String) -> String {
    var lexer = Lexer(Array(name.utf8))
    if let token = try? lexer.next(), token.isWord, token.range == 0..<name.utf8.count { return name }
    return SourceName.spelling(name)
  }
}

extension Session {
  /// Gives a node another name and rewrites every formula that uses it. Inside of a group, a node, an input or a group of it gets
  /// another name in all instances, and what the group gives by the former name is called by the new one.
  ///
  /// Nodes, connections and values stay. Nothing is evaluated, unless formulas have waited for the new name: they are
  /// connected to the node.
  ///
  /// ```swift
  /// try session.run("avg = 4; margin = avg * 2")
  /// try session.rename(SourceName("avg", range: 0..<3), to: SourceName("mean", range: 4..<8)).text
  /// // renamed avg → mean; rewrote margin
  /// ```
  ///
  /// - Parameters:
  ///   - old: The name of a node, a group or a function.
  ///   - new: A name that nothing has where one is.
  /// - Returns: Which formulas were rewritten.
  /// - Throws: A ``Diagnostic`` for an unknown name, for a name that is taken or can't be written, and if formulas that
  ///   wait for the new name would close a cycle or need another type; the session is unchanged.
  /// - Complexity: O(formulas that use it, and their length).
  @discardableResult
  public func rename(_ old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    if let scope = formulas.path.scope { return try rename(old, to: new, in: scope) }
    if isFunction(old) { return try renameFunction(old, to: new) }
    if let all = namedResults(old.text) { return try rename(all, to: new) }
    try refuseNamedResults(old)
    if node(named: old.text) == nil, isGroup(old) { return try renameGroup(old, to: new) }
    return try renameNode(old, to: new)
  }

  /// Gives a node another name, also one that belongs to others.
  func renameNode(_ old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    let renamed = try ownNode(old)
    try requireFree(new)
    let functions = try functions(renaming: old.text, to: new)
    let readers = Set(evaluator.graph.consumers(of: renamed.output).map(\.node))
    var rewritten: [(node: NodeID, title: String, formula: Formula, isRewritten: Bool)] = []
    for node in readers {
      guard let formula = formulas.formula(of: node) else { continue }
      let text = formula.text(renaming: old.text, to: new.text)
      rewritten.append((node, formulas.spelledTitle(of: node), try Formula(text), text != formula.text))
    }
    let waiting = missing.formulas(waitingFor: new.text)
    var changes: [NodeChange] = []
    try timeline.recorded("rename \(old.spelling) \(new.spelling)") { () throws(Diagnostic) in
      let receipt = try formulas.functions.trying(functions) { () throws(Diagnostic) in
        try edit(new.range) { edit in
          try edit.graph.rename(renamed, to: new.text)
          // A formula that used both names uses one now, and has one input less.
          for (node, _, formula, _) in rewritten where waiting.contains(node) { try edit.rebind(node, to: formula) }
          try adopt(unconnectedInputs(of: waiting.filter { !readers.contains($0) }), in: nil, edit.graph)
        }
      }
      for (node, _, formula, _) in rewritten { formulas.texts[node] = formula.text }
      missing.resolve(new.text)
      changes = result(of: receipt, editing: [renamed]).changes
      changes.removeAll { $0.name == new.text || $0.old == $0.new }
    }
    // A formula that only calls a function with the name has the same text.
    let titles =
      (rewritten.filter { $0.isRewritten }.map(\.title)
      + functions.values.compactMap { $0?.signature }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Renaming(old: old.text, new: new.text, rewritten: titles, changes: changes)
  }

  func requireFree(_ name: SourceName) throws(Diagnostic) {
    if isTaken(name.text) {
      throw Diagnostic(.name, "the name '\(name.text)' is taken; nothing changed", name.range)
    }
    if name.text.contains(ScopedName.separator) {
      throw Diagnostic(
        .name, "'\(ScopedName.mark)' stands between a group and a name; nothing changed", name.range,
        hint: "write the new name alone")
    }
    if SourceName.isSpellable(name.text) { return }
    throw Diagnostic(
      .name, "a name is some visible characters other than back-ticks; nothing changed", name.range)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The result of a renaming.
public struct Renaming: Hashable, Sendable {
  /// The former name.
  public let old: String
  /// The new name.
  public let new: String
  /// The formulas that use the name and were rewritten, sorted by name; `node.port` for one that feeds a port.
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
  /// Renames a node and rewrites every formula that uses it. Inside a group, a node, an input or a group is renamed in all
  /// instances, and so is an output of the group with the former name.
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
  ///   - new: A name that is free in the current scope.
  /// - Returns: Which formulas were rewritten.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, for a name that is taken or can't be written, and if
  ///   formulas that wait for the new name would close a cycle or need another type; the session is unchanged.
  /// - Complexity: O(formulas that use it, and their length).
  @discardableResult
  public func rename(_ old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    if let all = namedResults(old.text) { return try rename(all, to: new) }
    try refuseNamedResults(old)
    if let scope = formulas.path.scope, case .input? = formulas.names.meaning(of: old.text) {
      return try renameInput(old, to: new, of: scope)
    }
    if node(named: old.text) == nil, isGroup(old) { return try rename(try group(old), titled: old, to: new) }
    guard isFunction(old) else { return try renameNode(old, to: new) }
    if isTaken(new.text) { throw Diagnostic(.name, "the name '\(new.text)' is taken; nothing changed", new.range) }
    // Functions belong to the root.
    return try within(GraphPath()) { () throws(Diagnostic) in try renameFunction(old, to: new) }
  }

  /// Renames a node, even if it is one of several results that share a name. An output of its group with the same name is renamed
  /// too, with the formulas that read it outside the instances.
  func renameNode(_ old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    let scope = formulas.path.scope
    let node = try ownNode(old)
    try requireFree(new)
    let functions = scope == nil ? try functions(renaming: old.text, to: new) : [:]
    var rewriting = FormulaRewriting(self)
    rewriting.add(readersOf: node, in: scope)
    let isOutput = try scope.map { scope throws(Diagnostic) in
      try addReaders(ofOutput: old, showing: node, of: scope, renamedTo: new.text, to: &rewriting)
    }
    // A formula that waits for the new name, and calls a function that reads the node, loses an input.
    let callers =
      functions.isEmpty
      ? []
      : waitingInputs(for: [new.text], in: nil).map(\.node).filter {
        formulas.sources(of: $0).contains(node)
          && formulas.ownFormula(of: $0)?.names.map(\.text).contains(old.text) == false
      }
    return try renaming(old, to: new, rewriting, functions) { edit in
      try edit.graph.change(in: scope) { inner in
        try inner.rename(node, to: new.text)
        if isOutput == true { try inner.renameOutput(old.text, to: new.text) }
      }
      if scope == nil { edit.note(new.text) }
      for caller in callers {
        if let formula = formulas.ownFormula(of: caller) { try edit.rebind(caller, to: formula) }
      }
    }
  }

  /// Adds the formulas that read a node through an output of its group, if the output has the node's name and the new one is free.
  ///
  /// - Returns: Whether the output gets the new name.
  private func addReaders(
    ofOutput old: SourceName, showing node: NodeID, of scope: InstanceID, renamedTo new: String,
    to rewriting: inout FormulaRewriting
  ) throws(Diagnostic) -> Bool {
    let outputs = evaluator.subgraphs.sources(ofOutputsOf: scope)
    if outputs.contains(where: { $0.name == new }) { return false }
    guard outputs.first(where: { $0.name == old.text })?.source.node == node else { return false }
    try addReaders(ofOutput: old, of: scope, to: &rewriting)
    return true
  }

  /// Makes a renaming as one step, and rewrites the formulas and functions that read what is renamed.
  func renaming(
    _ old: SourceName, to new: SourceName, _ rewriting: FormulaRewriting, _ functions: [String: OwnFunction?] = [:],
    _ body: (inout FormulaEdit) throws -> Void
  ) throws(Diagnostic) -> Renaming {
    var rewriting = rewriting
    var changes: [NodeChange] = []
    try timeline.recorded(stepTitle("rename \(old.spelling) \(new.spelling)")) { () throws(Diagnostic) in
      let receipt = try formulas.functions.trying(functions) { () throws(Diagnostic) in
        try edit(new.range) { edit in
          let scope = formulas.path.scope
          let waiting = waitingInputs(for: [new.text], in: scope)
          try body(&edit)
          try rewriting.rewrite(in: &edit)
          if !waiting.isEmpty { try edit.graph.change(in: scope) { inner in try adopt(waiting, in: scope, inner) } }
        }
      }
      changes = result(of: receipt).changes.filter { $0.name != new.text && $0.old != $0.new }
    }
    // A formula that only calls a function with the name has the same text.
    let titles = rewriting.titles + functions.values.compactMap { $0?.signature }
    return Renaming(
      old: old.text, new: new.text, rewritten: titles.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      changes: changes)
  }

  func requireFree(_ name: SourceName) throws(Diagnostic) {
    if isTaken(name.text) {
      throw Diagnostic(.name, "the name '\(name.text)' is taken; nothing changed", name.range)
    }
    if name.text.contains(ScopedName.separator) {
      throw Diagnostic(
        .name, "'\(ScopedName.mark)' separates a group from a name; nothing changed", name.range,
        hint: "write the new name without a group")
    }
    if SourceName.isSpellable(name.text) { return }
    throw Diagnostic(
      .name, "a name consists of visible characters other than back-ticks; nothing changed", name.range)
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// Gives a node another name and rewrites every formula that names it.
  ///
  /// Nodes, connections and values stay, and nothing is evaluated, unless formulas had been waiting for the new name:
  /// these take the node for theirs.
  ///
  /// ```swift
  /// try session.run("avg = 4; margin = avg * 2")
  /// try session.rename(SourceName("avg", range: 0..<3), to: SourceName("mean", range: 4..<8)).text
  /// // renamed avg → mean; rewrote margin
  /// ```
  ///
  /// - Parameters:
  ///   - old: The name of a node.
  ///   - new: A name that no node has.
  /// - Returns: Which formulas were rewritten.
  /// - Throws: A ``Diagnostic`` for an unknown name, one that is taken or can't be written, and a cycle or wrong type
  ///   with formulas that wait for the new name; nothing has changed.
  /// - Complexity: O(formulas that name it, and their length).
  @discardableResult
  public func rename(_ old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    let renamed = try node(old)
    try checkFree(new)
    let readers = Set(evaluator.graph.consumers(of: renamed.output).map(\.node))
    var rewritten: [(node: NodeID, title: String, formula: Formula)] = []
    for node in readers {
      guard let formula = formula(of: node) else { continue }
      let text = formula.text(renaming: old.text, to: new.text)
      rewritten.append((node, spelledTitle(of: node), try Formula(text)))
    }
    let waiting = waiting(for: new.text)
    var changes: [NodeChange] = []
    try recorded("rename \(SourceName.spelling(old.text)) \(SourceName.spelling(new.text))") {
      () throws(Diagnostic) in
      let receipt = try edit(new.range) { edit in
        try edit.rename(renamed, to: new.text)
        // A formula that had both names has one now, and a port less.
        for (node, _, formula) in rewritten where waiting.contains(node) { try rebind(node, to: formula, in: edit) }
        try adopt(waiting.filter { !readers.contains($0) }, in: edit)
      }
      for (node, _, formula) in rewritten { replaceFormula(of: node, by: formula) }
      orphans[new.text] = nil
      changes = result(of: receipt, editing: renamed).changes
      changes.removeAll { $0.name == new.text || $0.old == $0.new }
    }
    let titles = rewritten.map(\.title).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Renaming(old: old.text, new: new.text, rewritten: titles, changes: changes)
  }

  private func checkFree(_ name: SourceName) throws(Diagnostic) {
    if node(named: name.text) != nil {
      throw Diagnostic(.name, "the name '\(name.text)' is taken; nothing changed", name.range)
    }
    var isFit = !name.text.isEmpty && !name.text.utf8.contains(UInt8(ascii: "`"))
    do throws(Diagnostic) { try SourceText.check(Array(name.text.utf8)) } catch { isFit = false }
    if isFit { return }
    throw Diagnostic(
      .name, "a name is some visible characters other than back-ticks; nothing changed", name.range)
  }

  /// What a node is called in back-ticks where it needs them: its name, or the port it feeds.
  func spelledTitle(of node: NodeID) -> String {
    evaluator.graph.name(of: node).map(SourceName.spelling) ?? title(of: node)
  }

  /// Lets ports of a formula's node be called as its names are, which they may not be after a renaming.
  func refreshPorts(of node: NodeID, in edit: Edit) throws {
    guard let formula = formula(of: node) else { return }
    if try edit.kind(of: node).inputs.map(\.name) != formula.names.map(\.text) {
      try rebind(node, to: formula, in: edit)
    }
  }

  private func rebind(_ node: NodeID, to formula: Formula, in edit: Edit) throws {
    let former = try edit.kind(of: node).inputs
    let nodes = formula.names.map { edit.node(named: $0.text) }
    let bound = try bind(formula, to: nodes) { index in
      guard let source = nodes[index] else { return former.indices.contains(index) ? former[index].type : nil }
      return (try? edit.kind(of: source))?.outputs.first?.type
    }
    try exchange(node, definition(of: bound), bound, in: edit)
  }

  /// What was reported as failing because of a node names it by its name.
  func reportFailuresAnew(from node: NodeID) {
    guard evaluator.graph.contains(node), evaluator.failure(of: node)?.origin == node else { return }
    for reader in evaluator.graph.downstream(of: node) where reported[reader]?.isFailure == true {
      reported[reader] = value(of: reader)
    }
  }
}

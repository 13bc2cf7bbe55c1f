// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Calls of functions of one's own in formulas of groups. A group can't be connected to what a function reads by itself, so it calls
/// only those whose values follow from their arguments.
extension Session {
  /// Refuses what a formula of a group can't use: files, and functions that read names of the graph around all groups.
  func requireUsableInGroups(_ formula: Formula) throws(Diagnostic) {
    if !formula.columns.isEmpty {
      throw Diagnostic(
        .kind, "a group can't read a file; nothing changed", formula.range,
        hint: "give the column a name outside, and use that")
    }
    guard let (function, read) = formulas.functions.all.outerName(readBy: formula.functions) else { return }
    throw Diagnostic(
      .kind, "a group can't call \(function.name), which reads '\(read)' outside of it; nothing changed",
      formula.functions.first?.range ?? formula.range,
      hint: "make it a parameter of \(SourceName.functionSpelling(function.name))", notes: [function.text])
  }

  /// Gives formulas of groups the code of the functions that they call, as these are now.
  ///
  /// - Throws: A ``Diagnostic`` that names a formula which can't use the function any more.
  func bindAgain(_ nodes: [NodeID], afterChanging name: SourceName, in edit: Edit) throws {
    let groups = evaluator.subgraphs
    var done: Set<NodeID> = []
    for node in evaluator.graph.inEvaluationOrder(Set(nodes)) where !done.contains(node) {
      guard let formula = formulas.ownFormula(of: node), let scope = groups.scope(of: node) else { continue }
      let bound = try bound(formula, of: node, afterChanging: name)
      if let value = bound.constant, formulas.outputType(of: node) == value.type.port {
        // Other instances may have other constants there.
        try edit.change(in: scope) { inner in try inner.set(node, toConstant: value) }
        continue
      }
      let definition = bound.constant?.definition ?? formulas.definition(of: bound)
      try Retyping(self, edit).change(node, to: definition.kind.outputs.first?.type) {
        try edit.change(in: scope) { inner in try inner.setDefinition(of: node, to: definition) }
      }
      done.formUnion(groups.counterparts(of: node))
    }
  }

  private func bound(
    _ formula: Formula, of node: NodeID, afterChanging name: SourceName
  ) throws(Diagnostic) -> BoundFormula {
    let inputs = (try? evaluator.graph.kind(of: node).inputs) ?? []
    do throws(Diagnostic) {
      try requireUsableInGroups(formula)
      let formula = try formulas.resolved(formula)
      return try formulas.bind(formula, to: Array(repeating: nil, count: inputs.count)) { inputs[$0].type }
    } catch {
      throw Diagnostic(
        error.code, "\(formulas.title(of: node)) could not use \(name.text) any more; nothing changed", name.range,
        notes: [formula.text, error.message] + error.notes)
    }
  }
}

extension FormulaTable {
  /// The formulas of groups that call one of these functions in their text, of all instances.
  ///
  /// - Complexity: O(nodes in groups + length of their formulas)
  func innerNodes(calling names: Set<String>) -> [NodeID] {
    let groups = evaluator.subgraphs
    if groups.isEmpty { return [] }
    return groups.definitions.flatMap { groups.instances(of: $0) }.flatMap { groups.members(of: $0) }.filter { member in
      InstanceID(member) == nil && text(of: member).map { Self.calls($0, names) } == true
    }
  }
}

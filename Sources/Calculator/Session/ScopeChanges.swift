// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Edits of a session, which also update its tables and reports.
extension Session {
  /// Edits the root. A refusal becomes a diagnostic at `range`.
  package func edit(_ range: Range<Int>, _ body: (inout FormulaEdit) throws -> Void) throws(Diagnostic) -> Receipt {
    var made: FormulaEdit?
    do {
      let receipt = try evaluator.edit { edit in
        var formulaEdit = FormulaEdit(edit, self)
        try body(&formulaEdit)
        made = formulaEdit
      }
      if let made { keepTexts(of: made) }
      return receipt
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch let error as GraphError {
      throw Diagnostic(error, range, in: evaluator)
    } catch let error as SubgraphError {
      throw Diagnostic(error, range, in: evaluator)
    } catch {
      throw Diagnostic(.domain, "\(error)", range)
    }
  }

  /// Changes members of a scope; in a group, in all its instances. Formulas without a name that fed a changed member, and no longer
  /// feed a port, are removed.
  ///
  /// - Parameters:
  ///   - scope: The instance that is edited; `nil` for the root.
  ///   - range: The range of a diagnostic.
  ///   - members: The members whose inputs change; empty for a new node.
  ///   - types: The new types of the first members.
  ///   - waiting: The inputs that wait for the names of nodes that are added.
  ///   - outer: Names from outside that become inputs of the group.
  ///   - body: Makes the changes, and returns the nodes to report first.
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` for what `body` or the graph refuses; the session is unchanged then.
  func changing(
    _ scope: InstanceID?, _ range: Range<Int>, of members: [NodeID] = [], to types: [PortType] = [],
    adopting waiting: [WaitingInput] = [], outer: [ScopedFormula.Outer] = [],
    _ body: (inout FormulaEdit) throws -> [NodeID]
  ) throws(Diagnostic) -> Result {
    let definition = scope.flatMap { evaluator.subgraphs.definition(of: $0) }
    var reported: [NodeID] = []
    let receipt = try edit(range) { edit in
      let outside = definition.map { helpers(of: $0) } ?? []
      let inside = members.flatMap { helpers(of: $0) }
      let waiting = outer.isEmpty ? waiting : waiting + waitingInputs(for: Set(outer.map(\.name)), in: scope)
      try edit.change(in: scope, retyping: zip(members, types)) { edit in
        reported = try body(&edit)
        try adopt(waiting, in: scope, edit.graph)
        try removeIdle(inside, in: edit.graph)
      }
      try feedOutside(outer, edit.graph)
      try removeIdle(outside, fromAllScopes: edit.graph)
    }
    return result(of: receipt, editing: reported)
  }

  /// Stores the texts of formulas that an edit has added or changed. Formulas of the root wait for their names that no node
  /// has.
  private func keepTexts(of edit: FormulaEdit) {
    for name in edit.added { missing.resolve(name) }
    let groups = evaluator.subgraphs
    var waiting: [String: [NodeID]] = [:]
    for (node, text, isWaiting) in edit.texts where evaluator.graph.contains(node) {
      for other in groups.counterparts(of: node) { formulas.texts[other] = text }
      // A definition with a distribution sets it afterwards.
      formulas.uncertainties[node] = nil
      if !isWaiting || !formulas.isAtRoot(node) { continue }
      for input in unconnectedInputs(of: [node]) { waiting[input.name, default: []].append(node) }
    }
    for (name, nodes) in waiting { missing.add(nodes, waitingFor: name) }
  }

  /// Reports the changes of an edit, those of the edited nodes first, and records the reported values.
  func result(of receipt: Receipt, editing nodes: [NodeID] = []) -> Result {
    var result = Result()
    result.evaluatedCount = receipt.evaluatedCount
    let changes = take(receipt, first: nodes)
    let hasFormats = formulas.formats.mayExist
    // In the root of a document without groups, nodes are reported by their names in the graph.
    let names = formulas.path.isRoot && evaluator.subgraphs.isEmpty ? reports.names(of: changes.nodes) : nil
    func change(_ index: Int) -> NodeChange? {
      let reported = changes[index]
      guard let name = names?[index] ?? formulas.reportedName(of: reported.node) else { return nil }
      return NodeChange(
        name: name, old: reported.old, new: reported.new, format: hasFormats ? format(of: reported.node) : nil)
    }
    for index in 0..<min(nodes.count, changes.count) {
      guard let change = change(index) else { continue }
      reports.setGiven(change, nodes[index], isComputed: formulas.readsFile(nodes[index]))
    }
    if let names, changes.allDiffer, !hasFormats {
      result.changes = changes.named(names)
      return result
    }
    for index in changes.indices where index < nodes.count || changes.isChange(index) {
      if let change = change(index) { result.changes.append(change) }
    }
    return result
  }

  /// Updates the tables after an edit. Returns nodes with the values that were last reported and the present ones, the edited nodes
  /// first.
  package func take(_ receipt: Receipt, first nodes: [NodeID] = []) -> ReportedChanges {
    let changes = receipt.changes
    for change in changes {
      switch change {
      case .removed(let node): forget(node)
      case .renamed(let node, .some, .some): reports.updateFailures(from: node)
      default: break
      }
    }
    formulas.note(changes)
    // A group that was entered may no longer exist.
    formulas.path = evaluator.subgraphs.living(formulas.path)
    watches.mark(receipt, changes)
    return reports.update(receipt, first: nodes)
  }

  func forget(_ node: NodeID) {
    formulas.texts[node] = nil
    formulas.uncertainties[node] = nil
    reports.forget(node)
  }
}

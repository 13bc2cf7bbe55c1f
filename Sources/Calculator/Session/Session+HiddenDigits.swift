// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// The maximum number of changed nodes that are examined for a statement, and of notes that it gets.
  private static let (noted, notes) = (12, 3)

  /// Notes on digits that decide a result although they are not shown: in the formulas of a statement, then in the formulas of
  /// the nodes that it changed.
  func digitNotes(_ statement: Statement, _ result: Result) -> [String] {
    var notes: [String] = []
    func add(_ note: String?) {
      if let note, notes.count < Self.notes, !notes.contains(note) { notes.append(note) }
    }
    switch statement.form {
    case .function, .command, .connection: break
    case .expression(let formula) where formula.isName:
      if let name = formula.names.first, let node = try? formulas.scopedNode(name) { add(digitNote(on: node)) }
    default: for formula in statement.formulas { add(digitNote(in: formula)) }
    }
    // The first change is that of the node that the statement is about.
    for change in result.changes.prefix(Self.noted).dropFirst(statement.formulas.isEmpty ? 0 : 1) {
      if let node = try? formulas.scopedNode(SourceName(naming: change.name)) { add(digitNote(on: node)) }
    }
    return notes
  }

  /// Returns a note on hidden digits in the formula of a name; `nil` if they do not affect its result.
  package func digitNote(on name: String) -> String? {
    (try? formulas.scopedNode(SourceName(naming: name))).flatMap(digitNote)
  }

  /// The note on a formula in the current scope.
  private func digitNote(in formula: Formula) -> String? {
    guard formula.mayJump, let bound = try? formulas.bind(formula, readsPaths: true) else { return nil }
    let values = bound.nodes.map { $0.map(evaluator.nodeValue) ?? .pending(last: nil) }
    return HiddenDigits.note(in: bound.formula, types: bound.types, values: values)
  }

  /// Returns a note on hidden digits in the formula of a node, in any scope, with the node's name.
  func digitNote(on node: NodeID) -> String? {
    guard let text = formulas.text(of: node), Formula.mayJump(text), let formula = try? Formula(text), formula.mayJump,
      let resolved = try? formulas.resolved(formula)
    else { return nil }
    let (graph, types) = (evaluator.graph, formulas.inputTypes(of: node))
    guard types.count == resolved.names.count else { return nil }
    let values = types.indices.map { index in
      graph.sources(of: node.input(index)).first.map { evaluator.nodeValue(of: $0.node) } ?? .pending(last: nil)
    }
    let note = HiddenDigits.note(in: resolved, types: types, values: values)
    return note.map { "in \(formulas.spelledTitle(of: node)), \($0)" }
  }
}

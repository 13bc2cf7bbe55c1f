// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Nodes made by recipes.
extension Session {
  /// Brings the node of a name to what a recipe says; it stays where it is.
  ///
  /// What a recipe names need not exist: a formula waits for it.
  ///
  /// - Throws: A ``Diagnostic`` if the recipe doesn't fit what is there; nothing has changed.
  func restore(_ name: String, to recipe: NodeRecipe) throws(Diagnostic) -> Result {
    let target = SourceName(name, range: 0..<0)
    let result: Result
    switch recipe.form {
    case .formula(let formulated):
      result = try define(target, as: try bound(formulated))
    case .kind(let kind, let value, let feeds):
      result = try restore(target, kind, value, feeds)
    }
    // Nobody set it just now.
    if let node = node(named: name) { given[node] = nil }
    return result
  }

  private func bound(_ formulated: NodeRecipe.Formulated) throws(Diagnostic) -> Bound {
    let formula = try Formula(formulated.text)
    let types = formulated.types
    return try bind(formula, to: formula.names.map { node(named: $0.text) }) { index in
      types.indices.contains(index) ? types[index].port : nil
    }
  }

  private func restore(
    _ name: SourceName, _ kind: String, _ value: CalculatorValue?, _ feeds: [NodeRecipe.Feed]
  ) throws(Diagnostic) -> Result {
    let present = node(named: name.text)
    var made = present
    let receipt = try edit(name.range) { edit in
      let helpers = present.map { self.helpers(of: $0, in: edit) } ?? []
      if let present {
        let wanted = CalculatorKinds.all.first { $0.kind.name == kind }?.kind
        let former = try edit.kind(of: present)
        try retype(present, in: edit, changesType: former.outputs.map(\.type) != wanted?.outputs.map(\.type)) {
          if former != wanted { try edit.setKind(of: present, to: kind, matching: .name) }
        }
      } else {
        made = try edit.add(kind, named: name.text)
        try adopt(waiting(for: name.text), in: edit)
      }
      guard let made else { return }
      if case .number(let number)? = value {
        try edit.set(made, to: number)
      } else if feeds.isEmpty {
        try edit.set(made, to: 0.0)
      }
      for (index, feed) in feeds.enumerated() { try restore(feed, at: made.input(index), in: edit) }
      try removeIdle(helpers, in: edit)
    }
    guard let made else { return Result() }
    formulas[made] = nil
    orphans[name.text] = nil
    return result(of: receipt, editing: made)
  }

  private func restore(_ feed: NodeRecipe.Feed, at input: InputPort, in edit: Edit) throws {
    switch feed.literal {
    case .number(let number)?: try edit.setLiteral(input, to: number)
    case .boolean(let boolean)?: try edit.setLiteral(input, to: boolean)
    case .color(let color)?: try edit.setLiteral(input, to: color)
    case nil: try edit.clearLiteral(input)
    }
    switch feed.source {
    case .node(let name)?:
      if let source = edit.node(named: name), edit.sources(of: input) != [source.output] {
        try edit.connect(source.output, to: input, replacing: true)
      }
    case .formula(let formulated)?:
      try self.feed(try bound(formulated), to: input, in: edit)
    case nil:
      if !edit.sources(of: input).isEmpty { try edit.disconnect(input) }
    }
  }
}

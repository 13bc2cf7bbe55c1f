// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Other names in groups, and for groups.
extension Session {
  /// Gives a name of a group another one, in all instances: that of a node, an input, or a group in it.
  ///
  /// An output that has the name of a node gets its new name, and formulas around the instances follow.
  func rename(_ old: SourceName, to new: SourceName, in scope: InstanceID) throws(Diagnostic) -> Renaming {
    let names = formulas.names
    switch names.meaning(of: old.text) {
    case .node(let node):
      try requireFree(new)
      return try rename(node, called: old, to: new, in: scope)
    case .input:
      try requireFree(new)
      return try renameInput(old, to: new, of: scope)
    case .output(_, let node):
      try requireOwn(node, old)
      throw formulas.unknown(old)
    case nil:
      if let group = names.group(titled: old.text) { return try rename(group, titled: old, to: new) }
      guard isFunction(old) else { throw formulas.unknown(old) }
      if isTaken(new.text) { throw Diagnostic(.name, "the name '\(new.text)' is taken; nothing changed", new.range) }
      // Functions lie in no group.
      return try within(GraphPath()) { () throws(Diagnostic) in try renameFunction(old, to: new) }
    }
  }

  private func rename(
    _ node: NodeID, called old: SourceName, to new: SourceName, in scope: InstanceID
  ) throws(Diagnostic) -> Renaming {
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: scope) else { throw formulas.unknown(old) }
    let outputs = groups.outputs(of: definition)
    let isOutput =
      !outputs.contains { $0.name == new.text }
      && outputs.indices.contains {
        outputs[$0].name == old.text && groups.source(of: scope.node.output($0))?.node == node
      }
    var rewriting = FormulaRewriting(self)
    rewriting.add(readersOf: node, in: scope)
    if isOutput {
      for other in groups.counterparts(of: node) {
        guard let instance = groups.scope(of: other) else { continue }
        let named = [old.text, "\(groups.title(of: instance)).\(old.text)"]
        try refuseFunction(reading: named, of: instance, old)
        rewriting.add(readersOf: other, in: groups.scope(of: instance.node)) { named.contains($0) }
      }
    }
    return try renaming(old, to: new, &rewriting) { edit in
      try edit.change(definition, lookingAt: scope) { inner in
        try inner.rename(node, to: new.text)
        if isOutput { try inner.renameOutput(old.text, to: new.text) }
      }
    }
  }

  private func renameInput(
    _ old: SourceName, to new: SourceName, of scope: InstanceID
  ) throws(Diagnostic) -> Renaming {
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: scope),
      let index = groups.inputs(of: definition).firstIndex(where: { $0.name == old.text })
    else { throw formulas.unknown(old) }
    var rewriting = FormulaRewriting(self)
    for target in groups.targets(of: scope.node.input(index)) where groups.scope(of: target.node) == scope {
      rewriting.add(target)
    }
    return try renaming(old, to: new, &rewriting) { edit in
      try edit.change(definition, lookingAt: scope) { inner in try inner.renameInput(old.text, to: new.text) }
    }
  }

  // MARK: Groups

  /// Gives a group another title, and rewrites the formulas that name it before what they read: `Tax2.tax`.
  func renameGroup(_ old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    try rename(try group(old), titled: old, to: new)
  }

  /// Gives a group another title, whatever others have the one that it has; one in a group in all instances of that.
  @discardableResult
  func rename(_ group: InstanceID, titled old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    try requireFreeTitle(new)
    let groups = evaluator.subgraphs
    let outputs = groups.definition(of: group).map { groups.outputs(of: $0) } ?? []
    try refuseFunction(reading: outputs.map { "\(old.text).\($0.name)" }, of: group, old)
    let scope = groups.scope(of: group.node)
    var rewriting = FormulaRewriting(self)
    for (index, output) in outputs.enumerated() {
      guard let source = groups.source(of: group.node.output(index)) else { continue }
      rewriting.add(readersOf: source.node, in: scope) { $0 == "\(old.text).\(output.name)" }
    }
    let renamed = try renaming(old, to: new, &rewriting) { edit in
      guard let scope, let definition = groups.definition(of: scope) else {
        return try edit.rename(group, to: new.text)
      }
      try edit.change(definition, lookingAt: scope) { inner in try inner.rename(group.node, to: new.text) }
    }
    formulas.numbers.release(old.text)
    return renamed
  }

  /// Refuses to rename what a function of one's own reads of a group by one of some names.
  private func refuseFunction(reading names: [String], of group: InstanceID, _ name: SourceName) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    if formulas.functions.all.isEmpty || groups.scope(of: group.node) != nil { return }
    let outputs = groups.definition(of: group).map { groups.outputs(of: $0).indices } ?? 0..<0
    let given = Set(outputs.compactMap { groups.source(of: group.node.output($0))?.node })
    let function = formulas.functions.sorted.first { function in
      function.freeNames.contains { used in
        names.contains(used.text) && formulas.rootNames.meaning(of: used.text)?.node.map(given.contains) == true
      }
    }
    guard let function else { return }
    throw Diagnostic(
      .name, "\(function.signature) reads of \(groups.title(of: group)); nothing changed", name.range,
      hint: "change \(function.signature) first")
  }

  /// Gives something another name, with the formulas that read it, as one step.
  private func renaming(
    _ old: SourceName, to new: SourceName, _ rewriting: inout FormulaRewriting, _ body: (Edit) throws -> Void
  ) throws(Diagnostic) -> Renaming {
    var done = rewriting
    var changes: [NodeChange] = []
    try timeline.recorded(stepTitle("rename \(old.spelling) \(new.spelling)")) { () throws(Diagnostic) in
      let receipt = try edit(old.range) { edit in
        let scope = formulas.path.scope
        let waiting = waitingInputs(for: [new.text], in: scope)
        try body(edit.graph)
        try done.rewrite(in: edit)
        if !waiting.isEmpty { try edit.graph.change(in: scope) { inner in try adopt(waiting, in: scope, inner) } }
      }
      done.keepTexts()
      changes = result(of: receipt).changes.filter { $0.name != new.text && $0.old != $0.new }
    }
    rewriting = done
    return Renaming(old: old.text, new: new.text, rewritten: done.titles, changes: changes)
  }

  /// The title of a step, with where it was taken: `Tax › rename rate pct`.
  func stepTitle(_ text: String) -> String {
    formulas.path.isRoot ? text : (breadcrumb + [text]).joined(separator: " › ")
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Renaming in groups, and of groups.
extension Session {
  /// Renames an input of a group in all instances.
  func renameInput(
    _ old: SourceName, to new: SourceName, of scope: InstanceID
  ) throws(Diagnostic) -> Renaming {
    try requireFree(new)
    let groups = evaluator.subgraphs
    guard let index = groups.inputs(of: scope).firstIndex(where: { $0.name == old.text }) else {
      throw formulas.unknown(old)
    }
    var rewriting = FormulaRewriting(self)
    for target in groups.targets(of: scope.node.input(index)) where groups.scope(of: target.node) == scope {
      rewriting.add(target)
    }
    return try renaming(old, to: new, rewriting) { edit in
      try edit.graph.change(in: scope) { inner in try inner.renameInput(old.text, to: new.text) }
    }
  }

  /// Renames an output of a group in all instances, and in formulas that read it. The node that gives it keeps its name.
  package func renameOutput(
    _ old: SourceName, to new: SourceName, of scope: InstanceID
  ) throws(Diagnostic) -> Renaming {
    var rewriting = FormulaRewriting(self)
    try addReaders(ofOutput: old, of: scope, to: &rewriting)
    return try renaming(old, to: new, rewriting) { edit in
      try edit.graph.change(in: scope) { inner in try inner.renameOutput(old.text, to: new.text) }
    }
  }

  /// Adds the formulas that read an output of a group outside of it, for all instances. Throws if a function reads it.
  func addReaders(
    ofOutput old: SourceName, of scope: InstanceID, to rewriting: inout FormulaRewriting
  ) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: scope) else { return }
    for instance in groups.instances(of: definition) {
      let given = groups.sources(ofOutputsOf: instance).first { $0.name == old.text }
      guard let source = given?.source else { continue }
      let named = [old.text, "\(groups.title(of: instance)).\(old.text)"]
      try refuseFunction(reading: named, of: instance, old)
      rewriting.add(readersOf: source.node, in: groups.scope(of: instance.node)) { named.contains($0) }
    }
  }

  /// Changes the title of one group; other groups with the same title keep it. A group inside a group is renamed in all instances
  /// of that. Formulas that qualify names with the title are rewritten: `Tax2.tax`.
  @discardableResult
  package func rename(_ group: InstanceID, titled old: SourceName, to new: SourceName) throws(Diagnostic) -> Renaming {
    try requireFreeTitle(new)
    let groups = evaluator.subgraphs
    let outputs = groups.sources(ofOutputsOf: group)
    try refuseFunction(reading: outputs.map { "\(old.text).\($0.name)" }, of: group, old)
    let scope = groups.scope(of: group.node)
    var rewriting = FormulaRewriting(self)
    for (name, _, source) in outputs {
      rewriting.add(readersOf: source.node, in: scope) { $0 == "\(old.text).\(name)" }
    }
    let renamed = try renaming(old, to: new, rewriting) { edit in
      try edit.graph.change(in: scope) { inner in try inner.rename(group.node, to: new.text) }
    }
    formulas.numbers.release(old.text)
    return renamed
  }

  /// Throws if a user-defined function reads an output of a group by one of these names.
  func refuseFunction(reading names: [String], of group: InstanceID, _ name: SourceName) throws(Diagnostic) {
    let groups = evaluator.subgraphs
    if formulas.functions.all.isEmpty || groups.scope(of: group.node) != nil { return }
    let given = Set(groups.sources(ofOutputsOf: group).map(\.source.node))
    let function = formulas.functions.sorted.first { function in
      function.freeNames.contains { used in
        names.contains(used.text) && formulas.rootNames.meaning(of: used.text)?.node.map(given.contains) == true
      }
    }
    guard let function else { return }
    throw Diagnostic(
      .name, "\(function.signature) reads an output of \(groups.title(of: group)); nothing changed", name.range,
      hint: "change \(function.signature) first")
  }

  /// The title of a step, with the scope in which it was made: `Tax › rename rate pct`.
  package func stepTitle(_ text: String) -> String { (breadcrumb + [text]).joined(separator: ScopedName.separator) }
}

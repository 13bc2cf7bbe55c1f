// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A formula that is bound in a scope, with the sources of its names and checked types.
struct ScopedFormula {
  /// A name from outside, for which the group gets an input.
  struct Outer {
    let name: String
    /// The meaning of the name outside.
    let meaning: ScopeNames.Meaning
    /// The position, in the path of the entered groups, of the group that has the name; −1 for the root.
    let place: Int
  }

  /// The formula as it was written, without the names that its functions use.
  let written: Formula
  let bound: BoundFormula
  /// The source of each name; `nil` for a name that the formula waits for.
  let sources: [ScopeNames.Meaning?]
  let outer: [Outer]
  /// The value of a formula without names; `nil` if it has names, or fails.
  let constant: CalculatorValue?

  /// Evaluates a formula without names. If that is stopped, the formula gets a node that computes it, as other formulas have.
  init(
    _ written: Formula, _ bound: BoundFormula, _ sources: [ScopeNames.Meaning?], _ outer: [Outer] = [],
    in evaluator: Evaluator
  ) {
    (self.written, self.bound, self.sources, self.outer) = (written, bound, sources, outer)
    constant = bound.nodes.isEmpty ? evaluator.interruptibly { bound.constant } : nil
  }

  /// The type of the formula's value.
  var type: PortType { bound.program.type.port }

  /// Whether the formula waits for a name.
  var isWaiting: Bool { sources.contains { $0 == nil } }
}

extension FormulaTable {
  /// The definition of a formula's node, which is a source if the formula is constant.
  func definition(of part: ScopedFormula) -> NodeDefinition {
    part.constant?.definition ?? definition(of: part.bound)
  }
}

extension Session {
  /// Finds the sources of a formula's names in a scope. In a group, a name that is known only outside becomes an input.
  ///
  /// - Parameters:
  ///   - formula: The formula.
  ///   - name: The name that gets the formula.
  ///   - scope: The scope.
  /// - Returns: The formula with its sources.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name or a wrong type, and for what a group can't use.
  func bind(_ formula: Formula, to name: SourceName, in scope: InstanceID?) throws(Diagnostic) -> ScopedFormula {
    if scope != nil { try requireUsableInGroups(formula) }
    let resolved = try formulas.resolved(formula)
    let names = formulas.names(in: scope)
    var sources: [ScopeNames.Meaning?] = []
    var types: [PortType?] = []
    var outer: [ScopedFormula.Outer] = []
    for used in resolved.names {
      if let meaning = names.meaning(of: used.text) {
        sources.append(meaning)
        types.append(type(of: meaning, in: names))
        continue
      }
      do throws(Diagnostic) {
        let new = try outerMeaning(of: used, readBy: name)
        sources.append(.input(used.text, nil))
        types.append(type(of: new.meaning, in: self.names(at: new.place)))
        outer.append(new)
      } catch {
        throw error.hinting(atUnitBefore: used, in: resolved)
      }
    }
    let bound = try formulas.bind(resolved, to: sources.map { $0?.node }) { types[$0] }
    return ScopedFormula(formula, bound, sources, outer, in: evaluator)
  }

  /// A formula of the root, with the meanings of its nodes in the root.
  func scoped(_ bound: BoundFormula) -> ScopedFormula {
    let sources = bound.nodes.map { node in node.flatMap { meaning(showing: $0.output, in: nil) } }
    return ScopedFormula(bound.formula, bound, sources, in: evaluator)
  }

  /// Binds a formula's node again, after names, functions or files have changed. A formula in a group keeps its sources.
  func bindAgain(_ formula: Formula, of node: NodeID, in graph: some GraphReading) throws -> ScopedFormula {
    if formulas.isAtRoot(node) { return scoped(try formulas.bindAgain(formula, of: node, in: graph)) }
    try requireUsableInGroups(formula)
    let inputs = try graph.kind(of: node).inputs
    let bound = try formulas.bind(try formulas.resolved(formula), to: inputs.map { _ in nil }) { inputs[$0].type }
    return ScopedFormula(
      formula, bound, inputs.indices.map { meaning(readBy: node.input($0)) }, in: evaluator)
  }

  /// Throws if a formula uses what groups don't support: files, and functions that read names of the root. A group can't be
  /// connected automatically to what a function reads.
  func requireUsableInGroups(_ formula: Formula) throws(Diagnostic) {
    if !formula.columns.isEmpty {
      throw Diagnostic(
        .kind, "a formula in a group can't read a file; nothing changed", formula.range,
        hint: "define a name for the column outside of the group, and use that")
    }
    guard let (function, read) = formulas.functions.all.outerName(readBy: formula.functions) else { return }
    throw Diagnostic(
      .kind, "a group can't call \(function.name), which reads '\(read)' outside of it; nothing changed",
      formula.functions.first?.range ?? formula.range,
      hint: "make it a parameter of \(SourceName.functionSpelling(function.name))", notes: [function.text])
  }

  func type(of meaning: ScopeNames.Meaning, in names: ScopeNames) -> PortType? {
    if case .input(let port, _) = meaning { return names.type(ofInput: port) }
    return meaning.node.flatMap { formulas.outputType(of: $0) }
  }

  // MARK: Names from outside

  /// The names of an entered group, by its position in the path, or of the root for −1.
  private func names(at place: Int) -> ScopeNames {
    formulas.names(in: place < 0 ? nil : formulas.path.instances[place])
  }

  /// The meaning of a name that a group doesn't have, in the innermost scope around it that does.
  func outerMeaning(of used: SourceName, readBy name: SourceName) throws(Diagnostic) -> ScopedFormula.Outer {
    let groups = evaluator.subgraphs
    let path = formulas.path.instances
    if formulas.names.isShared(used.text) { throw formulas.unknown(used) }
    for place in (-1..<path.count - 1).reversed() {
      guard let meaning = names(at: place).meaning(of: used.text) else { continue }
      // A group that gets an input must find the name wherever it has instances.
      for level in place + 1..<path.count {
        let around = level == 0 ? nil : groups.definition(of: path[level - 1])
        let instances = groups.definition(of: path[level]).map { groups.instances(of: $0) } ?? []
        let isAlike = instances.allSatisfy { groups.scope(of: $0.node).flatMap { groups.definition(of: $0) } == around }
        if isAlike { continue }
        throw Diagnostic(
          .name,
          "'\(used.text)' is outside of \(groups.title(of: path[level])), which is used elsewhere too; nothing changed",
          used.range, hint: "enter it, write a value instead, or use an input of the group that reads '\(used.text)'")
      }
      if used.text == name.text {
        throw Diagnostic(
          .name,
          "'\(name.text)' can't be an input of \(breadcrumb.last ?? "the group") and a node of it; nothing changed",
          used.range, hint: "choose another name")
      }
      return ScopedFormula.Outer(name: used.text, meaning: meaning, place: place)
    }
    throw formulas.unknown(used)
  }

  /// Connects new inputs of a group outside, in all instances, through inputs of the groups in between.
  func feedOutside(_ outer: [ScopedFormula.Outer], _ edit: Edit) throws {
    let groups = evaluator.subgraphs
    let path = formulas.path.instances
    for outer in outer {
      for level in (outer.place + 1..<path.count).reversed() {
        let around = level == 0 ? nil : path[level - 1]
        guard let definition = groups.definition(of: path[level]),
          let index = groups.inputs(of: definition).firstIndex(where: { $0.name == outer.name })
        else { continue }
        try edit.change(in: around) { edit in
          for instance in groups.instances(in: around) where groups.definition(of: instance) == definition {
            let source = level == outer.place + 1 ? outer.meaning : .input(outer.name, nil)
            try feed(instance.node.input(index), from: source, in: edit)
          }
        }
      }
    }
  }
}

extension Diagnostic {
  /// The diagnostic for an unknown name, with a hint if a unit may be meant at its position.
  func hinting(atUnitBefore name: SourceName, in formula: Formula) -> Diagnostic {
    var diagnostic = self
    let isAlone = hint == nil || hint == FormulaTable.unitHint(name.text)
    if isAlone, let hint = UnitReader.hint(forUnitAt: name.range, in: formula.line) { diagnostic.hint = hint }
    return diagnostic
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Formulas whose texts follow what they read when that gets another name: in the root, and in groups.
///
/// It collects them before an edit, and in the edit, once names have changed, gives them their texts:
///
/// ```swift
/// var rewriting = FormulaRewriting(session)
/// rewriting.add(readersOf: rate, in: tax)
/// let receipt = try session.edit(range) { edit in
///   try edit.graph.change(definition) { inner in try inner.rename(rate, to: "pct") }
///   try rewriting.rewrite(in: &edit)
/// }
/// ```
struct FormulaRewriting {
  private let session: Session
  /// The inputs of formulas that may get other names, by their positions.
  private var inputs: [NodeID: Set<Int>] = [:]
  private var readers: [NodeID] = []
  /// The formulas as they were when they were added.
  private var formulas: [NodeID: Formula] = [:]
  /// The formulas with new texts; of those that are the same in several instances, the first.
  private(set) var rewritten: [NodeID] = []

  init(_ session: Session) { self.session = session }

  // MARK: Before

  /// Adds the formulas of a scope that read a node: of a group, one instance is enough.
  ///
  /// - Parameters:
  ///   - node: The node, which may lie deeper than the scope.
  ///   - scope: Where the formulas lie.
  ///   - isMeant: Whether a name is one that may change.
  /// - Complexity: O(readers, and the length of their formulas)
  mutating func add(readersOf node: NodeID, in scope: InstanceID?, where isMeant: (String) -> Bool = { _ in true }) {
    for input in session.evaluator.graph.consumers(of: node.output)
    where session.evaluator.subgraphs.scope(of: input.node) == scope {
      add(input, where: isMeant)
    }
  }

  /// Adds a formula by an input of it; that of a node of a kind is left out, and one that waits for its name keeps that.
  mutating func add(_ input: InputPort, where isMeant: (String) -> Bool = { _ in true }) {
    guard let formula = session.formulas.ownFormula(of: input.node), formula.names.indices.contains(input.index),
      isMeant(formula.names[input.index].text), !session.formulas.isUnconnected(input)
    else { return }
    if formulas.updateValue(formula, forKey: input.node) == nil { readers.append(input.node) }
    inputs[input.node, default: []].insert(input.index)
  }

  // MARK: In the edit

  /// Gives formulas the names that what they read has now, in all instances, and their inputs the same names, by which documents know
  /// them.
  ///
  /// - Throws: A ``Diagnostic`` for a formula that has no name for what it reads, or one for two things.
  mutating func rewrite(in edit: inout FormulaEdit) throws {
    let (formulas, groups) = (session.formulas, session.evaluator.subgraphs)
    var inside: [(definition: DefinitionID, scope: InstanceID, nodes: [(node: NodeID, made: NodeDefinition)])] = []
    var places: [DefinitionID: Int] = [:]
    var seen: Set<NodeID> = []
    for reader in readers where !seen.contains(reader) {
      guard let new = try rewritten(reader) else { continue }
      rewritten.append(reader)
      seen.formUnion(groups.counterparts(of: reader))
      edit.texts.append((reader, new.text, false))
      if formulas.isAtRoot(reader) {
        let formula = try formulas.resolved(new)
        if try edit.graph.kind(of: reader).inputs.count != formula.names.count {
          // It has lost a name that waited.
          try edit.rebind(reader, to: formula)
          continue
        }
        if keepsPorts(reader) { continue }
      }
      let made = try formulas.definition(of: reader, saying: new)
      guard let scope = groups.scope(of: reader), let definition = groups.definition(of: scope) else {
        try edit.graph.setDefinition(of: reader, to: made, matching: matching(made, of: reader))
        continue
      }
      if let place = places[definition], inside[place].scope == scope {
        inside[place].nodes.append((reader, made))
      } else {
        places[definition] = inside.count
        inside.append((definition, scope, [(reader, made)]))
      }
    }
    for (definition, scope, nodes) in inside {
      try edit.graph.change(definition, lookingAt: scope) { inner in
        for (node, made) in nodes { try inner.setDefinition(of: node, to: made, matching: matching(made, of: node)) }
      }
    }
  }

  /// Whether the inputs of a formula of the root can keep their names until these are needed: they are found by the
  /// names of what they read.
  private func keepsPorts(_ reader: NodeID) -> Bool {
    let graph = session.evaluator.graph
    return inputs[reader, default: []].allSatisfy { index in
      graph.sources(of: reader.input(index)).allSatisfy { graph.name(of: $0.node) != nil }
    }
  }

  /// By which the inputs of a formula stay: one that has fewer names than before has lost one that waited.
  private func matching(_ made: NodeDefinition, of reader: NodeID) -> Graph.PortMatching {
    let count = (try? session.evaluator.graph.kind(of: reader))?.inputs.count
    return count == made.kind.inputs.count ? .position : .name
  }

  /// A formula as it is once names have changed; `nil` if it is the same.
  private func rewritten(_ reader: NodeID) throws(Diagnostic) -> Formula? {
    guard let formula = self.formulas[reader] else { return nil }
    let formulas = session.formulas
    var renamed: [String: String] = [:]
    for index in inputs[reader] ?? [] {
      let old = formula.names[index].text
      guard let new = formulas.name(readBy: reader.input(index), isQualified: old.contains(".")) else {
        throw Diagnostic(
          .name, "\(formulas.spelledTitle(of: reader)) would have no name for '\(old)'; nothing changed", 0..<0,
          notes: [formula.text])
      }
      if new != old { renamed[old] = new }
    }
    if renamed.isEmpty { return nil }
    guard isSound(formula, reader, renamed) else {
      throw Diagnostic(
        .name, "\(formulas.spelledTitle(of: reader)) would have one name for two things; nothing changed", 0..<0,
        notes: [formula.text])
    }
    return formula.renaming(renamed)
  }

  /// Whether there is a name for each thing that the formula reads: one that waits for a name may read the same as another then.
  private func isSound(_ formula: Formula, _ reader: NodeID, _ renamed: [String: String]) -> Bool {
    let read = formula.names.enumerated().filter { index, _ in !session.formulas.isUnconnected(reader.input(index)) }
    let names = Set(read.map { renamed[$1.text] ?? $1.text })
    return names.count == read.count
  }

  // MARK: Afterwards

  /// What the formulas with new texts are called where one is, in order.
  var titles: [String] {
    let formulas = session.formulas
    return rewritten.map { node in
      if formulas.path.isRoot { return formulas.spelledTitle(of: node) }
      return formulas.reportedName(of: node).map(SourceName.readSpelling) ?? formulas.title(of: node)
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension FormulaTable {
  /// The formula of a node as it is written, wherever the node lies: without the names that its functions use.
  func ownFormula(of node: NodeID) -> Formula? { text(of: node).flatMap { try? Formula($0) } }

  /// What an input of a node reads is called in the scope of the node: an input of the group, or a name of the scope.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - isQualified: Whether a name with the title of its group before it is taken though one without is enough.
  /// - Returns: `nil` if it reads nothing, or what has no name there.
  /// - Complexity: O(depth and ports), but for O(members and ports) after a change of groups.
  func name(readBy input: InputPort, isQualified: Bool = false) -> String? {
    let groups = evaluator.subgraphs
    let scope = groups.scope(of: input.node)
    if let name = groupInput(leadingTo: input, in: scope) { return name }
    return evaluator.graph.sources(of: input).first.flatMap {
      names(in: scope).name(of: $0.node, isQualified: isQualified)
    }
  }

  /// The input of a group that leads to an input in it; `nil` if none does.
  func groupInput(leadingTo input: InputPort, in scope: InstanceID?) -> String? {
    let groups = evaluator.subgraphs
    guard let scope, let definition = groups.definition(of: scope),
      let port = groups.input(showing: input, in: groups.scope(of: scope.node)), port.node == scope.node
    else { return nil }
    return groups.inputs(of: definition)[port.index].name
  }

  /// The definition of a formula's node with the names of a formula, and the types of the inputs that it has.
  func definition(of node: NodeID, saying formula: Formula) throws(Diagnostic) -> NodeDefinition {
    let formula = try resolved(formula)
    let types = inputTypes(of: node)
    let bound = try bind(formula, to: formula.names.map { _ in nil }) { index in
      types.indices.contains(index) ? types[index].port : nil
    }
    return definition(of: bound)
  }
}

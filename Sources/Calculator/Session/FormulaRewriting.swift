// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Rewrites the texts of formulas when something that they read is renamed, in the root and in groups.
///
/// It collects the formulas before an edit. In the edit, after names have changed, it gives them their new texts:
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
  /// The inputs whose names may change, by position, for each formula's node.
  private var inputs: [NodeID: Set<Int>] = [:]
  private var readers: [NodeID] = []
  /// The formulas as they were when they were added.
  private var formulas: [NodeID: Formula] = [:]
  /// The formulas with new texts; of a formula that several instances share, the first.
  private(set) var rewritten: [NodeID] = []

  init(_ session: Session) { self.session = session }

  // MARK: Before

  /// Adds the formulas of a scope that read a node. In a group, one instance is enough.
  ///
  /// - Parameters:
  ///   - node: The node, which may be in a group inside the scope.
  ///   - scope: The scope of the formulas.
  ///   - isMeant: Whether a name is one that may change.
  /// - Complexity: O(readers, and the length of their formulas)
  mutating func add(readersOf node: NodeID, in scope: InstanceID?, where isMeant: (String) -> Bool = { _ in true }) {
    for input in session.evaluator.graph.consumers(of: node.output)
    where session.evaluator.subgraphs.scope(of: input.node) == scope {
      add(input, where: isMeant)
    }
  }

  /// Adds a formula by one of its inputs. Inputs of nodes of a kind are skipped, and so are inputs that wait for their name.
  mutating func add(_ input: InputPort, where isMeant: (String) -> Bool = { _ in true }) {
    guard let formula = session.formulas.ownFormula(of: input.node), formula.names.indices.contains(input.index),
      isMeant(formula.names[input.index].text), !session.formulas.isUnconnected(input)
    else { return }
    if formulas.updateValue(formula, forKey: input.node) == nil { readers.append(input.node) }
    inputs[input.node, default: []].insert(input.index)
  }

  // MARK: In the edit

  /// Updates formulas to the current names of what they read, in all instances. Their inputs are renamed too, because documents
  /// identify inputs by name.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if a source of a formula has no name in its scope, or if one name would refer
  ///   to two sources.
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
          // The formula has lost a name that waited.
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

  /// Whether the inputs of a formula of the root can keep their former names until these are needed: inputs are then found by the
  /// names of their sources.
  private func keepsPorts(_ reader: NodeID) -> Bool {
    let graph = session.evaluator.graph
    return inputs[reader, default: []].allSatisfy { index in
      graph.sources(of: reader.input(index)).allSatisfy { graph.name(of: $0.node) != nil }
    }
  }

  /// How the inputs of a formula are matched to the former ones: by name if a name that waited is lost, else by position.
  private func matching(_ made: NodeDefinition, of reader: NodeID) -> Graph.PortMatching {
    let count = (try? session.evaluator.graph.kind(of: reader))?.inputs.count
    return count == made.kind.inputs.count ? .position : .name
  }

  /// The formula with the current names; `nil` if it doesn't change.
  private func rewritten(_ reader: NodeID) throws(Diagnostic) -> Formula? {
    guard let formula = self.formulas[reader] else { return nil }
    let formulas = session.formulas
    var renamed: [String: String] = [:]
    for index in inputs[reader] ?? [] {
      let old = formula.names[index].text
      guard let new = formulas.name(readBy: reader.input(index), isQualified: old.contains(".")) else {
        throw Diagnostic(
          .name, "\(formulas.spelledTitle(of: reader)) could no longer name '\(old)'; nothing changed", 0..<0,
          notes: [formula.text])
      }
      if new != old { renamed[old] = new }
    }
    if renamed.isEmpty { return nil }
    guard isSound(formula, reader, renamed) else {
      throw Diagnostic(
        .name, "\(formulas.spelledTitle(of: reader)) would have one name for two nodes; nothing changed", 0..<0,
        notes: [formula.text])
    }
    return formula.renaming(renamed)
  }

  /// Whether connected inputs have different names. An input that waits for a name may then have the name of another.
  private func isSound(_ formula: Formula, _ reader: NodeID, _ renamed: [String: String]) -> Bool {
    let read = formula.names.enumerated().filter { index, _ in !session.formulas.isUnconnected(reader.input(index)) }
    let names = Set(read.map { renamed[$1.text] ?? $1.text })
    return names.count == read.count
  }

  // MARK: Afterwards

  /// The titles of the formulas with new texts, as the current scope names them, sorted.
  var titles: [String] {
    let formulas = session.formulas
    return rewritten.map { node in
      if formulas.path.isRoot { return formulas.spelledTitle(of: node) }
      return formulas.reportedName(of: node).map(SourceName.readSpelling) ?? formulas.title(of: node)
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension FormulaTable {
  /// The formula of a node in any scope, as it is written: without the names that its functions use.
  func ownFormula(of node: NodeID) -> Formula? { text(of: node).flatMap { try? Formula($0) } }

  /// The name of an input's source in the scope of its node: an input of the group, or a name of the scope.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - isQualified: Whether a name qualified with its group's title is preferred where the short name is enough.
  /// - Returns: `nil` if the input is not connected, or its source has no name there, or one that a member has as well.
  /// - Complexity: O(depth + ports), but O(members + ports) after a change of groups.
  func name(readBy input: InputPort, isQualified: Bool = false) -> String? {
    let groups = evaluator.subgraphs
    let scope = groups.scope(of: input.node)
    if let name = groupInput(leadingTo: input, in: scope) {
      // Documents can have a member of the same name, which formulas read then.
      if case .input? = names(in: scope).meaning(of: name) { return name }
      return nil
    }
    return evaluator.graph.sources(of: input).first.flatMap {
      names(in: scope).name(of: $0.node, isQualified: isQualified)
    }
  }

  /// The input of a group that is connected to an input inside the group; `nil` if there is none.
  func groupInput(leadingTo input: InputPort, in scope: InstanceID?) -> String? {
    let groups = evaluator.subgraphs
    guard let scope, let definition = groups.definition(of: scope),
      let port = groups.input(showing: input, in: groups.scope(of: scope.node)), port.node == scope.node
    else { return nil }
    return groups.inputs(of: definition)[port.index].name
  }

  /// The definition of a formula's node with the names of another formula, and the types of its present inputs.
  func definition(of node: NodeID, saying formula: Formula) throws(Diagnostic) -> NodeDefinition {
    let formula = try resolved(formula)
    let types = inputTypes(of: node)
    let bound = try bind(formula, to: formula.names.map { _ in nil }) { index in
      types.indices.contains(index) ? types[index].port : nil
    }
    return definition(of: bound)
  }
}

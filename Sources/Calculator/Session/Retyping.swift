// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A change that may give a node another type. Formulas that read the node are checked again, and their types may change too;
/// wires and outputs of groups are restored. In a group this happens in all instances.
///
/// The graph removes a wire that no longer fits, and an output of a group whose type changes. Readers are therefore collected
/// before the change, by the names of ports, because the order of ports may change.
struct Retyping {
  /// The source of a formula's input.
  private enum Read {
    case node(NodeID)
    case output(of: InstanceID, String)
    case input(String)
  }

  /// The readers of an output in its scope that belong to nodes of kinds and to groups, and the outputs of the enclosing group that
  /// expose it, with their own readers.
  private struct Showing {
    let port: OutputPort
    var readers: [InputPort] = []
    var exposures: [Exposure] = []
  }

  private struct Exposure {
    let name: String
    let order: Int
    var outside: [Showing] = []
  }

  private let session: Session
  private let edit: Edit
  private var formulas: FormulaTable { session.formulas }
  private var groups: Subgraphs { session.evaluator.subgraphs }

  init(_ session: Session, _ edit: Edit) { (self.session, self.edit) = (session, edit) }

  /// Makes a change of nodes. Checks the readers of those whose type changes again.
  ///
  /// - Parameters:
  ///   - nodes: The nodes, with their types after the change.
  ///   - body: Makes the change.
  /// - Throws: A ``Formulas/Diagnostic`` for a reader that could no longer use a node, and what `body` throws.
  /// - Complexity: As `body` if no type changes. Otherwise O(k log k) for the k nodes that depend on the nodes, and what
  ///   depends on those whose type changes.
  func change(_ nodes: some Sequence<(NodeID, PortType)>, _ body: () throws -> Void) throws {
    let changed = nodes.filter { formulas.outputType(of: $0) != $1 }.map(\.0)
    guard let first = changed.first else { return try body() }
    let showings = changed.map { show($0.output) }
    var retyped = Set(changed.flatMap(groups.counterparts))
    // In evaluation order, so that each formula comes after all that it reads.
    let readers = readers(behind: Array(retyped))
    try body()
    var wires = try showings.flatMap(restoreOutputs)
    for reader in readers where reader.sources.contains(where: retyped.contains) {
      let cause = changed.first(where: reader.sources.contains) ?? first
      guard let showing = try checkAgain(reader, retyping: cause) else { continue }
      retyped.formUnion(groups.counterparts(of: reader.node))
      wires += try restoreOutputs(showing)
    }
    for wire in wires { try restore(wire, retyping: changed.first { $0 == wire.from.node } ?? first) }
  }

  // MARK: Before

  private struct Reader {
    let node: NodeID
    let formula: Formula
    /// The source of each input; `nil` if it is not connected.
    let reads: [Read?]
    /// The nodes that it reads, in any scope.
    let sources: [NodeID]
  }

  /// The formulas that depend on nodes, in evaluation order; of a formula that several instances share, the first.
  private func readers(behind nodes: [NodeID]) -> [Reader] {
    let graph = session.evaluator.graph
    var seen: Set<NodeID> = []
    var readers: [Reader] = []
    for node in graph.inEvaluationOrder(graph.downstream(of: nodes)) where !seen.contains(node) {
      seen.formUnion(groups.counterparts(of: node))
      guard let formula = formulas.ownFormula(of: node).flatMap({ try? formulas.resolved($0) }) else { continue }
      let meanings = formula.names.map { meaning(of: $0.text, in: node) }
      readers.append(
        Reader(
          node: node, formula: formula, reads: meanings.map { $0.flatMap(read) },
          sources: meanings.compactMap { $0?.node }))
    }
    return readers
  }

  /// The meaning of a name in a formula; `nil` if the formula waits for it. If several groups have an output of that name, the
  /// connection of the formula's input decides.
  private func meaning(of name: String, in node: NodeID) -> ScopeNames.Meaning? {
    let inputs = (try? session.evaluator.graph.kind(of: node))?.inputs ?? []
    let index = inputs.firstIndex { $0.name == name }
    if let index, formulas.isUnconnected(node.input(index)) { return nil }
    return formulas.names(in: groups.scope(of: node)).meaning(of: name)
      ?? index.flatMap { session.meaning(readBy: node.input($0)) }
  }

  private func read(_ meaning: ScopeNames.Meaning) -> Read? {
    switch meaning {
    case .node(let node): .node(node)
    case .input(let name, _): .input(name)
    case .output(let port, _):
      InstanceID(port.node).flatMap { group in
        groups.definition(of: group).map { .output(of: group, groups.outputs(of: $0)[port.index].name) }
      }
    }
  }

  private func show(_ port: OutputPort) -> Showing {
    var showing = Showing(port: port)
    guard let source = groups.source(of: port) else { return showing }
    let scope = groups.scope(of: port.node)
    var seen: Set<InputPort> = []
    for reader in session.evaluator.graph.consumers(of: source) {
      guard let input = groups.input(showing: reader, in: scope), seen.insert(input).inserted,
        InstanceID(input.node) != nil || formulas.text(of: input.node) == nil
      else { continue }
      showing.readers.append(input)
    }
    guard let scope, let definition = groups.definition(of: scope) else { return showing }
    for (order, output) in groups.outputs(of: definition).enumerated()
    where groups.source(of: scope.node.output(order)) == source {
      var exposure = Exposure(name: output.name, order: order)
      var seen: Set<InstanceID> = []
      for instance in groups.instances(of: definition) where !seen.contains(instance) {
        seen.formUnion(session.counterparts(of: instance))
        exposure.outside.append(show(instance.node.output(order)))
      }
      showing.exposures.append(exposure)
    }
    return showing
  }

  // MARK: Afterwards

  /// Exposes an output again in all groups around it. Returns the wires to nodes of kinds and to groups, for `restore` at the end.
  private func restoreOutputs(_ showing: Showing) throws -> [(from: OutputPort, to: InputPort)] {
    var wires = showing.readers.map { (from: showing.port, to: $0) }
    if !showing.exposures.isEmpty {
      try edit.change(in: groups.scope(of: showing.port.node)) { inner in
        for exposure in showing.exposures { try inner.expose(showing.port, as: exposure.name, order: exposure.order) }
      }
    }
    for outside in showing.exposures.flatMap(\.outside) { wires += try restoreOutputs(outside) }
    return wires
  }

  private func restore(_ wire: (from: OutputPort, to: InputPort), retyping node: NodeID) throws {
    // A node without code keeps its connections.
    let target = groups.targets(of: wire.to).first
    let present = target.map { session.evaluator.graph.sources(of: $0) } ?? []
    if let source = groups.source(of: wire.from), present.contains(source) { return }
    do {
      try edit.change(in: groups.scope(of: wire.to.node)) { inner in try inner.connect(wire.from, to: wire.to) }
    } catch let error as GraphError where InstanceID(wire.to.node) != nil {
      let reader = target?.node ?? wire.to.node
      throw Diagnostic(.type, groups.describe(error), 0..<0)
        .refusing(name(of: node), for: groups.scopedName(of: reader))
    }
  }

  /// Binds a formula to the current types of its sources. If its own type changes, returns its readers from before the change.
  private func checkAgain(_ reader: Reader, retyping node: NodeID) throws -> Showing? {
    let inputs = try session.evaluator.graph.kind(of: reader.node).inputs
    let bound: BoundFormula
    do {
      bound = try formulas.bind(reader.formula, to: reader.reads.map { _ in nil }) { index in
        reader.reads[index].flatMap(type) ?? (inputs.indices.contains(index) ? inputs[index].type : nil)
      }
    } catch {
      throw error.refusing(name(of: node), for: "\(formulas.title(of: reader.node)) = \(reader.formula.text)")
    }
    let definition = formulas.definition(of: bound)
    let isRetyped = formulas.outputType(of: reader.node) != definition.kind.outputs.first?.type
    let showing = isRetyped ? show(reader.node.output) : nil
    try edit.change(in: groups.scope(of: reader.node)) { inner in
      try inner.setDefinition(of: reader.node, to: definition)
      for (index, read) in reader.reads.enumerated() {
        guard let meaning = read.flatMap(meaning) else { continue }
        try session.feed(reader.node.input(index), from: meaning, in: inner)
      }
    }
    return showing
  }

  private func type(of read: Read) -> PortType? {
    switch read {
    case .node(let node): formulas.outputType(of: node)
    case .output(let group, let name):
      groups.definition(of: group).flatMap { groups.outputs(of: $0).first { $0.name == name }?.type }
    case .input: nil
    }
  }

  private func meaning(of read: Read) -> ScopeNames.Meaning? {
    switch read {
    case .node(let node): return .node(node)
    case .input(let name): return .input(name, nil)
    case .output(let group, let name):
      guard let definition = groups.definition(of: group),
        let index = groups.outputs(of: definition).firstIndex(where: { $0.name == name }),
        let source = groups.source(of: group.node.output(index))
      else { return nil }
      return .output(group.node.output(index), source.node)
    }
  }

  private func name(of node: NodeID) -> String { groups.name(of: node) ?? "it" }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// A formula with the nodes its names stand for, its types checked.
  struct Bound {
    let formula: Formula
    /// Nothing for a name that is gone.
    let nodes: [NodeID?]
    let types: [CalculatorType]
    let program: Program

    var names: [String] { formula.names.map(\.text) }
  }

  func bind(_ formula: Formula) throws(Diagnostic) -> Bound {
    var nodes: [NodeID] = []
    for name in formula.names { nodes.append(try node(name)) }
    let graph = evaluator.graph
    return try bind(formula, to: nodes) { graph.firstOutputType(of: nodes[$0]) }
  }

  /// Binds a formula to nodes, of which some may be gone; their types are known all the same.
  func bind(
    _ formula: Formula, to nodes: [NodeID?], type: (Int) -> PortType?
  ) throws(Diagnostic) -> Bound {
    var types: [CalculatorType] = []
    for (index, name) in formula.names.enumerated() {
      guard let type = type(index).flatMap(CalculatorType.init) else {
        throw Diagnostic(.type, "'\(name.text)' has no value a formula can use", name.range)
      }
      types.append(type)
    }
    return Bound(formula: formula, nodes: nodes, types: types, program: try formula.program(types: types))
  }

  /// The node a name in a statement stands for.
  func node(_ name: SourceName) throws(Diagnostic) -> NodeID {
    if let node = node(named: name.text) { return node }
    throw unknown(name)
  }

  func unknown(_ name: SourceName) -> Diagnostic {
    let hint = Suggestion.hint(for: name.text, among: evaluator.graph.names)
    return Diagnostic(.name, "unknown name '\(name.text)'", name.range, hint: hint)
  }

  /// The value of an expression, without making a node.
  func evaluate(_ formula: Formula) throws(Diagnostic) -> NodeValue {
    let bound = try bind(formula)
    let values = bound.nodes.compactMap { $0 }.map(value)
    do {
      let packed = try bound.program.evaluate(KnownInputs(values: values))
      return .value(CalculatorValue(packed: packed, type: bound.program.type))
    } catch {
      if case .upstream(let index) = error, case .failure(let message, let origin) = values[index] {
        return .failure(message: message, origin: origin ?? bound.names[index])
      }
      return .failure(message: "\(error)", origin: nil)
    }
  }

  // MARK: Definitions

  /// What the node of a formula is.
  func definition(of bound: Bound) -> NodeDefinition {
    forms.definition(bound.program, names: bound.names, types: bound.types)
  }

  func define(_ name: SourceName, as formula: Formula) throws(Diagnostic) -> Result {
    let bound = try bind(formula)
    try refuseCycle(name, node(named: name.text), bound)
    return try define(name, as: bound)
  }

  /// Gives a name a formula that closes no cycle. A Number that is given a constant stays one, if asked to.
  func define(_ name: SourceName, as bound: Bound) throws(Diagnostic) -> Result {
    let present = node(named: name.text)
    let constant = constant(bound)
    if let present, let constant, let receipt = give(constant, to: present) {
      if isFormula(present) { formulas[present] = bound.formula.text }
      return result(of: receipt, editing: present)
    }
    let definition = constant?.definition ?? definition(of: bound)
    var defined = present
    let receipt = try edit(name.range) { edit in
      if let present {
        if isComputing(present, bound, in: edit) { return }
        let helpers = helpers(of: present, in: edit)
        try replaceDefinition(of: present, by: definition, bound, in: edit)
        try removeIdle(helpers, in: edit)
      } else {
        let node = try edit.add(own: definition, named: name.text)
        try connectInputs(of: node, bound, in: edit, isNew: true)
        try adopt(waiting(for: name.text), in: edit)
        defined = node
      }
    }
    guard let defined else { return Result() }
    formulas[defined] = bound.formula.text
    if !orphans.isEmpty { orphans[name.text] = nil }
    wait(bound, for: defined)
    return result(of: receipt, editing: defined)
  }

  /// Whether a node has that formula, of those nodes, already.
  private func isComputing(_ node: NodeID, _ bound: Bound, in edit: Edit) -> Bool {
    formulas[node] == bound.formula.text
      && bound.nodes.enumerated().allSatisfy { index, source in
        edit.sources(of: node.input(index)).map(\.node) == [source]
      }
  }

  /// The formulas that have lost a name and name it still.
  func waiting(for name: String) -> [NodeID] {
    (orphans[name] ?? []).filter { formula(of: $0)?.names.contains { $0.text == name } == true }
  }

  /// Has a formula wait for the names that are gone.
  func wait(_ bound: Bound, for node: NodeID) {
    for (name, source) in zip(bound.names, bound.nodes) where source == nil { orphans[name, default: []].append(node) }
  }

  /// What a formula's node is called: its name, or the port it feeds.
  private func title(of node: NodeID, in edit: Edit) -> String {
    if let name = edit.name(of: node) { return name }
    guard let target = edit.connections(of: node).first(where: { $0.source.node == node })?.target,
      let name = edit.name(of: target.node), let inputs = try? edit.kind(of: target.node).inputs
    else { return "a formula" }
    return "\(name).\(inputs[target.index].name)"
  }

  /// Connects formulas that have lost a name which is there again.
  func adopt(_ consumers: [NodeID], in edit: Edit) throws {
    for consumer in consumers {
      guard let formula = formula(of: consumer), (try? edit.kind(of: consumer)) != nil else { continue }
      for (index, name) in formula.names.enumerated() where edit.sources(of: consumer.input(index)).isEmpty {
        guard let node = edit.node(named: name.text) else { continue }
        let wanted = try edit.kind(of: consumer).inputs[index].type
        let given = try edit.kind(of: node).outputs.first?.type
        if wanted == given {
          try edit.connect(node.output, to: consumer.input(index))
        } else {
          throw Diagnostic(
            .type, "\(title(of: consumer, in: edit)) needs '\(name.text)' as a \(wanted)", 0..<0,
            notes: ["\(title(of: consumer, in: edit)) = \(formula.text)"])
        }
      }
    }
  }

  /// The value of a formula without names, if it has one.
  private func constant(_ bound: Bound) -> CalculatorValue? {
    guard bound.nodes.isEmpty, let packed = try? bound.program.evaluate(NoInputs()) else { return nil }
    return CalculatorValue(packed: packed, type: bound.program.type)
  }

  /// Gives a source another value of its own type.
  func give(_ value: CalculatorValue, to node: NodeID) -> Receipt? {
    switch value {
    case .number(let number): give(number, to: node)
    case .boolean(let boolean): give(boolean, to: node)
    case .color(let color): give(color, to: node)
    }
  }

  private func give<Value>(_ value: Value, to node: NodeID) -> Receipt? {
    guard let variable = try? evaluator.variable(node, as: Value.self) else { return nil }
    return evaluator.set(variable, to: value)
  }

  /// Connects the inputs to what the formula names now. Those of a new node are not connected yet.
  func connectInputs(of node: NodeID, _ bound: Bound, in edit: Edit, isNew: Bool = false) throws(GraphError) {
    for (index, source) in bound.nodes.enumerated() {
      let input = node.input(index)
      if isNew {
        if let source { try edit.connect(source.output, to: input) }
        continue
      }
      // A port of the same name may have been connected to something else: to what a kind's port was, or a name that
      // is another node's by now.
      guard edit.sources(of: input) != (source.map { [$0.output] } ?? []) else { continue }
      if let source {
        try edit.connect(source.output, to: input, replacing: true)
      } else {
        try edit.disconnect(input)
      }
    }
  }

  /// Exchanges what a node computes. If its type changes, the formulas behind it are checked anew, in evaluation order.
  private func replaceDefinition(of node: NodeID, by definition: NodeDefinition, _ bound: Bound, in edit: Edit) throws {
    try retype(node, in: edit, changesType: try isRetyped(node, by: definition, in: edit)) {
      try exchange(node, definition, bound, in: edit)
    }
  }

  /// Makes an edit that may give a node another type; then the formulas behind it are checked anew, in evaluation order,
  /// and what is no formula keeps its connection, or the graph refuses it.
  func retype(_ node: NodeID, in edit: Edit, changesType: Bool, _ body: () throws -> Void) throws {
    guard changesType else { return try body() }
    let behind = edit.downstream(of: node)
    var retyped = [node: outgoing(node, in: edit)]
    try body()
    for consumer in behind {
      guard let formula = formula(of: consumer) else { continue }
      let nodes = formula.names.map { edit.node(named: $0.text) }
      guard nodes.contains(where: { $0.map { retyped[$0] != nil } ?? false }) else { continue }
      let bound: Bound
      do {
        let inputs = try edit.kind(of: consumer).inputs
        bound = try bind(formula, to: nodes) { index in
          guard let node = nodes[index] else { return inputs[index].type }
          return (try? edit.kind(of: node))?.outputs.first?.type
        }
      } catch let diagnostic as Diagnostic {
        throw refusal(of: consumer, formula, because: diagnostic, after: node, in: edit)
      }
      let definition = definition(of: bound)
      if try isRetyped(consumer, by: definition, in: edit) { retyped[consumer] = outgoing(consumer, in: edit) }
      try exchange(consumer, definition, bound, in: edit)
    }
    for connection in ([node] + behind).flatMap({ retyped[$0] ?? [] }) where formulas[connection.target.node] == nil {
      // A node that had no code takes its connections along.
      if edit.sources(of: connection.target).contains(connection.source) { continue }
      try edit.connect(connection.source, to: connection.target)
    }
  }

  private func outgoing(_ node: NodeID, in edit: Edit) -> [Connection] {
    edit.connections(of: node).filter { $0.source.node == node }
  }

  private func isRetyped(_ node: NodeID, by definition: NodeDefinition, in edit: Edit) throws -> Bool {
    try edit.kind(of: node).outputs.map(\.type) != definition.kind.outputs.map(\.type)
  }

  func exchange(_ node: NodeID, _ definition: NodeDefinition, _ bound: Bound, in edit: Edit) throws {
    if formulas[node] == nil {
      // Inputs of formulas have no literals; those of a kind would come along by name.
      for index in try edit.kind(of: node).inputs.indices { try edit.clearLiteral(node.input(index)) }
    }
    try edit.setDefinition(of: node, to: definition)
    try connectInputs(of: node, bound, in: edit)
  }

  private func refusal(
    of consumer: NodeID, _ formula: Formula, because diagnostic: Diagnostic, after node: NodeID, in edit: Edit
  ) -> Diagnostic {
    let name = title(of: consumer, in: edit)
    return Diagnostic(
      .type, "\(name) could not use \(edit.name(of: node) ?? "it") any more; nothing changed", 0..<0,
      notes: ["\(name) = \(formula.text)", diagnostic.message])
  }

  /// Refuses a formula that would make a name depend on itself, showing the way: through the node that has the name, or
  /// through formulas that wait for it.
  private func refuseCycle(_ name: SourceName, _ present: NodeID?, _ bound: Bound) throws(Diagnostic) {
    let graph = evaluator.graph
    if present == nil, orphans.isEmpty { return }
    for start in present.map({ [$0] }) ?? waiting(for: name.text) {
      for (source, used) in zip(bound.nodes, bound.formula.names) {
        guard let source, let path = graph.path(from: start, to: source) else { continue }
        let names = path.compactMap { graph.name(of: $0) }
        throw Diagnostic.cycle((present == nil ? [name.text] : []) + names + [name.text], used.range)
      }
    }
  }
}

extension Diagnostic {
  /// A name would depend on itself: the way from it back to it.
  static func cycle(_ names: [String], _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .cycle, "\(names.last ?? "it") would depend on itself; nothing changed", range,
      notes: [way(names)])
  }

  /// A way from node to node. Of a long one its ends are shown.
  static func way(_ names: [String]) -> String {
    let end = 6
    if names.count <= 2 * end + 1 { return names.joined(separator: " → ") }
    let hidden = "… \(names.count - 2 * end) more …"
    return (names.prefix(end) + [hidden] + names.suffix(end)).joined(separator: " → ")
  }
}

/// The inputs of an expression, known beforehand.
private struct KnownInputs: FormulaInputs {
  let values: [NodeValue]

  func load(_ index: Int) throws(FormulaFailure) -> Double {
    guard case .value(let value) = values[index] else { throw .upstream(index) }
    return value.packed
  }
}

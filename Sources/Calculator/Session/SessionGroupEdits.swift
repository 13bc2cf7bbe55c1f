// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Statements inside of a group: they change its definition, and so all its instances.
extension Session {
  /// Runs a statement inside of a group.
  func run(_ statement: Statement, in scope: InstanceID) throws(Diagnostic) -> Result {
    switch statement.form {
    case .definition(let name, let formula):
      let title = (breadcrumb + [statement.text]).joined(separator: " › ")
      return try timeline.recorded(title) { () throws(Diagnostic) in try define(name, as: formula, in: scope) }
    case .expression(let formula): return try evaluated(withLiterals(formula))
    case .function(let name, _, _): try requireOutside(name.range, "a function of one's own")
    case .assignment(let target, _): try requireOutside(target.range, "giving a port a value")
    case .elementAssignment(let name, _, _): try requireOutside(name.range, "changing one element")
    case .construction(let name, _): try requireOutside(name.range, "making a node of a kind")
    case .connection(let source, _): try requireOutside(source.range, "connecting a port")
    case .command(let command):
      throw Diagnostic(.command, "unknown command '\(command.name.text)'", command.name.range)
    }
    return Result()
  }

  /// The formula with their values in place of inputs that no node feeds.
  private func withLiterals(_ formula: Formula) throws(Diagnostic) -> Formula {
    var values: [String: String] = [:]
    for name in formula.names {
      if let value = formulas.names.literal(ofInput: name.text) { values[name.text] = "(\(value.exactText))" }
    }
    return values.isEmpty ? formula : try Formula(formula.text(replacing: values))
  }

  /// Gives a name of a group a formula, in all instances or in none.
  private func define(_ name: SourceName, as formula: Formula, in scope: InstanceID) throws(Diagnostic) -> Result {
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: scope) else { return Result() }
    let present = try target(name, in: scope)
    let change = try bind(formula, to: name, in: scope)
    let constant = change.bound.constant
    if let present, let constant, formulas.innerText(of: present) != nil,
      formulas.outputType(of: present) == constant.type.port,
      change.bound.names.isEmpty, (try? evaluator.graph.kind(of: present).inputs.isEmpty) == true
    {
      return try set(present, to: constant, change.bound.text, of: definition, in: scope, name)
    }
    let made = constant?.definition ?? formulas.definition(of: change.bound)
    if let present { try requireSameType(present, made, name) }
    var node = present
    let receipt = try edit(name.range) { edit in
      let helpers = helpers(of: definition, edit)
      try edit.graph.change(definition, lookingAt: scope) { inner in
        if let present {
          try inner.setDefinition(of: present, to: made)
        } else {
          node = try inner.add(own: made, named: name.text)
        }
        guard let node else { return }
        for (index, source) in change.sources.enumerated() {
          try connect(source, to: node.input(index), in: inner, replaces: present != nil)
        }
      }
      try feed(change, of: definition, edit.graph)
      // What fed an input that is gone feeds nothing.
      try edit.removeIdle(helpers)
    }
    guard let node else { return Result() }
    for other in groups.counterparts(of: node) { formulas.inner[other] = change.bound.text }
    return result(of: receipt, editing: node)
  }

  /// A formula whose names are found in a group.
  private struct InnerFormula {
    let bound: BoundFormula
    let sources: [ScopeNames.Meaning]
    /// The names that are to be inputs of the group, and what they read outside.
    var outer: [(name: String, output: OutputPort)] = []
  }

  /// The node that has a name in a group; refuses names that stand for something else there.
  private func target(_ name: SourceName, in scope: InstanceID) throws(Diagnostic) -> NodeID? {
    switch formulas.names.meaning(of: name.text) {
    case .node(let node):
      if formulas.innerText(of: node) == nil, (try? evaluator.graph.kind(of: node).inputs.isEmpty) != true {
        throw Diagnostic(
          .kind, "'\(name.text)' is no formula, and can't be changed inside of a group; nothing changed", name.range)
      }
      return node
    case .output(_, let node):
      try requireOwn(node, name)
      return nil
    case .input:
      throw Diagnostic(
        .name, "'\(name.text)' is an input of \(breadcrumb.last ?? "the group"); nothing changed", name.range,
        hint: "outside it is what '\(name.spelling)' is connected to")
    case nil:
      if formulas.names.group(titled: name.text) == nil, formulas.functions[name.text] == nil { return nil }
      throw Diagnostic(.name, "the name '\(name.text)' is taken; nothing changed", name.range)
    }
  }

  private func bind(_ formula: Formula, to name: SourceName, in scope: InstanceID) throws(Diagnostic) -> InnerFormula {
    if let called = formula.functions.first {
      throw Diagnostic(
        .kind, "a group can't call \(called.text); nothing changed", called.range,
        hint: "give what it gives a name outside, and use that")
    }
    if !formula.columns.isEmpty {
      throw Diagnostic(
        .kind, "a group can't read a file; nothing changed", formula.range,
        hint: "give the column a name outside, and use that")
    }
    let names = formulas.names
    var sources: [ScopeNames.Meaning] = []
    var outer: [(name: String, output: OutputPort)] = []
    var types: [PortType?] = []
    for used in formula.names {
      guard let meaning = names.meaning(of: used.text) else {
        let output = try outerOutput(used, in: scope)
        outer.append((used.text, output))
        types.append(evaluator.subgraphs.source(of: output).flatMap { formulas.outputType(of: $0.node) })
        sources.append(.input(used.text, nil))
        continue
      }
      if case .node = meaning, used.text == name.text { throw Diagnostic.cycle([used.text, used.text], used.range) }
      if case .input(let port, _) = meaning {
        types.append(names.type(ofInput: port))
      } else {
        types.append(meaning.node.flatMap { formulas.outputType(of: $0) })
      }
      sources.append(meaning)
    }
    let bound = try formulas.bind(formula, to: sources.map(\.node)) { types[$0] }
    return InnerFormula(bound: bound, sources: sources, outer: outer)
  }

  /// What a name stands for outside of a group that doesn't know it.
  private func outerOutput(_ name: SourceName, in scope: InstanceID) throws(Diagnostic) -> OutputPort {
    let groups = evaluator.subgraphs
    let title = groups.title(of: scope)
    guard let meaning = formulas.rootNames.meaning(of: name.text) else { throw formulas.unknown(name) }
    let isUsedInside = groups.definition(of: scope).map { groups.instances(of: $0) }?.contains {
      groups.scope(of: $0.node) != nil
    }
    if isUsedInside == true {
      throw Diagnostic(
        .name, "'\(name.text)' lies outside of \(title), which is part of another group; nothing changed", name.range,
        hint: "only groups that are part of none get new inputs here")
    }
    switch meaning {
    case .node(let node): return node.output
    case .output(let port, _): return port
    case .input: throw formulas.unknown(name)
    }
  }

  /// Connects what a formula reads in a group.
  private func connect(
    _ source: ScopeNames.Meaning, to input: InputPort, in inner: ScopeEdit, replaces: Bool
  ) throws {
    switch source {
    case .node(let node):
      if replaces, evaluator.graph.sources(of: input) == [node.output] { return }
      try inner.connect(node.output, to: input, replacing: replaces)
    case .output(let port, let node):
      if replaces, evaluator.graph.sources(of: input) == [node.output] { return }
      try inner.connect(port, to: input, replacing: replaces)
    case .input(let name, _):
      let groups = evaluator.subgraphs
      guard let scope = formulas.path.scope, let definition = groups.definition(of: scope) else { return }
      if replaces, let port = groups.input(showing: input, in: groups.scope(of: scope.node)), port.node == scope.node,
        groups.inputs(of: definition)[port.index].name == name
      {
        return
      }
      if groups.inputs(of: definition).contains(where: { $0.name == name }) {
        try inner.expose(input, joining: name)
      } else {
        try inner.expose(input, as: name)
      }
    }
  }

  /// The formulas without names that feed the instances of a group.
  private func helpers(of definition: DefinitionID, _ edit: FormulaEdit) -> [NodeID] {
    evaluator.subgraphs.instances(of: definition).flatMap { edit.helpers(of: $0.node) }
  }

  /// Connects new inputs of a group outside, in all instances.
  private func feed(_ change: InnerFormula, of definition: DefinitionID, _ edit: Edit) throws {
    for (name, output) in change.outer {
      for instance in evaluator.subgraphs.instances(of: definition) {
        try edit.connect(output, to: instance.input(name), replacing: true)
      }
    }
  }

  /// Refuses another type for a node of a group that something reads.
  private func requireSameType(
    _ node: NodeID, _ definition: NodeDefinition, _ name: SourceName
  ) throws(Diagnostic) {
    guard let present = formulas.outputType(of: node), let wanted = definition.kind.outputs.first?.type,
      present != wanted
    else { return }
    let groups = evaluator.subgraphs
    let readers = groups.counterparts(of: node).flatMap { evaluator.graph.consumers(of: $0.output) }
    let outside = groups.scope(of: node).flatMap { groups.scope(of: $0.node) }
    let isOutput = groups.output(showing: node.output, in: outside) != nil
    guard let reader = readers.first ?? (isOutput ? node.input(0) : nil) else { return }
    throw Diagnostic(
      .type,
      "\(name.spelling) is a \(present), and \(formulas.title(of: reader.node)) needs it as one; nothing changed",
      name.range, hint: "in a group a name that is read keeps its type")
  }

  /// Gives a constant of a group another value: in all instances that have what this one has.
  private func set(
    _ node: NodeID, to value: CalculatorValue, _ text: String, of definition: DefinitionID, in scope: InstanceID,
    _ name: SourceName
  ) throws(Diagnostic) -> Result {
    let before = formulas.innerText(of: node)
    let receipt = try edit(name.range) { edit in
      try edit.graph.change(definition, lookingAt: scope) { inner in try inner.set(node, toConstant: value) }
    }
    for other in evaluator.subgraphs.counterparts(of: node)
    where other == node || formulas.innerText(of: other) == before {
      formulas.inner[other] = text
    }
    return result(of: receipt, editing: node)
  }

  /// Makes a name of the group that was entered one of its outputs, in all instances.
  ///
  /// - Parameter name: The name of a node of the group, or of what a group in it gives.
  /// - Throws: A ``Diagnostic`` outside of all groups, for an unknown name, for an input, and for what is an output already; the
  ///   session is unchanged.
  /// - Complexity: O(ports of the group)
  public func expose(_ name: SourceName) throws(Diagnostic) {
    guard let scope = formulas.path.scope, let definition = evaluator.subgraphs.definition(of: scope) else {
      throw Diagnostic(
        .command, "outside of groups every name can be read", name.range, hint: "enter GROUP, then expose a name of it")
    }
    let output: OutputPort
    switch formulas.names.meaning(of: name.text) {
    case .node(let node): output = node.output
    case .output(let port, _): output = port
    case .input:
      throw Diagnostic(.name, "'\(name.text)' is an input of \(breadcrumb.last ?? "the group")", name.range)
    case nil: throw formulas.unknown(name)
    }
    let outputs = evaluator.subgraphs.outputs(of: definition).indices.map { scope.node.output($0) }
    let source = evaluator.subgraphs.source(of: output)
    if outputs.contains(where: { evaluator.subgraphs.source(of: $0) == source }) {
      throw Diagnostic(.port, "\(breadcrumb.last ?? "the group") gives '\(name.text)' already", name.range)
    }
    let title = (breadcrumb + ["expose \(name.spelling)"]).joined(separator: " › ")
    try timeline.recorded(title) { () throws(Diagnostic) in
      _ = try edit(name.range) { edit in
        try edit.graph.change(definition, lookingAt: scope) { inner in try inner.expose(output, as: name.text) }
      }
    }
  }

  /// Removes a node of a group that nothing reads, in all instances.
  func delete(_ name: SourceName, in scope: InstanceID) throws(Diagnostic) -> Result {
    guard let definition = evaluator.subgraphs.definition(of: scope) else { return Result() }
    guard case .node(let node)? = formulas.names.meaning(of: name.text) else {
      if formulas.names.meaning(of: name.text) == nil { throw formulas.unknown(name) }
      throw Diagnostic(.name, "'\(name.text)' is no node of \(breadcrumb.last ?? "the group")", name.range)
    }
    let nodes = evaluator.subgraphs.counterparts(of: node)
    if let reader = nodes.lazy.flatMap({ self.evaluator.graph.consumers(of: $0.output) }).first {
      throw Diagnostic(
        .name, "\(formulas.title(of: reader.node)) reads '\(name.text)'; nothing changed", name.range,
        hint: "change that first")
    }
    let title = (breadcrumb + ["delete \(name.spelling)"]).joined(separator: " › ")
    return try timeline.recorded(title) { () throws(Diagnostic) in
      let receipt = try edit(name.range) { edit in
        let helpers = helpers(of: definition, edit)
        try edit.graph.change(definition, lookingAt: scope) { inner in try inner.remove(node) }
        try edit.removeIdle(helpers)
      }
      for node in nodes { forget(node) }
      return result(of: receipt)
    }
  }
}

extension ScopeEdit {
  fileprivate func set(_ node: NodeID, toConstant value: CalculatorValue) throws {
    switch value {
    case .number(let number), .quantity(let number, _): try set(node, to: number)
    case .boolean(let boolean): try set(node, to: boolean)
    case .color(let color): try set(node, to: color)
    case .text(let text): try set(node, to: text)
    case .numbers(let list), .quantities(let list, _): try set(node, to: list)
    case .booleans(let list): try set(node, to: list)
    case .colors(let list): try set(node, to: list)
    case .texts(let list): try set(node, to: list)
    }
  }
}

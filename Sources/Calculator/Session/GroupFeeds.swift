// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The sources that inputs in a scope read: inputs of its nodes, and of its groups.
extension Session {
  /// The source of a member's input in its scope: a node, an output of a group, or an input of the group that contains the member.
  ///
  /// - Returns: `nil` if the input is not connected there.
  /// - Complexity: O(depth and ports)
  func meaning(readBy input: InputPort) -> ScopeNames.Meaning? {
    let groups = evaluator.subgraphs
    if groups.isEmpty { return evaluator.graph.sources(of: input).first.map { .node($0.node) } }
    let scope = groups.scope(of: input.node)
    guard let target = groups.targets(of: input).first else { return nil }
    let source = evaluator.graph.sources(of: target).first
    if let name = formulas.groupInput(leadingTo: target, in: scope) { return .input(name, source?.node) }
    return source.flatMap { meaning(showing: $0, in: scope) }
  }

  /// What an output is in a scope: a node of the scope, or an output of a group in it; `nil` if it is neither.
  package func meaning(showing output: OutputPort, in scope: InstanceID?) -> ScopeNames.Meaning? {
    let groups = evaluator.subgraphs
    if groups.isEmpty || groups.scope(of: output.node) == scope { return .node(output.node) }
    return groups.output(showing: output, in: scope).map { .output($0, output.node) }
  }

  /// Connects an input of a scope's member to a source in that scope, replacing its connection; `nil` disconnects it. An input
  /// of the group that doesn't exist yet is added.
  func feed(_ input: InputPort, from source: ScopeNames.Meaning?, in inner: Edit) throws {
    let present = meaning(readBy: input)
    if ScopeNames.Meaning.areSame(present, source) { return }
    if case .input? = present { try inner.conceal(input) }
    switch source {
    case .node(let node)?: try inner.connect(node.output, to: input, replacing: true)
    case .output(let port, _)?: try inner.connect(port, to: input, replacing: true)
    case nil:
      if case .input? = present { return }
      try inner.disconnect(input)
    case .input(let name, _)?:
      if case .input? = present {} else if present != nil { try inner.disconnect(input) }
      let groups = evaluator.subgraphs
      let inputs = groups.scope(of: input.node).flatMap { groups.definition(of: $0) }.map { groups.inputs(of: $0) }
      if inputs?.contains(where: { $0.name == name }) == true {
        try inner.expose(input, joining: name)
      } else {
        try inner.expose(input, as: name)
      }
    }
  }

  // MARK: Formulas without a name

  /// The formulas without a name that feed the inputs of a member in its scope.
  func helpers(of member: NodeID) -> [NodeID] {
    let groups = evaluator.subgraphs
    let count =
      InstanceID(member).map { groups.inputs(of: $0).count }
      ?? (try? evaluator.graph.kind(of: member).inputs.count) ?? 0
    return (0..<count).compactMap { index in
      guard case .node(let node)? = meaning(readBy: member.input(index)), isHelper(node) else { return nil }
      return node
    }
  }

  /// Whether a node is a formula without a name.
  func isHelper(_ node: NodeID) -> Bool {
    evaluator.subgraphs.name(of: node) == nil && formulas.isFormula(node)
  }

  /// Removes the formulas without a name that no longer feed any input.
  func removeIdle(_ helpers: [NodeID], in inner: Edit) throws {
    for helper in helpers where isIdle(helper) { try inner.remove(helper) }
  }

  private func isIdle(_ helper: NodeID) -> Bool {
    let groups = evaluator.subgraphs
    guard evaluator.graph.contains(helper), evaluator.graph.consumers(of: helper.output).isEmpty else { return false }
    guard let scope = groups.scope(of: helper) else { return true }
    return groups.output(showing: helper.output, in: groups.scope(of: scope.node)) == nil
  }

  /// The formulas without names that feed the instances of a group from outside, in any scope, or instances of the groups that
  /// contain it, which lose inputs with it.
  func helpers(of definition: DefinitionID) -> [NodeID] {
    let groups = evaluator.subgraphs
    var (helpers, seen, open): ([NodeID], Set<DefinitionID>, [DefinitionID]) = ([], [definition], [definition])
    while let next = open.popLast() {
      for instance in groups.instances(of: next) {
        helpers += self.helpers(of: instance.node)
        let outer = groups.scope(of: instance.node).flatMap { groups.definition(of: $0) }
        if let outer, seen.insert(outer).inserted { open.append(outer) }
      }
    }
    return helpers
  }

  /// Removes the formulas without names that no longer feed any input, in any scope, and those that become unused with them.
  func removeIdle(_ helpers: [NodeID], fromAllScopes edit: Edit) throws {
    let groups = evaluator.subgraphs
    var open = helpers
    while let helper = open.popLast() {
      guard isIdle(helper) else { continue }
      let scope = groups.scope(of: helper)
      // Inputs of the groups around may be removed with it.
      if let definition = scope.flatMap({ groups.definition(of: $0) }) { open += self.helpers(of: definition) }
      try edit.change(in: scope) { inner in try inner.remove(helper) }
    }
  }
}

extension ScopeNames.Meaning {
  /// Whether both refer to the same source of one scope.
  static func areSame(_ first: Self?, _ second: Self?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (.node(let node)?, .node(let other)?): node == other
    case (.output(let port, _)?, .output(let other, _)?): port == other
    case (.input(let name, _)?, .input(let other, _)?): name == other
    default: false
    }
  }
}

extension Edit {
  /// Sets the value of a source to a value of the calculator.
  package func set(_ node: NodeID, toConstant value: CalculatorValue) throws(GraphError) {
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

  /// Sets the literal of an input to a value of the calculator. Literals have no unit.
  package func setLiteral(_ input: InputPort, toConstant value: CalculatorValue) throws(GraphError) {
    switch value {
    case .number(let number), .quantity(let number, _): try setLiteral(input, to: number)
    case .boolean(let boolean): try setLiteral(input, to: boolean)
    case .color(let color): try setLiteral(input, to: color)
    case .text(let text): try setLiteral(input, to: text)
    case .numbers(let list), .quantities(let list, _): try setLiteral(input, to: list)
    case .booleans(let list): try setLiteral(input, to: list)
    case .colors(let list): try setLiteral(input, to: list)
    case .texts(let list): try setLiteral(input, to: list)
    }
  }
}

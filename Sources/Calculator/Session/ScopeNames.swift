// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What names stand for in a scope: in a group, or in the root.
///
/// A name is that of a member; inside a group that of an input of the group; of an output of a group of the scope, as long as only
/// one of these has an output of that name, otherwise it has the title of its group before it, `Tax.tax`.
struct ScopeNames {
  let evaluator: Evaluator
  let scope: InstanceID?
  let indices: ScopeIndexTable

  private var groups: Subgraphs { evaluator.subgraphs }
  private var index: ScopeIndex { indices[scope] }

  /// What a name stands for.
  enum Meaning {
    /// A node, in no group of the scope.
    case node(NodeID)
    /// An output of a group of the scope, and the node that gives it.
    case output(OutputPort, NodeID)
    /// An input of the group that is looked into, and the node outside that it reads here.
    case input(String, NodeID?)

    /// The node that gives the value.
    var node: NodeID? {
      switch self {
      case .node(let node), .output(_, let node): node
      case .input(_, let node): node
      }
    }
  }

  /// Complexity: O(1), but for O(members and ports) after a change of groups.
  func meaning(of name: String) -> Meaning? {
    if let node = member(named: name) { return .node(node) }
    if groups.isEmpty { return nil }
    return input(named: name) ?? output(named: name)
  }

  private func outputs(of group: InstanceID) -> [NodeKind.Output] {
    groups.definition(of: group).map { groups.outputs(of: $0) } ?? []
  }

  private func inputs(of group: InstanceID) -> [NodeKind.Input] {
    groups.definition(of: group).map { groups.inputs(of: $0) } ?? []
  }

  private func member(named name: String) -> NodeID? {
    scope == nil ? evaluator.graph.node(named: name) : index.members[name]
  }

  private func output(named name: String) -> Meaning? {
    var found: Meaning?
    for given in index.outputs[name] ?? [] {
      guard let node = given.node else { continue }
      // Of several none is meant.
      if found != nil { return nil }
      found = .output(given.port, node)
    }
    return found ?? output(qualified: name)
  }

  /// The output that a name with the title of its group before it stands for.
  private func output(qualified name: String) -> Meaning? {
    var found: Meaning?
    for dot in name.utf8.indices where name.utf8[dot] == UInt8(ascii: ".") {
      let output = String(name[name.utf8.index(after: dot)...])
      for group in index.groups[String(name[..<dot])] ?? [] {
        guard let place = outputs(of: group).firstIndex(where: { $0.name == output }),
          let node = groups.source(of: group.node.output(place))?.node
        else { continue }
        if found != nil { return nil }
        found = .output(group.node.output(place), node)
      }
    }
    return found
  }

  private func input(named name: String) -> Meaning? {
    guard let scope, let index = index.inputs[name] else { return nil }
    let first = groups.targets(of: scope.node.input(index)).first
    return .input(name, first.flatMap { evaluator.graph.sources(of: $0).first?.node })
  }

  /// The value of an input of the group that is looked into, to which nothing is connected here.
  func literal(ofInput name: String) -> CalculatorValue? {
    guard let scope, let index = index.inputs[name],
      let target = groups.targets(of: scope.node.input(index)).first, evaluator.graph.sources(of: target).isEmpty
    else { return nil }
    return evaluator.unconnectedValue(of: target)
  }

  /// The type of what an input of the group that is looked into gives.
  func type(ofInput name: String) -> PortType? {
    scope.flatMap { inputs(of: $0).first { $0.name == name }?.type }
  }

  /// The name that a node has in the scope; `nil` if none stands for it.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - isQualified: Whether a name with the title of its group before it is taken though one without is enough.
  /// - Returns: The name.
  func name(of node: NodeID, isQualified: Bool = false) -> String? {
    if scope == nil, let name = evaluator.graph.name(of: node) { return name }
    if groups.isEmpty { return nil }
    if scope != nil, groups.scope(of: node) == scope { return groups.name(of: node) }
    guard let port = groups.output(showing: node.output, in: scope), let group = InstanceID(port.node)
    else { return nil }
    let name = outputs(of: group)[port.index].name
    let qualified = "\(groups.title(of: group)).\(name)"
    let names = isQualified ? [qualified, name] : [name, qualified]
    return names.first { meaning(of: $0)?.node == node }
  }

  /// The names that outputs have which share one: `Tax.tax`, `Tax2.tax`. Complexity: O(groups that give it).
  func qualified(_ name: String) -> [String] {
    (index.outputs[name] ?? []).compactMap { InstanceID($0.port.node) }.map { "\(groups.title(of: $0)).\(name)" }
  }

  /// Whether several groups give something of that name.
  func isShared(_ name: String) -> Bool { (index.outputs[name]?.count ?? 0) > 1 }

  /// The names of all that shows in the scope, in evaluation order; inside a group its inputs first.
  ///
  /// - Complexity: O(members); of the root O(nodes).
  var all: [String] {
    guard let scope else {
      let graph = evaluator.graph
      if groups.isEmpty { return graph.nodes.compactMap { graph.name(of: $0) } }
      return graph.nodes.compactMap { name(of: $0) }
    }
    let inputs = inputs(of: scope).map(\.name)
    var nodes = Set(groups.members(of: scope).filter { InstanceID($0) == nil })
    for group in groups.instances(in: scope) {
      let count = outputs(of: group).count
      for index in 0..<count {
        if let source = groups.source(of: group.node.output(index)) { nodes.insert(source.node) }
      }
    }
    return inputs + evaluator.graph.inEvaluationOrder(nodes).compactMap { name(of: $0) }
  }

  /// The group of that title.
  func group(titled title: String) -> InstanceID? { groups.isEmpty ? nil : index.groups[title]?.first }
}

extension FormulaTable {
  /// Calls nodes what lists call them: in a group as reports do there, and what feeds it by its inputs; around all groups what
  /// lies in them by its path.
  ///
  /// - Complexity: O(inputs of the group)
  func listedNames() -> (NodeID) -> String? {
    guard let scope = path.scope else { return { [evaluator] in evaluator.shownName(of: $0) } }
    let groups = evaluator.subgraphs
    var inputs: [NodeID: String] = [:]
    for input in groups.definition(of: scope).map(groups.inputs) ?? [] {
      if let node = names.meaning(of: input.name)?.node, inputs[node] == nil { inputs[node] = input.name }
    }
    return { [evaluator] in inputs[$0] ?? self.reportedName(of: $0) ?? evaluator.shownName(of: $0) }
  }
}

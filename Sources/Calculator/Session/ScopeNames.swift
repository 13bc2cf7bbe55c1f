// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The meanings of names in a scope, which is a group or the root.
///
/// A name refers to a member, to an input of the group whose scope it is, or to an output of a group in the scope. If several
/// groups have an output of that name, it is qualified by the title of its group: `Tax.tax`.
package struct ScopeNames {
  let evaluator: Evaluator
  package let scope: InstanceID?
  let indices: ScopeIndexTable

  private var groups: Subgraphs { evaluator.subgraphs }
  private var index: ScopeIndex { indices[scope] }

  /// The meaning of a name.
  package enum Meaning {
    /// A node that is directly in the scope.
    case node(NodeID)
    /// An output of a group of the scope, and the node that gives it.
    case output(OutputPort, NodeID)
    /// An input of the group whose scope this is, and the node outside that it reads in this instance.
    case input(String, NodeID?)

    /// The node that gives the value.
    package var node: NodeID? {
      switch self {
      case .node(let node), .output(_, let node): node
      case .input(_, let node): node
      }
    }
  }

  /// The meaning of a name; `nil` if it has none. Complexity: O(1), but O(members and ports) after a change of groups.
  package func meaning(of name: String) -> Meaning? {
    if let node = member(named: name) { return .node(node) }
    if groups.isEmpty { return nil }
    return input(named: name) ?? output(named: name)
  }

  /// The node of the scope that has a name.
  func member(named name: String) -> NodeID? {
    scope == nil ? evaluator.graph.node(named: name) : index.members[name]
  }

  private func output(named name: String) -> Meaning? {
    var found: Meaning?
    for given in index.outputs[name] ?? [] {
      guard let node = given.node else { continue }
      // A name that several groups give is ambiguous.
      if found != nil { return nil }
      found = .output(given.port, node)
    }
    return found ?? output(qualified: name)
  }

  /// The output that a name qualified by the title of its group refers to; `nil` if there are none or several.
  private func output(qualified name: String) -> Meaning? {
    var found: Meaning?
    for dot in name.utf8.indices where name.utf8[dot] == UInt8(ascii: ".") {
      let output = String(name[name.utf8.index(after: dot)...])
      for group in index.groups[String(name[..<dot])] ?? [] {
        guard let given = groups.sources(ofOutputsOf: group).first(where: { $0.name == output }) else { continue }
        if found != nil { return nil }
        found = .output(given.port, given.source.node)
      }
    }
    return found
  }

  private func input(named name: String) -> Meaning? {
    guard let scope, let index = index.inputs[name] else { return nil }
    let first = groups.targets(of: scope.node.input(index)).first
    return .input(name, first.flatMap { evaluator.graph.sources(of: $0).first?.node })
  }

  /// The value of an input of the group, if the input is not connected in this instance; else `nil`.
  package func literal(ofInput name: String) -> CalculatorValue? {
    guard let scope, let index = index.inputs[name],
      let target = groups.targets(of: scope.node.input(index)).first, evaluator.graph.sources(of: target).isEmpty
    else { return nil }
    return evaluator.unconnectedValue(of: target)
  }

  /// The type of an input of the group.
  func type(ofInput name: String) -> PortType? {
    scope.flatMap { groups.inputs(of: $0).first { $0.name == name }?.type }
  }

  /// The name of a node in the scope; `nil` if no name refers to it.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - isQualified: Whether a name qualified by its group's title is preferred where the short name is enough.
  /// - Returns: The name.
  package func name(of node: NodeID, isQualified: Bool = false) -> String? {
    if groups.scope(of: node) == scope { return groups.name(of: node) }
    if groups.isEmpty { return nil }
    guard let port = groups.output(showing: node.output, in: scope), let group = InstanceID(port.node)
    else { return nil }
    let name = groups.outputs(of: group)[port.index].name
    let qualified = "\(groups.title(of: group)).\(name)"
    let names = isQualified ? [qualified, name] : [name, qualified]
    return names.first { meaning(of: $0)?.node == node }
  }

  /// The qualified names of the outputs that share a name: `Tax.tax`, `Tax2.tax`. Complexity: O(groups that give it).
  func qualified(_ name: String) -> [String] {
    (index.outputs[name] ?? []).compactMap { InstanceID($0.port.node) }.map { "\(groups.title(of: $0)).\(name)" }
  }

  /// Whether several groups have an output of that name.
  func isShared(_ name: String) -> Bool { (index.outputs[name]?.count ?? 0) > 1 }

  /// The names that are visible in the scope, in evaluation order; inside a group its inputs come first.
  ///
  /// - Complexity: O(members); of the root O(nodes).
  var all: [String] {
    guard let scope else { return evaluator.graph.nodes.compactMap { name(of: $0) } }
    let inputs = groups.inputs(of: scope).map(\.name)
    var nodes = Set(groups.members(of: scope).filter { InstanceID($0) == nil })
    for group in groups.instances(in: scope) {
      nodes.formUnion(groups.sources(ofOutputsOf: group).map(\.source.node))
    }
    return inputs + evaluator.graph.inEvaluationOrder(nodes).compactMap { name(of: $0) }
  }

  /// The first group with a title.
  package func group(titled title: String) -> InstanceID? { groups.isEmpty ? nil : index.groups[title]?.first }
}

extension Subgraphs {
  /// The inputs of a group; empty if it no longer exists.
  package func inputs(of group: InstanceID) -> [NodeKind.Input] { definition(of: group).map { inputs(of: $0) } ?? [] }

  /// The outputs of a group; empty if it no longer exists.
  package func outputs(of group: InstanceID) -> [NodeKind.Output] {
    definition(of: group).map { outputs(of: $0) } ?? []
  }

  /// The outputs of a group that have a source, with the output of a node that is the source.
  func sources(ofOutputsOf group: InstanceID) -> [(name: String, port: OutputPort, source: OutputPort)] {
    outputs(of: group).enumerated().compactMap { index, output in
      let port = group.node.output(index)
      return source(of: port).map { (output.name, port, $0) }
    }
  }
}

extension FormulaTable {
  /// The formulas of a scope that read an output of a node, with the name that the formula, or a function that it calls, uses for it.
  func readers(of source: OutputPort, in scope: InstanceID?) -> [(node: NodeID, name: String, isOwn: Bool)] {
    evaluator.graph.consumers(of: source).compactMap { reader in
      guard evaluator.subgraphs.scope(of: reader.node) == scope, let formula = formula(of: reader.node),
        formula.names.indices.contains(reader.index)
      else { return nil }
      return (reader.node, formula.names[reader.index].text, reader.index < formula.ownNameCount)
    }
  }

  /// Returns a function that names nodes for lists. In the root, nodes in groups have their path. Inside a group, the sources of
  /// the group's inputs have the names of these inputs, and other nodes are named as in reports.
  ///
  /// - Complexity: O(inputs of the group)
  func listedNames() -> (NodeID) -> String? {
    guard let scope = path.scope else { return { [evaluator] in evaluator.shownName(of: $0) } }
    let groups = evaluator.subgraphs
    var inputs: [NodeID: String] = [:]
    for input in groups.inputs(of: scope) {
      if let node = names.meaning(of: input.name)?.node, inputs[node] == nil { inputs[node] = input.name }
    }
    return { [evaluator] in inputs[$0] ?? self.reportedName(of: $0) ?? evaluator.shownName(of: $0) }
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Conversions are added with the wires that need them, and removed with them.
extension Edit {
  /// The kind of conversion that a connection between these ports needs; `nil` if it needs none or there is none.
  func conversion(_ source: ScopePort, _ target: ScopePort) -> String? {
    if evaluator.state.scopes.conversions.isEmpty { return nil }
    guard let given = declaration(of: source, isInput: false)?.type,
      let taken = declaration(of: target, isInput: true)?.type, !given.fits(taken)
    else { return nil }
    return evaluator.state.conversion(from: given, to: taken)?.kind
  }

  /// Connects ports through a node that converts.
  func connect(
    _ source: ScopePort, to target: ScopePort, by kind: String, replacing: Bool
  ) throws(GraphError) {
    try whole { () throws(GraphError) in
      let node = try add(kind)
      let port = ScopePort(member: node, port: 0)
      try join(source, port, replacing: false)
      do throws(GraphError) {
        try join(port, target, replacing: replacing)
      } catch {
        // The node no longer exists when the error is read.
        guard case .cycle(let path) = error else { throw error }
        throw .cycle(path.filter { $0.node != node })
      }
    }
  }

  /// The members that convert values that flow into an input.
  func conversions(into target: ScopePort) -> [NodeID] {
    if evaluator.state.scopes.conversions.isEmpty { return [] }
    guard let input = table.targets(of: target).first else { return [] }
    return unique(storage.value.outputs(readBy: input.place).map(\.node))
  }

  /// The members that convert values that flow into a member or out of it.
  func conversions(beside member: NodeID) -> [NodeID] {
    if evaluator.state.scopes.conversions.isEmpty { return [] }
    var nodes = table.incoming(to: member, in: scope, storage.value).map(\.source.node)
    for port in outputs(of: member) {
      guard let output = table.source(of: port) else { continue }
      nodes += storage.value.inputs(reading: output.index, of: output.node.slot).map(\.node)
    }
    return unique(nodes)
  }

  /// The conversions between members.
  ///
  /// - Parameters:
  ///   - members: The members.
  ///   - isShared: Whether to include conversions that other nodes read, too: these are copied, but not moved.
  /// - Returns: The conversions that are not among the members.
  func conversions(among members: [NodeID], shared isShared: Bool = false) -> [NodeID] {
    if evaluator.state.scopes.conversions.isEmpty { return [] }
    let selected = Set(members)
    return unique(members.flatMap { conversions(beside: $0) }).filter { node in
      guard !selected.contains(node), let source = evaluator.state.sourceOfWire(node),
        let giver = table.member(with: source.node, in: scope), selected.contains(giver)
      else { return false }
      let isSelected = { (input: InputPort) in
        table.member(with: input.node, in: scope).map { selected.contains($0) } ?? false
      }
      let readers = storage.value.inputs(reading: 0, of: node.slot)
      return isShared ? readers.contains(where: isSelected) : readers.allSatisfy(isSelected)
    }
  }

  /// The conversions between members of each scope.
  static func conversions(among members: Set<NodeID>, in evaluator: Evaluator) -> [NodeID] {
    if evaluator.state.scopes.conversions.isEmpty { return [] }
    let groups = evaluator.subgraphs
    let byScope = Dictionary(grouping: members.filter(groups.contains)) { groups.scope(of: $0) }
    return byScope.flatMap { scope, members in
      Edit(reading: scope?.index ?? SubgraphTable.none, of: evaluator)
        .conversions(among: members, shared: true)
    }
  }

  private func unique(_ nodes: [NodeID]) -> [NodeID] {
    var seen: Set<NodeID> = []
    return nodes.filter {
      evaluator.state.conversion(at: $0) != nil && table.owner($0.slot) == scope && seen.insert($0).inserted
    }
  }

  /// The outputs of a member.
  func outputs(of member: NodeID) -> [ScopePort] {
    if let instance = InstanceID(member) {
      return (table.definition(of: instance.index)?.outputs ?? []).map { ScopePort(member: member, port: $0.id) }
    }
    return (0..<storage.value.layout(of: member.slot).outputCount).map { ScopePort(member: member, port: $0) }
  }

  /// Removes those conversions that are not part of a wire any more.
  func removeIdle(_ conversions: [NodeID]) throws(GraphError) {
    for node in conversions where evaluator.state.isIdleConversion(node) { try removeMember(node) }
  }

  /// The output of the conversion that reads an output and is read by an input.
  func converted(_ source: OutputPort, readBy target: ScopePort) -> ScopePort? {
    conversions(into: target).first { evaluator.state.sourceOfWire($0) == source }.map {
      ScopePort(member: $0, port: 0)
    }
  }
}

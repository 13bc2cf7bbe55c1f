// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The ports of the innermost common scope through which two nodes are connected, at least one of which is in an instance.
struct ScopedRoute {
  /// The innermost scope that contains both nodes.
  let scope: UInt32
  let source: ScopePort
  let target: ScopePort
  /// The names of the ports.
  let sourceName: String
  let targetName: String

  /// Finds the route of a connection; `nil` between nodes of the root.
  ///
  /// - Parameters:
  ///   - source: The output.
  ///   - target: The input.
  ///   - names: The names of these ports.
  ///   - table: The instances.
  init?(
    from source: OutputPort, to target: InputPort, named names: (source: String, target: String),
    in table: SubgraphTable
  ) {
    let owners = (table.owner(source.node.slot), table.owner(target.node.slot))
    if owners.0 == SubgraphTable.none, owners.1 == SubgraphTable.none { return nil }
    let around = Set(table.chain(from: owners.0))
    scope = table.chain(from: owners.1).first { around.contains($0) } ?? SubgraphTable.none
    guard let giver = table.port(source.index, of: source.node, isInput: false, in: scope),
      let taker = table.port(target.index, of: target.node, isInput: true, in: scope)
    else { return nil }
    (self.source, self.target) = (giver, taker)
    let name = { (port: ScopePort) in
      InstanceID(port.member).flatMap { table.definition(of: $0.index)?.port(port.port)?.name }
    }
    (sourceName, targetName) = (name(giver) ?? names.source, name(taker) ?? names.target)
  }

  /// Whether the route leads between two ports. For ports of nodes only the nodes are compared: their places may have changed.
  func leads(from source: ScopePort, to target: ScopePort) -> Bool {
    let isSame = { (port: ScopePort, other: ScopePort) in
      port.member == other.member && (InstanceID(port.member) == nil || port.port == other.port)
    }
    return isSame(source, self.source) && isSame(target, self.target)
  }
}

extension SubgraphTable {
  /// The outermost port below a scope that leads to an input of a node; the input itself if no port does.
  func outermostPort(leadingTo target: InputPort, in scope: UInt32) -> ScopePort {
    var port = ScopePort(member: target.node, port: UInt32(target.index))
    var owner = owner(target.node.slot)
    while owner != Self.none, owner != scope, let instance = instance(owner),
      let outer = definitions[instance.definition]?.input(leadingTo: end(port))
    {
      port = ScopePort(member: id(of: owner).node, port: outer)
      owner = instance.parent
    }
    return port
  }
}

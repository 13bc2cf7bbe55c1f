// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// By which ports of which scope one node reads another that lies in an instance, or from one.
struct ScopedRoute {
  /// The innermost scope that both lie in.
  let scope: UInt32
  let source: ScopePort
  let target: ScopePort
  /// What the ports are called.
  let sourceName: String
  let targetName: String

  /// The way of a connection; `nil` between nodes of the root.
  ///
  /// - Parameters:
  ///   - source: Where it comes from.
  ///   - target: Where it goes.
  ///   - names: What the ports are called.
  ///   - table: The instances that there are.
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

  /// Whether ports are these, as far as they are ports of instances: those of nodes may have other places.
  func leads(from source: ScopePort, to target: ScopePort) -> Bool {
    let isSame = { (port: ScopePort, other: ScopePort) in
      port.member == other.member && (InstanceID(port.member) == nil || port.port == other.port)
    }
    return isSame(source, self.source) && isSame(target, self.target)
  }
}

extension SubgraphTable {
  /// The port nearest to a scope through which an input of a node is reached; the input itself if it is no port.
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

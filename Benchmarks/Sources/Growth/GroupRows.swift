// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Many instances of a definition, each a chain of 20 nodes downstream of one source.
final class Instances: Fixture {
  let evaluator = Evaluator(definitions: Definitions.all)
  let definition: DefinitionID
  let chain: [NodeID]
  private var isInserted = false

  init(_ size: Int) throws {
    var chain: [NodeID] = []
    var definition: DefinitionID?
    let evaluator = evaluator
    try evaluator.edit { edit in
      let source = try edit.add("Number")
      for _ in 0..<20 {
        let node = try edit.add("Add")
        try edit.connect(chain.last?.output ?? source.output, to: node.input(0))
        chain.append(node)
      }
      let first = try edit.group(chain, named: "Chain")
      definition = evaluator.subgraphs.definition(of: first)
      guard let definition else { return }
      for _ in 1..<size {
        let instance = try edit.add(instanceOf: definition)
        try edit.connect(source.output, to: instance.node.input(0))
      }
    }
    guard let definition else { preconditionFailure("a group has a definition") }
    (self.definition, self.chain) = (definition, chain)
  }

  /// Inserts a node into the middle of the chain, or removes it again, in all instances.
  func change() throws {
    let receipt = try evaluator.edit { edit in
      try edit.change(definition) { inner in
        if isInserted {
          try inner.remove(inner.members[20])
          try inner.connect(chain[9].output, to: chain[10].input(0))
        } else {
          let node = try inner.add("Add")
          try inner.connect(chain[9].output, to: node.input(0))
          try inner.connect(node.output, to: chain[10].input(0), replacing: true)
        }
      }
    }
    // The inserted node has the value of its predecessor, so the nodes after it don't change.
    expect(receipt.evaluatedCount <= evaluator.graph.nodeCount)
    isInserted.toggle()
  }
}

/// A source that many chains of 20 nodes read: instances of a definition, or equal nodes added one by one.
final class Chains: Fixture {
  let evaluator = Evaluator(definitions: Definitions.all)
  private var source: Variable<Double>?
  private var number = 1.0

  init(_ size: Int, byHand: Bool) throws {
    let evaluator = evaluator
    var made: NodeID?
    try evaluator.edit { edit in
      let source = try edit.add("Number")
      made = source
      let chain = { () throws -> [NodeID] in
        var chain: [NodeID] = []
        for _ in 0..<20 {
          let node = try edit.add("Add")
          try edit.connect(chain.last?.output ?? source.output, to: node.input(0))
          chain.append(node)
        }
        return chain
      }
      if byHand {
        for _ in 0..<size / 20 { _ = try chain() }
        return
      }
      let first = try edit.group(try chain(), named: "Chain")
      guard let definition = evaluator.subgraphs.definition(of: first) else { return }
      for _ in 1..<size / 20 {
        let instance = try edit.add(instanceOf: definition)
        try edit.connect(source.output, to: instance.node.input(0))
      }
    }
    source = try made.flatMap { try evaluator.variable($0, as: Double.self) }
  }

  convenience init(_ size: Int) throws { try self.init(size, byHand: false) }

  /// Changes the source, so that all nodes run.
  func set() {
    guard let source else { preconditionFailure("the source is one") }
    number += 1
    let receipt = evaluator.set(source, to: number)
    expect(receipt.evaluatedCount == evaluator.graph.nodeCount - 1)
  }
}

/// A scope of many nodes in a group, and a node outside of it.
final class Scope: Fixture {
  let evaluator = Evaluator(definitions: Definitions.all)
  let group: InstanceID
  private let outer: NodeID

  init(_ size: Int) throws {
    var (group, outer): (InstanceID?, NodeID?)
    try evaluator.edit { edit in
      let source = try edit.add("Number")
      let nodes = try (0..<size).map { _ in
        let node = try edit.add("Add")
        try edit.connect(source.output, to: node.input(0))
        return node
      }
      group = try edit.group(nodes, named: "Scope")
      outer = source
    }
    guard let group, let outer else { preconditionFailure("a group is made") }
    (self.group, self.outer) = (group, outer)
  }

  /// Reads all that an editor shows of the group when a user enters and leaves it.
  func enterAndLeave() {
    let groups = evaluator.subgraphs
    guard let path = groups.path(entering: group.node, from: GraphPath()) else { return expect(false) }
    let members = groups.members(of: path.scope)
    expect(groups.connections(in: path.scope).isEmpty && members.count + 1 == evaluator.graph.nodeCount)
    expect(members.allSatisfy { groups.position(of: $0) == .zero && groups.name(of: $0) == nil })
    expect(groups.members(of: nil) == [outer, group.node] && groups.connections(in: nil).count == 1)
  }
}

extension Row {
  /// The costs of groups.
  static var groups: [Row] {
    [
      .each("Edit.group and ungroup of all nodes but the source: a node", .logarithmic) { (chain: inout Chain) in
        var group: InstanceID?
        let made = try chain.evaluator.edit { edit in group = try edit.group(chain.nodes, named: "All") }
        guard let group else { return }
        let dissolved = try chain.evaluator.edit { edit in try edit.ungroup(group) }
        expect(made.evaluatedCount + dissolved.evaluatedCount == 0)
      },
      .each("Edit.change of a definition by a node that comes or goes: an instance", .memory, largest: 10_000) {
        (instances: inout Instances) in try instances.change()
      },
      Row("Evaluator.set, of which all nodes of instances depend: a node", .memory) { size in
        let chains = try Chains(size, byHand: false)
        return nanoseconds(calls: 8, units: size) { _ in chains.set() }
      },
      Row("Evaluator.set, of which as many nodes depend that lie in no instance: a node", .memory) { size in
        let chains = try Chains(size, byHand: true)
        return nanoseconds(calls: 8, units: size) { _ in chains.set() }
      },
      .each("Entering and leaving a scope: a node", .memory) { (scope: inout Scope) in scope.enterAndLeave() },
      Row("Edit.insert of a node into a wire, and dissolve") { size in
        let wide = try Wide(size)
        return try nanoseconds(calls: 2000) { call in
          try wide.evaluator.edit { edit in
            let node = try edit.add("Add")
            let wire = Connection(from: wide.source(call).node.output, to: wide.node(call).input(0))
            try edit.insert(node, into: wire)
            try edit.dissolve(node)
          }
        }
      },
    ]
  }
}

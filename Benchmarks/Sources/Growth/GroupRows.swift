// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// So many instances of a definition, each a chain of 20 nodes behind one source.
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

  /// Puts a node into the middle of the chain, or takes it out again, in all instances.
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
    // Inserted, a node with the value of the one before: what is behind it stays the same.
    expect(receipt.evaluatedCount <= evaluator.graph.nodeCount)
    isInserted.toggle()
  }
}

extension Row {
  /// What groups cost.
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
    ]
  }
}

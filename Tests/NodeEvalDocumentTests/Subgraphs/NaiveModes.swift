// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The effects of modes on nodes, computed separately for each node.
struct NaiveModes {
  enum Effect {
    case works
    case fails
    /// The node passes on what an input reads from outside the given nodes.
    case passes(InputPort, inside: Set<NodeID>)
  }

  private let evaluator: Evaluator
  private let naive: NaiveExpansion
  private var groups: Subgraphs { evaluator.subgraphs }

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    naive = NaiveExpansion(evaluator)
  }

  func effect(on node: NodeID) -> Effect {
    let outermost = groups.path(of: node).instances.first { evaluator.mode(of: $0.node) != .active }
    if let outermost {
      return evaluator.mode(of: outermost.node) == .muted ? .fails : effect(on: node, bypassing: outermost)
    }
    switch evaluator.mode(of: node) {
    case .active: return .works
    case .muted: return .fails
    case .bypassed:
      let inputs = (try? evaluator.graph.kind(of: node).inputs) ?? []
      return inputs.isEmpty ? .fails : .passes(node.input(0), inside: [])
    }
  }

  /// Only nodes that give an output of the instance pass a value on: that of the first input on which they depend.
  private func effect(on node: NodeID, bypassing instance: InstanceID) -> Effect {
    guard let definition = groups.definition(of: instance) else { return .fails }
    let outputs = groups.outputs(of: definition).indices
    guard outputs.contains(where: { naive.source(instance.node.output($0))?.node == node }) else { return .fails }
    let inside = naive.nodes(in: instance)
    for index in groups.inputs(of: definition).indices {
      let targets = groups.targets(of: instance.node.input(index))
      if let target = targets.first(where: { reaches(node, from: $0.node, inside) }) {
        return .passes(target, inside: inside)
      }
    }
    return .fails
  }

  private func reaches(_ node: NodeID, from start: NodeID, _ inside: Set<NodeID>) -> Bool {
    if node == start { return true }
    return evaluator.graph.connections.contains {
      $0.target.node == node && inside.contains($0.source.node) && reaches($0.source.node, from: start, inside)
    }
  }
}

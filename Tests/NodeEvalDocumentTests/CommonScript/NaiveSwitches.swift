// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The effects of modes on nodes, computed from what the documentation says about modes.
struct NaiveSwitches {
  enum Effect: Hashable {
    case fails
    /// Each output passes on what an input reads from outside the given nodes.
    case passes([InputPort], inside: Set<NodeID>)
  }

  private(set) var effects: [NodeID: Effect] = [:]
  private let evaluator: Evaluator
  private var groups: Subgraphs { evaluator.subgraphs }

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    guard evaluator.hasModes else { return }
    for definition in groups.definitions {
      for instance in groups.instances(of: definition) where !isDecided(instance.node) {
        switch evaluator.mode(of: instance.node) {
        case .active: break
        case .muted: for node in nodes(in: instance) { effects[node] = .fails }
        case .bypassed: bypass(instance)
        }
      }
    }
    for node in evaluator.graph.nodes where !isDecided(node) {
      switch evaluator.mode(of: node) {
      case .active: break
      case .muted: effects[node] = .fails
      case .bypassed: effects[node] = passage(through: node)
      }
    }
  }

  /// Whether an enclosing instance is not active, which decides the member's effect.
  private func isDecided(_ member: NodeID) -> Bool {
    groups.path(of: member).instances.contains { evaluator.mode(of: $0.node) != .active }
  }

  private func nodes(in instance: InstanceID) -> [NodeID] {
    evaluator.graph.nodes.filter { groups.path(of: $0).instances.contains(instance) }
  }

  private func passage(through node: NodeID) -> Effect {
    guard let kind = try? evaluator.graph.kind(of: node) else { return .fails }
    let declared = ScriptKind.byName[kind.name]?.bypasses ?? [:]
    let inputs = kind.outputs.indices.compactMap { output in
      declared[output] ?? kind.inputs.firstIndex { $0.type == kind.outputs[output].type }
    }
    if inputs.isEmpty || inputs.count < kind.outputs.count { return .fails }
    return .passes(inputs.map { node.input($0) }, inside: [])
  }

  private mutating func bypass(_ instance: InstanceID) {
    let inside = Set(nodes(in: instance))
    for node in inside { effects[node] = .fails }
    guard let definition = groups.definition(of: instance) else { return }
    let inputs = groups.inputs(of: definition)
    for output in groups.outputs(of: definition).indices {
      guard let giver = groups.source(of: instance.node.output(output))?.node,
        let kind = try? evaluator.graph.kind(of: giver)
      else { continue }
      let upstream = upstream(of: giver, in: inside)
      let passed = kind.outputs.compactMap { output -> InputPort? in
        for (index, input) in inputs.enumerated() where input.type == output.type {
          let targets = groups.targets(of: instance.node.input(index))
          guard let target = targets.first(where: { upstream.contains($0.node) }) else { continue }
          let sources = evaluator.graph.sources(of: target)
          return sources.isEmpty || sources.contains { !inside.contains($0.node) } ? target : nil
        }
        return nil
      }
      if passed.count == kind.outputs.count { effects[giver] = .passes(passed, inside: inside) }
    }
  }

  private func upstream(of node: NodeID, in inside: Set<NodeID>) -> Set<NodeID> {
    var seen: Set<NodeID> = [node]
    var open = [node]
    while let next = open.popLast() {
      for connection in evaluator.graph.connections(of: next) where connection.target.node == next {
        let source = connection.source.node
        if inside.contains(source), seen.insert(source).inserted { open.append(source) }
      }
    }
    return seen
  }
}

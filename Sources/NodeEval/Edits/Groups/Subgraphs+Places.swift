// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Finding nodes and their ports in scopes, and in other instances.
extension Subgraphs {
  /// Whether there are no definitions, and therefore no instances.
  package var isEmpty: Bool { table.isEmpty }

  /// The instances in a scope, in the order in which they were made. Complexity: O(instances).
  package func instances(in scope: InstanceID?) -> [InstanceID] {
    if isEmpty { return [] }
    guard let scope else { return table.rootInstances.map { table.id(of: $0) } }
    return members(of: scope).compactMap { InstanceID($0) }
  }

  /// The nodes that correspond to a node in all instances of its definition, the node included; only the node if it is in the root.
  ///
  /// - Complexity: O(instances).
  package func counterparts(of node: NodeID) -> [NodeID] {
    guard let scope = scope(of: node), let number = table.instance(scope.index)?.definition else { return [node] }
    let inner = table.inner(node.slot)
    return table.users(of: number).compactMap { table.instance($0)?.node(inner) }
  }

  /// The port of a member that represents the output of a node in a scope; `nil` if none does.
  ///
  /// - Complexity: O(depth and ports).
  package func output(showing output: OutputPort, in scope: InstanceID?) -> OutputPort? {
    table.port(output.index, of: output.node, isInput: false, in: scope?.index ?? SubgraphTable.none).map {
      OutputPort(node: $0.member, index: position(of: $0, isInput: false))
    }
  }

  /// The port of a member that represents the input of a node in a scope; `nil` if none does.
  ///
  /// - Complexity: O(depth and ports).
  package func input(showing input: InputPort, in scope: InstanceID?) -> InputPort? {
    table.port(input.index, of: input.node, isInput: true, in: scope?.index ?? SubgraphTable.none).map {
      InputPort(node: $0.member, index: position(of: $0, isInput: true))
    }
  }
}

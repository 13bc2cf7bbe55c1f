// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Looking at the graph as edited so far, without copying it.
extension Edit {
  /// The node of that name. Complexity: O(1).
  public func node(named name: String) -> NodeID? { evaluator.state.graph.node(named: name) }

  /// The name of a node, if it has one and exists.
  public func name(of node: NodeID) -> String? { evaluator.state.graph.name(of: node) }

  /// The kind of a node.
  ///
  /// - Throws: `stale`.
  public func kind(of node: NodeID) throws(GraphError) -> NodeKind { try evaluator.state.graph.kind(of: node) }

  /// What is connected to an input, in order.
  public func sources(of target: InputPort) -> [OutputPort] { evaluator.state.graph.sources(of: target) }

  /// The connections of a node, those to its inputs first. Complexity: O(degree).
  public func connections(of node: NodeID) -> [Connection] { evaluator.state.graph.connections(of: node) }

  /// All nodes that depend on a node, in evaluation order. Complexity: O(k log k) for k of them.
  public func downstream(of node: NodeID) -> [NodeID] { evaluator.state.graph.downstream(of: node) }

  /// What connecting two ports would mean, changing nothing.
  public func verdict(
    onConnecting source: some OutputReference, to target: some InputReference
  ) -> ConnectionVerdict {
    evaluator.state.graph.verdict(onConnecting: source, to: target)
  }
}

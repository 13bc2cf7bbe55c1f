// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension CalculatorModel {
  /// A node and all that depend on it, each once. Mirrors the seed's `updateDescendantNodes`, which recomputes them,
  /// on diamonds again and again; here they are up to date already, and nothing is computed.
  ///
  /// - Parameter node: The node.
  /// - Returns: The node, then its descendants in evaluation order.
  /// - Throws: `stale`.
  /// - Complexity: O(k log k) for k of them and their connections.
  public func updateDescendants(of node: NodeID) throws(GraphError) -> [NodeID] {
    let graph = evaluator.graph
    guard graph.contains(node) else { throw .stale(node) }
    return [node] + graph.downstream(of: node)
  }

  /// Whether `toggleConnection(from:to:)` would make or cut this connection. Mirrors the seed's
  /// `nodesAreRelationshipCandidates`, which the seed's model itself never asks.
  ///
  /// What counts is the type of the ports, so that a node that has failed can be a source.
  ///
  /// - Parameters:
  ///   - source: The node where values come from.
  ///   - target: The node where they go.
  ///   - index: Which of its inputs.
  /// - Returns: False for a node and itself, an index the target doesn't have, another type, a cycle, and a node that
  ///   is gone; else true, also where another connection would make way and where this one would be cut.
  /// - Complexity: As ``verdict(onConnecting:to:)``.
  public func areRelationshipCandidates(source: NodeID, target: NodeID, index: Int) -> Bool {
    if case .refused = verdict(onConnecting: source.output, to: target.input(index)) { false } else { true }
  }

  /// What `toggleConnection(from:to:)` would mean, or why it would be refused; nothing changes.
  ///
  /// - Parameters:
  ///   - source: Where values come from.
  ///   - target: Where they go.
  /// - Returns: Allowed; in place of another connection, which is this one itself if toggling would cut it; or the
  ///   reason why not, which toggling throws.
  /// - Complexity: O(1) if the connection agrees with the evaluation order, else the region between the two nodes.
  public func verdict(
    onConnecting source: some OutputReference, to target: some InputReference
  ) -> ConnectionVerdict {
    evaluator.graph.verdict(onConnecting: source, to: target)
  }
}

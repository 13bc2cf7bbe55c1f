// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Queries about the graph as edited so far. Nothing is copied.
extension Edit: GraphReading {
  private var graph: Graph { evaluator.state.graph }

  /// How many nodes there are.
  public var nodeCount: Int { graph.nodeCount }
  /// How many connections there are.
  public var connectionCount: Int { graph.connectionCount }
  /// All nodes, in evaluation order. Complexity: O(nodes).
  public var nodes: [NodeID] { graph.nodes }
  /// All connections, in evaluation order of their targets. Complexity: O(nodes + connections).
  public var connections: [Connection] { graph.connections }
  /// The nodes without connections to their inputs, in evaluation order. Complexity: O(nodes + connections).
  public var sources: [NodeID] { graph.sources }
  /// The nodes without connections from their outputs, in evaluation order. Complexity: O(nodes).
  public var sinks: [NodeID] { graph.sinks }

  /// Whether a node with this id exists.
  public func contains(_ node: NodeID) -> Bool { graph.contains(node) }

  /// The node that has an id in documents of this graph; see ``NodeGraph/Graph/node(inDocument:)``.
  public func node(inDocument id: NodeID) -> NodeID? { graph.node(inDocument: id) }

  /// The kind of a node.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``.
  public func kind(of node: NodeID) throws(GraphError) -> NodeKind { try graph.kind(of: node) }

  /// The registered kind of that name.
  public func kind(named name: String) -> NodeKind? { graph.kind(named: name) }

  /// The name of a node, or `nil` if the node has none or doesn't exist. Inside a group, the name that a member has in the
  /// definition.
  public func name(of node: NodeID) -> String? {
    editsDefinition ? table.name(of: node, in: storage.value) : graph.name(of: node)
  }

  /// The node of the scope that has a name, or `nil`. Complexity: Inside a group, O(members).
  public func node(named name: String) -> NodeID? {
    editsDefinition ? members.first { InstanceID($0) == nil && self.name(of: $0) == name } : graph.node(named: name)
  }

  /// The position of a node or an instance in its scope; the origin if it was not placed.
  public func position(of node: NodeID) -> GraphPoint { table.position(of: node, in: storage.value) ?? .zero }

  /// The connections of a node, those to its inputs first. Complexity: O(degree).
  public func connections(of node: NodeID) -> [Connection] { graph.connections(of: node) }

  /// The outputs that are connected to an input, in order.
  public func sources(of target: InputPort) -> [OutputPort] { graph.sources(of: target) }

  /// The inputs that read an output, in no particular order.
  public func consumers(of source: OutputPort) -> [InputPort] { graph.consumers(of: source) }

  /// All nodes that a node depends on, in evaluation order. Complexity: O(k log k) for k of them.
  public func upstream(of node: NodeID) -> [NodeID] { graph.upstream(of: node) }

  /// All nodes that depend on a node, in evaluation order. Complexity: O(k log k) for k of them.
  public func downstream(of node: NodeID) -> [NodeID] { graph.downstream(of: node) }

  /// Whether `node` depends on `candidate`; false for a node and itself.
  public func isUpstream(_ candidate: NodeID, of node: NodeID) -> Bool { graph.isUpstream(candidate, of: node) }

  /// The nodes along a shortest path, both ends included; `nil` if there is none.
  public func path(from start: NodeID, to end: NodeID) -> [NodeID]? { graph.path(from: start, to: end) }

  /// Whether connecting an output to an input is allowed, and if not, why. Does not change the graph.
  public func verdict(
    onConnecting source: some OutputReference, to target: some InputReference
  ) -> ConnectionVerdict {
    guard evaluator.state.scopes.areInUse else { return graph.verdict(onConnecting: source, to: target) }
    do {
      let (source, target, groups) = (try output(source), try input(target), evaluator.subgraphs)
      return groups.verdict(
        onConnecting: source.member.output(groups.position(of: source, isInput: false)),
        to: target.member.input(groups.position(of: target, isInput: true)))
    } catch {
      return .refused(error)
    }
  }

  /// The inputs, out of the given ones, to which an output may be connected.
  public func candidates(for source: some OutputReference, among inputs: some Sequence<InputPort>) -> [InputPort] {
    guard evaluator.state.scopes.areInUse else { return graph.candidates(for: source, among: inputs) }
    return inputs.filter { input in
      if case .refused = verdict(onConnecting: source, to: input) { false } else { true }
    }
  }

  /// Describes the reason of a refusal in a sentence that calls nodes and ports by name, and those in instances by their scoped
  /// names.
  public func describe(_ error: GraphError) -> String { evaluator.subgraphs.describe(error) }
}

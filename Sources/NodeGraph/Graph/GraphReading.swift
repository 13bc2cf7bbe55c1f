// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The queries that a graph answers, and an edit under way answers about the graph as edited so far.
///
/// Write code that only looks at a graph for `some GraphReading`: inside an edit, give it the edit. Reading
/// `Evaluator.graph` there instead copies the whole graph at every access.
///
/// ```swift
/// func label(of node: NodeID, in graph: some GraphReading) -> String { graph.name(of: node) ?? "\(node)" }
/// ```
///
/// A query about a node that does not exist returns an empty list, `nil` or `false`; those that throw say so.
public protocol GraphReading {
  /// How many nodes there are.
  var nodeCount: Int { get }
  /// How many connections there are.
  var connectionCount: Int { get }
  /// All nodes, in evaluation order. Complexity: O(nodes).
  var nodes: [NodeID] { get }
  /// All connections, in evaluation order of their targets. Complexity: O(nodes + connections).
  var connections: [Connection] { get }
  /// The nodes without connections to their inputs, in evaluation order. Complexity: O(nodes + connections).
  var sources: [NodeID] { get }
  /// The nodes without connections from their outputs, in evaluation order. Complexity: O(nodes).
  var sinks: [NodeID] { get }

  /// Whether a node with this id exists.
  func contains(_ node: NodeID) -> Bool
  /// The node that has an id in documents of this graph; see ``Graph/node(inDocument:)``.
  func node(inDocument id: NodeID) -> NodeID?
  /// The kind of a node.
  ///
  /// - Throws: ``GraphError/stale(_:)``.
  func kind(of node: NodeID) throws(GraphError) -> NodeKind
  /// The registered kind of that name.
  func kind(named name: String) -> NodeKind?
  /// The name of a node, if it has one and exists.
  func name(of node: NodeID) -> String?
  /// The node of that name.
  func node(named name: String) -> NodeID?
  /// Where a node is shown: the origin unless it was placed.
  func position(of node: NodeID) -> GraphPoint

  /// The connections of a node, those to its inputs first. Complexity: O(degree).
  func connections(of node: NodeID) -> [Connection]
  /// The outputs that are connected to an input, in order.
  func sources(of target: InputPort) -> [OutputPort]
  /// The inputs that read an output, in no particular order.
  func consumers(of source: OutputPort) -> [InputPort]

  /// All nodes that a node depends on, itself excluded, in evaluation order. Complexity: O(k log k) for k of them and their
  /// connections.
  func upstream(of node: NodeID) -> [NodeID]
  /// All nodes that depend on a node, itself excluded, in evaluation order. Complexity: O(k log k) for k of them and their
  /// connections.
  func downstream(of node: NodeID) -> [NodeID]
  /// Whether `node` depends on `candidate`; false for a node and itself. Complexity: what a search from both ends passes,
  /// at most the region between the two.
  func isUpstream(_ candidate: NodeID, of node: NodeID) -> Bool
  /// The nodes along a shortest path, both ends included; `nil` if there is none.
  func path(from start: NodeID, to end: NodeID) -> [NodeID]?
  /// Whether connecting an output to an input is allowed, and why not, changing nothing.
  func verdict(onConnecting source: some OutputReference, to target: some InputReference) -> ConnectionVerdict
  /// Those of some inputs to which an output may be connected; see ``Graph/candidates(for:among:)``.
  func candidates(for source: some OutputReference, among inputs: some Sequence<InputPort>) -> [InputPort]

  /// The reason of a refusal as a sentence, with nodes and ports called by name.
  func describe(_ error: GraphError) -> String
}

extension Graph: GraphReading {}

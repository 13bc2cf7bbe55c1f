// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The queries that a ``Graph`` answers, and that an edit of NodeEval answers about the graph with its changes so far.
///
/// Write code that only reads a graph for `some GraphReading`, and pass it the edit inside an edit. Reading
/// `Evaluator.graph` there instead copies the whole graph at every access.
///
/// ```swift
/// func label(of node: NodeID, in graph: some GraphReading) -> String { graph.name(of: node) ?? "\(node)" }
/// ```
///
/// A query about a node that doesn't exist returns an empty list, `nil`, `false` or the origin, unless it throws. Queries
/// without a stated complexity are O(1). Properties that return arrays make them at each access: store the result outside of a
/// loop.
public protocol GraphReading {
  /// The number of nodes.
  var nodeCount: Int { get }
  /// The number of connections.
  var connectionCount: Int { get }
  /// All nodes, in evaluation order. Complexity: O(nodes).
  var nodes: [NodeID] { get }
  /// All connections, in evaluation order of their targets. Complexity: O(nodes + connections).
  var connections: [Connection] { get }
  /// The nodes without connections to their inputs, in evaluation order. Complexity: O(nodes + connections).
  var sources: [NodeID] { get }
  /// The nodes without connections from their outputs, in evaluation order. Complexity: O(nodes).
  var sinks: [NodeID] { get }

  /// Returns whether a node with this id exists.
  func contains(_ node: NodeID) -> Bool
  /// Returns the node with an id of a document; see ``Graph/node(inDocument:)``.
  func node(inDocument id: NodeID) -> NodeID?
  /// Returns the kind of a node.
  ///
  /// - Throws: ``GraphError/stale(_:)``, ``GraphError/foreign(_:)``, or ``GraphError/group(_:)`` for the id of an instance.
  func kind(of node: NodeID) throws(GraphError) -> NodeKind
  /// Returns the registered kind with a name; `nil` if there is none.
  func kind(named name: String) -> NodeKind?
  /// Returns the name of a node; `nil` if it has none or doesn't exist.
  func name(of node: NodeID) -> String?
  /// Returns the node with a name; `nil` if there is none.
  func node(named name: String) -> NodeID?
  /// Returns the position of a node on the canvas: the origin unless it was placed.
  func position(of node: NodeID) -> GraphPoint

  /// Returns the connections of a node, those to its inputs first. Complexity: O(degree).
  func connections(of node: NodeID) -> [Connection]
  /// Returns the outputs that are connected to an input, in order. Complexity: O(connections of the input).
  func sources(of target: InputPort) -> [OutputPort]
  /// Returns the inputs that read an output, in no particular order. Complexity: O(consumers).
  func consumers(of source: OutputPort) -> [InputPort]

  /// Returns all nodes that a node depends on, without the node itself, in evaluation order. Complexity: O(k log k) for k of
  /// them and their connections.
  func upstream(of node: NodeID) -> [NodeID]
  /// Returns all nodes that depend on a node, without the node itself, in evaluation order. Complexity: O(k log k) for k of
  /// them and their connections.
  func downstream(of node: NodeID) -> [NodeID]
  /// Returns whether `node` depends on `candidate`; false for a node and itself. Complexity: the nodes and connections that a
  /// search from both ends visits, at most the region between the two.
  func isUpstream(_ candidate: NodeID, of node: NodeID) -> Bool
  /// Returns the nodes along a shortest path, both ends included; `nil` if no path exists.
  func path(from start: NodeID, to end: NodeID) -> [NodeID]?
  /// Returns what connecting an output to an input would do, or why it is refused, without changing anything.
  func verdict(onConnecting source: some OutputReference, to target: some InputReference) -> ConnectionVerdict
  /// Returns those of some inputs to which an output may be connected; see ``Graph/candidates(for:among:)``.
  func candidates(for source: some OutputReference, among inputs: some Sequence<InputPort>) -> [InputPort]

  /// Returns the reason of a refusal as a sentence that calls nodes and ports by name.
  func describe(_ error: GraphError) -> String
}

extension Graph: GraphReading {}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What a ``GraphHost`` shows and edits: a graph, how it is shown, and what an application attaches to its nodes.
///
/// It is a value, and what a step of undo keeps. ``document(view:)`` saves it, and ``init(kinds:document:own:)`` reads it again.
public struct GraphContents: Sendable {
  /// The graph.
  public var graph: Graph
  /// How nodes and wires are shown, and the frames.
  public var looks: GraphLooks
  /// What an application has attached to nodes, in the form of documents; see ``setPayload(_:of:)``. It goes with its node when that is
  /// removed.
  public var payloads: [NodeID: DocumentValue]
  /// What a document says in addition, to be written again.
  var rest = DocumentRest()

  /// A graph with looks and payloads.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - looks: How it is shown.
  ///   - payloads: What is attached to nodes.
  public init(_ graph: Graph, looks: GraphLooks = GraphLooks(), payloads: [NodeID: DocumentValue] = [:]) {
    (self.graph, self.looks, self.payloads) = (graph, looks, payloads)
  }

  /// What is attached to a node, as a value of a type.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - type: The type of what was attached.
  /// - Returns: The value; `nil` if none is attached.
  /// - Throws: What decoding the type does, for a payload of another type.
  public func payload<Value: Decodable>(of node: NodeID, as type: Value.Type = Value.self) throws -> Value? {
    guard let id = graph.node(inDocument: node) else { return nil }
    return try payloads[id]?.decoded(as: type)
  }

  /// Attaches a value to a node, in place of the one that it has; `nil` takes that away.
  ///
  /// It stands in documents in the field `payload` of the node, and so goes through evaluators that read and write them.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - node: The node.
  /// - Throws: ``/NodeGraph/GraphError/stale(_:)`` for a node that does not exist, and what encoding the value does.
  public mutating func setPayload(_ value: (some Encodable)?, of node: NodeID) throws {
    guard let id = graph.node(inDocument: node) else { throw GraphError.stale(node) }
    payloads[id] = try value.map { try DocumentValue(encoding: $0) }
  }

  /// The contents by the ids of the graph, without payloads of what is gone.
  func settled() -> GraphContents {
    var contents = self
    contents.looks = looks.own(in: graph)
    let isSettled = payloads.keys.allSatisfy { graph.node(inDocument: $0) == $0 }
    if !isSettled {
      contents.payloads = [:]
      for (id, payload) in payloads {
        if let node = graph.node(inDocument: id) { contents.payloads[node] = payload }
      }
    }
    return contents
  }

  /// Whether an edit that began with other contents left them unchanged. Complexity: O(looks + payloads).
  func isSame(as other: GraphContents) -> Bool {
    // Who changes a copy of a graph gets storage of its own.
    graph.storage === other.graph.storage && looks == other.looks && payloads == other.payloads
  }
}

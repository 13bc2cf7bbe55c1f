// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The value that a ``GraphHost`` shows and edits: a graph, how it is shown, and what an application attaches to its
/// nodes.
///
/// ```swift
/// let contents = try GraphContents(kinds: kinds, document: document)
/// host.load(contents)
/// try JSONEncoder().encode(host.contents.document())
/// ```
///
/// Copies are cheap, because a graph shares its storage until one of them is changed; each step of undo is one.
/// ``document(view:)`` saves it, and ``init(kinds:document:own:)`` reads it again.
public struct GraphContents: Sendable {
  /// The graph. Removing a node leaves its look and its payload here; the host drops payloads of removed nodes after
  /// the edit.
  public var graph: Graph
  /// How nodes and wires are shown, and the frames. Looks of what doesn't exist are kept, but not saved.
  public var looks: GraphLooks
  /// What an application has attached to nodes, in the form of documents. ``setPayload(_:of:)`` encodes a value for it;
  /// a payload belongs to its node, and a host drops it when the node is removed.
  public var payloads: [NodeID: DocumentValue]
  /// The fields of a document that contents don't show, kept to be written again.
  var rest = DocumentRest()

  /// Makes contents of a graph, looks and payloads. Nothing is checked: looks and payloads of nodes that the graph
  /// doesn't contain have no effect.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - looks: How it is shown.
  ///   - payloads: What is attached to nodes.
  public init(_ graph: Graph, looks: GraphLooks = GraphLooks(), payloads: [NodeID: DocumentValue] = [:]) {
    (self.graph, self.looks, self.payloads) = (graph, looks, payloads)
  }

  /// Returns what is attached to a node, as a value of a type.
  ///
  /// ```swift
  /// if let note = try contents.payload(of: tax, as: Note.self) { show(note) }
  /// ```
  ///
  /// - Parameters:
  ///   - node: The node; an id from a document stands for the node that has it there.
  ///   - type: The type of what was attached.
  /// - Returns: The value; `nil` if none is attached, or the node does not exist.
  /// - Throws: The error of decoding, for a payload of another type.
  public func payload<Value: Decodable>(of node: NodeID, as type: Value.Type = Value.self) throws -> Value? {
    guard let id = graph.node(inDocument: node) else { return nil }
    return try payloads[id]?.decoded(as: type)
  }

  /// Attaches a value to a node, replacing the one that it has; `nil` removes it.
  ///
  /// Documents have it in the field `payload` of the node, so that evaluators that read and write them keep it. The
  /// value is encoded here: later changes of a reference type have no effect on it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - node: The node; an id from a document stands for the node that has it there.
  /// - Throws: ``/NodeGraph/GraphError/stale(_:)`` for a node that does not exist, and the error of encoding the value;
  ///   the contents are unchanged then.
  public mutating func setPayload(_ value: (some Encodable)?, of node: NodeID) throws {
    guard let id = graph.node(inDocument: node) else { throw GraphError.stale(node) }
    payloads[id] = try value.map { try DocumentValue(encoding: $0) }
  }

  /// Returns the contents by the ids of the graph, without payloads of removed nodes.
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
    // Changing a copy of a graph gives it storage of its own.
    graph.storage === other.graph.storage && looks == other.looks && payloads == other.payloads
  }
}

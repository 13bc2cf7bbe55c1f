// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A node as a document holds it.
public struct DocumentNode: Hashable, Sendable {
  /// Its id: that of the graph as documents hold it (``NodeID/inDocument``).
  public var id: NodeID
  /// The name of its kind, which need not be known.
  public var kind: String
  /// Whether it was made in code, with a definition of its own: it is none of the kind that is registered by that name.
  public var isOwn: Bool
  /// Its name, which no other node has.
  public var name: String?
  /// Where it is shown; nothing for the origin.
  public var position: GraphPoint?
  /// What is connected to its inputs, in the order of connection.
  public var connections: [DocumentConnection]
  /// The literals of inputs, by port.
  public var literals: [String: DocumentValue]
  /// The value of a source, or the state of a node that has one.
  public var value: DocumentValue?
  /// Fields that this version doesn't know, by name. One with the name of a known field is not written.
  public var others: [String: DocumentValue]

  /// A node of a kind.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - kind: The name of its kind.
  ///   - isOwn: Whether it was made in code, with a definition of its own.
  ///   - name: Its name.
  ///   - position: Where it is shown.
  ///   - connections: What is connected to its inputs.
  ///   - literals: The literals of inputs, by port.
  ///   - value: The value of a source, or the state of a node that has one.
  ///   - others: Further fields.
  public init(
    id: NodeID, kind: String, isOwn: Bool = false, name: String? = nil, position: GraphPoint? = nil,
    connections: [DocumentConnection] = [], literals: [String: DocumentValue] = [:], value: DocumentValue? = nil,
    others: [String: DocumentValue] = [:]
  ) {
    self.id = id.inDocument
    self.kind = kind
    self.isOwn = isOwn
    self.name = name
    self.position = position
    self.connections = connections
    self.literals = literals
    self.value = value
    self.others = others
  }
}

/// A connection as the node at its end holds it.
public struct DocumentConnection: Hashable, Sendable {
  /// The input of the node.
  public var input: String
  /// The node where values come from.
  public var source: NodeID
  /// The output of that node.
  public var output: String

  /// A connection of an input.
  ///
  /// - Parameters:
  ///   - input: The input of the node.
  ///   - source: The node where values come from.
  ///   - output: The output of that node.
  public init(_ input: String, from source: NodeID, _ output: String) {
    self.input = input
    self.source = source.inDocument
    self.output = output
  }
}

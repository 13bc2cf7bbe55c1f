// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A connection from an output port to an input port.
///
/// It is a name, not a handle: it may name a connection that doesn't exist, or no longer exists. An input that takes many may
/// have several equal connections.
///
/// ```swift
/// let wire = Connection(from: one.output, to: sum.input(0))
/// let exists = graph.sources(of: wire.target).contains(wire.source)
/// ```
///
/// Its ports are named by index; resolve a port by name first with ``InputReference/resolved(in:)``.
public struct Connection: Hashable, Sendable {
  /// The output that is read.
  public let source: OutputPort
  /// The input that reads it.
  public let target: InputPort

  /// The connection with ids of documents, without the tag of a graph; see ``NodeID/inDocument``.
  public var inDocument: Connection { Connection(from: source.inDocument, to: target.inDocument) }

  /// Names a connection, which need not exist. To make it, call ``Graph/connect(_:to:replacing:)``.
  ///
  /// - Parameters:
  ///   - source: The output that is read.
  ///   - target: The input that reads it.
  public init(from source: OutputPort, to target: InputPort) {
    self.source = source
    self.target = target
  }
}

/// What connecting two ports would do, determined without changing the graph.
///
/// A verdict is valid until the next edit. See ``Graph/verdict(onConnecting:to:)``.
///
/// ```swift
/// if case .replacing(let present) = graph.verdict(onConnecting: two.output, to: sum.input("x")) {
///   print("this would replace the connection from \(graph.name(of: present.source.node) ?? "a node")")
/// }
/// ```
public enum ConnectionVerdict: Hashable, Sendable {
  /// The connection can be made.
  case allowed
  /// The connection can be made with `replacing: true`, in place of this one, which occupies the input.
  case replacing(Connection)
  /// The connection can be made and values are converted on the way, in place of a connection that occupies the input if there
  /// is one. Only an evaluator with converters returns this.
  case converting(Conversion, replacing: Connection?)
  /// The connection can't be made: ``Graph/connect(_:to:replacing:)`` would throw this error.
  case refused(GraphError)
}

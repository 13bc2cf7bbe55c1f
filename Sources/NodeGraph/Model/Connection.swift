// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A connection from an output port to an input port.
public struct Connection: Hashable, Sendable {
  /// Where values come from.
  public let source: OutputPort
  /// Where they go.
  public let target: InputPort

  /// The connection between the nodes as documents hold them; see ``NodeID/inDocument``.
  public var inDocument: Connection { Connection(from: source.inDocument, to: target.inDocument) }

  /// Names a connection; whether it exists is the graph's to say.
  public init(from source: OutputPort, to target: InputPort) {
    self.source = source
    self.target = target
  }
}

/// What connecting two ports would mean, said before anything changes.
public enum ConnectionVerdict: Hashable, Sendable {
  /// It can be made.
  case allowed
  /// It can be made in place of the connection that occupies the input.
  case replacing(Connection)
  /// It can be made, and values are converted on the way; in place of a connection that occupies the input, if there is one.
  case converting(Conversion, replacing: Connection?)
  /// It can't be made, for this reason; ``Graph/connect(_:to:replacing:)`` throws the same.
  case refused(GraphError)
}

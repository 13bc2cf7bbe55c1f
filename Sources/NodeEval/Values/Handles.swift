// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A source of values that can be read from an evaluator by type: a ``Variable`` or an ``Output``.
public protocol Readable<Value> {
  /// The type of the value.
  associatedtype Value

  /// Where the value comes from.
  var port: OutputPort { get }
}

/// A value that is set from outside: the output of a source.
public struct Variable<Value>: Readable, Hashable, Sendable {
  /// The node that holds the value.
  public let node: NodeID

  @inlinable init(node: NodeID) { self.node = node }

  /// The node's output.
  @inlinable public var port: OutputPort { node.output }
}

/// A value that is computed: an output of a node.
public struct Output<Value>: Readable, Hashable, Sendable {
  /// The node and which of its outputs.
  public let port: OutputPort

  @inlinable init(port: OutputPort) { self.port = port }

  /// The node that computes the value.
  @inlinable public var node: NodeID { port.node }
}

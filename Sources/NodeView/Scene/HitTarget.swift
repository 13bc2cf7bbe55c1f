// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What is at a place of the canvas.
public enum HitTarget: Hashable, Sendable {
  /// The end of a connection at an input, or where it would be.
  case inputPort(InputPort)
  /// The end of connections at an output, or where it would be.
  case outputPort(OutputPort)
  /// The row of an input.
  case inputRow(InputPort)
  /// The row of an output.
  case outputRow(OutputPort)
  /// What deletes the node.
  case trash(NodeID)
  /// The title of a node.
  case titleBar(NodeID)
  /// A node's item.
  case item(NodeID)
  /// A connection's line.
  case connection(Connection)
  /// Nothing.
  case background

  /// The node it belongs to; nothing for connections and the background.
  public var node: NodeID? {
    switch self {
    case .inputPort(let port), .inputRow(let port): port.node
    case .outputPort(let port), .outputRow(let port): port.node
    case .trash(let node), .titleBar(let node), .item(let node): node
    case .connection, .background: nil
    }
  }

  var isTrash: Bool { if case .trash = self { true } else { false } }

  /// The input it stands for, be it by its row or its end.
  public var input: InputPort? {
    switch self {
    case .inputPort(let port), .inputRow(let port): port
    default: nil
    }
  }

  /// The output it stands for, be it by its row or its end.
  public var output: OutputPort? {
    switch self {
    case .outputPort(let port), .outputRow(let port): port
    default: nil
    }
  }
}

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What is at a point of the canvas; see ``GraphView/hitTest(_:)``.
public enum HitTarget: Hashable, Sendable {
  /// An input, within ``InteractionProfile/portRadius`` of the end of its row; with a radius of 0 only rows are hit.
  case inputPort(InputPort)
  /// An output, within ``InteractionProfile/portRadius`` of the end of its row.
  case outputPort(OutputPort)
  /// The row of an input.
  case inputRow(InputPort)
  /// The row of an output.
  case outputRow(OutputPort)
  /// The trash button of a node.
  case trash(NodeID)
  /// The title of a node.
  case titleBar(NodeID)
  /// A node's item.
  case item(NodeID)
  /// The lower right corner of a node that can be made larger and smaller; see
  /// ``GraphViewDataSource/graphView(_:canResize:in:)``.
  case nodeCorner(NodeID)
  /// A connection, within ``InteractionProfile/edgeRadius`` of its line.
  case connection(Connection)
  /// A point that a connection was put through, by its place among these: within ``InteractionProfile/portRadius`` of it.
  case reroute(Connection, Int)
  /// The title of a frame. In a frame, but for its title and its corner, there is the background.
  case frame(FrameID)
  /// The lower right corner of a frame, by which it is made larger and smaller.
  case frameCorner(FrameID)
  /// The canvas, where there is neither a node nor a connection.
  case background

  /// The node it belongs to; `nil` for connections, their reroutes, frames and the background.
  public var node: NodeID? {
    switch self {
    case .inputPort(let port), .inputRow(let port): port.node
    case .outputPort(let port), .outputRow(let port): port.node
    case .trash(let node), .titleBar(let node), .item(let node), .nodeCorner(let node): node
    case .connection, .reroute, .frame, .frameCorner, .background: nil
    }
  }

  /// The frame, hit by its title or its corner; `nil` for all else.
  public var frame: FrameID? {
    switch self {
    case .frame(let id), .frameCorner(let id): id
    default: nil
    }
  }

  var isTrash: Bool { if case .trash = self { true } else { false } }

  /// The input, hit by its row or by its port; `nil` for all else.
  public var input: InputPort? {
    switch self {
    case .inputPort(let port), .inputRow(let port): port
    default: nil
    }
  }

  /// The output, hit by its row or by its port; `nil` for all else.
  public var output: OutputPort? {
    switch self {
    case .outputPort(let port), .outputRow(let port): port
    default: nil
    }
  }
}

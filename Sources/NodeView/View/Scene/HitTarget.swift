// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The part of a view at a point of the canvas, as ``GraphView/hitTest(_:)`` finds it.
///
/// Ports have precedence over nodes, followed by reroutes, connections and frames. Of each kind, the part in front is
/// found.
///
/// ```swift
/// switch view.hitTest(pointer) {  // in view points
/// case .connection(let connection): showMenu(for: connection)
/// case let target: if let node = target.node { showMenu(for: node) }
/// }
/// ```
public enum HitTarget: Hashable, Sendable {
  /// An input, within ``InteractionProfile/portRadius`` of its port. With a radius of 0, only rows are hit.
  case inputPort(InputPort)
  /// An output, within ``InteractionProfile/portRadius`` of its port. With a radius of 0, only rows are hit.
  case outputPort(OutputPort)
  /// The row of an input, outside of the radius of its port.
  case inputRow(InputPort)
  /// The row of an output, outside of the radius of its port.
  case outputRow(OutputPort)
  /// The trash button of a node, if ``GraphViewStyle/showsTrash`` is on.
  case trash(NodeID)
  /// The title bar of a node, or the middle of a compact node.
  case titleBar(NodeID)
  /// The item of a node and any other part of it that has no target of its own. For a dot, the part between its ports.
  case item(NodeID)
  /// The lower right corner of a node that can be resized; see ``GraphViewDataSource/graphView(_:canResize:in:)``.
  case nodeCorner(NodeID)
  /// A connection, within ``InteractionProfile/edgeRadius`` of its line.
  case connection(Connection)
  /// A reroute of a connection, by its index: within ``InteractionProfile/portRadius`` of it, and at least within 8
  /// canvas points.
  case reroute(Connection, Int)
  /// The title of a frame. The inside of a frame, apart from its title and its corner, counts as the background.
  case frame(FrameID)
  /// The lower right corner of a frame, by which the frame is resized.
  case frameCorner(FrameID)
  /// The canvas without any other target.
  case background

  /// The node that the target belongs to; `nil` for connections, their reroutes, frames and the background.
  ///
  /// All parts of a node count, its ports and rows included, also where a port is hit from outside the node.
  public var node: NodeID? {
    switch self {
    case .inputPort(let port), .inputRow(let port): port.node
    case .outputPort(let port), .outputRow(let port): port.node
    case .trash(let node), .titleBar(let node), .item(let node), .nodeCorner(let node): node
    case .connection, .reroute, .frame, .frameCorner, .background: nil
    }
  }

  /// The frame whose title or corner is hit; `nil` for all other targets.
  ///
  /// It is `nil` for a point inside a frame, too. Use ``GraphView/frames`` to find the frames around a point.
  public var frame: FrameID? {
    switch self {
    case .frame(let id), .frameCorner(let id): id
    default: nil
    }
  }

  var isTrash: Bool { if case .trash = self { true } else { false } }

  /// The input whose port or row is hit; `nil` for all other targets.
  ///
  /// Use it to accept a drop or a wire anywhere on the row, not just at the port.
  public var input: InputPort? {
    switch self {
    case .inputPort(let port), .inputRow(let port): port
    default: nil
    }
  }

  /// The output whose port or row is hit; `nil` for all other targets.
  ///
  /// Use it to begin a wire anywhere on the row, not just at the port.
  public var output: OutputPort? {
    switch self {
    case .outputPort(let port), .outputRow(let port): port
    default: nil
    }
  }
}

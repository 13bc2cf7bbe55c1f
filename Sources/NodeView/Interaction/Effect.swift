// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an event makes a view do.
///
/// The delegate is told of all but ``raised(_:)`` and ``dirty(_:)``, in this order.
public enum Effect: Hashable, Sendable {
  /// Something else is selected.
  case selected(GraphSelection)
  /// A node came to the front.
  case raised(NodeID)
  /// A node's top left corner went to this place.
  case moved(NodeID, Point)
  /// The nodes have been moved.
  case endedMoving([NodeID])
  /// A node is asked for, with its top left corner here.
  case requestedNode(Point)
  /// The nodes shall be deleted.
  case requestedDeletion([NodeID])
  /// The output shall be connected to the input, or the connection cut.
  case toggledConnection(OutputPort, InputPort)
  /// The connection shall be cut.
  case cut(Connection)
  /// The connection shall lead to another input.
  case rerouted(Connection, InputPort)
  /// The connection can't be made.
  case refusedConnection(OutputPort, InputPort, GraphError)
  /// The view waits for an input to connect to this output, or no longer waits.
  case changedConnectionSource(OutputPort?)
  /// A wire was let go beside all nodes, at this place of the canvas.
  case droppedWire(OutputPort, Point)
  /// A node was tapped twice.
  case activated(NodeID)
  /// A menu is asked for, at this place of the canvas.
  case requestedMenu(HitTarget, Point)
  /// Another part of the canvas shows.
  case changedViewport(Viewport)
  /// Something has to be drawn anew.
  case dirty(DirtyRegion)
}

/// What has to be drawn anew.
public enum DirtyRegion: Hashable, Sendable {
  /// These parts of the canvas, in canvas points.
  case parts([Rect])
  /// All that shows.
  case everything
}

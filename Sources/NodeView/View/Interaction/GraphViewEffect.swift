// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an event makes a view do.
///
/// ```swift
/// for effect in view.handle(event) {
///   if case .dirty(let region) = effect { display.invalidate(region) }
/// }
/// ```
///
/// The view calls its delegate for all but ``raised(_:)`` and ``dirty(_:)``, in this order. A host that records or
/// tests a session reads them from ``GraphView/handle(_:)``; one that reacts to them implements ``GraphViewDelegate``:
/// both at once would react twice. Positions are in canvas points.
public enum GraphViewEffect: Hashable, Sendable {
  /// The selection is this one now.
  case selected(GraphSelection)
  /// A node is now in front of all others whose looks have the same depth.
  case raised(NodeID)
  /// A node's top left corner moved to this position.
  case moved(NodeID, GraphPoint)
  /// The nodes have been moved, or put back: an undo step ends here.
  case endedMoving([NodeID])
  /// The user requests a node with its top left corner at this position.
  case requestedNode(GraphPoint)
  /// The user requests to delete these. They are shown until the host has reloaded them.
  case requestedDeletion(GraphSelection)
  /// The user connects the output to the input, or cuts that connection if it exists. The view shows the result when
  /// the host has reloaded the input's node.
  case toggledConnection(OutputPort, InputPort)
  /// The user cuts the connection: deletes it, or pulls it off its input. It is shown until the host has reloaded its
  /// nodes.
  case cut(Connection)
  /// The user moves the end of the connection to another input.
  case rerouted(Connection, InputPort)
  /// The user moves the start of the connection to another output.
  case replugged(Connection, OutputPort)
  /// The host refused the connection, for this reason.
  case refusedConnection(OutputPort, InputPort, GraphError)
  /// The view waits for an input to connect to this output; `nil` when it no longer waits.
  case changedConnectionSource(OutputPort?)
  /// The user dropped a wire outside of all nodes, at this position.
  case droppedWire(OutputPort, GraphPoint)
  /// The user dropped a wire that was pulled from an input outside of all nodes, at this position.
  case droppedInputWire(InputPort, GraphPoint)
  /// The user dropped something from outside, a wire on a connection, or nodes on another node, at this position. The
  /// host has accepted it. Nodes have been put back to their position before the drag.
  case dropped(GraphDrop, HitTarget, GraphPoint)
  /// The user double-tapped a node.
  case activated(NodeID)
  /// The user double-tapped the line of a connection, at this position.
  case activatedConnection(Connection, GraphPoint)
  /// The user requests a menu, at this position.
  case requestedMenu(HitTarget, GraphPoint)
  /// The user requests a reroute of the connection, at this index among its reroutes and at this position.
  case requestedReroute(Connection, Int, GraphPoint)
  /// A reroute of the connection moved to this position.
  case movedReroute(Connection, Int, GraphPoint)
  /// The user requests the removal of a reroute of the connection.
  case requestedRerouteRemoval(Connection, Int)
  /// A frame has this position and size now. Its contents are moved by effects of their own.
  case changedFrame(FrameID, GraphRect)
  /// A node has this size of its own now, or with `nil` none.
  case resized(NodeID, GraphSize?)
  /// Reroutes, frames or corners of nodes have been moved, or put back: an undo step ends here.
  case endedChangingLooks
  /// The user double-tapped the title of a frame.
  case activatedFrame(FrameID)
  /// Another part of the canvas is visible, or the zoom has changed.
  case changedViewport(Viewport)
  /// This has to be drawn again.
  case dirty(DirtyRegion)
}

/// The part of a view that has to be drawn again.
///
/// Draw each part with ``GraphView/draw(in:region:)``, or clip a single drawing to all of them. Parts outside the
/// viewport are left out.
public enum DirtyRegion: Hashable, Sendable {
  /// These parts of the canvas, in canvas points: at most 16, which may overlap.
  case parts([GraphRect])
  /// All that is visible.
  case everything
}

extension GraphViewEffect {
  /// Whether any part of the effect still applies: the host may have removed nodes and connections since.
  func applies(in view: GraphView) -> Bool {
    switch self {
    case .raised(let node), .moved(let node, _), .activated(let node), .resized(let node, _):
      return view.isShown(node)
    case .endedMoving(let nodes): return nodes.contains(where: view.isShown)
    case .requestedDeletion(let doomed): return !view.shown(doomed).isEmpty
    case .toggledConnection(let source, let target):
      return view.scene.contains(source) && view.scene.contains(target)
    case .cut(let connection): return view.scene.contains(connection)
    case .rerouted(let connection, let target): return view.scene.contains(connection) && view.scene.contains(target)
    case .replugged(let connection, let source): return view.scene.contains(connection) && view.scene.contains(source)
    case .activatedConnection(let connection, _): return view.scene.contains(connection)
    case .droppedWire(let source, _): return view.scene.contains(source)
    case .droppedInputWire(let target, _): return view.scene.contains(target)
    case .dropped(let drop, let target, _): return drop.isThere(in: view.scene) && target.isThere(in: view.scene)
    case .requestedReroute(let connection, _, _): return view.scene.contains(connection)
    case .movedReroute(let connection, let index, _), .requestedRerouteRemoval(let connection, let index):
      return view.scene.hasReroute(index, on: connection)
    case .changedFrame(let id, _), .activatedFrame(let id): return view.scene.frames[id] != nil
    case .dirty: return false
    case .selected, .requestedNode, .refusedConnection, .changedConnectionSource, .requestedMenu, .changedViewport,
      .endedChangingLooks:
      return true
    }
  }

  /// Calls the delegate for what still applies of the effect.
  func tell(_ delegate: (any GraphViewDelegate)?, of view: GraphView) {
    guard let delegate else { return }
    switch self {
    case .selected(let selection): delegate.graphView(view, didSelect: selection)
    case .moved(let node, let position): delegate.graphView(view, didMove: node, to: position)
    case .endedMoving(let nodes): delegate.graphView(view, didEndMoving: nodes.filter(view.isShown))
    case .requestedNode(let position): delegate.graphView(view, didRequestNodeAt: position)
    case .requestedDeletion(let doomed): delegate.graphView(view, didRequestDeletionOf: view.shown(doomed))
    case .toggledConnection(let source, let target):
      delegate.graphView(view, didToggleConnectionFrom: source, to: target)
    case .cut(let connection): delegate.graphView(view, didCut: connection)
    case .rerouted(let connection, let target): delegate.graphView(view, didReroute: connection, to: target)
    case .replugged(let connection, let source): delegate.graphView(view, didReroute: connection, from: source)
    case .refusedConnection(let source, let target, let reason):
      delegate.graphView(view, didRefuseConnectionFrom: source, to: target, reason: reason)
    case .changedConnectionSource(let source): delegate.graphView(view, didChangeConnectionSource: source)
    case .droppedWire(let source, let position): delegate.graphView(view, didDropWireFrom: source, at: position)
    case .droppedInputWire(let target, let position): delegate.graphView(view, didDropWireTo: target, at: position)
    case .dropped(let drop, let target, let position):
      delegate.graphView(view, didDrop: drop, on: target, at: position)
    case .activated(let node): delegate.graphView(view, didActivate: node)
    case .activatedConnection(let connection, let position):
      delegate.graphView(view, didActivate: connection, at: position)
    case .requestedMenu(let target, let position): delegate.graphView(view, didRequestMenuFor: target, at: position)
    case .requestedReroute(let connection, let index, let position):
      delegate.graphView(view, didRequestReroute: index, of: connection, at: position)
    case .movedReroute(let connection, let index, let position):
      delegate.graphView(view, didMoveReroute: index, of: connection, to: position)
    case .requestedRerouteRemoval(let connection, let index):
      delegate.graphView(view, didRequestRemovalOfReroute: index, of: connection)
    case .changedFrame(let id, let rect): delegate.graphView(view, didChangeFrame: id, to: rect)
    case .resized(let node, let size): delegate.graphView(view, didResize: node, to: size)
    case .endedChangingLooks: delegate.graphViewDidEndChangingLooks(view)
    case .activatedFrame(let id): delegate.graphView(view, didActivateFrame: id)
    case .changedViewport(let viewport): delegate.graphView(view, didChange: viewport)
    case .raised, .dirty: break
    }
  }
}

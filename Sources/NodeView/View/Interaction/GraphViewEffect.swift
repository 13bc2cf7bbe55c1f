// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an event makes a view do: all that a view tells its delegate, in one list.
///
/// ```swift
/// func graphView(_ view: GraphView, did effect: GraphViewEffect) {
///   switch effect {
///   case .moved(let node, let position): try? graph.move(node, to: position)
///   case .activated(let node): openEditor(of: node)
///   default: callMethod(for: effect, in: view)
///   }
/// }
/// ```
///
/// The view passes each effect but ``dirty(_:)`` to ``GraphViewDelegate/graphView(_:did:)``, once and in order. A host
/// that records or tests a session reads them from ``GraphView/handle(_:)`` instead, which returns them: doing both
/// would react twice. A request leaves the view unchanged until the host reloads nodes. Positions are in canvas points.
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
  /// What still applies of the effect, because the host may have removed nodes and connections since; `nil` if no part
  /// of it does.
  func remaining(in view: GraphView) -> GraphViewEffect? {
    let applies: Bool
    switch self {
    case .endedMoving(let nodes):
      let shown = nodes.filter(view.isShown)
      return shown.isEmpty ? nil : .endedMoving(shown)
    case .requestedDeletion(let doomed):
      let shown = view.shown(doomed)
      return shown.isEmpty ? nil : .requestedDeletion(shown)
    case .raised(let node), .moved(let node, _), .activated(let node), .resized(let node, _):
      applies = view.isShown(node)
    case .toggledConnection(let source, let target):
      applies = view.scene.contains(source) && view.scene.contains(target)
    case .cut(let connection), .activatedConnection(let connection, _), .requestedReroute(let connection, _, _):
      applies = view.scene.contains(connection)
    case .rerouted(let connection, let target): applies = view.scene.contains(connection) && view.scene.contains(target)
    case .replugged(let connection, let source):
      applies = view.scene.contains(connection) && view.scene.contains(source)
    case .droppedWire(let source, _): applies = view.scene.contains(source)
    case .droppedInputWire(let target, _): applies = view.scene.contains(target)
    case .dropped(let drop, let target, _): applies = drop.isThere(in: view.scene) && target.isThere(in: view.scene)
    case .movedReroute(let connection, let index, _), .requestedRerouteRemoval(let connection, let index):
      applies = view.scene.hasReroute(index, on: connection)
    case .changedFrame(let id, _), .activatedFrame(let id): applies = view.scene.frames[id] != nil
    case .dirty: applies = false
    case .selected, .requestedNode, .refusedConnection, .changedConnectionSource, .requestedMenu, .changedViewport,
      .endedChangingLooks:
      applies = true
    }
    return applies ? self : nil
  }

  /// Changes what the view shows, before the delegate is notified.
  func change(_ presentation: inout Presentation, of view: GraphView) {
    switch self {
    case .selected(let selection):
      presentation.markSelection(view.interaction.selection)
      presentation.changes.note(.selected(selection))
    case .raised(let node): presentation.raise(node)
    case .moved(let node, let position): presentation.move(node, to: position)
    case .movedReroute(let connection, let index, let point): presentation.moveReroute(index, of: connection, to: point)
    case .changedFrame(let id, let rect): presentation.setFrame(id, rect)
    case .resized(let node, let size): presentation.setSize(size, of: node)
    case .changedConnectionSource, .changedViewport: presentation.dirty.everything()
    default: break
    }
  }
}

extension GraphViewDelegate {
  /// Calls the method of an effect, such as ``graphView(_:didMove:to:)`` for ``GraphViewEffect/moved(_:_:)``. There is
  /// none for ``GraphViewEffect/raised(_:)`` and ``GraphViewEffect/dirty(_:)``.
  ///
  /// Call it in a ``graphView(_:did:)`` of your own for the effects that you leave to methods, and to their defaults:
  ///
  /// ```swift
  /// default: callMethod(for: effect, in: view)
  /// ```
  ///
  /// - Parameters:
  ///   - effect: What happened.
  ///   - view: The view.
  public func callMethod(for effect: GraphViewEffect, in view: GraphView) {
    switch effect {
    case .selected(let selection): graphView(view, didSelect: selection)
    case .moved(let node, let position): graphView(view, didMove: node, to: position)
    case .endedMoving(let nodes): graphView(view, didEndMoving: nodes)
    case .requestedNode(let position): graphView(view, didRequestNodeAt: position)
    case .requestedDeletion(let doomed): graphView(view, didRequestDeletionOf: doomed)
    case .toggledConnection(let source, let target): graphView(view, didToggleConnectionFrom: source, to: target)
    case .cut(let connection): graphView(view, didCut: connection)
    case .rerouted(let connection, let target): graphView(view, didReroute: connection, to: target)
    case .replugged(let connection, let source): graphView(view, didReroute: connection, from: source)
    case .refusedConnection(let source, let target, let reason):
      graphView(view, didRefuseConnectionFrom: source, to: target, reason: reason)
    case .changedConnectionSource(let source): graphView(view, didChangeConnectionSource: source)
    case .droppedWire(let source, let position): graphView(view, didDropWireFrom: source, at: position)
    case .droppedInputWire(let target, let position): graphView(view, didDropWireTo: target, at: position)
    case .dropped(let drop, let target, let position): graphView(view, didDrop: drop, on: target, at: position)
    case .activated(let node): graphView(view, didActivate: node)
    case .activatedConnection(let connection, let position): graphView(view, didActivate: connection, at: position)
    case .requestedMenu(let target, let position): graphView(view, didRequestMenuFor: target, at: position)
    case .requestedReroute(let connection, let index, let position):
      graphView(view, didRequestReroute: index, of: connection, at: position)
    case .movedReroute(let connection, let index, let position):
      graphView(view, didMoveReroute: index, of: connection, to: position)
    case .requestedRerouteRemoval(let connection, let index):
      graphView(view, didRequestRemovalOfReroute: index, of: connection)
    case .changedFrame(let id, let rect): graphView(view, didChangeFrame: id, to: rect)
    case .resized(let node, let size): graphView(view, didResize: node, to: size)
    case .endedChangingLooks: graphViewDidEndChangingLooks(view)
    case .activatedFrame(let id): graphView(view, didActivateFrame: id)
    case .changedViewport(let viewport): graphView(view, didChange: viewport)
    case .raised, .dirty: break
    }
  }
}

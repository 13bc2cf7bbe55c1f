// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Is told what the user did in a view, and decides what may be connected.
///
/// A request changes nothing in the view: the delegate edits the model, and then reloads the nodes that it affected with
/// ``GraphView/reload(_:)-([NodeID])``. If it doesn't, the view goes on showing the old graph. Only moves, the selection
/// and the viewport have changed already when the delegate is told.
///
/// The delegate may call the view from within every method; events and calls are queued until it returns.
public protocol GraphViewDelegate: AnyObject {
  /// The selection has changed. Not called when the same things are selected again.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - selection: The nodes and connections that are selected now.
  func graphView(_ view: GraphView, didSelect selection: GraphSelection)

  /// A node is being moved. Called for each node and each event of a drag: store the position in an undo group that
  /// ``graphView(_:didEndMoving:)`` ends, or each event becomes an undo step of its own.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - node: The node.
  ///   - position: Its top left corner, in canvas points.
  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint)

  /// Nodes have been moved, or put back because the drag was cancelled: the undo step ends here. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - nodes: The nodes that were moved.
  func graphView(_ view: GraphView, didEndMoving nodes: [NodeID])

  /// The user asks for a new node.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - position: Where its top left corner goes so that a node of ``defaultNodeSize(for:)`` is centred under the
  ///     pointer, in canvas points.
  func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint)

  /// The user asks to delete nodes.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - nodes: The nodes.
  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID])

  /// The user asks to delete what is selected, nodes and connections: one request, for one step that can be undone. The view has
  /// deselected it already.
  ///
  /// Connections at nodes that are deleted go with these, whatever a model says of cutting them: see
  /// ``GraphSelection/remainingConnections``. By default ``graphView(_:didCut:)`` is told of each of the others, and then
  /// ``graphView(_:didRequestDeletionOf:)-(_,[NodeID])`` of the nodes, if there are any: several steps unless you group them.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - selection: The nodes and connections, without nodes that are locked.
  func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection)

  /// The user connects an output to an input, in place of what was connected, or cuts the connection if it exists.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output.
  ///   - target: The input.
  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort)

  /// The user cuts a connection: deletes it, or pulls it off its input. Toggles it by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection.
  func graphView(_ view: GraphView, didCut connection: Connection)

  /// The user moves a connection from one input to another. Toggles both connections by default, which are two undo
  /// steps unless you group them.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection as it was.
  ///   - target: The input that it shall lead to.
  func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort)

  /// The user moved the start of a connection to another output. By default both connections are toggled, which is two steps.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection as it was.
  ///   - source: The output that it comes from now. The view has asked for the verdict.
  func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort)

  /// A connection that the user tried to make was refused. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output.
  ///   - target: The input.
  ///   - reason: The reason that ``graphView(_:verdictOnConnecting:to:)`` returned.
  func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError)

  /// The view begins or ends to wait for an input to connect. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output that will be connected; `nil` when the view no longer waits.
  func graphView(_ view: GraphView, didChangeConnectionSource source: OutputPort?)

  /// The user pulled a wire from an output and dropped it beside all nodes, for example to get a menu of kinds that
  /// fit. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output.
  ///   - position: Where it was dropped, in canvas points.
  func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint)

  /// The user pulled a wire from an input and dropped it beside all nodes, for example to get a menu of kinds that give what it
  /// takes. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - target: The input.
  ///   - position: Where it was dropped, in canvas points.
  func graphView(_ view: GraphView, didDropWireTo target: InputPort, at position: GraphPoint)

  /// Whether nodes that the user begins to drag may be dropped on others, such as on groups that take them in; not by default.
  ///
  /// The view asks once for each drag. If so, it asks ``graphView(_:accepts:on:)`` about each node that comes below the pointer,
  /// as ``GraphDrop/nodes(_:)``; those that are dragged don't count, and while the command key is held, none does. If not, it makes no
  /// search below the pointer.
  ///
  /// When nodes are released on one that takes them, the view first puts them back to where they were, as when a drag is cancelled, and
  /// calls ``graphView(_:didEndMoving:)``. Then ``graphView(_:didDrop:on:at:)`` is called: make one edit there. If you refuse
  /// it, the nodes are already where they were.
  ///
  /// ```swift
  /// func graphView(_ view: GraphView, hasTargetsFor nodes: [NodeID]) -> Bool { !folders.isEmpty }
  ///
  /// func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
  ///   if case .nodes = drop, let node = target.node { folders.contains(node) } else { false }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - nodes: The nodes, without locked ones.
  /// - Returns: Whether there may be nodes that take them. The method must not change the graph or the view.
  func graphView(_ view: GraphView, hasTargetsFor nodes: [NodeID]) -> Bool

  /// Whether something could be dropped on what is below it; not by default. The view asks when something else comes to lie below
  /// a payload from outside, the line of a connection below a wire that is being pulled, or a node below nodes that are dragged, if
  /// ``graphView(_:hasTargetsFor:)`` says so. It highlights what takes it.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - drop: What would be dropped. The content of a payload may not be known yet.
  ///   - target: What is there.
  /// - Returns: Whether it is taken. Change nothing here.
  func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool

  /// The user dropped something that was accepted. Does nothing by default. A wire that was not accepted by a connection is told as
  /// dropped on the canvas.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - drop: What was dropped.
  ///   - target: What is there.
  ///   - position: Where it was dropped, in canvas points.
  func graphView(_ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint)

  /// The user double-tapped a node. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - node: The node.
  func graphView(_ view: GraphView, didActivate node: NodeID)

  /// The user double-tapped the line of a connection, for example to put a node into it. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection.
  ///   - position: Where the pointer is, in canvas points.
  func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint)

  /// The user pressed the secondary button to get a menu. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - target: What is under the pointer.
  ///   - position: Where the pointer is, in canvas points.
  func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: GraphPoint)

  /// The user asks for a reroute of a connection: a point that it goes through. Does nothing by default.
  ///
  /// Add it and reload the node that the connection leads to before you return: the drag goes on with it, as
  /// ``graphView(_:didMoveReroute:of:to:)``.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - index: Before which of the connection's reroutes it comes.
  ///   - connection: The connection.
  ///   - position: Where it is, in canvas points.
  func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint)

  /// A reroute is being moved. Called for each event of a drag: store the position in an undo group that
  /// ``graphViewDidEndChangingLooks(_:)`` ends. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - index: Which of the connection's reroutes.
  ///   - connection: The connection.
  ///   - position: Where it is, in canvas points.
  func graphView(_ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint)

  /// The user double-tapped a reroute, to take it away. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - index: Which of the connection's reroutes.
  ///   - connection: The connection.
  func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection)

  /// A frame is being moved, made larger or smaller. Called for each event of a drag; of what lies in it, the delegate is told by
  /// ``graphView(_:didMove:to:)``, ``graphView(_:didMoveReroute:of:to:)`` and, for frames, this method. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - frame: The frame.
  ///   - rect: Where it is and how large, in canvas points.
  func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect)

  /// A node is being made larger or smaller by its corner. Called for each event of a drag: store it as its ``/NodeGraph/NodeLook/size``,
  /// in an undo group that ``graphViewDidEndChangingLooks(_:)`` ends. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - node: The node.
  ///   - size: Its size, in canvas points; `nil` for none of its own again, when the drag is cancelled.
  func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?)

  /// Reroutes, frames or corners of nodes have been moved, or put back because the drag was cancelled: the undo step ends here. If nodes were moved with
  /// a frame, ``graphView(_:didEndMoving:)`` was called just before. Does nothing by default.
  ///
  /// - Parameter view: The view.
  func graphViewDidEndChangingLooks(_ view: GraphView)

  /// The user double-tapped the title of a frame, for example to change it. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - frame: The frame.
  func graphView(_ view: GraphView, didActivateFrame frame: FrameID)

  /// Another part of the canvas shows, or another zoom. Does nothing by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - viewport: What shows now.
  func graphView(_ view: GraphView, didChange viewport: Viewport)

  /// The probable size of a new node: it decides where ``graphView(_:didRequestNodeAt:)`` puts the corner.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The size, in canvas points. One that is not finite counts as zero.
  func defaultNodeSize(for view: GraphView) -> GraphSize

  /// Whether an output may be connected to an input. Usually `graph.verdict(onConnecting:to:)`.
  ///
  /// The view asks when a connection is to be made. The model has to enforce the same rule, because a host can connect
  /// without the view.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - source: The output.
  ///   - target: The input.
  /// - Returns: The verdict. Change nothing here.
  func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict

  /// Those of some inputs to which an output may be connected; by default those of which
  /// ``graphView(_:verdictOnConnecting:to:)`` says so. `graph.candidates(for:among:)` is faster in a large graph.
  ///
  /// The view dims the rows of all other inputs while a connection is made. It asks once for the rows that come to show,
  /// and keeps the answer until a node is reloaded.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - source: The output.
  ///   - inputs: The inputs.
  /// - Returns: Those of `inputs` whose rows are not dimmed. Change nothing here.
  func graphView(_ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]) -> [InputPort]

  /// Why some inputs don't take an output, each in a word that fits its row, such as `loop` and `type`; none by default.
  ///
  /// A themed view writes them into the rows while a connection is made. It asks when it has asked for the
  /// ``graphView(_:candidatesFor:among:)``, with those that are none, so that answering must not search the graph for each.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - source: The output.
  ///   - inputs: Inputs that don't take it.
  /// - Returns: The words by input. Change nothing here.
  func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String]
}

extension GraphViewDelegate {
  /// Cuts the connections that do not go with the nodes, one by one, and requests the deletion of the nodes.
  public func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection) {
    for connection in selection.remainingConnections { graphView(view, didCut: connection) }
    if !selection.nodes.isEmpty { graphView(view, didRequestDeletionOf: selection.nodes) }
  }

  /// Does nothing.
  public func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {}

  /// Toggles the connection.
  public func graphView(_ view: GraphView, didCut connection: Connection) {
    graphView(view, didToggleConnectionFrom: connection.source, to: connection.target)
  }

  /// Toggles the connection, then the new one.
  public func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    graphView(view, didToggleConnectionFrom: connection.source, to: connection.target)
    graphView(view, didToggleConnectionFrom: connection.source, to: target)
  }

  /// Toggles the connection, then the new one.
  public func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort) {
    graphView(view, didToggleConnectionFrom: connection.source, to: connection.target)
    graphView(view, didToggleConnectionFrom: source, to: connection.target)
  }

  /// Does nothing.
  public func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint) {}

  /// Gives none.
  public func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String] { [:] }

  /// Does nothing.
  public func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didChangeConnectionSource source: OutputPort?) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didDropWireTo target: InputPort, at position: GraphPoint) {}

  /// There are none.
  public func graphView(_ view: GraphView, hasTargetsFor nodes: [NodeID]) -> Bool { false }

  /// Accepts nothing.
  public func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool { false }

  /// Does nothing.
  public func graphView(
    _ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint
  ) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didActivate node: NodeID) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: GraphPoint) {}

  /// Does nothing.
  public func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint
  ) {}

  /// Does nothing.
  public func graphView(
    _ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint
  ) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?) {}

  /// Does nothing.
  public func graphViewDidEndChangingLooks(_ view: GraphView) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didActivateFrame frame: FrameID) {}

  /// Does nothing.
  public func graphView(_ view: GraphView, didChange viewport: Viewport) {}

  /// Asks for the verdict on each.
  public func graphView(
    _ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]
  ) -> [InputPort] {
    inputs.filter { input in
      if case .refused = graphView(view, verdictOnConnecting: source, to: input) { false } else { true }
    }
  }
}

/// All that a view asks and tells, for a host that answers in one place; see ``GraphView/present(_:)``.
public typealias NodeGraphDelegate = GraphViewDataSource & GraphViewRendererProvider & GraphViewDelegate

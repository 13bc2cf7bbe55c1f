// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Receives what the user did in a view, and decides what may be connected.
///
/// A request leaves the view unchanged. The delegate edits the model, and then reloads the nodes that the edit
/// affected with ``GraphView/reload(_:)-([NodeID])``; until it does, the view shows the old graph. If the model refuses
/// the edit, the view is already right. Only moves and resizes of nodes, reroutes and frames, the selection and the
/// viewport have changed in the view before their methods are called.
///
/// Every method may call the view. Events that it sends, and the delegate calls that follow from its calls, are queued
/// until the method returns. Methods that return an answer must change neither the graph nor the view.
///
/// Every method has a default. Implement ``graphView(_:did:)``, which receives all that happens, or the methods of
/// single effects, which its default calls.
public protocol GraphViewDelegate: AnyObject {
  /// Something happened in the view, by an event or by a call. The default calls the method of the effect.
  ///
  /// The view calls this method once for each effect but ``GraphViewEffect/dirty(_:)``, and calls no other method whose
  /// name begins with `did`. What no longer applies, because the delegate has removed it meanwhile, is left out.
  ///
  /// ```swift
  /// func graphView(_ view: GraphView, did effect: GraphViewEffect) {
  ///   switch effect {
  ///   case .moved(let node, let position): move(node, to: position)
  ///   case .requestedDeletion(let doomed): delete(doomed)
  ///   case .toggledConnection(let source, let target): toggle(source, target)
  ///   default: callMethod(for: effect, in: view)
  ///   }
  /// }
  /// ```
  ///
  /// With ``callMethod(for:in:)`` for the rest, effects that consist of others, such as ``GraphViewEffect/cut(_:)``,
  /// are divided into these, which arrive here again.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - effect: What happened.
  func graphView(_ view: GraphView, did effect: GraphViewEffect)

  /// The selection has changed, whether by the user, by ``GraphView/select(_:)`` or because something selected was
  /// removed. It is not called when the same things are selected again. Mirrors `nodeSelectedInView` of
  /// ShinpuruNodeUI's `SNDelegate`.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - selection: The nodes and connections that are selected now.
  func graphView(_ view: GraphView, didSelect selection: GraphSelection)

  /// A node has moved in the view: called for each node and each event of a drag, for arrow keys, for a cancelled drag,
  /// and by ``GraphView/arrange(at:flow:with:)``. Mirrors `nodeMovedInView` of `SNDelegate`.
  ///
  /// Store the position in an undo group that ``graphView(_:didEndMoving:)`` ends, or each event becomes an undo step.
  /// The node need not be reloaded; the next reload puts it where the data source says.
  ///
  /// ```swift
  /// func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
  ///   _ = try? evaluator.edit(nil, gesture: drags) { edit throws(GraphError) in try edit.move(node, to: position) }
  /// }
  ///
  /// func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) { drags += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - node: The node.
  ///   - position: Its top left corner, in canvas points.
  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint)

  /// A move has ended: the nodes stay where they are, or were put back because the drag was cancelled. The undo step
  /// ends here. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - nodes: The nodes that were moved and are still shown.
  func graphView(_ view: GraphView, didEndMoving nodes: [NodeID])

  /// The user asks for a new node. Add it to the model and reload it. Mirrors `nodeCreatedInView` of `SNDelegate`.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - position: Where its top left corner goes so that a node of ``defaultNodeSize(for:)`` is centred under the
  ///     pointer, in canvas points.
  func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint)

  /// The user asks to delete nodes, with the trash button of one or as part of a deleted selection. Mirrors
  /// `nodeDeletedInView` of `SNDelegate`.
  ///
  /// They are shown until they are reloaded; reload their neighbours too, which lose connections: a receipt's
  /// `affected` nodes are all of them.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - nodes: The nodes.
  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID])

  /// The user asks to delete the selected nodes and connections: one request, for one undo step. The view has already
  /// deselected them.
  ///
  /// Connections at deleted nodes go with these, whatever rules the model has for cutting: see
  /// ``GraphSelection/remainingConnections``. The default calls ``graphView(_:didCut:)`` for each of the others, and
  /// then ``graphView(_:didRequestDeletionOf:)-(_,[NodeID])`` with the nodes, if there are any: several undo steps
  /// unless you group them.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - selection: The nodes and connections, without nodes that are locked.
  func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection)

  /// The user connects an output to an input, replacing its connection, or cuts the connection if it exists. The
  /// verdict has allowed it. Mirrors `relationshipToggledInView` of `SNDelegate`.
  ///
  /// ```swift
  /// if edit.sources(of: target).contains(source) {
  ///   try edit.disconnect(source, from: target)
  /// } else {
  ///   try edit.connect(source, to: target, replacing: true)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output.
  ///   - target: The input.
  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort)

  /// The user cuts a connection: deletes it, or pulls one end off its port. Toggles it by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection.
  func graphView(_ view: GraphView, didCut connection: Connection)

  /// The user moves the end of a connection to another input; the verdict has allowed it. Toggles both connections by
  /// default, which are two undo steps unless you group them.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection as it was.
  ///   - target: The input that it shall lead to.
  func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort)

  /// The user moves the start of a connection to another output; the verdict has allowed it. Toggles both connections
  /// by default, which are two undo steps unless you group them.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection as it was.
  ///   - source: The output that it shall come from.
  func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort)

  /// A connection that the user tried to make was refused. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output.
  ///   - target: The input.
  ///   - reason: The reason that ``graphView(_:verdictOnConnecting:to:)`` returned.
  func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError)

  /// The view begins or ends to wait for an input to connect. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output that will be connected; `nil` when the view no longer waits.
  func graphView(_ view: GraphView, didChangeConnectionSource source: OutputPort?)

  /// The user pulled a wire from an output and dropped it outside of all nodes, for example to get a menu of kinds
  /// that fit. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - source: The output.
  ///   - position: Where it was dropped, in canvas points.
  func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint)

  /// The user pulled a wire from an input and dropped it outside of all nodes, for example to get a menu of kinds
  /// whose values it accepts. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - target: The input.
  ///   - position: Where it was dropped, in canvas points.
  func graphView(_ view: GraphView, didDropWireTo target: InputPort, at position: GraphPoint)

  /// Whether nodes that the user begins to drag may be dropped on other nodes, such as groups; `false` by default.
  ///
  /// The view calls this once for each drag. If the answer is `true`, it calls ``graphView(_:accepts:on:)`` with
  /// ``GraphDrop/nodes(_:)`` for each other node that comes below the pointer, unless the command key is held. If it is
  /// `false`, the drag makes no search below the pointer.
  ///
  /// When nodes are released on a node that accepts them, the view first puts them back, as when a drag is cancelled,
  /// and calls ``graphView(_:didEndMoving:)``. Then it calls ``graphView(_:didDrop:on:at:)``: make one edit there. If
  /// the model refuses it, the nodes are already where they were.
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
  /// - Returns: Whether there may be nodes that accept them.
  func graphView(_ view: GraphView, hasTargetsFor nodes: [NodeID]) -> Bool

  /// Whether something could be dropped on what is below it; `false` by default. The view highlights what accepts it.
  ///
  /// The view asks about a payload from outside when the payload or the target below it changes, about dragged nodes
  /// once for each node below the pointer (see ``graphView(_:hasTargetsFor:)``), and about a wire at each event above
  /// the line of a connection.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - drop: What would be dropped. The content of a payload may not be known yet.
  ///   - target: What is there.
  /// - Returns: Whether it may be dropped there.
  func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool

  /// The user dropped something that ``graphView(_:accepts:on:)`` accepted. Has no effect by default. A wire that no
  /// connection accepted arrives as ``graphView(_:didDropWireFrom:at:)`` or ``graphView(_:didDropWireTo:at:)`` instead.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - drop: What was dropped.
  ///   - target: What is there.
  ///   - position: Where it was dropped, in canvas points.
  func graphView(_ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint)

  /// The user double-tapped a node, anywhere but on its trash button. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - node: The node.
  func graphView(_ view: GraphView, didActivate node: NodeID)

  /// The user double-tapped the line of a connection, for example to put a node into it. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - connection: The connection.
  ///   - position: Where the pointer is, in canvas points.
  func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint)

  /// The user pressed the secondary button to get a menu, which only ``InteractionProfile/Manner/desktop`` has. A node
  /// that was not selected has been selected before. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - target: What is under the pointer.
  ///   - position: Where the pointer is, in canvas points.
  func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: GraphPoint)

  /// The user asks for a reroute: a point that a connection goes through. Has no effect by default.
  ///
  /// Add it and reload the node that the connection leads to before you return: the drag continues with it, by
  /// ``graphView(_:didMoveReroute:of:to:)``.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - index: Before which of the connection's reroutes it comes.
  ///   - connection: The connection.
  ///   - position: Where it is, in canvas points.
  func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint)

  /// A reroute has moved in the view. Called for each event of a drag: store the position in an undo group that
  /// ``graphViewDidEndChangingLooks(_:)`` ends. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - index: Which of the connection's reroutes.
  ///   - connection: The connection.
  ///   - position: Where it is, in canvas points.
  func graphView(_ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint)

  /// The user double-tapped a reroute to remove it, or cancelled the drag that added it. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - index: Which of the connection's reroutes.
  ///   - connection: The connection.
  func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection)

  /// A frame has moved or changed its size in the view. Called for each event of a drag. Its contents arrive
  /// separately, by ``graphView(_:didMove:to:)``, ``graphView(_:didMoveReroute:of:to:)`` and, for frames, this method.
  /// Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - frame: The frame.
  ///   - rect: Its position and size, in canvas points.
  func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect)

  /// The user drags the corner of a node to resize it. Called for each event of a drag: store the size as its
  /// ``/NodeGraph/NodeLook/size``, in an undo group that ``graphViewDidEndChangingLooks(_:)`` ends. Has no effect by
  /// default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - node: The node.
  ///   - size: Its size, in canvas points; `nil` if a cancelled drag leaves it without a size of its own.
  func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?)

  /// Reroutes, frames or corners of nodes have been moved, or put back because the drag was cancelled: the undo step
  /// ends here. If nodes were moved with a frame, ``graphView(_:didEndMoving:)`` was called just before. Has no effect
  /// by default.
  ///
  /// - Parameter view: The view.
  func graphViewDidEndChangingLooks(_ view: GraphView)

  /// The user double-tapped the title of a frame, for example to change it. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - frame: The frame.
  func graphView(_ view: GraphView, didActivateFrame frame: FrameID)

  /// Another part of the canvas is visible, or the zoom has changed. Has no effect by default.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - viewport: The viewport now.
  func graphView(_ view: GraphView, didChange viewport: Viewport)

  /// The probable size of a new node: it decides where ``graphView(_:didRequestNodeAt:)`` puts the corner, and how
  /// large the outline below a payload is. Mirrors `defaultNodeSize` of `SNDelegate`.
  ///
  /// - Parameter view: The view that asks.
  /// - Returns: The size, in canvas points. One that is not finite counts as zero.
  func defaultNodeSize(for view: GraphView) -> GraphSize

  /// Whether an output may be connected to an input. Usually `graph.verdict(onConnecting:to:)`. Mirrors
  /// `nodesAreRelationshipCandidates` of `SNDelegate`.
  ///
  /// The view asks when a connection is about to be made; rows are dimmed by ``graphView(_:candidatesFor:among:)``. The
  /// model has to enforce the same rule, because a host can connect without the view. If it knows another rule, users
  /// see an allowed connection refused.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - source: The output.
  ///   - target: The input.
  /// - Returns: The verdict. The reason of a refusal goes to ``graphView(_:didRefuseConnectionFrom:to:reason:)``.
  func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict

  /// Returns the inputs to which an output may be connected; by default those that
  /// ``graphView(_:verdictOnConnecting:to:)`` doesn't refuse. `graph.candidates(for:among:)` is faster in a large
  /// graph.
  ///
  /// The view dims the rows of all other inputs while a connection is made. It asks once for the rows that become
  /// visible, and keeps the answer until a node is reloaded.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - source: The output.
  ///   - inputs: The inputs.
  /// - Returns: Those of `inputs` whose rows are not dimmed.
  func graphView(_ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]) -> [InputPort]

  /// Returns why inputs refuse an output, each in a word that fits its row, such as `loop` and `type`; none by default.
  ///
  /// A themed view draws the words in the rows while a connection is made. It asks after
  /// ``graphView(_:candidatesFor:among:)``, with the inputs that are not candidates, so the answer must not search the
  /// graph for each input.
  ///
  /// - Parameters:
  ///   - view: The view that asks.
  ///   - source: The output.
  ///   - inputs: Inputs that refuse it.
  /// - Returns: The words by input.
  func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String]
}

extension GraphViewDelegate {
  /// Calls the method of the effect, with ``callMethod(for:in:)``.
  public func graphView(_ view: GraphView, did effect: GraphViewEffect) { callMethod(for: effect, in: view) }

  /// Has no effect. ``GraphView/selection`` has the selection at any time.
  public func graphView(_ view: GraphView, didSelect selection: GraphSelection) {}

  /// Has no effect: the node returns to where the data source says when it is reloaded.
  public func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {}

  /// Has no effect: no node is added.
  public func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {}

  /// Has no effect: the nodes stay.
  public func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {}

  /// Has no effect: the connections stay as they are.
  public func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {}

  /// Cuts the connections that do not go with the nodes, one by one, and requests the deletion of the nodes. Implement
  /// it yourself to make one undo step of the whole.
  public func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection) {
    for connection in selection.remainingConnections { graphView(view, did: .cut(connection)) }
    if !selection.nodes.isEmpty { graphView(view, didRequestDeletionOf: selection.nodes) }
  }

  /// Has no effect. Implement it if ``graphView(_:didMove:to:)`` opens an undo group, or later drags join the same undo
  /// step.
  public func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {}

  /// Toggles the connection, which cuts it if the model still has it. Implement it if your toggle could make the
  /// connection instead, for example because another editor has cut it meanwhile.
  public func graphView(_ view: GraphView, didCut connection: Connection) {
    graphView(view, did: .toggledConnection(connection.source, connection.target))
  }

  /// Toggles the connection, then the new one: two requests. If the model refuses the second, the connection stays cut.
  public func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    graphView(view, did: .toggledConnection(connection.source, connection.target))
    graphView(view, did: .toggledConnection(connection.source, target))
  }

  /// Toggles the connection, then the new one: two requests. If the model refuses the second, the connection stays cut.
  public func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort) {
    graphView(view, did: .toggledConnection(connection.source, connection.target))
    graphView(view, did: .toggledConnection(source, connection.target))
  }

  /// Has no effect. The first of the two taps selects the connection as usual.
  public func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint) {}

  /// Has no effect: the wire disappears, and the graph stays as it is. Implement it to show the reason, or users see
  /// only that the wire didn't stay.
  public func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) {}

  /// Has no effect. ``GraphView/connectionSource`` has the output at any time.
  public func graphView(_ view: GraphView, didChangeConnectionSource source: OutputPort?) {}

  /// Has no effect: the wire disappears, and the graph stays as it is.
  public func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint) {}

  /// Has no effect: the wire disappears, and the graph stays as it is.
  public func graphView(_ view: GraphView, didDropWireTo target: InputPort, at position: GraphPoint) {}

  /// Has no effect. It is not called unless ``graphView(_:accepts:on:)`` is implemented too; implement both or neither.
  public func graphView(
    _ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint
  ) {}

  /// Has no effect. The first of the two taps selects the node as usual.
  public func graphView(_ view: GraphView, didActivate node: NodeID) {}

  /// Has no effect: no menu opens. The node below the pointer is selected all the same, unless it is part of the
  /// selection.
  public func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: GraphPoint) {}

  /// Has no effect: the connection gets no reroute, and the rest of the drag moves none. It is requested only where
  /// ``InteractionProfile/pullsWiresFromInputs`` is `true`.
  public func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint
  ) {}

  /// Has no effect. The reroute returns to where the data source says when its node is reloaded.
  public func graphView(
    _ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint
  ) {}

  /// Has no effect: the reroute stays. If you add reroutes, implement this too, because a cancelled drag of a new one
  /// requests its removal.
  public func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection) {}

  /// Has no effect. The frame returns to where the data source says in ``GraphView/reloadFrames()``, but nodes that it
  /// moved along stay: implement it if you return frames.
  public func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect) {}

  /// Has no effect. The node returns to the size that the data source says when it is reloaded.
  public func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?) {}

  /// Has no effect. Implement it if one of the methods it ends opens an undo group.
  public func graphViewDidEndChangingLooks(_ view: GraphView) {}

  /// Has no effect. The first of the two taps selects the nodes in the frame as usual.
  public func graphView(_ view: GraphView, didActivateFrame frame: FrameID) {}

  /// Has no effect. ``GraphView/viewport`` has the visible part at any time.
  public func graphView(_ view: GraphView, didChange viewport: Viewport) {}
}

/// All three protocols of a view, for a host that implements them in one object; see ``GraphView/present(_:)``.
///
/// It is the counterpart of ShinpuruNodeUI's `SNDelegate`. Only ``GraphViewDataSource/nodes(for:)`` and
/// ``GraphViewDataSource/graph(for:)`` have no defaults. A host that edits implements
/// ``GraphViewDelegate/graphView(_:did:)`` too.
public typealias NodeGraphDelegate = GraphViewDataSource & GraphViewRendererProvider & GraphViewDelegate

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// The user's edits in the view.

extension GraphHost: HookedHost {
  /// Moves the node in the graph, as part of the drag: the step ends in ``graphView(_:didEndMoving:)``.
  ///
  /// ``onEdit`` is not called before that. Mirrors `nodeMovedInView` of ShinpuruNodeUI's `SNDelegate`.
  ///
  /// - Complexity: That of ``/NodeGraph/Graph/move(_:to:)``; O(nodes + connections) for the first move of a drag, which
  ///   keeps a copy of the graph.
  public func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    history.beginDrag(version)
    try? contents.graph.move(node, to: position)
  }

  /// Puts the wire through a point, as part of the drag that moves the point. The connection's look is created if it
  /// has none.
  ///
  /// If the drag is cancelled, ``graphView(_:didRequestRemovalOfReroute:of:)`` removes the point again, and no step is
  /// made.
  public func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint
  ) {
    history.beginDrag(version)
    var look = looks.connections[connection] ?? ConnectionLook()
    look.reroutes.insert(position, at: min(index, look.reroutes.count))
    contents.looks.connections[connection] = look
    view.reload(connection.target.node)
  }

  /// Moves the point, as part of the drag; ignores a point that ``looks`` don't have.
  public func graphView(
    _ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint
  ) {
    guard looks.connections[connection]?.reroutes.indices.contains(index) == true else { return }
    history.beginDrag(version)
    contents.looks.connections[connection]?.reroutes[index] = position
  }

  /// Removes the point: as part of a drag that made it, or as one step. A point that ``looks`` don't have is ignored.
  ///
  /// A drag that only added it, and then removed it, makes no step.
  public func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection) {
    guard looks.connections[connection]?.reroutes.indices.contains(index) == true else { return }
    var look = looks.connections[connection] ?? ConnectionLook()
    look.reroutes.remove(at: index)
    let remaining = look.isDefault ? nil : look
    if history.isDragging {
      contents.looks.connections[connection] = remaining
      view.reload(connection.target.node)
    } else {
      editLooks { looks in looks.connections[connection] = remaining }
    }
  }

  /// Stores the frame's position and size, as part of the drag; ignores a frame that ``looks`` don't have.
  public func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect) {
    guard looks.frames[frame] != nil else { return }
    history.beginDrag(version)
    contents.looks.frames[frame]?.rect = rect
  }

  /// Stores the node's size in ``looks``, as part of the drag; `nil` removes it. A look that says no more about its
  /// node is removed too.
  public func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?) {
    history.beginDrag(version)
    var look = looks.nodes[node] ?? NodeLook()
    look.size = size
    contents.looks.nodes[node] = look.isDefault ? nil : look
  }

  /// Ends the drag as one step, and calls ``onEdit`` if it changed something. Where a frame moved nodes,
  /// ``graphView(_:didEndMoving:)`` has already ended it, so that the whole is one step.
  public func graphViewDidEndChangingLooks(_ view: GraphView) {
    finishDrag()
  }

  /// Ends the drag as one step, and calls ``onEdit`` if it moved something. A drag back to where it began makes no
  /// step.
  public func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {
    finishDrag()
  }

  /// Calls ``onNodeRequest`` in an edit, if it is set; otherwise ignores the request. What it throws goes to
  /// ``onRefusal``. Mirrors `nodeCreatedInView` of ShinpuruNodeUI's `SNDelegate`.
  public func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {
    guard let onNodeRequest else { return }
    attempt { contents throws(GraphError) in try onNodeRequest(&contents, position) }
  }

  /// Returns what ``canDrop`` says, `true` without it, and `false` without an ``onDrop``. Nodes are never asked about,
  /// because ``/NodeView/GraphViewDelegate/graphView(_:hasTargetsFor:)`` is `false`.
  public func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
    onDrop != nil && (canDrop?(drop, target) ?? true)
  }

  /// Calls ``onDrop`` in an edit, as one step. What it throws goes to ``onRefusal``, and the contents stay unchanged.
  ///
  /// New nodes are not selected: do that in ``onAddition``.
  public func graphView(_ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint) {
    guard let onDrop else { return }
    attempt { contents throws(GraphError) in try onDrop(&contents, drop, target, position) }
  }

  /// Passes the wire to ``onDrop`` with ``HitTarget/background``, if ``canDrop`` agrees.
  public func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint) {
    take(.wire(source), at: position)
  }

  /// Passes the wire to ``onDrop`` with ``HitTarget/background``, if ``canDrop`` agrees.
  public func graphView(_ view: GraphView, didDropWireTo target: InputPort, at position: GraphPoint) {
    take(.inputWire(target), at: position)
  }

  private func take(_ wire: GraphDrop, at position: GraphPoint) {
    guard graphView(view, accepts: wire, on: .background) else { return }
    graphView(view, didDrop: wire, on: .background, at: position)
  }

  /// Passes the reason to ``onRefusal``.
  public func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) { onRefusal?(reason) }

  /// Deletes the nodes with their connections, as one step. Mirrors `nodeDeletedInView` of ShinpuruNodeUI's
  /// `SNDelegate`.
  ///
  /// Nodes that no longer exist are ignored. Their payloads are dropped, and come back if the step is undone.
  public func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    graphView(view, didRequestDeletionOf: GraphSelection(nodes: nodes))
  }

  /// Deletes the nodes with their connections, and cuts the other connections, as one step. Undoing it selects all of
  /// them again. If the graph refuses any part, all stays and the reason goes to ``onRefusal``.
  public func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection) {
    // The view has deselected it already.
    attempt(from: selection) { contents throws(GraphError) in
      for connection in selection.remainingConnections {
        try contents.graph.disconnect(connection.source, from: connection.target)
      }
      for node in selection.nodes where contents.graph.contains(node) { try contents.graph.remove(node) }
    }
  }

  /// Cuts the connection, as one step. A connection that no longer exists goes to ``onRefusal``. ``veto`` is not
  /// called: it is about connecting alone.
  public func graphView(_ view: GraphView, didCut connection: Connection) {
    attempt { contents throws(GraphError) in
      try contents.graph.disconnect(connection.source, from: connection.target)
    }
  }

  /// Connects the output to the input, replacing its connection, or cuts the connection if it exists, as one step.
  /// Mirrors `relationshipToggledInView` of ShinpuruNodeUI's `SNDelegate`.
  ///
  /// A refusal of the graph or of ``veto`` goes to ``onRefusal``, and the graph stays unchanged. An input that accepts
  /// several connections gets one more.
  public func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    attempt { contents throws(GraphError) in
      if contents.graph.sources(of: target).contains(source) {
        try contents.graph.disconnect(source, from: target)
      } else {
        try connect(source, to: target, in: &contents.graph)
      }
    }
  }

  /// Moves the end of the connection, as one step. If the new connection is refused, the old one stays, and the reason
  /// goes to ``onRefusal``.
  ///
  /// The look of the old connection stays with that connection: the new one has none.
  public func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    move(connection, to: Connection(from: connection.source, to: target))
  }

  /// Moves the start of the connection, as one step. If the new connection is refused, the old one stays, and the
  /// reason goes to ``onRefusal``.
  ///
  /// The look of the old connection stays with that connection: the new one has none.
  public func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort) {
    move(connection, to: Connection(from: source, to: connection.target))
  }

  private func move(_ old: Connection, to new: Connection) {
    attempt { contents throws(GraphError) in
      try contents.graph.disconnect(old.source, from: old.target)
      try connect(new.source, to: new.target, in: &contents.graph)
    }
  }

  /// Connects for the user, unless there is a veto.
  private func connect(_ source: OutputPort, to target: InputPort, in graph: inout Graph) throws(GraphError) {
    if let reason = veto?(source, target) { throw .vetoed(source: source, target: target, reason: reason) }
    try graph.connect(source, to: target, replacing: true)
  }

  /// Returns `veto` for inputs that only ``veto`` refuses, else `type` or `loop`, which the graph knows without a
  /// search.
  ///
  /// - Complexity: O(inputs), and with a ``veto`` that of ``/NodeGraph/Graph/candidates(for:among:)``.
  public func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String] {
    var words = graph.refusalWords(for: source, at: inputs)
    guard veto != nil else { return words }
    for input in graph.candidates(for: source, among: inputs) { words[input] = "veto" }
    return words
  }

  /// Returns the size of a small node: 128 × 76 canvas points. It decides where the nodes of ``onNodeRequest`` are
  /// centred.
  public func defaultNodeSize(for view: GraphView) -> GraphSize { GraphSize(128, 76) }

  /// Returns the verdict of the graph, or a refusal if the graph allows the connection and ``veto`` doesn't.
  /// ``onRefusal`` receives the reason when the user makes that connection.
  ///
  /// - Complexity: That of ``/NodeGraph/Graph/verdict(onConnecting:to:)``.
  public func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    let verdict = graph.verdict(onConnecting: source, to: target)
    if case .refused = verdict { return verdict }
    guard let reason = veto?(source, target) else { return verdict }
    return .refused(.vetoed(source: source, target: target, reason: reason))
  }

  /// Returns the inputs that neither the graph nor ``veto`` refuses.
  ///
  /// - Complexity: That of ``/NodeGraph/Graph/candidates(for:among:)``, and a call of ``veto`` for each of them.
  public func graphView(
    _ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]
  ) -> [InputPort] {
    let candidates = graph.candidates(for: source, among: inputs)
    guard let veto else { return candidates }
    return candidates.filter { veto(source, $0) == nil }
  }
}

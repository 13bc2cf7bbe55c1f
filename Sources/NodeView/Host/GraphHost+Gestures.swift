// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// What the user does in the view.

extension GraphHost: HookedHost {
  /// Moves the node.
  public func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    history.beginDrag(version)
    try? contents.graph.move(node, to: position)
  }

  /// Puts the wire through a point, as part of the drag.
  public func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint
  ) {
    history.beginDrag(version)
    var look = looks.connections[connection] ?? ConnectionLook()
    look.reroutes.insert(position, at: min(index, look.reroutes.count))
    contents.looks.connections[connection] = look
    view.reload(connection.target.node)
  }

  /// Moves the point.
  public func graphView(
    _ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint
  ) {
    guard looks.connections[connection]?.reroutes.indices.contains(index) == true else { return }
    history.beginDrag(version)
    contents.looks.connections[connection]?.reroutes[index] = position
  }

  /// Takes the point away: as part of a drag that made it, or as one step.
  public func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection) {
    guard looks.connections[connection]?.reroutes.indices.contains(index) == true else { return }
    if history.isDragging {
      contents.looks.connections[connection]?.reroutes.remove(at: index)
      if looks.connections[connection]?.isDefault == true { contents.looks.connections[connection] = nil }
      view.reload(connection.target.node)
    } else {
      editLooks { looks in looks.connections[connection]?.reroutes.remove(at: index) }
    }
  }

  /// Gives the frame its place and size.
  public func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect) {
    guard looks.frames[frame] != nil else { return }
    history.beginDrag(version)
    contents.looks.frames[frame]?.rect = rect
  }

  /// Gives the node its size.
  public func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?) {
    history.beginDrag(version)
    var look = looks.nodes[node] ?? NodeLook()
    look.size = size
    contents.looks.nodes[node] = look.isDefault ? nil : look
  }

  /// Ends the step.
  public func graphViewDidEndChangingLooks(_ view: GraphView) {
    if endDrag() { onEdit?(graph) }
  }

  /// Ends the step.
  public func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {
    if endDrag() { onEdit?(graph) }
  }

  /// Adds what ``onNodeRequest`` does, if it is set.
  public func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {
    guard let onNodeRequest else { return }
    attempt { contents throws(GraphError) in try onNodeRequest(&contents, position) }
  }

  /// What ``canDrop`` says, if there is an ``onDrop``.
  public func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
    onDrop != nil && (canDrop?(drop, target) ?? true)
  }

  /// Does what ``onDrop`` does.
  public func graphView(_ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint) {
    guard let onDrop else { return }
    attempt { contents throws(GraphError) in try onDrop(&contents, drop, target, position) }
  }

  /// Does what ``onDrop`` does with a wire on the canvas, if ``canDrop`` agrees.
  public func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint) {
    take(.wire(source), at: position)
  }

  /// Does what ``onDrop`` does with a wire on the canvas, if ``canDrop`` agrees.
  public func graphView(_ view: GraphView, didDropWireTo target: InputPort, at position: GraphPoint) {
    take(.inputWire(target), at: position)
  }

  private func take(_ wire: GraphDrop, at position: GraphPoint) {
    guard graphView(view, accepts: wire, on: .background) else { return }
    graphView(view, didDrop: wire, on: .background, at: position)
  }

  /// Tells ``onRefusal``.
  public func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) { onRefusal?(reason) }

  /// Deletes the nodes with their connections.
  public func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {
    graphView(view, didRequestDeletionOf: GraphSelection(nodes: nodes))
  }

  /// Deletes the nodes with their connections, and cuts the other connections, as one step.
  public func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection) {
    // The view has deselected it already.
    attempt(from: selection) { contents throws(GraphError) in
      for connection in selection.remainingConnections {
        try contents.graph.disconnect(connection.source, from: connection.target)
      }
      for node in selection.nodes where contents.graph.contains(node) { try contents.graph.remove(node) }
    }
  }

  /// Cuts the connection.
  public func graphView(_ view: GraphView, didCut connection: Connection) {
    attempt { contents throws(GraphError) in
      try contents.graph.disconnect(connection.source, from: connection.target)
    }
  }

  /// Connects the output to the input, in place of what was connected, or cuts the connection.
  public func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    attempt { contents throws(GraphError) in
      if contents.graph.sources(of: target).contains(source) {
        try contents.graph.disconnect(source, from: target)
      } else {
        try connect(source, to: target, in: &contents.graph)
      }
    }
  }

  /// Moves the connection, as one step.
  public func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    move(connection, to: Connection(from: connection.source, to: target))
  }

  /// Moves the start of the connection, as one step.
  public func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort) {
    move(connection, to: Connection(from: source, to: connection.target))
  }

  private func move(_ old: Connection, to new: Connection) {
    attempt { contents throws(GraphError) in
      try contents.graph.disconnect(old.source, from: old.target)
      try connect(new.source, to: new.target, in: &contents.graph)
    }
  }

  /// Connects as the user asks for it, unless there is a veto.
  private func connect(_ source: OutputPort, to target: InputPort, in graph: inout Graph) throws(GraphError) {
    if let reason = veto?(source, target) { throw .vetoed(source: source, target: target, reason: reason) }
    try graph.connect(source, to: target, replacing: true)
  }

  /// `veto` where that is the reason, else what the graph knows without a search.
  public func graphView(
    _ view: GraphView, wordsForRefusing source: OutputPort, at inputs: [InputPort]
  ) -> [InputPort: String] {
    var words = graph.refusalWords(for: source, at: inputs)
    guard veto != nil else { return words }
    for input in graph.candidates(for: source, among: inputs) { words[input] = "veto" }
    return words
  }

  /// The size of a small node.
  public func defaultNodeSize(for view: GraphView) -> GraphSize { GraphSize(128, 76) }

  /// The verdict of the graph, and then that of ``veto``.
  public func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict {
    let verdict = graph.verdict(onConnecting: source, to: target)
    if case .refused = verdict { return verdict }
    guard let reason = veto?(source, target) else { return verdict }
    return .refused(.vetoed(source: source, target: target, reason: reason))
  }

  /// Those that neither the graph nor ``veto`` refuses.
  public func graphView(
    _ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]
  ) -> [InputPort] {
    let candidates = graph.candidates(for: source, among: inputs)
    guard let veto else { return candidates }
    return candidates.filter { veto(source, $0) == nil }
  }
}

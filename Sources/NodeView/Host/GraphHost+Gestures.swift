// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// The user's edits in the view.

extension GraphHost: HookedHost, EditingHost {
  typealias Content = GraphContents

  var content: GraphContents { contents }

  func settled(_ edited: GraphContents) -> GraphContents? {
    let settled = edited.settled()
    return settled.isSame(as: contents) ? nil : settled
  }

  func hasMoved(since before: GraphContents) -> Bool {
    before.looks != looks
      || before.graph.nodes.contains { before.graph.position(of: $0) != graph.position(of: $0) }
  }

  func show(_ content: GraphContents) {
    contents = content
    view.reload()
  }

  /// Reports an edit. The nodes of an edit that ``onEdit`` makes are reported by that edit.
  func report(since before: GraphContents) {
    let (before, after) = (before.graph, graph)
    onEdit?(after)
    if let onAddition {
      let added = after.nodes.filter { !before.contains($0) }
      if !added.isEmpty { onAddition(added) }
    }
    if let onRemoval {
      let removed = before.nodes.filter { !after.contains($0) }
      if !removed.isEmpty { onRemoval(removed) }
    }
  }

  func vetoReason(_ source: OutputPort, _ target: InputPort) -> String? { veto?(source, target) }
}

extension GraphHost {
  /// Carries out what the user did. Each edit is one step. What the graph or ``veto`` refuses has no effect, and goes
  /// to ``onRefusal``.
  ///
  /// - Nodes, points of wires, frames and corners of nodes that are dragged change with each event. The step ends with
  ///   the drag, which then calls ``onEdit``; a drag back to where it began is none. A point that a cancelled drag adds
  ///   is removed again. Reroutes and frames that ``looks`` don't have are ignored.
  /// - Requests for nodes go to ``onNodeRequest``, and drops to ``onDrop``: wires that are dropped on the canvas with
  ///   ``HitTarget/background``, if ``canDrop`` agrees. New nodes are not selected: do that in ``onAddition``.
  /// - A deletion removes nodes with their connections and payloads, and cuts the other connections. Undoing it selects
  ///   all of them again. Nodes that no longer exist are ignored.
  /// - A connection replaces that of the input, unless the input accepts several. Toggling one that exists cuts it,
  ///   which ``veto`` is not asked about. A connection that is moved leaves its look with the old one.
  /// - The selection, activations and menus go to the closures of ``HookedHost``. Other effects have no effect here.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - effect: What happened.
  /// - Complexity: O(nodes + connections) for a step and for the beginning of a drag, which keep a copy of the graph.
  public func graphView(_ view: GraphView, did effect: GraphViewEffect) {
    switch effect {
    case .moved(let node, let position):
      history.beginDrag(version)
      try? contents.graph.move(node, to: position)
    case .changedFrame(let frame, let rect):
      guard looks.frames[frame] != nil else { return }
      history.beginDrag(version)
      contents.looks.frames[frame]?.rect = rect
    case .resized(let node, let size): resize(node, to: size)
    case .requestedReroute(let connection, let index, let position): addReroute(index, of: connection, at: position)
    case .movedReroute(let connection, let index, let position):
      guard looks.connections[connection]?.reroutes.indices.contains(index) == true else { return }
      history.beginDrag(version)
      contents.looks.connections[connection]?.reroutes[index] = position
    case .requestedRerouteRemoval(let connection, let index): removeReroute(index, of: connection)
    case .endedMoving, .endedChangingLooks: finishDrag()
    case .requestedNode(let position):
      guard let onNodeRequest else { return }
      attempt { contents throws(GraphError) in try onNodeRequest(&contents, position) }
    case .dropped(let drop, let target, let position): take(drop, on: target, at: position)
    case .droppedWire(let source, let position): take(.wire(source), at: position)
    case .droppedInputWire(let target, let position): take(.inputWire(target), at: position)
    case .refusedConnection(_, _, let reason): onRefusal?(reason)
    case .requestedDeletion(let doomed): delete(doomed)
    case .cut(let connection):
      attempt { contents throws(GraphError) in
        try contents.graph.disconnect(connection.source, from: connection.target)
      }
    case .toggledConnection(let source, let target): toggle(source, target)
    case .rerouted(let connection, let target): move(connection, to: Connection(from: connection.source, to: target))
    case .replugged(let connection, let source): move(connection, to: Connection(from: source, to: connection.target))
    default: callMethod(for: effect, in: view)
    }
  }

  private func resize(_ node: NodeID, to size: GraphSize?) {
    history.beginDrag(version)
    var look = looks.nodes[node] ?? NodeLook()
    look.size = size
    contents.looks.nodes[node] = look.isDefault ? nil : look
  }

  /// Adds a point as part of the drag that moves it, which removes it again if it is cancelled.
  private func addReroute(_ index: Int, of connection: Connection, at position: GraphPoint) {
    history.beginDrag(version)
    var look = looks.connections[connection] ?? ConnectionLook()
    look.reroutes.insert(position, at: min(index, look.reroutes.count))
    contents.looks.connections[connection] = look
    view.reload(connection.target.node)
  }

  /// Removes a point: as part of a drag that made it, or as one step.
  private func removeReroute(_ index: Int, of connection: Connection) {
    guard var look = looks.connections[connection], look.reroutes.indices.contains(index) else { return }
    look.reroutes.remove(at: index)
    let remaining = look.isDefault ? nil : look
    if history.isDragging {
      contents.looks.connections[connection] = remaining
      view.reload(connection.target.node)
    } else {
      editLooks { looks in looks.connections[connection] = remaining }
    }
  }

  private func take(_ wire: GraphDrop, at position: GraphPoint) {
    if graphView(view, accepts: wire, on: .background) { take(wire, on: .background, at: position) }
  }

  private func take(_ drop: GraphDrop, on target: HitTarget, at position: GraphPoint) {
    guard let onDrop else { return }
    attempt { contents throws(GraphError) in try onDrop(&contents, drop, target, position) }
  }

  private func delete(_ doomed: GraphSelection) {
    // The view has deselected it already.
    attempt(from: doomed) { contents throws(GraphError) in
      for connection in doomed.remainingConnections {
        try contents.graph.disconnect(connection.source, from: connection.target)
      }
      for node in doomed.nodes where contents.graph.contains(node) { try contents.graph.remove(node) }
    }
  }

  private func toggle(_ source: OutputPort, _ target: InputPort) {
    attempt { contents throws(GraphError) in
      if contents.graph.sources(of: target).contains(source) {
        try contents.graph.disconnect(source, from: target)
      } else {
        try connect(source, to: target, in: &contents.graph)
      }
    }
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
}

// MARK: What the view asks

extension GraphHost {
  /// Returns what ``canDrop`` says, `true` without it, and `false` without an ``onDrop``. Nodes are never asked about,
  /// because ``/NodeView/GraphViewDelegate/graphView(_:hasTargetsFor:)`` is `false`.
  public func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
    onDrop != nil && (canDrop?(drop, target) ?? true)
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

  /// Returns the verdict of the graph, or a refusal if the graph allows the connection and ``veto`` doesn't.
  /// ``onRefusal`` receives the reason when the user makes that connection.
  ///
  /// - Complexity: That of ``/NodeGraph/Graph/verdict(onConnecting:to:)``.
  public func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict { vetted(graph.verdict(onConnecting: source, to: target), source, target) }

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

// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What a view presents: where things are, what draws them, and which of it changed since it was drawn or reported.
///
/// No method calls the host: the view calls it first and passes the answers on, so that a host that reads the view
/// while it answers finds it consistent. Unneeded renderers are returned, so that the host's `deinit` runs after the
/// change.
///
/// Invariant (see `checkInvariants`): a node has renderers only while the scene has it, and a renderer for each row of
/// its frame.
package struct Presentation {
  package private(set) var scene: Scene
  private(set) var renderers: [NodeID: NodeRenderers] = [:]
  /// Labels and colours of connections that have some; their reroutes are in the scene.
  private(set) var looks: [Connection: ConnectionLook] = [:]
  var frames: [FrameID: GraphFrame] { scene.frames }
  var dirty = DirtyNotes()
  var changes = PendingChanges()
  /// The selection that was drawn last.
  private var shownSelection = GraphSelection()
  /// How far nodes, connections and labels are drawn beyond their geometry, in canvas points.
  private var nodeReach = 0.0
  private var edgeReach = 0.0
  var labelReach = 0.0
  /// How far the labels and the widths of looks reach. It doesn't shrink.
  private var lookReach = 0.0
  /// Whether connections of nodes look otherwise while these are selected.
  var marksConnectionsOfSelection = false

  init(_ style: GraphViewStyle) {
    scene = Scene(style)
    setReach(style)
  }

  private mutating func setReach(_ style: GraphViewStyle) {
    nodeReach = style.nodeReach
    edgeReach = style.edgeReach
  }

  /// Takes over a style. Frames keep their title bars' height until their nodes are reloaded.
  mutating func setStyle(_ style: GraphViewStyle) {
    setReach(style)
    scene.showsTrash = style.showsTrash
    if style.edgeStyle != scene.edgeStyle { scene.setEdgeStyle(style.edgeStyle) }
  }

  /// Removes all renderers and returns them.
  mutating func takeRenderers() -> [NodeID: NodeRenderers] {
    defer { renderers = [:] }
    return renderers
  }

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() {
    scene.checkInvariants()
    changes.checkInvariants()
    for (node, parts) in renderers {
      guard let frame = scene.nodes[node]?.frame else { preconditionFailure("renderers draw a node that is shown") }
      precondition(
        parts.inputs.count == frame.inputHeights.count && parts.outputs.count == frame.outputHeights.count,
        "each row has a renderer")
    }
  }
}

// MARK: Changing it

extension Presentation {
  /// Makes room for this many nodes and connections.
  mutating func reserveCapacity(nodes: Int, connections: Int) {
    renderers.reserveCapacity(nodes)
    scene.reserveCapacity(nodes: nodes, connections: connections)
  }

  /// Shows a node, or shows it with other parts, in place of the frame it had.
  ///
  /// - Returns: The renderers it had.
  mutating func set(
    _ node: NodeID, _ parts: NodeRenderers, frame: NodeFrame, replacing old: NodeFrame?, title: String,
    sources: [[OutputPort]], isFailed: Bool
  ) -> NodeRenderers? {
    let oldParts = renderers.updateValue(parts, forKey: node)
    let known = scene.nodes[node]
    // A changed value makes no connection, and a node may have thousands of connections.
    let mayConnect = known?.sources != sources || known?.frame.outputHeights.count != frame.outputHeights.count
    let before = mayConnect ? toldConnections(of: node) : []
    let crowding = mayConnect ? crowding(at: (known?.sources ?? []) + sources) : [:]
    if !looks.isEmpty, let known, known.sources != sources { dropLooks(of: node, known.sources, sources) }
    if mayConnect { markEnds(at: node) }
    scene.set(
      node, frame: frame, title: title, sources: sources, isFailed: isFailed, look: parts.look,
      isResizable: parts.isResizable)
    mark(node, withConnections: true)
    if mayConnect { markEnds(at: node) }
    markCrowding(changedSince: crowding)
    if let old {
      if old.origin != frame.origin { changes.note(.moved(node, frame.origin)) }
      noteSize(of: node, from: old, to: frame)
      if let known, known.title != title { changes.note(.titled(node, title)) }
      if let oldParts, oldParts.look.color != parts.look.color { changes.note(.colored(node, parts.look.color)) }
    } else {
      changes.note(.added(node))
    }
    if mayConnect { noteConnections(of: node, since: before) }
    return oldParts
  }

  /// Returns the connections at a node that are shown, if changes of them are reported; none otherwise.
  private func toldConnections(of node: NodeID) -> [Connection] {
    changes.isTold ? scene.connections(of: node) : []
  }

  private mutating func noteConnections(of node: NodeID, since before: [Connection]) {
    let now = toldConnections(of: node)
    if now == before { return }
    let (old, new) = (Set(before), Set(now))
    for connection in before where !new.contains(connection) { changes.note(.disconnected(connection)) }
    for connection in now where !old.contains(connection) { changes.note(.connected(connection)) }
  }

  /// Gives a node another frame with the same rows.
  mutating func resize(_ node: NodeID, to frame: NodeFrame) {
    guard let old = scene.nodes[node], frame != old.frame else { return }
    mark(node, withConnections: true)
    scene.set(
      node, frame: frame, title: old.title, sources: old.sources, isFailed: old.isFailed,
      look: renderers[node]?.look ?? NodeLook(), isResizable: old.isResizable)
    mark(node, withConnections: true)
    noteSize(of: node, from: old.frame, to: frame)
  }

  /// Gives a node a size of its own, in the view alone. The frame stays as it is.
  mutating func setSize(_ size: GraphSize?, of node: NodeID) {
    renderers[node]?.look.size = size
    scene.setOwnSize(size, of: node)
  }

  private mutating func noteSize(of node: NodeID, from old: NodeFrame, to new: NodeFrame) {
    if old.rect.size != new.rect.size { changes.note(.resized(node, new.rect.size)) }
  }

  /// Removes a node that is shown.
  ///
  /// - Returns: The renderers it had.
  mutating func remove(_ node: NodeID) -> NodeRenderers? {
    mark(node, withConnections: true)
    markEnds(at: node)
    if !looks.isEmpty, let known = scene.nodes[node]?.sources { dropLooks(of: node, known, []) }
    let before = toldConnections(of: node)
    let crowding = crowding(at: scene.nodes[node]?.sources ?? [])
    scene.remove(node)
    markCrowding(changedSince: crowding)
    noteConnections(of: node, since: before)
    changes.note(.removed(node))
    return renderers.removeValue(forKey: node)
  }

  /// Moves a node, in the view alone.
  mutating func move(_ node: NodeID, to position: GraphPoint) {
    mark(node, withConnections: true)
    scene.move(node, to: position)
    mark(node, withConnections: true)
    changes.note(.moved(node, position))
  }

  /// Replaces a node's item by a picture, or the picture by the item. The frame stays as it is.
  mutating func setSnapshot(_ snapshot: SnapshotRenderer?, of node: NodeID) {
    renderers[node]?.snapshot = snapshot
    mark(node)
  }

  mutating func raise(_ node: NodeID) {
    guard scene.raise(node) else { return }
    changes.note(.raised(node))
    mark(node)
  }

  /// Moves nodes and routes connections, as a layout says, and marks everything for drawing.
  mutating func arrange(
    _ positions: [(node: NodeID, position: GraphPoint)], routes: [(connection: Connection, corners: [GraphPoint])]
  ) {
    dirty.everything()
    scene.arrange(positions, routes: routes)
    for (node, position) in positions { changes.note(.moved(node, position)) }
  }
}

extension Presentation {
  /// Draws connections along routes.
  mutating func setRoutes(_ routes: LineRoutes) {
    let rerouted = scene.connections(reroutedBy: routes)
    for connection in rerouted { mark(connection) }
    scene.setRoutes(routes, of: rerouted)
    for connection in rerouted { mark(connection) }
  }
}

// MARK: Looks and frames

extension Presentation {
  /// Shows a connection with another label, in another stroke and through other points.
  mutating func setLook(_ look: ConnectionLook, of connection: Connection) {
    let look = look.usable
    if look.isDefault, looks[connection] == nil { return }
    if looks[connection] == look { return }
    mark(connection)
    let before = looks[connection] ?? ConnectionLook()
    if look.label != before.label { changes.note(.labelled(connection, look.label)) }
    if !look.isDrawnLike(before) { changes.note(.restyled(connection, look)) }
    looks[connection] = look.isDefault ? nil : look
    if look.label != nil { lookReach = max(lookReach, EdgeAttributes.reach(ofLabel: look.label, isBeside: true)) }
    lookReach = max(lookReach, EdgeAttributes.reach(ofWidth: look.width))
    scene.setReroutes(look.reroutes.map(\.limited), of: connection)
    mark(connection)
  }

  /// Gives a connection a course of its own, or with `nil` the common one.
  mutating func setCourse(_ course: (any EdgeCourse)?, of connection: Connection) {
    if scene.hasCourse(course, connection) { return }
    mark(connection)
    scene.setCourse(course, of: connection)
    changes.note(.restyled(connection, looks[connection] ?? ConnectionLook()))
    mark(connection)
  }

  /// Forgets looks of connections that a node no longer has.
  private mutating func dropLooks(of node: NodeID, _ old: [[OutputPort]], _ new: [[OutputPort]]) {
    for (index, sources) in old.enumerated() {
      let kept = index < new.count ? new[index] : []
      for source in sources where !kept.contains(source) {
        looks[Connection(from: source, to: node.input(index))] = nil
      }
    }
  }

  /// Moves a reroute, in the view alone.
  mutating func moveReroute(_ index: Int, of connection: Connection, to point: GraphPoint) {
    guard var look = looks[connection], look.reroutes.indices.contains(index) else { return }
    look.reroutes[index] = point.limited
    setLook(look, of: connection)
  }

  /// Shows other frames in place of those that are shown.
  mutating func setFrames(_ new: [FrameID: GraphFrame]) {
    for id in Set(frames.keys).union(new.keys) where frames[id] != new[id] { setFrame(id, to: new[id]) }
  }

  /// Gives a frame another place and size, in the view alone.
  mutating func setFrame(_ id: FrameID, _ rect: GraphRect) {
    guard var frame = frames[id] else { return }
    frame.rect = rect
    setFrame(id, to: frame)
  }

  private mutating func setFrame(_ id: FrameID, to frame: GraphFrame?) {
    let frame = frame.flatMap { $0.rect.origin.isFinite && $0.rect.size.isUsable ? $0 : nil }
    for rect in [frames[id]?.rect, frame?.rect].compactMap(\.self) { dirty.add(rect.expanded(by: 2)) }
    dirty.parts.add(id)
    scene.frames[id] = frame
  }

  /// Marks a frame, as it is now.
  mutating func markFrame(_ id: FrameID) {
    if let rect = frames[id]?.rect { dirty.add(rect.expanded(by: 2)) }
    dirty.parts.add(id)
  }

  /// The frames, the lowest first.
  var framesInOrder: [(id: FrameID, frame: GraphFrame)] {
    frames.sorted { $0.key < $1.key }.map { (id: $0.key, frame: $0.value) }
  }
}

// MARK: Marking what has to be drawn again

extension Presentation {
  /// Marks a node, as it is now.
  mutating func mark(_ node: NodeID, withConnections: Bool = false) {
    guard !dirty.isEverything, let frame = scene.nodes[node]?.frame else { return }
    dirty.add(frame.rect.expanded(by: nodeReach))
    dirty.parts.add(node)
    if withConnections {
      for bounds in scene.lineBounds(of: node, most: DirtyParts.most) { markLine(bounds) }
      markParts(ofConnectionsOf: node)
    }
  }

  /// How crowded the connections of the nodes of some outputs are, which decides how they are drawn.
  private func crowding(at sources: [[OutputPort]]) -> [NodeID: Int] {
    if dirty.isEverything { return [:] }
    var found: [NodeID: Int] = [:]
    for node in sources.joined().map(\.node) where found[node] == nil { found[node] = scene.lines.crowding(of: node) }
    return found
  }

  /// Marks all connections of nodes that have become more or less crowded.
  private mutating func markCrowding(changedSince before: [NodeID: Int]) {
    for (node, crowding) in before where scene.lines.crowding(of: node) != crowding {
      for bounds in scene.lineBounds(of: node, most: 0) { markLine(bounds) }
      markParts(ofConnectionsOf: node)
    }
  }

  /// Marks the nodes that are connected to a node: their ports show whether they are.
  private mutating func markEnds(at node: NodeID) {
    if dirty.parts.isEverything { return }
    for connection in scene.unorderedConnections(of: node) {
      dirty.parts.add(connection.source.node)
      dirty.parts.add(connection.target.node)
    }
  }

  private mutating func markParts(ofConnectionsOf node: NodeID) {
    if dirty.parts.isEverything { return }
    for connection in scene.unorderedConnections(of: node) { dirty.parts.add(connection, in: scene.lines) }
  }

  /// Marks a connection, as it is now.
  mutating func mark(_ connection: Connection) {
    if let bounds = scene.lineBounds(of: connection) { markLine(bounds) }
    dirty.parts.add(connection, in: scene.lines)
  }

  private mutating func markLine(_ bounds: GraphRect) {
    dirty.add(bounds.expanded(by: lineReach))
  }

  /// How far connections are drawn beyond their lines.
  var lineReach: Double { max(edgeReach, labelReach, lookReach) }

  /// Marks what was deselected and what was selected since the last call.
  mutating func markSelection(_ selection: GraphSelection) {
    let old = shownSelection
    let marksAll = marksConnectionsOfSelection
    for node in old.nodes where !selection.contains(node) { mark(node, withConnections: marksAll) }
    for node in selection.nodes where !old.contains(node) { mark(node, withConnections: marksAll) }
    for connection in old.connections where !selection.contains(connection) { mark(connection) }
    for connection in selection.connections where !old.contains(connection) { mark(connection) }
    shownSelection = selection
  }

  /// Marks what a gesture draws over everything. Where a wire appears or disappears, rows anywhere are dimmed or not.
  mutating func markActivity(from old: Interaction.Activity, to new: Interaction.Activity) {
    if old.wire?.source != new.wire?.source || old.taken != new.taken { return dirty.everything() }
    // The ground is lighter while a wire is pulled.
    if old.inputWire?.target != new.inputWire?.target { return dirty.everything() }
    if old.crossed != new.crossed { for crossed in [old.crossed, new.crossed].compactMap(\.self) { mark(crossed) } }
    let targets = (old.nodeDrag?.target, new.nodeDrag?.target)
    if targets.0 != targets.1 {
      let moved = (old.nodeDrag ?? new.nodeDrag)?.nodes ?? []
      for node in [targets.0, targets.1].compactMap(\.self) + moved { mark(node) }
    }
    for wire in [old.inputWire, new.inputWire] where old.inputWire?.source != new.inputWire?.source {
      if let source = wire?.source { mark(source.node) }
    }
    markActivity(old)
    markActivity(new)
  }

  /// Marks what a gesture draws, and what is drawn raised while the gesture has it.
  private mutating func markParts(of activity: Interaction.Activity) {
    dirty.parts.addGesture()
    switch activity {
    case .idle, .panning, .wiring, .feeding, .selecting: break
    case .moving(let drag): for node in drag.nodes { dirty.parts.add(node) }
    case .rerouting(let drag): dirty.parts.add(drag.connection, in: scene.lines)
    case .framing(let drag, _):
      for start in drag.nodes { dirty.parts.add(start.node) }
      for place in drag.frames { dirty.parts.add(place.id) }
    case .sizing(let frame, _, _): dirty.parts.add(frame)
    case .resizing(let drag, _): dirty.parts.add(drag.node)
    }
  }

  private mutating func markActivity(_ activity: Interaction.Activity) {
    markParts(of: activity)
    switch activity {
    case .idle, .moving, .panning, .rerouting, .framing, .sizing, .resizing: break
    case .wiring(let wire):
      if let path = scene.path(of: wire) { dirty.add(path.bounds.expanded(by: edgeReach)) }
      // A row may show that it refuses, and the connection that the wire would replace is drawn differently.
      if let below = scene.topmostNode(at: wire.end) { mark(below) }
      if let target = wire.target, let node = scene.nodes[target.node], target.index < node.sources.count {
        mark(target.node)
        if node.sources[target.index].count == 1, let source = node.sources[target.index].first {
          mark(Connection(from: source, to: target))
        }
      }
    case .feeding(let wire):
      if let path = scene.path(of: wire) { dirty.add(path.bounds.expanded(by: edgeReach)) }
      // The node may show that it refuses.
      if let below = scene.topmostNode(at: wire.end) { mark(below) }
    case .selecting(let marquee): dirty.add(marquee.rect.expanded(by: 2))
    }
  }
}

extension ConnectionLook {
  /// Whether a wire is drawn alike but for its label.
  fileprivate func isDrawnLike(_ other: ConnectionLook) -> Bool {
    var (one, other) = (self, other)
    (one.label, other.label) = (nil, nil)
    return one == other
  }
}

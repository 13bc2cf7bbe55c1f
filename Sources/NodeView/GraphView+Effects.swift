// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphView {
  /// Carries out an effect and tells the delegate.
  ///
  /// - Returns: Whether it still applied: a node may have gone since.
  func apply(_ effect: Effect) -> Bool {
    switch effect {
    case .selected(let selection):
      markSelection()
      changes.note(.selected(selection))
      delegate?.graphView(self, didSelect: selection)
    case .raised(let node):
      guard scene.nodes[node] != nil else { return false }
      if scene.raise(node) {
        changes.note(.raised(node))
        mark(node)
      }
    case .moved(let node, let position):
      guard scene.nodes[node] != nil else { return false }
      move(node, to: position)
      delegate?.graphView(self, didMove: node, to: position)
    case .endedMoving(let nodes):
      let living = nodes.filter { scene.nodes[$0] != nil }
      if living.isEmpty { return false }
      delegate?.graphView(self, didEndMoving: living)
    case .requestedNode(let position): delegate?.graphView(self, didRequestNodeAt: position)
    case .requestedDeletion(let nodes):
      let living = nodes.filter { scene.nodes[$0] != nil }
      if living.isEmpty { return false }
      delegate?.graphView(self, didRequestDeletionOf: living)
    case .toggledConnection(let source, let target):
      guard scene.contains(source), scene.contains(target) else { return false }
      delegate?.graphView(self, didToggleConnectionFrom: source, to: target)
    case .cut(let connection):
      // The host may have cut it while it was told of another.
      guard scene.contains(connection) else { return false }
      delegate?.graphView(self, didCut: connection)
    case .rerouted(let connection, let target):
      guard scene.contains(connection), scene.contains(target) else { return false }
      delegate?.graphView(self, didReroute: connection, to: target)
    case .refusedConnection(let source, let target, let reason):
      delegate?.graphView(self, didRefuseConnectionFrom: source, to: target, reason: reason)
    case .changedConnectionSource(let source):
      dirty.everything()
      delegate?.graphView(self, didChangeConnectionSource: source)
    case .droppedWire(let source, let position):
      guard scene.contains(source) else { return false }
      delegate?.graphView(self, didDropWireFrom: source, at: position)
    case .activated(let node):
      guard scene.nodes[node] != nil else { return false }
      delegate?.graphView(self, didActivate: node)
    case .requestedMenu(let target, let position):
      delegate?.graphView(self, didRequestMenuFor: target, at: position)
    case .changedViewport(let viewport):
      dirty.everything()
      delegate?.graphView(self, didChange: viewport)
    case .dirty: return false
    }
    return true
  }

  /// Moves a node in the view alone.
  func move(_ node: NodeID, to position: Point) {
    mark(node, withConnections: true)
    scene.move(node, to: position)
    mark(node, withConnections: true)
    changes.note(.moved(node, position))
  }

  /// Has a node drawn anew, as it is now.
  func mark(_ node: NodeID, withConnections: Bool = false) {
    guard !dirty.isEverything, let frame = scene.nodes[node]?.frame else { return }
    dirty.add(frame.rect.expanded(by: style.nodeReach))
    if withConnections {
      for connection in scene.connections(of: node) { mark(connection) }
    }
  }

  func mark(_ connection: Connection) {
    guard !dirty.isEverything, let path = scene.path(of: connection) else { return }
    dirty.add(path.bounds.expanded(by: max(style.edgeReach, labelReach)))
  }

  private func markSelection() {
    let selection = interaction.selection
    for node in shownSelection.nodes + selection.nodes { mark(node) }
    for connection in shownSelection.connections + selection.connections { mark(connection) }
    shownSelection = selection
  }

  /// Has what a gesture draws over everything drawn anew. Where a wire appears or goes, rows anywhere are dimmed or not.
  func markActivity(from old: Interaction.Activity, to new: Interaction.Activity) {
    if old == new { return }
    if old.wire?.source != new.wire?.source || old.wire?.taken != new.wire?.taken { return dirty.everything() }
    markActivity(old)
    markActivity(new)
  }

  private func markActivity(_ activity: Interaction.Activity) {
    switch activity {
    case .idle, .moving, .panning: break
    case .wiring(let wire):
      if let path = path(of: wire) { dirty.add(path.bounds.expanded(by: style.edgeReach)) }
    case .selecting(let from, let to, _, _): dirty.add(Rect(from: from, to: to).expanded(by: 2))
    }
  }

  /// The line of a wire that is being pulled.
  func path(of wire: Wire) -> EdgePath? {
    guard scene.contains(wire.source), let source = scene.nodes[wire.source.node]?.frame else { return nil }
    var end = wire.end
    if let target = wire.target, scene.contains(target), let frame = scene.nodes[target.node]?.frame {
      end = frame.inputAnchor(target.index)
    }
    return EdgePath(from: source.outputAnchor(wire.source.index), to: end, style: style.edgeStyle)
  }
}

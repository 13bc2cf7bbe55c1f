// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Interaction {
  /// Handles a pointer that is down and begins to move.
  mutating func beginDrag(at point: GraphPoint, _ reaction: inout Reaction) {
    let start = place(under: point)
    let pans = button == .middle || reaction.modifiers.contains(.space)
    if profile.manner == .desktop {
      if pans {
        if profile.canPan { activity = .panning(point) }
        return
      }
      guard button == .primary else { return }
      if beginDraggingLook(at: start, &reaction) { return }
      if let wire = Wire(from: pressed, at: start, in: reaction.scene) {
        activity = .wiring(wire)
        return
      }
      if profile.pullsWiresFromInputs, let wire = InputWire(from: pressed, at: start, in: reaction.scene) {
        activity = .feeding(wire)
        return
      }
      if profile.pullsWiresFromInputs, let taking = Activity(grabbing: pressed, at: start, in: reaction.scene) {
        activity = taking
        return
      }
    }
    if profile.manner == .touch, beginDraggingLook(at: start, &reaction) { return }
    if let node = pressed.node {
      let nodes = selection.contains(node) ? selection.nodes : [node]
      let starts = nodes.compactMap { node in
        reaction.scene.nodes[node].flatMap { $0.isLocked ? nil : Start(node: node, position: $0.frame.origin) }
      }
      if !starts.isEmpty { activity = .moving(NodeDrag(starts, from: start, reaction.host)) }
    } else if opensRectangle(reaction.modifiers) {
      beginRectangle(at: point, adding: profile.tapsToggleSelection, &reaction)
    } else if profile.canPan {
      activity = .panning(point)
    }
  }

  /// Whether dragging the background opens the rectangle that selects, instead of moving the canvas.
  private func opensRectangle(_ modifiers: InputEvent.Modifiers) -> Bool {
    guard profile.canSelect, profile.canSelectSeveral else { return false }
    if profile.tapsToggleSelection || modifiers.contains(.shift) { return true }
    return profile.manner == .desktop && !profile.backgroundDragPans
  }

  /// Opens the rectangle that selects, at a view point.
  mutating func beginRectangle(at point: GraphPoint, adding: Bool, _ reaction: inout Reaction) {
    let start = place(under: point)
    let mode = Marquee.Mode(adding ? reaction.modifiers.union(.shift) : reaction.modifiers)
    activity = .selecting(Marquee(start: start, end: start, before: selection, mode: mode))
  }

  mutating func drag(to point: GraphPoint, _ reaction: inout Reaction) {
    let place = place(under: point)
    switch activity {
    case .idle: break
    case .moving(var drag):
      drag.follow(place, reaction)
      activity = .moving(drag)
      // From where the drag began, so that errors don't add up, and equal distances on the canvas at any zoom.
      let way = place - drag.from
      let alignment = drag.target == nil ? alignment(of: drag.starts, by: way, reaction) : nil
      guides = alignment?.guides ?? []
      let offset = way + (alignment?.offset ?? .zero)
      for start in drag.starts {
        let position = profile.snapped(start.position + offset)
        if let frame = reaction.scene.nodes[start.node]?.frame, frame.origin != position {
          reaction.effects.append(.moved(start.node, position))
        }
      }
    case .panning(let last):
      pan(by: point - last)
      activity = .panning(point)
    case .wiring(let wire):
      var pulled = wire.pulled(to: place, within: profile.snapRadius / viewport.zoom, reaction)
      if pulled.target == nil { pulled.crossed = crossed(by: .wire(wire.source), wire.taken, at: place, reaction) }
      activity = .wiring(pulled)
    case .feeding(let wire):
      var pulled = wire.pulled(to: place, within: profile.snapRadius / viewport.zoom, reaction)
      if pulled.source == nil { pulled.crossed = crossed(by: .inputWire(wire.target), wire.taken, at: place, reaction) }
      activity = .feeding(pulled)
    case .selecting(var marquee):
      marquee.end = place
      activity = .selecting(marquee)
      let connections = profile.marqueeTakesConnections ? reaction.scene.connections(within: marquee.rect) : []
      choose(marquee.selection(of: reaction.scene.nodes(in: marquee.rect), connections), &reaction)
    case .rerouting, .framing, .sizing, .resizing: dragLook(to: place, &reaction)
    }
  }

  mutating func endDrag(_ reaction: inout Reaction) {
    let ended = activity
    (activity, guides) = (.idle, [])
    switch ended {
    case .idle, .panning, .selecting: break
    case .moving(let drag): drop(drag, &reaction)
    case .wiring(let wire):
      let below = target(at: viewport.viewPoint(wire.end), reaction.scene)
      if let effect = wire.released(over: below, reaction) { reaction.effects.append(effect) }
    case .feeding(let wire):
      let below = target(at: viewport.viewPoint(wire.end), reaction.scene)
      if let effect = wire.released(over: below, reaction) { reaction.effects.append(effect) }
    case .rerouting, .framing, .sizing, .resizing: endDraggingLook(ended, &reaction)
    }
  }

  /// Releases nodes where they are, or on the node below the pointer, if that accepts them: then they are put back
  /// first, so that the host has one edit to make, and none to revert if it refuses.
  private func drop(_ drag: NodeDrag, _ reaction: inout Reaction) {
    guard let target = drag.target, reaction.scene.nodes[target] != nil, !reaction.modifiers.contains(.command) else {
      let living = drag.nodes.filter { reaction.scene.nodes[$0] != nil }
      if !living.isEmpty { reaction.effects.append(.endedMoving(living)) }
      return
    }
    let living = putBack(drag, &reaction)
    reaction.effects.append(.dropped(.nodes(living), .item(target), drag.end))
  }

  /// Moves nodes to where they were when the drag began.
  ///
  /// - Returns: The nodes that still exist.
  @discardableResult
  private func putBack(_ drag: NodeDrag, _ reaction: inout Reaction) -> [NodeID] {
    let living = drag.starts.filter { reaction.scene.nodes[$0.node] != nil }
    for start in living where reaction.scene.nodes[start.node]?.frame.origin != start.position {
      reaction.effects.append(.moved(start.node, start.position))
    }
    let nodes = living.map(\.node)
    if !nodes.isEmpty { reaction.effects.append(.endedMoving(nodes)) }
    return nodes
  }

  /// Puts back what a drag has moved or selected.
  mutating func cancelActivity(_ reaction: inout Reaction) {
    let cancelled = activity
    (activity, guides) = (.idle, [])
    switch cancelled {
    case .idle, .panning, .wiring, .feeding: break
    case .moving(let drag): putBack(drag, &reaction)
    case .selecting(let marquee): select(marquee.before, &reaction)
    case .rerouting, .framing, .sizing, .resizing: cancelDraggingLook(cancelled, &reaction)
    }
  }
}

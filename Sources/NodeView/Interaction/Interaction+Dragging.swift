// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Interaction {
  /// A pointer that is down begins to move.
  mutating func beginDrag(at point: Point, _ step: inout Step) {
    let start = place(under: point)
    let pans = button == .middle || step.modifiers.contains(.space)
    if profile.manner == .desktop {
      if pans {
        activity = .panning(point)
        return
      }
      guard button == .primary else { return }
      if let wire = wire(from: pressed, at: start, step.scene) {
        activity = .wiring(wire)
        return
      }
    }
    if let node = pressed.node {
      let nodes = selection.nodes.contains(node) ? selection.nodes : [node]
      let starts = nodes.compactMap { node in
        step.scene.nodes[node].map { Start(node: node, position: $0.frame.origin) }
      }
      activity = .moving(starts, from: start)
    } else if profile.manner == .touch {
      activity = .panning(point)
    } else {
      let modifiers = step.modifiers
      let marquee: Marquee = modifiers.contains(.command) ? .toggles : modifiers.contains(.shift) ? .adds : .replaces
      activity = .selecting(from: start, to: start, before: selection, marquee)
    }
  }

  mutating func drag(to point: Point, _ step: inout Step) {
    let place = place(under: point)
    switch activity {
    case .idle: break
    case .moving(let starts, let from):
      // From where the drag began, so that nothing adds up: the same on the canvas at any zoom.
      for start in starts {
        let position = snapped(start.position + (place - from))
        if let frame = step.scene.nodes[start.node]?.frame, frame.origin != position {
          step.effects.append(.moved(start.node, position))
        }
      }
    case .panning(let last):
      viewport.pan(by: point - last)
      activity = .panning(point)
      settleViewport()
    case .wiring(let wire): activity = .wiring(pull(wire, to: place, step))
    case .selecting(let from, _, let before, let marquee):
      activity = .selecting(from: from, to: place, before: before, marquee)
      let inside = step.scene.nodes(in: Rect(from: from, to: place))
      select(selected(inside, by: marquee, before: before), &step)
    }
  }

  mutating func endDrag(_ step: inout Step) {
    let ended = activity
    activity = .idle
    switch ended {
    case .idle, .panning, .selecting: break
    case .moving(let starts, _):
      let living = starts.map(\.node).filter { step.scene.nodes[$0] != nil }
      if !living.isEmpty { step.effects.append(.endedMoving(living)) }
    case .wiring(let wire): release(wire, &step)
    }
  }

  /// Puts back what a drag has moved or selected.
  mutating func cancelActivity(_ step: inout Step) {
    let cancelled = activity
    activity = .idle
    switch cancelled {
    case .idle, .panning, .wiring: break
    case .moving(let starts, _):
      let living = starts.filter { step.scene.nodes[$0.node] != nil }
      for start in living where step.scene.nodes[start.node]?.frame.origin != start.position {
        step.effects.append(.moved(start.node, start.position))
      }
      if !living.isEmpty { step.effects.append(.endedMoving(living.map(\.node))) }
    case .selecting(_, _, let before, _): select(before, &step)
    }
  }

  /// The place on the grid nearest to a position, if nodes are kept on one.
  func snapped(_ position: Point) -> Point {
    guard let gap = profile.gridSnap, gap > 0 else { return position.limited }
    func nearest(_ value: Double) -> Double {
      let steps = value / gap
      guard abs(steps) < 1e15 else { return value }
      let whole = Double(Int(steps))
      let rest = steps - whole
      return (whole + (rest >= 0.5 ? 1 : rest < -0.5 ? -1 : 0)) * gap
    }
    return Point(nearest(position.x), nearest(position.y)).limited
  }
}

// MARK: After the host has changed something

extension Interaction {
  /// Forgets what is no longer there. The creation mode never outlives its source, nor a wire what it was pulled from.
  mutating func forget(missingFrom scene: Scene) -> [Effect] {
    let nobody = Host(verdict: { _, target in .refused(.stale(target.node)) }, defaultNodeSize: { .zero })
    var step = Step(scene: scene, host: nobody, modifiers: [])
    let lives = { (node: NodeID) in scene.nodes[node] != nil }
    if let source = connectionSource, !scene.contains(source) { setConnectionSource(nil, &step) }
    select(
      GraphSelection(
        nodes: selection.nodes.filter(lives), connections: selection.connections.filter(scene.contains)), &step)
    switch activity {
    case .idle, .panning: break
    case .moving(let starts, let from):
      let living = starts.filter { lives($0.node) }
      if living.isEmpty { cancel(&step) } else { activity = .moving(living, from: from) }
    case .wiring(let wire):
      if !scene.contains(wire.source) || wire.taken.map(scene.contains) == false {
        cancel(&step)
      } else if let target = wire.target, !scene.contains(target) {
        activity = .wiring(Wire(source: wire.source, taken: wire.taken, end: wire.end))
      }
    case .selecting(let from, let to, let before, let marquee):
      let living = GraphSelection(
        nodes: before.nodes.filter(lives), connections: before.connections.filter(scene.contains))
      activity = .selecting(from: from, to: to, before: living, marquee)
    }
    if !isThere(pressed, scene) {
      // A finger on what is gone doesn't begin to mean what is behind it.
      pressed = .background
      if activity == .idle { ignorePointers() }
    }
    return step.effects
  }

  private func isThere(_ target: HitTarget, _ scene: Scene) -> Bool {
    if let port = target.input { return scene.contains(port) }
    if let port = target.output { return scene.contains(port) }
    return target.node.map { scene.nodes[$0] != nil } ?? true
  }
}
